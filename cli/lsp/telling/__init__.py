"""What editors are told in words: what moves are, and what codes of problems mean."""
