"""A long rule file, made by repeating a varied piece with other names."""

from __future__ import annotations

HEAD = """astro 1

game Long for 2 players
  "Made to be long."

kind Colour: red, green, blue
ring Wheel: north_side, east_side, south_side, west_side
card Card: each colour in Colour, number in 1..6

zone deck: pile of Card, seen by nobody
zone hand for each player: Card, seen by owner
zone open_row: Card, seen by everyone

var round_number: 0..9
"""

DECLARATIONS = """
kind Sort{n}: small{n}, middle{n}, large{n}
var count{n} for each player: 0..20
var place{n}: Wheel or none
var seen{n}: set of Sort{n}

def worth{n}(p: player): 0..60
  3 + count{n}[p]                                          if place{n} is north_side
  count{n}[p] + count c in hand[p] where c.number > 3      if small{n} in seen{n}
  count{n}[p]                                              otherwise

procedure note{n}(p: player, sort: Sort{n})
  if count{n}[p] < 20 and sort not in seen{n}
    count{n}[p] += 1
    add sort to seen{n}
  else
    place{n} = east_side
"""

PHASE = """
phase part{n}
  begin
    count{n}[P1] = 0
    place{n} = none
  turns once clockwise from P1
    move go{n}(sort in Sort{n}, number in 1..3) as "go{n} {{sort}} {{number}}"
      "Take {{sort}} with {{number}}."
      let total = worth{n}(me) + number
      when total < 50                          else "{{total}} is too much"
      when sort not in seen{n} or number is 1  else "{{sort}} was taken with {{count{n}[me]}}"
      then
        do note{n}(me, sort)
        for p in others where worth{n}(p) > total
          count{n}[p] = 0
    move lay{n}(card in hand[me]) as "lay{n} {{card}}"
      when card.number > round_number else "{{card}} is too low"
      then
        put card from hand[me] into open_row
    move pass{n}
"""

BEGIN = """
phase opening
  put all Card into deck
  shuffle deck
  for p in players
    deal 3 from deck into hand[p]
  round_number = 1
"""

END = """
end
  rank p in players by highest hand[p].size then highest worth0(p)
"""


def long_file(times: int) -> str:
    """A file that grows in proportion: `times` times ten pieces."""
    numbers = range(10 * times)
    declarations = "".join(DECLARATIONS.format(n=n) for n in numbers)
    phases = "".join(PHASE.format(n=n) for n in numbers)
    return HEAD + declarations + BEGIN + phases + END
