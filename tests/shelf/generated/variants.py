"""Variants of generated rules: changes of the parts that every generated game has."""

from __future__ import annotations

TABLE = """
table Odds by number
  number: 1..3 | odds
  1            | 2
  2            | 3
  3            | 5
procedure bet
  total = min(total + (sum of row.odds for row in Odds), 99)
phase betting
  do bet
"""
MIX_INS = {
    "mixed.astro": """astro 1
variant Mixed of "base.astro"
insert last in bet
  say "bet"
""",
    "mixed_too.astro": """astro 1
variant Mixed of "base.astro"
insert first in bet
  say "bet too"
""",
    "mixed_last.astro": """astro 1
variant Mixed of "base.astro"
insert last in betting
  say "bet at last"
""",
}
EMPTY = """astro 1
library Used
"""
CHANGES = (
    """astro 1
variant Made of "base.astro"«~ with "mixed.astro"~ with "mixed.astro", "mixed_too.astro"~\
 with "mixed.astro", "mixed_too.astro", "mixed_last.astro"»« for 2 players»« @R1»
«  "Changed."
»«use "used.astro"
»«option haste = «yes~no»
»«drop play.finish
»«drop Odds.2
»«drop play.otherwise
»«drop «play.»rest "no rest"
»«replace R1
  ruling R1 "Otherwise."
»«insert before rest
  move doze« as "zzz"»
    "Doze."
»«insert after rest
  move wake
»«insert first in play.rest.then
  say "a rest"
»«insert last in play.begin
  say "begun"
»«var added: 0..3

phase more
  added = 1
  say "{added}"
»""",
    """astro 1
variant Made of "base.astro"« for 2 players»
""",
    """astro 1
variant Made of "base.astro"« for 2 players»
replace rest
  move rest«(n in 1..2)»
    then
      total = «0~1»
«replace play.finish
  finish
    say "over"
»
""",
)
