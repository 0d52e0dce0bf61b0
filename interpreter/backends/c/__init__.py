"""The C backend: a machine in, one readable C file out, compiled by the system's compiler and loaded as a library."""
