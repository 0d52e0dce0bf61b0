"""Small games solved: what they are worth to each seat when everybody plays as well as can be."""
