"""The elements of lists one after another: what a comprehension with two loops gives, which graphs refuse.

MindSpore 2.7 and newer, PyNative and graph mode.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any


def flattened(lists: Sequence[Sequence[Any]]) -> list[Any]:
    """One list of the elements of several."""
    found: list[Any] = []
    for each in lists:
        found = [*found, *each]
    return found
