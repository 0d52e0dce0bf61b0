"""What many games tell: simulation, coverage, playability, bots."""
