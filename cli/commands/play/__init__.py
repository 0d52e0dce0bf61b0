"""Commands for tables: games in play, and their records."""
