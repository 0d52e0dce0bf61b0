"""`python -m astro_referee.cli` is the `astro` command."""

from astro_referee.cli.main import main

main()
