"""What can be wrong with how rules are written: a value for each kind of problem, worded here and nowhere else."""
