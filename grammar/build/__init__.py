"""From Lark's trees to the syntax tree."""
