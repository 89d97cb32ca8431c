"""Which changes of containers and tensors graphs make under one name only (MA463)."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from hazard_helpers import audit_all, codes

HEAD = """
import torch
from torch import nn


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.layers = nn.ModuleList([nn.Linear(4, 4) for _ in range(3)])
        self.kept = {"a": []}

    def grown(self, x, found):
        found.append(x)
        return found

    def stored(self, x, found, count=0):
        for number in range(count):
            found[number] = x
        return x

    def passed_on(self, x, found):
        return self.stored(x, found)  # passed on

    def forward(self, x: torch.Tensor):
"""

UNSEEN = {
    "found = []\nself.grown(x, found)\nreturn found": 2,
    "found = [x]\ny = self.stored(x, count=2, found=found)\nreturn found[0] + y": 2,
    "found = [x]\nfor layer in self.layers:\n    x = self.stored(layer(x), found)\nreturn x": 3,
    "y = x * 2\nz = self.stored(1.0, y)\nreturn y + z": 2,
    "self.grown(x, self.kept['a'])\nreturn x": 1,
    "y = x\ny[0] = 1\nreturn x": 2,
    "y = z = [x]\ny.append(x)\nreturn z": 2,
    "y = [x]\nz = y\ny.append(x)\nreturn z": 3,
    "y = {'a': []}\nz = y['a']\nz.append(x)\nreturn y": 3,
    "y, z = [], []\nfor each in (y, z):\n    each.append(x)\nreturn y": 3,
    "y = [[], []]\nfor x, each in zip(x, y):\n    each += [x]\nreturn y": 3,
    "y = [[], []]\nfor number, each in enumerate(y):\n    each[number] = x\nreturn y": 3,
    "y = {'a': []}\nfor name, each in y.items():\n    each.append(x)\nreturn y": 3,
    "y = []\ndef add(z):\n    y.append(z)\n    return z\nreturn add(x), y": 3,
    "y = [x, x]\nz = y\nlast = z.pop()\nreturn y": 3,
    "y = [x, x * 2]\nz = y\nz.reverse()\nreturn y": 3,
}
CHANGES = {
    "found += [x]": ("[x]", "found"),
    "found.extend([x])": ("[x]", "found"),
    "found.insert(0, x)": ("[x]", "found[0]"),
    "found.pop()": ("[x]", "found"),
    "last = found.pop()": ("[x]", "found"),
    "found.reverse()": ("[x, 1]", "found[0]"),
    "found.clear()": ("[x]", "found"),
    "del found[0]": ("[x]", "found"),
    "found[0] += x": ("[x]", "found[0]"),
    "found['a'] = x": ("{}", "found"),
    "found.update({'a': x})": ("{}", "found"),
    "found.setdefault('a', x)": ("{}", "found"),
    "found['a'].append(x)": ("{'a': []}", "found"),
    "found['a']['b'] = x": ("{'a': {}}", "found"),
    "found['a'] += [x]": ("{'a': []}", "found"),
    "for each in found:\n    each.append(x)": ("[[], []]", "found"),
    "for key, each in found.items():\n    each.append(x)": ("{'a': []}", "found"),
}
"""What a function does to an argument, and what the caller gives it and reads."""
KEPT = {
    "found += x": ("x.clone()", "found"),
    "found += 1": ("3", "found"),
    "found = found + [x]": ("[x]", "found"),
    "found = list(found)\nfound += [x]": ("[x]", "found"),
    "n = found[0]\nn += 1": ("[1]", "found"),
    "for n in found:\n    n += 1": ("[1]", "found"),
    "found.append(x)": ("[x]", "found[0]"),
    "found += (1,)": ("(1, 2)", "found"),
    "found['a'].update(x)": ("{'a': self.layers}", "found"),
}
SEEN = [
    "found = self.grown(x, [])\nreturn found",
    "found = []\nfound = self.grown(x, found)\nreturn found",
    "found = [x]\nself.grown(x, found)\nreturn found[0]",
    "found = [x]\nself.grown(x, found)\nfound = [1]\nreturn found",
    "found = []\nx = self.stored(x, found)\nreturn x",
    "y = torch.stack([self.stored(x[..., :2], x[..., :2]), x[..., 2:]])\nreturn y",
    "y = x.clone()\ny[0] = 1\nreturn x",
    "y = x\ny = y + 1\ny[0] = 1\nreturn x",
    "y = x\nx = x + 1\ny[0] = 1\nreturn x",
    "y = [x]\nz = y[:]\nz.append(x)\nreturn y",
    "y = [[], []]\ny[0].append(x)\nreturn y",
    "y = {}\nfor name in ('a', 'b'):\n    y[name] = x\nreturn y",
    "y = []\nif self.training:\n    z = y\nelse:\n    z = []\n    z.append(x)\nreturn y",
    "def add(z):\n    y = []\n    y.append(z)\n    return y\nreturn add(x)",
]


def lines(body: str) -> list[int]:
    """The lines of a body with the hazard."""
    head = HEAD.count("\n")
    text = HEAD + indent(dedent(body), " " * 8) + "\n"
    (found,) = audit_all({"code.py": text}).values()
    places = [text[: hazard.span[0]].count("\n") + 1 - head for hazard in found.found if hazard.code == "MA463"]
    return [place for place in places if place > 0]


@pytest.mark.parametrize("body", UNSEEN)
def test_what_another_name_does_not_see_is_found(body: str) -> None:
    assert lines(body) == [UNSEEN[body]]


@pytest.mark.parametrize("body", SEEN)
def test_what_is_changed_under_the_name_that_is_read_is_none(body: str) -> None:
    assert lines(body) == []


def called(change: str, given: str, read: str) -> list[str]:
    """What is found where a forward gives something to a function that changes it, and reads it."""
    function = f"def change(x, found):\n{indent(change, '    ')}\n    return x\n"
    forward = f"        found = {given}\n        y = change(x, found)\n        return y, {read}\n"
    return codes(f"{function}\n{HEAD}{forward}")


@pytest.mark.parametrize("change", CHANGES)
def test_arguments_that_a_function_changes_are_found(change: str) -> None:
    assert "MA463" in called(change, *CHANGES[change])


@pytest.mark.parametrize("change", KEPT)
def test_arguments_that_a_function_leaves_are_none(change: str) -> None:
    assert "MA463" not in called(change, *KEPT[change])


def test_what_a_function_passes_on_is_found() -> None:
    text = HEAD + "        return self.passed_on(x, [x])\n"
    (found,) = audit_all({"code.py": text}).values()
    assert [text.splitlines()[text[: each.span[0]].count("\n")] for each in found.found if each.code == "MA463"] == [
        "        return self.stored(x, found)  # passed on"
    ]


def test_functions_of_other_files_are_known() -> None:
    texts = {
        "tools.py": "def grown(x, found):\n    found.append(x)\n    return x\n",
        "code.py": "from tools import grown\nfrom torch import nn\n\n\nclass Net(nn.Module):\n    def forward(self, x):\n"
        "        found = []\n        y = grown(x, found)\n        return y, found\n",
    }
    assert [hazard.code for hazard in audit_all(texts)["code.py"].found] == ["MA463"]


def test_host_code_is_left_alone() -> None:
    assert codes("def grown(x, found):\n    found.append(x)\n\n\nfound = []\ngrown(1, found)\nprint(found)\n") == []
