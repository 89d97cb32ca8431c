"""The syntax tree that is walked: libcst's names and fields, as far as the walk reads them.

Two parsers make it (`parser.py`). An operator is the name that libcst gives it, `lpar` how many parentheses of its own an expression has.
"""

# every node under its name, as in libcst
from mindaudit.collect.nodes.expressions import *  # noqa: F403
from mindaudit.collect.nodes.patterns import *  # noqa: F403
from mindaudit.collect.nodes.statements import *  # noqa: F403
