"""Which part of a project a function belongs to: the network graph, training, the data pipeline, or the host."""

from __future__ import annotations

from collections import deque

from mindaudit.model import Context
from mindaudit.resolve.attributes import is_network, torch_bases
from mindaudit.resolve.flow import targets
from mindaudit.resolve.program import Program

Place = tuple[int, int]
_DATA_CLASSES = ("torch.utils.data.Dataset", "torch.utils.data.Sampler", "torch.utils.data.DataLoader")
_TRAINING = frozenset(
    {
        "torch.Tensor.backward",
        "torch.optim.Optimizer.zero_grad",
        "torch.optim.Optimizer.step",
        "torch.autograd.grad",
        "torch.autograd.backward",
    }
)
_TRAINING_BASES = ("torch.optim.Optimizer", "torch.optim.lr_scheduler.LRScheduler")
_TRAINING_CLASSES = (*_TRAINING_BASES, "torch.utils.data.DataLoader")


class Contexts:
    """The context of every function, and for those in the network graph the path from a forward."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.edges: dict[Place, dict[Place, None]] = {}
        self.called: dict[Place, set[str]] = {}
        self._read_calls()
        self.parents = self._reach(self._forwards())
        self.data = self._reach(self._methods_of(_DATA_CLASSES))
        self.training = frozenset(self._methods_of(_TRAINING_BASES))

    def _read_calls(self) -> None:
        program = self.program
        for module, facts in enumerate(program.facts):
            for site in facts.invocations:
                place = module, site.function
                for atom in program.value(module, site.callee).atoms:
                    if atom[0] in ("torch", "bound"):
                        self.called.setdefault(place, set()).add(atom[1])
                    else:
                        self.edges.setdefault(place, {}).update(
                            {(m, f): None for m, f, _, _ in targets(program, atom) if f != site.function or m != module}
                        )

    def _forwards(self) -> list[Place]:
        """The forwards of all networks."""
        program = self.program
        return [
            (module, number)
            for module, facts in enumerate(program.facts)
            for number, function in enumerate(facts.functions)
            if function.name == "forward" and function.class_ >= 0 and is_network(program, module, function.class_)
        ]

    def _methods_of(self, bases: tuple[str, ...]) -> list[Place]:
        program = self.program
        return [
            (module, number)
            for module, facts in enumerate(program.facts)
            for number, function in enumerate(facts.functions)
            if function.class_ >= 0
            and any(program.torch.derives(b, base) for b in torch_bases(program, module, function.class_) for base in bases)
        ]

    def _reach(self, roots: list[Place]) -> dict[Place, Place | None]:
        """Every function that these reach -> the one that calls it on a shortest path."""
        parents: dict[Place, Place | None] = dict.fromkeys(roots)
        queue = deque(roots)
        while queue:
            place = queue.popleft()
            for called in self.edges.get(place, ()):
                if called not in parents and not self._builds(called):
                    parents[called] = place
                    queue.append(called)
        return parents

    def _builds(self, place: Place) -> bool:
        return self.program.function(*place).name == "__init__"

    def of(self, module: int, number: int) -> Context:
        """The context of a function; of a class's `__init__` that of its forward."""
        place = module, number
        function = self.program.function(module, number)
        if place in self.parents or (function.class_ >= 0 and is_network(self.program, module, function.class_)):
            return "network"
        if place in self.data:
            return "data"
        if place in self.training:
            return "training"
        called = self.called.get(place, set())
        if called & _TRAINING or any(self.program.torch.derives(name, base) for name in called for base in _TRAINING_CLASSES):
            return "training"
        if function.parent > 0:
            return self.of(module, function.parent)
        return "host" if called or number else "unknown"

    def path(self, module: int, number: int) -> tuple[str, ...]:
        """The qualified names from a network's forward to a function; empty when none reaches it."""
        names = []
        place: Place | None = (module, number)
        if place not in self.parents:
            return ()
        while place is not None:
            names.append(self.program.function(*place).qualname)
            place = self.parents[place]
        return tuple(reversed(names))
