"""The context of each function: the network graph, training, the data pipeline, or the host."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from mindaudit.model import Context
from mindaudit.resolve.queries.file_summary import Place, Summary
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import is_network, torch_bases

_TRAINING: Final = frozenset(
    {
        "torch.Tensor.backward",
        "torch.optim.Optimizer.zero_grad",
        "torch.optim.Optimizer.step",
        "torch.autograd.grad",
        "torch.autograd.backward",
    }
)
_TRAINING_BASES: Final = ("torch.optim.Optimizer", "torch.optim.lr_scheduler.LRScheduler")
_TRAINING_CLASSES: Final = (*_TRAINING_BASES, "torch.utils.data.DataLoader")


def _reversed(summaries: Sequence[Summary]) -> dict[Place, list[Place]]:
    """Every method that subclasses override -> the methods that do."""
    found: dict[Place, list[Place]] = {}
    for module, each in enumerate(summaries):
        for number, overridden in each.overriding.items():
            for place in overridden:
                found.setdefault(place, []).append((module, number))
    return found


class Contexts:
    """The context of every function, and for those in the network graph the path from a forward."""

    def __init__(self, evaluator: Evaluator, summaries: Sequence[Summary]) -> None:
        """`summaries[i]` is that of the evaluator's module i."""
        self.evaluator = evaluator
        self.summaries = summaries
        self._overridden_by = _reversed(summaries)
        self.parents = self._reach((module, n) for module, each in enumerate(summaries) for n in each.forwards)
        self.data = self._reach((module, n) for module, each in enumerate(summaries) for n in each.data)
        self.derived = self._reach((module, n) for module, each in enumerate(summaries) for n in each.deriving())
        """The functions that have gradients computed, and those that they call: gradients may come through what these do."""
        building = [(module, n) for module, each in enumerate(summaries) for n in each.building]
        self.building = self._outside_of_graphs(building)
        """The functions that constructors and other set-up functions reach and no forward does."""
        modules = [(module, 0) for module in range(len(summaries))]
        self.hosted = self._outside_of_graphs([*building, *self.data, *modules]).difference(self.parents)
        """Those that the code of modules and data sets reaches, too: no graph compiler sees them."""

    def _called_by(self, place: Place) -> Iterator[Place]:
        """The functions that one calls, and those that stand for them in objects of subclasses."""
        module, number = place
        for called in self.summaries[module].edges.get(number, ()):
            yield called
            yield from self._overridden_by.get(called, ())

    def _reach(self, roots: Iterable[Place]) -> dict[Place, Place | None]:
        """Every function that these reach -> the one that calls it on a shortest path."""
        parents: dict[Place, Place | None] = dict.fromkeys(roots)
        queue = deque(parents)
        while queue:
            place = queue.popleft()
            for called in self._called_by(place):
                if called not in parents and called[1] not in self.summaries[called[0]].constructors:
                    parents[called] = place
                    queue.append(called)
        return parents

    def _outside_of_graphs(self, roots: Sequence[Place]) -> frozenset[Place]:
        """These functions, and those that they reach and no forward does."""
        found = set(roots)
        queue = list(found)
        while queue:
            for called in self._called_by(queue.pop()):
                if called not in found and called not in self.parents:
                    found.add(called)
                    queue.append(called)
        return frozenset(found)

    def of(self, module: int, number: int) -> Context:
        """The context of a function; of a class's `__init__` that of its forward."""
        place = module, number
        function = self.evaluator.function(module, number)
        if place in self.parents or (function.class_ >= 0 and is_network(self.evaluator, module, function.class_)):
            return "network"
        if place in self.data:
            return "data"
        if function.class_ >= 0 and self._trains(module, function.class_):
            return "training"
        called = self.summaries[module].called.get(number, ())
        derives = self.evaluator.torch.derives
        if not _TRAINING.isdisjoint(called) or any(derives(name, base) for name in called for base in _TRAINING_CLASSES):
            return "training"
        if function.parent > 0:
            return self.of(module, function.parent)
        return "host" if called or number else "unknown"

    def _trains(self, module: int, class_: int) -> bool:
        """Whether a class is an optimizer or a schedule of learning rates."""
        bases = torch_bases(self.evaluator, module, class_)
        return any(self.evaluator.torch.derives(name, base) for name in bases for base in _TRAINING_BASES)

    def path(self, module: int, number: int) -> tuple[str, ...]:
        """The qualified names from a network's forward to a function; empty when none reaches it."""
        names = []
        place: Place | None = (module, number)
        if place not in self.parents:
            return ()
        while place is not None:
            names.append(self.evaluator.function(*place).qualname)
            place = self.parents[place]
        return tuple(reversed(names))
