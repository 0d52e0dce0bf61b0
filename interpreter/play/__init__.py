"""A game in play: legal moves, typed moves, chance, views, explanations."""
