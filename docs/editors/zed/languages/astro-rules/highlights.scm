; Written by treesitter.py from the words of the language.

(comment) @comment

(text) @string

(brace) @string.escape

(hole ["{" "}"] @punctuation.special)

(number) @constant.numeric

(tag) @attribute

(sign) @operator

["(" ")" "[" "]"] @punctuation.bracket

((line . (word) @keyword .) (#any-of? @keyword "add" "always" "ask" "astro" "begin" "card" "chance" "deal" "def" "die" "do" "draw" "drop" "end" "expect" "finish" "game" "games" "given" "graph" "grid" "hexgrid" "history" "insert" "kind" "leave" "let" "library" "move" "must" "never" "offer" "offers" "option" "pass" "phase" "plan" "player" "playthrough" "procedure" "put" "rank" "refuse" "remember" "remove" "repeat" "replace" "retire" "return" "ring" "roll" "ruling" "say" "seed" "show" "shuffle" "swap" "table" "team" "test" "tests" "token" "turns" "use" "var" "variant" "when" "winner" "zone"))

((line . (word) @keyword . (word)) (#any-of? @keyword "add" "always" "ask" "astro" "begin" "card" "chance" "deal" "def" "die" "do" "draw" "drop" "end" "expect" "finish" "game" "games" "given" "graph" "grid" "hexgrid" "history" "insert" "kind" "leave" "let" "library" "move" "must" "never" "offer" "offers" "option" "pass" "phase" "plan" "player" "playthrough" "procedure" "put" "rank" "refuse" "remember" "remove" "repeat" "replace" "retire" "return" "ring" "roll" "ruling" "say" "seed" "show" "shuffle" "swap" "table" "team" "test" "tests" "token" "turns" "use" "var" "variant" "when" "winner" "zone"))

((line . (word) @keyword . (number)) (#any-of? @keyword "add" "always" "ask" "astro" "begin" "card" "chance" "deal" "def" "die" "do" "draw" "drop" "end" "expect" "finish" "game" "games" "given" "graph" "grid" "hexgrid" "history" "insert" "kind" "leave" "let" "library" "move" "must" "never" "offer" "offers" "option" "pass" "phase" "plan" "player" "playthrough" "procedure" "put" "rank" "refuse" "remember" "remove" "repeat" "replace" "retire" "return" "ring" "roll" "ruling" "say" "seed" "show" "shuffle" "swap" "table" "team" "test" "tests" "token" "turns" "use" "var" "variant" "when" "winner" "zone"))

((line . (word) @keyword . (text)) (#any-of? @keyword "add" "always" "ask" "astro" "begin" "card" "chance" "deal" "def" "die" "do" "draw" "drop" "end" "expect" "finish" "game" "games" "given" "graph" "grid" "hexgrid" "history" "insert" "kind" "leave" "let" "library" "move" "must" "never" "offer" "offers" "option" "pass" "phase" "plan" "player" "playthrough" "procedure" "put" "rank" "refuse" "remember" "remove" "repeat" "replace" "retire" "return" "ring" "roll" "ruling" "say" "seed" "show" "shuffle" "swap" "table" "team" "test" "tests" "token" "turns" "use" "var" "variant" "when" "winner" "zone"))

((line . (word) @keyword . (parentheses)) (#any-of? @keyword "add" "always" "ask" "astro" "begin" "card" "chance" "deal" "def" "die" "do" "draw" "drop" "end" "expect" "finish" "game" "games" "given" "graph" "grid" "hexgrid" "history" "insert" "kind" "leave" "let" "library" "move" "must" "never" "offer" "offers" "option" "pass" "phase" "plan" "player" "playthrough" "procedure" "put" "rank" "refuse" "remember" "remove" "repeat" "replace" "retire" "return" "ring" "roll" "ruling" "say" "seed" "show" "shuffle" "swap" "table" "team" "test" "tests" "token" "turns" "use" "var" "variant" "when" "winner" "zone"))

((line . (word) @keyword . (set)) (#any-of? @keyword "add" "always" "ask" "astro" "begin" "card" "chance" "deal" "def" "die" "do" "draw" "drop" "end" "expect" "finish" "game" "games" "given" "graph" "grid" "hexgrid" "history" "insert" "kind" "leave" "let" "library" "move" "must" "never" "offer" "offers" "option" "pass" "phase" "plan" "player" "playthrough" "procedure" "put" "rank" "refuse" "remember" "remove" "repeat" "replace" "retire" "return" "ring" "roll" "ruling" "say" "seed" "show" "shuffle" "swap" "table" "team" "test" "tests" "token" "turns" "use" "var" "variant" "when" "winner" "zone"))

((line . (word) @keyword . (block)) (#any-of? @keyword "add" "always" "ask" "astro" "begin" "card" "chance" "deal" "def" "die" "do" "draw" "drop" "end" "expect" "finish" "game" "games" "given" "graph" "grid" "hexgrid" "history" "insert" "kind" "leave" "let" "library" "move" "must" "never" "offer" "offers" "option" "pass" "phase" "plan" "player" "playthrough" "procedure" "put" "rank" "refuse" "remember" "remove" "repeat" "replace" "retire" "return" "ring" "roll" "ruling" "say" "seed" "show" "shuffle" "swap" "table" "team" "test" "tests" "token" "turns" "use" "var" "variant" "when" "winner" "zone"))

(line . (word) @_head . (word) @function (#any-of? @_head "card" "def" "die" "graph" "grid" "hexgrid" "history" "kind" "let" "move" "option" "phase" "plan" "procedure" "ring" "ruling" "table" "token" "var" "zone") (#match? @function "^[a-z_]"))

((word) @type (#match? @type "^[A-Z]"))

((word) @operator (#any-of? @operator "and" "in" "is" "mod" "not" "or"))

((word) @constant.builtin (#any-of? @constant.builtin "empty" "no" "none" "yes"))

((word) @keyword.control (#any-of? @keyword.control "after" "all" "anticlockwise" "as" "because" "best" "by" "clockwise" "costing" "count" "each" "else" "every" "first" "for" "from" "highest" "if" "into" "item" "last" "lowest" "maximise" "named" "of" "on" "once" "only" "ordered" "otherwise" "reach" "some" "sum" "then" "to" "under" "until" "where" "with" "within"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 . (word) @keyword.control @_2 (#eq? @_0 "as") (#eq? @_1 "soon") (#eq? @_2 "as"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "at") (#eq? @_1 "random"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "bottom") (#eq? @_1 "of"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "after") (#eq? @_1 "this"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "after") (#eq? @_1 "do"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "for") (#eq? @_1 "each"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 . (word) @keyword.control @_2 (#eq? @_0 "has") (#eq? @_1 "its") (#eq? @_2 "own"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "heap") (#eq? @_1 "of"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "if") (#eq? @_1 "able"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "is") (#eq? @_1 "not"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "not") (#eq? @_1 "in"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "pile") (#eq? @_1 "of"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "random") (#eq? @_1 "from"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "row") (#eq? @_1 "of"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "seen") (#eq? @_1 "by"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "set") (#eq? @_1 "of"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "sorted") (#eq? @_1 "by"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "stopping") (#eq? @_1 "if"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 . (word) @keyword.control @_2 (#eq? @_0 "top") (#eq? @_1 "seen") (#eq? @_2 "by"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "union") (#eq? @_1 "of"))

((word) @keyword.control @_0 . (word) @keyword.control @_1 (#eq? @_0 "up") (#eq? @_1 "to"))

((word) @variable.builtin (#any-of? @variable.builtin "bool" "everyone" "me" "nobody" "others" "owner" "players"))

((word) @function.builtin . (parentheses) (#any-of? @function.builtin "abs" "between" "longest_run" "longest_trail" "max" "min" "possible" "streak"))
