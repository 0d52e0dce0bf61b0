"""The referee for programs."""
