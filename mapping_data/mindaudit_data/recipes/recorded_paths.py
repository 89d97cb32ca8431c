"""Which recorded results torch would differentiate: MindSpore also records comparisons and positions, which give no gradient.

PyNative mode, MindSpore 2.8 and newer.
"""

from __future__ import annotations

import re
from typing import Any

_WITHOUT_GRADIENT = re.compile(
    r"(Eq|Equal|Ne|NotEqual|Greater|GreaterEqual|Less|LessEqual)(Scalar|Ext)?|(Arg|Logical|NonZero|OneHot|Is)\w*|ReduceA(ny|ll)\w*"
)
"""The nodes of comparisons, truth values and positions."""


def reaches_leaf(node: Any) -> bool:
    """Whether a node of the recorded graph leads to what is trained by operations that can be differentiated."""
    seen, waiting = set[int](), [node]
    while waiting:
        node = waiting.pop()
        if node.is_leaf():
            return True
        if node._unique_id() not in seen and not _WITHOUT_GRADIENT.fullmatch(node.name()):
            seen.add(node._unique_id())
            waiting += [each for each, _ in node.next_functions if each is not None]
    return False
