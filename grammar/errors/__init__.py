"""What the parser did not expect, in plain English, and how reading goes on behind it."""
