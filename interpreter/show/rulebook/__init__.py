"""A rule file in, the book of its rules out: sentences that know their lines, pictures, examples, an index."""
