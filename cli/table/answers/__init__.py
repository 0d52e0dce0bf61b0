"""What a player can answer: the legal moves in lists, by places, or as things out of a set."""
