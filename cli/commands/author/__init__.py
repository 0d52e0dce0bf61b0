"""Commands for authors: rule files in; problems, tests and other things to read about them out."""
