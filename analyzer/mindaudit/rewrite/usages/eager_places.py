"""The places of a file that run outside of graphs: a tensor can be changed there for all that hold it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mindaudit.hazards.framework.view import FileView
from mindaudit.rewrite.usages.callers import FORWARDS


def eager_places(view: FileView, mode: str, recipes: bool) -> Callable[[int], bool]:
    """Tells of each place: in PyNative mode of all, for graphs of those that no network's forward reaches, if the file may call recipes.

    What is in a forward that nobody knows to be a network's may be compiled. So may any function that nobody is seen to call: a recipe
    fails there with a message, where a store by an index would be lost.
    """

    def is_eager(place: int) -> bool:
        if mode == "pynative" or not recipes:
            return mode == "pynative"
        return not _may_be_compiled(view, _around(view, place))

    return is_eager


def hosted_places(view: FileView, mode: str) -> Callable[[int], bool]:
    """Tells of each place whether it surely runs outside of graphs: in functions that nobody calls, what a graph takes has to stay."""

    def is_hosted(place: int) -> bool:
        around = _around(view, place)
        if mode == "pynative" or not around:
            return True
        return any(map(view.is_hosted, around)) and not _may_be_compiled(view, around)

    return is_hosted


def _around(view: FileView, place: int) -> list[int]:
    """The functions that a place is in, by number."""
    return [number for number, each in enumerate(view.facts.functions) if number and each.start <= place < each.end]


def _may_be_compiled(view: FileView, functions: Sequence[int]) -> bool:
    """Whether a forward reaches one of these functions, or one may be a network's forward."""
    return any(view.in_graph(each) or view.facts.functions[each].name in FORWARDS for each in functions)
