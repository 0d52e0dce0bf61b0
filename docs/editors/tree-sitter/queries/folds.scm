; Written by treesitter.py from the words of the language.

(line (block)) @fold
