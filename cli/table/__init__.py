"""The table: everything people see and type while they play."""
