"""After a change to a file the answer is that of a scan without a cache, and few changes make everything be resolved anew."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from mindaudit.audit import pipeline as judging
from mindaudit.audit.engine import scan
from mindaudit.config.schema import Config
from mindaudit.model import Audit, SourceFile
from mindaudit_reports import formats

FILES = {
    "__init__.py": "",
    "layers.py": """\
from typing import Optional, Tuple, Union

import torch
import torch.nn as nn

Width = Union[int, Tuple[int, int]]


def activation(name):
    if name == "relu":
        return nn.ReLU
    return nn.GELU


def double(x):
    return x.reshape(-1) * 2


class Block(nn.Module):
    def __init__(self, width, norm=nn.BatchNorm2d, depth=2):
        super().__init__()
        self.norm = norm(width)
        self.act = activation("relu")()
        self.depth = depth

    def forward(self, x):
        for _ in range(self.depth):
            x = self.act(self.norm(x))
        return double(x)
""",
    "network.py": """\
import torch
from torch import nn

from .layers import Block, double
from . import layers


class Network(nn.Module):
    def __init__(self, width=8):
        super().__init__()
        self.block = Block(width, norm=nn.InstanceNorm2d)
        self.head = nn.Linear(width, 2)

    def extra(self):
        return self.bonus()

    def forward(self, x):
        x = self.block(x) + self.extra()
        if layers.fallback is not None:
            x = layers.fallback(x)
        torch.topk(x, self.block.spare)
        return double(self.head(x)).view(-1)


def known(type):
    return type


known(layers.Width)
""",
    "other.py": "import torch\n\nprint(torch.nonzero(torch.ones(3)), 2j, 1 << 70, 36893488147419103232, '\\udc80')\n",
    "store.py": """\
class Store:
    def __init__(self, title):
        self.title = title
        self.entries = {}

    def add(self, name, entry):
        self.entries[name] = entry

    def __getitem__(self, name):
        return self.entries[name]
""",
    "kept.py": """\
from .store import Store

LAYERS = Store("layers")
LOSSES = Store("losses")
""",
    "empty.py": """\
from .store import Store

NOTHING = Store("nothing")
""",
    "registered.py": """\
from torch import nn

from .kept import LAYERS, LOSSES

LAYERS.add("one", nn.ReLU)
LAYERS.add("two", nn.GELU)
LOSSES.add("one", nn.L1Loss)
""",
    "using.py": """\
from .kept import LAYERS, LOSSES


def made():
    return LAYERS["one"](), LAYERS["two"](), LOSSES["one"]()
""",
    "given.py": """\
def first(store):
    return store["one"]()


def second(store):
    return store["one"]()
""",
    "giving.py": """\
from .empty import NOTHING
from .given import first, second
from .kept import LAYERS

