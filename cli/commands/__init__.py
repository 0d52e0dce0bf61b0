"""One module for each command, in a folder for those who use it."""
