"""Classes of modules compared in graphs, where `==`, `is` and `in` do not take classes. MindSpore 2.7 and newer, both modes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mindspore.ops.primitive import constexpr


@constexpr(check=False)
def same_class(left: type[Any], right: type[Any]) -> bool:
    """Whether both are one class. A graph finds it while it is compiled."""
    return left is right


@constexpr(check=False)
def class_among(own: type[Any], others: Sequence[type[Any]]) -> bool:
    """Whether a class is one of several. A graph finds it while it is compiled."""
    return own in others
