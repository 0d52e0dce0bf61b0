"""The checked program: types, terms, and what is said of them in words."""
