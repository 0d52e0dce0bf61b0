"""Real dice and cards: people roll and deal, and type in what came up."""
