"""The language server: an editor asks about rule files as they are typed, and is answered from the checker's index."""
