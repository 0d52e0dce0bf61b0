"""The served table: everybody at their own screen, by a link of their own."""
