"""The Python backend: a machine in, the source of a module out."""