first(LAYERS)
second(NOTHING)
""",
}
HIDDEN = {
    "a function at the end": ("layers.py", "", "\n\ndef added(x):\n    return torch.nonzero(x)\n"),
    "a function in between": ("layers.py", "class Block", "def added(x, y=3):\n    return x.reshape(y)\n\n\nclass Block"),
    "a class in between": (
        "layers.py",
        "class Block",
        "class Extra(nn.Module):\n    def forward(self, x):\n        return x.flip(0)\n\n\nclass Block",
    ),
    "a comment": ("layers.py", "import torch\n", "# about torch\nimport torch\n"),
    "a statement": ("layers.py", "        return double(x)", "        torch.unique(x)\n        return double(x)"),
    "a layer": ("network.py", "        self.head", "        self.drop = nn.Dropout(0.1)\n        self.head"),
    "a line before a type": ("layers.py", "Width =", "Height = Union[int, str]\nWidth ="),
    "a script": ("other.py", "torch.nonzero", "torch.argwhere"),
    "one more use of what is kept": ("using.py", "    return", '    LAYERS["two"]()\n    return'),
    "a line where one of the stores is an argument": ("given.py", "    return", "    count = 1\n    return"),
    "a line before what is kept": ("registered.py", "LAYERS.add", "import torch\n\nLAYERS.add"),
    "a method that nobody misses": ("network.py", "    def extra", "    def more(self):\n        return torch.ones(2).mT\n\n    def extra"),
}
RESULTS = {
    "a call in a loop": ("layers.py", "            x = self.act", "            x = torch.sigmoid(x)\n            x = self.act"),
    "an argument that is changed": ("layers.py", '    if name == "relu"', '    name[0] = 1\n    if name == "relu"'),
    "another way to the same": ("network.py", "double(self.head(x)).view(-1)", "double(self.head(x)).reshape(-1).view(-1)"),
}
"""Changes of how a result is made and not of what it can be: some rules look at that in other files, too."""
VISIBLE = {
    "an attribute that others have as an argument only": (
        "layers.py",
        "        self.depth = depth",
        "        self.depth = depth\n        self.spare = torch.nonzero(torch.ones(3)).item()",
    ),
    "a type that others pass on": ("layers.py", "Width = Union[int, Tuple[int, int]]", "Width = Optional[int]"),
    "another result": ("layers.py", "return x.reshape(-1) * 2", "return [x]"),
    "another class": ("layers.py", "return nn.GELU", "return nn.SiLU"),
    "another default": ("layers.py", "norm=nn.BatchNorm2d", "norm=nn.LayerNorm"),
    "another argument": ("network.py", "norm=nn.InstanceNorm2d", "norm=nn.GroupNorm"),
    "another parameter": ("layers.py", "def double(x)", "def double(x, y=None)"),
    "a name that was missing": ("layers.py", "import torch\n", "import torch\n\nfallback = torch.relu\n"),
    "a name less": ("layers.py", "def double(x):", "def twice(x):"),
    "a method that was missing": ("network.py", "    def extra", "    def bonus(self):\n        return torch.ones(2)\n\n    def extra"),
    "another attribute": ("layers.py", "self.act = activation", "self.action = activation"),
    "a method that tensors have": ("network.py", "    def extra", "    def masked_fill(self):\n        pass\n\n    def extra"),
    "a class below another file's": (
        "other.py",
        "import torch\n",
        "import torch\nfrom .layers import Block\n\n\nclass Mine(Block):\n    pass\n",
    ),
    "an import": ("other.py", "import torch\n", "import torch\nfrom . import network\n"),
    "another thing that is kept": ("registered.py", "nn.GELU", "nn.SiLU"),
    "one thing more that is kept": ("registered.py", "LOSSES.add", 'LAYERS.add("three", nn.SiLU)\nLOSSES.add'),
    "another key in the method that keeps": ("store.py", "self.entries[name] = entry", "self.entries[name.upper()] = entry"),
    "a line where a store is made that keeps nothing": ("empty.py", "NOTHING =", "TITLE = 1\nNOTHING ="),
    "a line where things are kept": ("kept.py", "LAYERS =", "TITLE = 1\nLAYERS ="),
    "another base": ("network.py", "class Network(nn.Module)", "class Network(nn.Sequential)"),
}

CYCLE = """\
import torch
while n:
    x = torch.ones(n)
