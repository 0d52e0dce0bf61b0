"""The syntax tree: what a rule file says, with the place of each part. Nothing here knows types or games."""

from astro_referee.grammar.tree.declarations import *
from astro_referee.grammar.tree.expressions import *
from astro_referee.grammar.tree.files import *
from astro_referee.grammar.tree.flow import *
from astro_referee.grammar.tree.parts import *
from astro_referee.grammar.tree.tests import *
