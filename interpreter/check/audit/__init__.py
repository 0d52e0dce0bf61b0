"""What can never be, never ends, or costs too much."""
