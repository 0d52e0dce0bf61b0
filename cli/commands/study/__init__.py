"""Commands for study: what many games of the same rules come to."""
