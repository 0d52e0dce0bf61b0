"""From text to syntax tree: the grammar, the reader, the nodes, and problems as data."""
