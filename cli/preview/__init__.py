"""The game beside the text: the position at a line of a test, on a page of this machine that follows the editor."""
