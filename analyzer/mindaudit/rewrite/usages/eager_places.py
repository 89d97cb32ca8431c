"""The places of a file that run outside of graphs: a tensor can be changed there for all that hold it."""

from __future__ import annotations

from collections.abc import Callable

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
        around = (number for number, each in enumerate(view.facts.functions) if number and each.start <= place < each.end)
        return not any(view.in_graph(each) or view.facts.functions[each].name in FORWARDS for each in around)

    return is_eager


def hosted_places(view: FileView, mode: str) -> Callable[[int], bool]:
    """Tells of each place whether it surely runs outside of graphs: in functions that nobody calls, what a graph takes has to stay."""

    def is_hosted(place: int) -> bool:
        around = [number for number, each in enumerate(view.facts.functions) if number and each.start <= place < each.end]
        if mode == "pynative" or not around:
            return True
        compiled = (view.in_graph(each) or view.facts.functions[each].name in FORWARDS for each in around)
        return any(map(view.is_hosted, around)) and not any(compiled)

    return is_hosted
