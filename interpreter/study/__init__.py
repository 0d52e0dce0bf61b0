"""What many games tell: simulation, perft, coverage, playability, bots."""
