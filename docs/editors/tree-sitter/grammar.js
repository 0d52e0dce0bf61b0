// Lines, blocks, words and texts of a rule file: as much as colours, folding and an outline need. Which words mean
// something is said by the queries, which treesitter.py writes from the words of the language.

/* global grammar, token, repeat, repeat1, optional, choice, seq, prec */

module.exports = grammar({
  name: "astro_rules",

  // The scanner sees where a line ends and a block begins; inside brackets a line end is a blank.
  externals: ($) => [$._newline, $._indent, $._dedent, $._recovering],

  extras: ($) => [/\s/, /\uFEFF/, $.comment],

  rules: {
    file: ($) => repeat($.line),

    line: ($) => seq(repeat1($._part), $._newline, optional($.block)),

    block: ($) => seq($._indent, repeat1($.line), $._dedent),

    _part: ($) => choice($.word, $.number, $.tag, $.text, $.sign, $.parentheses, $.index, $.set),

    parentheses: ($) => seq("(", repeat($._part), ")"),

    index: ($) => seq("[", repeat($._part), "]"),

    set: ($) => seq("{", repeat($._part), "}"),

    text: ($) => seq('"', repeat(choice($._letters, $.brace, $.hole)), token.immediate('"')),

    hole: ($) => seq(token.immediate("{"), repeat($._part), "}"),

    _letters: () => token.immediate(prec(1, /[^"{}\n]+/)),

    brace: () => token.immediate(choice("{{", "}}")),

    word: () => /[A-Za-z_]\w*/,

    number: () => /\d+/,

    tag: () => /@\w+/,

    sign: () => choice("..", "+=", "-=", "<=", ">=", /[-+*\/<>=.,:|]/),

    comment: () => /#[^\n]*/,
  },
});
