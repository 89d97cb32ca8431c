"""Methods of containers that a graph refuses or passes over, and scopes that it takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import network, rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

GRAPH = Config(cache=False, targets=(Target(mode="graph", backend="cpu"),))


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("kwargs.update(context=x, mask=None)", 'kwargs.update({"context": x, "mask": None})'),
        ('kwargs.setdefault("scale", 2.0)', 'if "scale" not in kwargs: kwargs["scale"] = 2.0'),
        ("kwargs.update(a=torch.abs(x), **sizes[0])", 'kwargs.update(sizes[0]); kwargs.update({"a": mint.abs(x)})'),
        ("kwargs.update(a=torch.abs(x), **x(torch.abs(x)))", "kwargs.update(a=mint.abs(x), **x(mint.abs(x)))"),
        ("kwargs.update(a=torch.abs(x), b=torch.relu(x))", 'kwargs.update({"a": mint.abs(x), "b": mint.nn.functional.relu(x)})'),
        ("kwargs.update(\n            a=x,  # why\n        )", "kwargs.update(\n            a=x,  # why\n        )"),
        ('kwargs.setdefault("scale", torch.abs(x))', 'if "scale" not in kwargs: kwargs["scale"] = mint.abs(x)'),
        ("sizes.sort()", "sizes = sorted(sizes)"),
        ("sizes.sort(key=lambda size: torch.abs(size))", "sizes = sorted(sizes, key=lambda size: mint.abs(size))"),
        ('kwargs.update({"context": x})', 'kwargs.update({"context": x})'),
        ("del sizes[0]", "sizes.pop(0)"),
        ("for i in (1, 0):\n            del sizes[i]", "    sizes.pop(i)"),
        ("del sizes[:1]", "del sizes[:1]"),
        ('del kwargs["a"]', 'del kwargs["a"]'),
    ],
)
def test_containers_change_in_ways_that_graphs_take(line: str, written: str, tmp_path: Path) -> None:
    head = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x, **kwargs):\n        sizes = [3, 1]\n"
    new = rewritten(tmp_path, f"{head}        {line}\n        return x * sizes[0], kwargs\n", Choice(recipes=True), GRAPH).new
    assert f"        {written}\n" in new


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("rows.append(1), columns.append(x.shape[0])", "rows.append(1); columns.append(x.shape[0])"),
        ("rows.append(torch.abs(x)), columns.append(2),", "rows.append(mint.abs(x)); columns.append(2)"),
        ("self.training and rows.append(1)  # seldom", "if self.training: rows.append(1)  # seldom"),
        ("x is None or rows.append(1)", None),
        ("[rows.append(each) for each in (1, 2)]", None),
        ("rows.remove(1)", None),
    ],
)
def test_what_changes_a_container_is_a_statement_of_its_own_in_graphs(line: str, written: str | None, tmp_path: Path) -> None:
    source = network(f"rows, columns = [], list()\n{line}\nreturn x[:, rows] * x[:, columns]")
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert f"        {written or line}\n" in new
    assert ("(MA416)" in new) == (written is None)


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("parts.extend(torch.abs(each) for each in (x, y))", "parts += [mint.abs(each) for each in (x, y)]"),
        ("parts.extend([torch.abs(x), y])", "parts += [mint.abs(x), y]"),
        ("parts.extend(y if x.ndim else torch.abs(x))", "parts += [*(y if x.ndim else mint.abs(x))]"),
        ("parts.extend(y)  # why", "parts += [*y]  # why"),
        ("parts.insert(0, torch.abs(x))", "parts = [mint.abs(x), *parts]"),
        ("parts.insert(first, x)", "parts = [*parts[:first], x, *parts[first:]]"),
        ("parts.reverse()", "parts = parts[::-1]"),
        ("parts = parts.copy()", "parts = parts[:]"),
        ("first, rest = divmod(x.shape[0], 2)", "first, rest = (x.shape[0] // 2, x.shape[0] % 2)"),
        ("parts = list(chain(parts, [torch.abs(x)]))", "parts = list([*parts, *[mint.abs(x)]])"),
        ("parts.insert(first + 1, x)", None),
        ("self.parts.extend([x])", None),
        ("first, rest = divmod(x.abs().shape[0], 2)", None),
        ("parts = [item for item in zip_longest(parts, (x, y))]", None),
        ("parts = Pair(x, y)", None),
    ],
)
def test_lists_change_in_ways_that_gradients_flow_through_in_graphs(line: str, written: str | None, tmp_path: Path) -> None:
    head = "from collections import namedtuple\nfrom itertools import chain, zip_longest\n\nimport torch\nfrom torch import nn\n\n"
    network = "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.parts = []\n\n"
    body = f"    def forward(self, x: torch.Tensor, y):\n        first, parts = 1, [x]\n        {line}\n        return parts, first\n"
    new = rewritten(tmp_path, f'{head}Pair = namedtuple("Pair", "a b")\n\n\n{network}{body}', Choice(recipes=True), GRAPH).new
    assert ("(MA465)" in new) == (written is None)
    if written:
        assert f"        {written}\n" in new


def test_a_list_of_the_function_around_stays_its_own(tmp_path: Path) -> None:
    inner = "        def add(y):\n            parts.extend([y])\n            return y\n\n"
    head = "from torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n        parts = [x]\n\n"
    new = rewritten(tmp_path, f"{head}{inner}        return add(x), parts\n", Choice(recipes=True), GRAPH).new
    assert "            parts.extend([y])\n" in new


@pytest.mark.parametrize(
    ("classes", "written"),
    [
        ("Sequence", "(list, tuple)"),
        ("(dict, Sequence)", "(dict, (list, tuple))"),
        ("tp.Mapping", "dict"),
        ("int | float", "(int, float)"),
        ("torch.Tensor | list", "(Tensor, list)"),
        ("int | None | str", "(int, type(None), str)"),
        ("Iterable", None),
        ("Mapping", "dict"),
        ("numbers.Number", "numbers.Number"),
    ],
)
def test_abstract_classes_are_told_by_name_in_graphs(classes: str, written: str | None, tmp_path: Path) -> None:
    head = "import numbers\nimport typing as tp\nfrom collections.abc import Iterable, Mapping, Sequence\n\n"
    network = "import torch\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n"
    source = f"{head}{network}        return 1 if isinstance(x, {classes}) else x\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert f"isinstance(x, {written or classes})" in new
    assert ("(MA466)" in new) == (written is None)


@pytest.mark.parametrize(
    ("written", "after"),
    [
        ("{**kwargs, 'a': x}", "merged_dicts(kwargs, {'a': x})"),
        ("{'a': torch.abs(x), 'b': 1, **kwargs, 'c': x,}", "merged_dicts({'a': mint.abs(x), 'b': 1}, kwargs, {'c': x},)"),
        ("{**kwargs, **dict(a=x)}", 'merged_dicts(kwargs, {"a": x})'),
        ("{**{'a': x}, 'b': x}", "{**{'a': x}, 'b': x}"),
        ("{**(kwargs), 'b': x}", None),
        ("{'b': (x), **kwargs}", None),
    ],
)
def test_a_display_that_unpacks_a_dict_merges_by_a_recipe(written: str, after: str | None, tmp_path: Path) -> None:
    source = network(f"d = {written}\nreturn d", "x, **kwargs")
    new = rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new
    assert f"        d = {after or written}\n" in new
    assert ("(MA422)" in new) is (after is None)
    pynative = Config(cache=False, targets=(Target(mode="pynative", backend="cpu"),))
    assert "merged_dicts" not in rewritten(tmp_path, source, Choice(recipes=True), pynative).new
