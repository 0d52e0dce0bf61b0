"""What can be wrong with rules: one value for each kind of problem, and the only place where they are worded."""
