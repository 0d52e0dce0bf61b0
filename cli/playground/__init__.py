"""The playground: a page in which rules are written and played, without anything to install."""
