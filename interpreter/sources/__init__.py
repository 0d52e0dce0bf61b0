"""From a path to a source: the text of a file, the libraries it uses, the base of a variant, the rules of a test."""
