"""Sets of places in C: planes, shifts, floods, and moves drawn from sets without a list."""
