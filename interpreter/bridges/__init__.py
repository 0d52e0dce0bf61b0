"""Bridges to the interfaces of other worlds: agents of theirs play our games, and see what their seats may see."""
