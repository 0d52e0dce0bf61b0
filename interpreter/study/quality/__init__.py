"""Is it a good game? Games in great number in; measures of it out, each with how sure it is."""
