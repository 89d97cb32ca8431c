"""Every index of up to three parts, read and stored: rewritten, MindSpore's tensors give and keep what torch's do, or a remark says so."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from networks import loaded
from recipe_checks import mindspore, torch

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
PYNATIVE = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
X = np.arange(81, dtype="float32").reshape(3, 3, 3, 3)
PARTS = ("0", ":", "1:", "None", "...", "index", "[1, 0]", "mask")
HEAD = """import torch


def tensors():
    index = torch.tensor([2, 0])
    mask = torch.tensor([[True, False, True], [False, True, True], [True, True, False]])
    return index, mask


"""


UNSEEN = """import torch


class Held:
    def __init__(self, given):
        self.__dict__.update(given)


"""
EACH = {"number": 1, "slice": slice(1, None), "None": None, "list": [1, 0], "positions": [[2, 0], [1, 1]], "mask": [True, False, True]}
"""What an index may be of which the rewriter knows nothing."""


def _forms() -> list[str]:
    found = [form for count in (1, 2, 3) for form in product(PARTS, repeat=count)]
    return [", ".join(form) for form in found if form.count("...") < 2 and sum(part in ("index", "[1, 0]", "mask") for part in form) < 2]


def _source(lines: list[str]) -> str:
    functions = (f"def f{number}(x: torch.Tensor):\n    index, mask = tensors()\n    {line}\n" for number, line in enumerate(lines))
    return HEAD + "\n\n".join(functions)


def _loaded(text: str, path: Path) -> Any:
    path.write_text(text)
    return loaded(path, path.stem)


def _numbers(result: Any) -> Any:
    return result.numpy() if isinstance(result, torch.Tensor) else result.asnumpy()


@pytest.mark.parametrize("line", ["return x[{}]", "x[{}] = -1.0\n    return x", "x[{0}] = x[{0}] * 2\n    return x"])
def test_every_index_gives_torch_s_numbers(line: str, tmp_path: Path) -> None:
    forms = _forms()
    original = _loaded(_source([line.format(form) for form in forms]), tmp_path / "indices.py")
    (outcome,) = rewrite([str(tmp_path / "indices.py")], PYNATIVE, Choice(recipes=True))
    rewritten = _loaded(outcome.new, tmp_path / "rewritten.py")
    told = [number for number, part in enumerate(outcome.new.split("\ndef ")[2:]) if "(MA515)" in part]
    wrong = []
    for number, form in enumerate(forms):
        if number in told:
            continue
        try:
            expected = _numbers(getattr(original, f"f{number}")(torch.tensor(X)))
        except IndexError:
            continue  # too many parts
        try:
            found = _numbers(getattr(rewritten, f"f{number}")(mindspore.Tensor(X)))
        except (ValueError, IndexError, TypeError, RuntimeError) as error:
            found = str(error).partition("\n")[0]
        if isinstance(found, str) or found.shape != expected.shape or not np.array_equal(found, expected):
            wrong.append((form, found if isinstance(found, str) else found.shape))
    assert wrong == []
    assert len(told) < len(forms) / 15


def _held(module: Any, kind: str, framework: Any) -> Any:
    return module.Held({"each": framework.tensor(EACH[kind]) if kind in ("positions", "mask") else EACH[kind]})


def _unseen_forms() -> list[str]:
    found = [
        ", ".join((*form, "held.each", *rest)) for count in (1, 2, 3) for form in product(PARTS[:5], repeat=count) for rest in ((), ("1:",))
    ]
    return [form for form in found if "0" in form and form.count("...") < 2]


@pytest.mark.parametrize("line", ["return x[{}]", "x[{0}] = x[{0}] * 2\n    return x", "x[{0}] += x[{0}]\n    return x"])
def test_an_index_of_which_nothing_is_known_gives_torch_s_numbers(line: str, tmp_path: Path) -> None:
    forms = _unseen_forms()
    functions = [f"def f{n}(x: torch.Tensor, held):\n    {line.format(form)}\n" for n, form in enumerate(forms)]
    original = _loaded(UNSEEN + "\n\n".join(functions), tmp_path / "unseen.py")
    (outcome,) = rewrite([str(tmp_path / "unseen.py")], PYNATIVE, Choice(recipes=True))
    rewritten = _loaded(outcome.new, tmp_path / "rewritten.py")
    parts = outcome.new.split("\ndef ")[1:]
    changed = [n for n, form in enumerate(forms) if line.format(form) not in parts[n] and "(MA515)" not in parts[n]]
    wrong = []
    for n, kind in product(changed, EACH):
        try:
            expected = _numbers(getattr(original, f"f{n}")(torch.tensor(X), _held(original, kind, torch)))
        except IndexError:
            continue
        try:
            found = _numbers(getattr(rewritten, f"f{n}")(mindspore.Tensor(X), _held(rewritten, kind, mindspore)))
        except (ValueError, IndexError, TypeError, RuntimeError) as error:
            found = str(error).partition("\n")[0]
        if isinstance(found, str) or found.shape != expected.shape or not np.array_equal(found, expected):
            wrong.append((forms[n], kind, found if isinstance(found, str) else found.shape))
    assert wrong == []
    assert {"0, :, held.each", "0, ..., held.each"} <= {forms[n] for n in changed}


PAIRS = (
    "held.each, :, held.other", ":, None, held.each, 1:", "held.each, None, held.other", "held.each, ..., held.other",
    "held.each, 1:, held.other, None", "0, held.each, :, held.other", ":, held.each, 1:, held.other", "-1, ..., held.each, 1:",
)  # fmt: skip
"""Indices with which MindSpore reads or stores elsewhere for some of what they may be."""


@pytest.mark.parametrize("line", ["return x[{}]", "x[{0}] = x[{0}] * 2\n    return x", "x[{0}] += x[{0}]\n    return x"])
def test_two_indices_of_which_nothing_is_known_give_torch_s_numbers(line: str, tmp_path: Path) -> None:
    functions = [f"def f{n}(x, held):\n    {line.format(form)}\n" for n, form in enumerate(PAIRS)]
    original = _loaded(UNSEEN + "\n\n".join(functions), tmp_path / "pairs.py")
    (outcome,) = rewrite([str(tmp_path / "pairs.py")], PYNATIVE, Choice(recipes=True))
    rewritten = _loaded(outcome.new, tmp_path / "rewritten.py")
    wrong = []
    for (n, form), one, other in product(enumerate(PAIRS), EACH, ("number", "slice", "positions")):
        try:
            expected = _numbers(getattr(original, f"f{n}")(torch.tensor(X), _two(original, one, other, torch)))
        except (IndexError, RuntimeError):
            continue
        found = _numbers(getattr(rewritten, f"f{n}")(mindspore.Tensor(X), _two(rewritten, one, other, mindspore)))
        if found.shape != expected.shape or not np.array_equal(found, expected):
            wrong.append((form, one, other))
    assert wrong == []
    assert outcome.new.count("numbers_first(") >= len(PAIRS) - ("return" in line)


def _two(module: Any, one: str, other: str, framework: Any) -> Any:
    return module.Held({"each": _held(module, one, framework).each, "other": _held(module, other, framework).each})
