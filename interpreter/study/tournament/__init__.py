"""Tournaments: who meets whom in which seats, and how strong the players are by what came out."""
