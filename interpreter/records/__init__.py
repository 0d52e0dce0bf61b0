"""Records of games: kept, corrected, compared."""
