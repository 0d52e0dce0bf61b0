"""What editors and shells ask for."""
