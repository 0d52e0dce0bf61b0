"""Values: their types, all of them finite, and how they are written."""
