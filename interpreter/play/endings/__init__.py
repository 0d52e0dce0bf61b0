"""How a game ended: by its rules, or as its players wanted it."""
