"""Makes random packages whose files need one another: classes, registries, defaults and results that travel from file to file."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

LAYERS = ("nn.ReLU", "nn.GELU", "nn.LayerNorm", "nn.BatchNorm2d", "nn.Identity", "nn.Linear")
CALLS = ("torch.nonzero(x)", "x.abs()", "torch.relu(x)", "x.reshape(-1)", "[x, x.mean()]", "torch.unique(x)", "x.size(0)", "None")
NAMES = ("one", "two", "three")


class _File:
    """One file, which may use what files before and behind it define."""

    def __init__(self, random: Random, number: int, count: int) -> None:
        self._random, self._number, self._count = random, number, count

    def text(self) -> str:
        makers: tuple[Callable[[int], str], ...] = (
            *(self._function, self._network, self._subclass, self._store, self._registered, self._looked_up),
            *(self._dispatch, self._partial, self._recursion, self._global, self._given, self._giving),
        )
        head = ["import torch", "from torch import nn", "from functools import partial", f"from . import {self._other()}"]
        if self._random.random() < 0.3:
            head.append(f"from .{self._other()} import *")
        body = [self._random.choice(makers)(place) for place in range(self._random.randint(2, 7))]
        return "\n".join([*head, "STORE = None", "def make(x=None): return x", "def given(store): pass", *body]) + "\n"

    def _other(self) -> str:
        return f"m{self._random.randrange(self._count)}"

    def _layer(self) -> str:
        return self._random.choice(LAYERS)

    def _call(self) -> str:
        return self._random.choice(CALLS)

    def _name(self) -> str:
        return self._random.choice(NAMES)

    def _function(self, place: int) -> str:
        result = self._random.choice(("y", self._call(), "layer"))
        return f"def make(x, layer={self._layer()}):\n    y = {self._other()}.make(x)\n    return {result}"

    def _network(self, place: int) -> str:
        return (
            f"class Net(nn.Module):\n    def __init__(self, layer={self._layer()}, name='{self._name()}'):\n        super().__init__()\n"
            f"        self.layer = layer(3)\n        self.kept = {{'{self._name()}': {self._other()}.make(layer)}}\n"
            f"    def forward(self, x):\n        x = self.layer(x)\n        if x.sum() > 0:\n            x = {self._call()}\n"
            f"        return {self._other()}.make(x)"
        )

    def _subclass(self, place: int) -> str:
        base = f"getattr({self._other()}, 'Net', nn.Module)" if self._random.random() < 0.2 else f"{self._other()}.Net"
        return f"class Net({base}):\n    def forward(self, x):\n        return [{self._call()}, super().forward(x), self.layer(x)]"

    def _store(self, place: int) -> str:
        return (
            "class Store:\n    def __init__(self):\n        self.entries = {}\n    def add(self, name, entry=None):\n"
            "        def keep(given):\n            self.entries[name] = given\n            return given\n"
            "        return keep if entry is None else keep(entry)\n    def __getitem__(self, name):\n        return self.entries[name]\n"
            "    def __getattr__(self, name):\n        if name in self.entries:\n            return name\n        raise AttributeError\n"
            f"STORE = Store()\nOTHER = {self._other()}.Store()"
        )

    def _registered(self, place: int) -> str:
        store = self._random.choice((f"{self._other()}.STORE", f"{self._other()}.OTHER", "STORE"))
        if self._random.random() < 0.5:
            return f"{store}.add('{self._name()}', {self._layer()})"
        return f"@{store}.add('{self._name()}')\ndef kept(x, n={place}):\n    return {self._call()}"

    def _looked_up(self, place: int) -> str:
        store = self._random.choice((f"{self._other()}.STORE", f"{self._other()}.OTHER"))
        key = self._random.choice(("name", repr(self._name()), f"{store}.one"))
        return f"def make(x, name='{self._name()}'):\n    return {store}[{key}](x)"

    def _dispatch(self, place: int) -> str:
        table = f"TABLE = {{'one': {self._layer()}, 'two': {self._other()}.make}}"
        return f"{table}\ndef make(x, name='{self._name()}'):\n    return TABLE[name](x)"

    def _partial(self, place: int) -> str:
        return (
            f"made = partial({self._random.choice((self._layer(), f'{self._other()}.make'))}, 3)\nvalue{place} = made({self._other()}.make)"
        )

    def _recursion(self, place: int) -> str:
        return f"def make(x, n=2):\n    return {self._other()}.make((x, n)) if n else [{self._call()}]"

    def _given(self, place: int) -> str:
        return f"def given(store, x=None):\n    y = {self._call()}\n    return store['{self._name()}'](x)"

    def _giving(self, place: int) -> str:
        store = self._random.choice((f"{self._other()}.STORE", f"{self._other()}.OTHER", "STORE"))
        return f"value{place} = {self._other()}.given({store})"

    def _global(self, place: int) -> str:
        return f"value{place} = {self._other()}.make(torch.ones({place}))\nlist_of = [value{place}]\nlist_of.append({self._layer()})"


def package(random: Random) -> dict[str, str]:
    """The files of a package, by name."""
    count = random.randint(2, 5)
    files = {"__init__.py": "", **{f"m{number}.py": _File(random, number, count).text() for number in range(count)}}
    return {**files, **_two_stores(random)} if random.random() < 0.3 else files


def _two_stores(random: Random) -> dict[str, str]:
    """Files that make two stores of one class, fill them, take one of them as an argument and give it."""
    name = random.choice(NAMES)
    first, second = (f"{store}.add('{name}', {random.choice(LAYERS)})" for store in ("STORE", "OTHER"))
    return {
        "store.py": (
            "class Store:\n    def __init__(self):\n        self.entries = {}\n    def add(self, name, entry):\n"
            "        self.entries[name] = entry\n    def __getitem__(self, name):\n        return self.entries[name]\n"
        ),
        "stores.py": "from .store import Store\nSTORE = Store()\nOTHER = Store()\n",
        "filled.py": f"from torch import nn\nfrom .stores import OTHER, STORE\n{first}\n{second}\n",
        "given.py": f"import torch\ndef given(store, x=None):\n    return store['{name}']({random.choice(CALLS)})\n",
        "giving.py": "from . import given, stores\ngiven.given(stores.STORE)\n",
    }


def edited(random: Random, files: dict[str, str]) -> tuple[str, str]:
    """A file of the package and another text for it."""
    name = random.choice(sorted(set(files) - {"__init__.py"}))
    lines = files[name].splitlines()
    how = random.randrange(4)
    if how == 0:
        return name, "\n".join(["# new", *lines]) + "\n"
    if how == 1:
        return name, files[name] + f"extra = {random.choice(LAYERS)}(3)\n"
    if how == 2:
        old, new = random.choice(LAYERS), random.choice(LAYERS)
        return name, files[name].replace(old, new)
    return name, _File(random, 0, len(files) - 1).text()
