"""What not everybody may know of a match: who reads an event, what lies face down, which cards were seen laid."""
