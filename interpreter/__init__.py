"""From syntax tree to a game in play: checker, machine, compiler, backend, views, records."""
