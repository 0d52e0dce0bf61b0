"""Text to laid-out tokens: characters, words, the lexer and parser, indentation, limits."""
