"""What is on the table, for whoever draws it."""
