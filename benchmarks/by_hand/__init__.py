"""Games as an expert would write them without Astro: one function that plays a random game, by one set of rules.

Each takes a source of numbers from 0 to 1, as `random.random` is, and gives how many moves the players made and who
won (-1: nobody, or more than one). Nothing is kept that the next game could use.
"""
