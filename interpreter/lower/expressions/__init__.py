"""Terms of the program as expressions and functions of the machine."""
