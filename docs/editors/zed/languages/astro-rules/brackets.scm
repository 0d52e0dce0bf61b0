; Written by treesitter.py from the words of the language.

("(" @open ")" @close)

("[" @open "]" @close)

("{" @open "}" @close)
