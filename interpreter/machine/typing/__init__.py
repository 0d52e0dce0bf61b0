"""Whether the types in a machine are true: of its code, its expressions, and what its operations give."""
