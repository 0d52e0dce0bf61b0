; Written by treesitter.py from the words of the language.

(line . (word) @context . (word) @name (#any-of? @context "card" "def" "die" "graph" "grid" "hexgrid" "history" "kind" "let" "move" "option" "phase" "plan" "procedure" "ring" "ruling" "table" "token" "var" "zone")) @item

(line . (word) @context . (text) @name (#any-of? @context "playthrough" "test")) @item
