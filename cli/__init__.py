"""The `astro` command: all printing and asking."""
