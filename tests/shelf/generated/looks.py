"""Features of generated rules: how things are drawn, read, sorted and laid out, and moves with several notations."""

from __future__ import annotations

LOOKS = (
    """
kind Hue: teal as "deep teal", plum
kind Shade
  name                 | sign | depth
  pale as "very pale"  | "o"  | 1
  dark                 | "*"  | 2
kind Twig: t1, t2, t3
card Leaf« as "a leaf"»: 3« @R1»
«  "What falls."
»  «sign "*"~colour "red"»
«  short "lf"
»token Acorn« as "the acorn"» on Twig« @R1»
«  "What drops."
»  sign "&"
«  colour "green"
»token Nest on Twig: each owner in player« named "nest of {owner}"»
«  "What is built."
»zone heap_of_leaves: Leaf, seen by everyone
var hue: Hue
var shade: Shade = «pale~dark»
phase falling
  put all Leaf into heap_of_leaves
  put Acorn on «t1~t3»
  put Nest[P1] on t2
  hue = plum
  say "{hue} {shade} {shade.depth} {Acorn.at} {Nest[P1].at}"
""",
    """
kind Bloom: rose, lily
card Petal: each bloom in Bloom, size in 1..3
zone garden« as "the garden"»: Petal, seen by everyone, sorted by «highest size~lowest size~size»« then bloom»« @R1»
«  "What grows."
»zone vase« as "a vase"» for each player: Petal, seen by owner, sorted by «bloom~size»« then highest size»« then bloom»
«  "What is picked."
»phase picking
  put all Petal into garden
  put {Petal[rose, 1]} from garden into vase[P1]
  say "{garden.size} {vase[P1].size}"
""",
    """
ring Bed: b1, b2, b3, b4
grid Plot: each across in 1..2, up in 1..2
var seeds for each Bed: 0..4
var sprouts for each player, 1..4: 0..2
var tall for each Plot: bool
plan Bed« @R1»
  "b1 . b2"
  "b4 . b3"
plan sprouts of P1
  "4 3"
  "1 2"
plan Plot on lines
phase sowing
  for b in Bed
    seeds[b] += 1
  sprouts[P1, «1~3»] = 1
  say "{seeds[b1]} {sprouts[P1, 1]}"
""",
    """
var dug: 0..9
phase digging
  ask P1
    move dig as "dig" or "d"« or "delve"»« @R1»
«      "Dig a little."
»      then
        dug += 1
    move rest as "rest" or "r"« or "sit"»« @R1»
    move nap as "nap" or "zz"
      "Sleep."
    move deeper(n in 1..3) as "dig {n}" or "d{n}"« or "{n}"»« @R1»
«      "Dig {n}."
»      then
        dug = n
    move pause(n in 1..2) as "pause {n}" or "p{n}"« or "wait {n}"»« @R1»
    move wait(n in 1..2) as "sleep {n}" or "s{n}"
      "Sleep {n}."
  say "{dug}"
""",
)