def g(n):
    if n:
        x: torch.Tensor = c
        return
    elif n:
        x <<= 2
    if n:
        pass
    elif x.shape:
        pass
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package that was scanned once."""
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "package"
    folder.mkdir()
    for name, text in FILES.items():
        (folder / name).write_text(text)
    scan([folder], Config())
    return folder


def change(folder: Path, name: str, before: str, after: str) -> None:
    text = (folder / name).read_text()
    assert before in text
    (folder / name).write_text(text.replace(before, after, 1) if before else text + after)


def report(audit: Audit) -> str | bytes:
    return formats()["json"].render([audit])


class ResolvedAnewError(Exception):
    pass


def refuse(*arguments: object, **more: object) -> object:
    raise ResolvedAnewError


@pytest.mark.parametrize("what", HIDDEN)
def test_a_change_that_no_other_file_sees_is_resolved_alone(what: str, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(package, *HIDDEN[what])
    with monkeypatch.context() as patched:
        patched.setattr(judging, "judge", refuse)
        again = scan([package], Config())
    assert report(again) == report(scan([package], Config(cache=False)))


@pytest.mark.parametrize("what", {**RESULTS, **VISIBLE})
def test_a_change_that_other_files_see_is_resolved_with_them(what: str, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change(package, *{**RESULTS, **VISIBLE}[what])
    with monkeypatch.context() as patched:
        patched.setattr(judging, "judge", refuse)
        with pytest.raises(ResolvedAnewError):
            scan([package], Config())
    assert report(scan([package], Config())) == report(scan([package], Config(cache=False)))


@pytest.mark.parametrize("what", {**HIDDEN, **RESULTS, **VISIBLE})
def test_the_answer_for_the_changed_file_alone_is_the_same(what: str, package: Path) -> None:
    edit = {**HIDDEN, **RESULTS, **VISIBLE}[what]
    change(package, *edit)

    def wanted(source: SourceFile) -> bool:
        return source.name == edit[0]

    again, anew = scan([package], Config(), wanted=wanted), scan([package], Config(cache=False), wanted=wanted)
    assert report(again) == report(anew)
    assert [file.path for file in again.files] == [edit[0]]


@pytest.mark.parametrize("what", {**HIDDEN, **RESULTS})
def test_the_changed_file_alone_is_resolved_alone(what: str, package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    edit = {**HIDDEN, **RESULTS}[what]
    change(package, *edit)
    monkeypatch.setattr(judging, "judge", refuse)
    scan([package], Config(), wanted=lambda source: source.name == edit[0])


def asked_in_the_hook(*names: str) -> Callable[[SourceFile], bool]:
    return lambda source: source.name in names


def test_unchanged_files_are_asked_for_with_a_changed_one(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The hook of a commit of two files, one of which is as it was when everything was resolved."""
    wanted = asked_in_the_hook("layers.py", "network.py")
    change(package, *HIDDEN["a statement"])
    with monkeypatch.context() as patched:
        patched.setattr(judging, "judge", refuse)
        again = scan([package], Config(), wanted=wanted)
    assert [file.path for file in again.files] == ["layers.py", "network.py"]
    assert report(again) == report(scan([package], Config(cache=False), wanted=wanted))


