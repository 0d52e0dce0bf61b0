"""Names: scopes, what needs what, what is never used."""
