"""Rule files made up at random that use every construct of the language: a seed in, the texts of its files out."""