def test_an_unchanged_file_alone_is_asked_for(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(judging, "judge", refuse)
        again = scan([package], Config(), wanted=asked_in_the_hook("network.py"))
    assert report(again) == report(scan([package], Config(cache=False), wanted=asked_in_the_hook("network.py")))


def test_an_unchanged_file_that_cannot_be_parsed_is_asked_for(package: Path) -> None:
    (package / "layers.py").write_text("def broken(:\n")
    scan([package], Config())
    wanted = asked_in_the_hook("layers.py", "network.py")
    assert report(scan([package], Config(), wanted=wanted)) == report(scan([package], Config(cache=False), wanted=wanted))


def test_files_changed_at_different_times(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for what in ("a statement", "a layer", "a script"):
        asked.append(HIDDEN[what][0])
        change(package, *HIDDEN[what])
        with monkeypatch.context() as patched:
            patched.setattr(judging, "judge", refuse)
            again = [scan([package], Config(), wanted=wanted) for wanted in (asked_in_the_hook(asked[-1]), asked_in_the_hook(*asked), None)]
        for audit, wanted in zip(again, (asked_in_the_hook(asked[-1]), asked_in_the_hook(*asked), None), strict=True):
            assert report(audit) == report(scan([package], Config(cache=False), wanted=wanted))


def test_one_change_after_another_and_back(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judging, "judge", refuse)
    before = {name: (package / name).read_text() for name in FILES}
    for what in ("a statement", "a comment", "a function at the end"):
        change(package, *HIDDEN[what])
        scan([package], Config())
    for name, text in before.items():
        (package / name).write_text(text)
    scan([package], Config())


def test_a_file_more_is_another_project(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (package / "more.py").write_text("import torch\n")
    monkeypatch.setattr(judging, "judge", refuse)
    with pytest.raises(ResolvedAnewError):
        scan([package], Config())


@pytest.mark.parametrize("text", ["def broken(:\n", "\x00"])
def test_a_file_that_cannot_be_read_any_more(text: str, package: Path) -> None:
    (package / "layers.py").write_text(text)
    assert report(scan([package], Config())) == report(scan([package], Config(cache=False)))
    (package / "layers.py").write_text(FILES["layers.py"])
    assert report(scan([package], Config())) == report(scan([package], Config(cache=False)))


@pytest.mark.parametrize("lost", ["snapshots", "facts"])
def test_what_was_kept_is_lost_in_part(lost: str, package: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The snapshot is gone, or the facts of the old text: everything is resolved anew."""
    with closing(sqlite3.connect(tmp_path / "cache" / "cache.sqlite")) as file, file:
        assert file.execute(f"DELETE FROM {lost}").rowcount > 0
    change(package, *HIDDEN["a statement"])
    with monkeypatch.context() as patched:
        patched.setattr(judging, "judge", refuse)
        with pytest.raises(ResolvedAnewError):
            scan([package], Config())
    assert report(scan([package], Config())) == report(scan([package], Config(cache=False)))


@pytest.mark.parametrize("constant", ["0xffffffffffffffffff", "-0xffffffffffffffffff", "'\\ud800'", "2j"])
@pytest.mark.parametrize("argument", ["{}", "[{}]", "({}, 1)", "dict(a={})", "{{{}: torch.relu}}", "functools.partial(max, {})"])
def test_constants_that_the_format_has_no_form_for_are_passed(argument: str, constant: str, package: Path) -> None:
    text = f"import functools\nimport torch\n\n\ndef f(x):\n    return torch.ones(1)\n\n\nf({argument.format(constant)})\n"
    (package / "constants.py").write_text(text)
    scan([package], Config())
    change(package, "constants.py", "", "torch.zeros(1)\n")
    assert report(scan([package], Config())) == report(scan([package], Config(cache=False)))


def test_a_chain_that_is_too_deep_only_where_its_end_is_asked_for_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a file exports is compared before its parts are judged one after the other; the whole project is resolved without that."""
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    file = tmp_path / "chain" / "net.py"
    file.parent.mkdir()
    text = "import torch\nx = torch.ones(1)\n" + "if x: pass\nelif x: pass\n" * 400
    file.write_text(text)
    assert scan([file], Config()).files[0].gave_up == ()
    file.write_text(text + "elif x: pass\n")
    again = scan([file], Config())
    assert again.files[0].gave_up == ()
    assert report(again) == report(scan([file], Config(cache=False)))


def test_what_is_sure_in_a_cycle_is_the_same_where_the_hook_resolved_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not known yet is nothing, also beside an operator: a guess would stay in the cycle."""
    monkeypatch.setenv("MINDAUDIT_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "package"
    folder.mkdir()
    (folder / "cycle.py").write_text(CYCLE)
    (folder / "other.py").write_text("import torch\n")
    scan([folder], Config(), wanted=asked_in_the_hook("other.py"))
    assert report(scan([folder], Config())) == report(scan([folder], Config(cache=False)))


def test_other_targets_need_results_of_their_own(package: Path) -> None:
    change(package, *HIDDEN["a statement"])
    config = Config()
    other = replace(config, targets=(replace(config.targets[0], mindspore="2.4", backend="cpu"),))
    assert report(scan([package], other)) == report(scan([package], replace(other, cache=False)))
