"""Games as a Python programmer would write them without Astro: the measure for generated code."""
