"""How fast games are played: Astro's engines beside each other and beside what an expert would use instead."""
