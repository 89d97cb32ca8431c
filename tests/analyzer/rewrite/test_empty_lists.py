"""Tensors that are read by lists that may be empty, rewritten."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

EMPTY = "mindspore.tensor([], dtype=mindspore.int64)"
SOURCE = """import torch


class M(torch.nn.Module):
    def __init__(self, kinds):
        super().__init__()
        self.some = [i for i, kind in enumerate(kinds) if kind]

    def forward(self, x: torch.Tensor, flags: list[bool], thing):
        no = [i for i, flag in enumerate(flags) if not flag]
        every = [i for i, flag in enumerate(flags)]
        grown, other = [], []
        for i, flag in enumerate(flags):
            if flag:
                grown.append(i)
        BEFORE
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return x[no]", f"return x[no or {EMPTY}, ...]"),
        ("return x[no, :]", f"return x[no or {EMPTY}, :]"),
        ("return x[:, grown]", f"return x[:, grown or {EMPTY}]"),
        ("return x[self.some]", f"return x[self.some or {EMPTY}, ...]"),
        ("return x[[i for i in range(3) if i > thing]]", f"return x[[i for i in range(3) if i > thing] or {EMPTY}, ...]"),
        ("return x[no, grown]", f"return x[no or {EMPTY}, grown or {EMPTY}]"),
        ("x[no] += 1", f"x[no or {EMPTY}, ...] += 1"),
        ("return x[no] if no else x", "return x[no] if no else x"),
        ("return x[every]", "return x[every]"),
        ("return x[[0, 1]]", "return x[[0, 1]]"),
        ("x[no] = 0", "x[no] = 0"),
    ],
)
def test_an_empty_tensor_stands_for_an_empty_list(before: str, after: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, SOURCE.replace("BEFORE", before), Choice(recipes=True), CPU).new
    assert ast.unparse(ast.parse(after.removeprefix("return "))) in ast.unparse(ast.parse(new))
    assert "MA525" not in new


@pytest.mark.parametrize(("given", "index"), [("[]", f"places or {EMPTY}"), ("[0, 1]", "places")])
def test_a_call_gives_an_empty_list(given: str, index: str, tmp_path: Path) -> None:
    source = f"import torch\n\n\ndef f(x, places):\n    return x[places, :]\n\n\nf(torch.ones(2, 2), [1])\nf(torch.ones(2, 2), {given})\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert ast.unparse(ast.parse(f"x[{index}, :]")) in ast.unparse(ast.parse(new))


HELD = """import torch


def check(x: torch.Tensor, some: list[int], rest: list[torch.Tensor]):
    for part in [some, [1]]:
        x = x[..., part] + x[rest]
    return x


class Base:
    chosen: list[int] = []

    def forward(self, x: torch.Tensor):
        return x[self.chosen]
"""


@pytest.mark.parametrize("after", [f"x[..., part or {EMPTY}] + x[rest]", f"x[self.chosen or {EMPTY}, ...]"])
def test_lists_of_numbers_that_somebody_else_made(after: str, tmp_path: Path) -> None:
    assert ast.unparse(ast.parse(after)) in ast.unparse(ast.parse(rewritten(tmp_path, HELD, Choice(recipes=True), CPU).new))


MASKED = """import torch


def f(x: torch.Tensor, kinds: list[str]):
    some = [kind == "a" for kind in kinds]
    BEFORE
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return x[:, some]", "return x[:, mindspore.tensor(some), ...]"),
        ("return torch.relu(x[:, some])", "return mint.nn.functional.relu(x[:, mindspore.tensor(some), ...])"),
        ("return x[..., some, 0]", "return x[..., mindspore.tensor(some), 0]"),
        ("return x[..., some]", "return x[..., mindspore.tensor(some)]"),
        ("return x[some]", "return x[mindspore.tensor(some), ...]"),
        ("x[some] = 0", "x[mindspore.tensor(some)] = 0"),
        ("return x[[kind in 'ab' for kind in kinds], 0]", "return x[mindspore.tensor([kind in 'ab' for kind in kinds]), 0]"),
        ("return x[[len(kind) for kind in kinds], 0]", "return x[[len(kind) for kind in kinds], 0]"),
    ],
)
def test_a_list_of_truth_values_becomes_a_tensor(before: str, after: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, MASKED.replace("BEFORE", before), Choice(recipes=True), CPU).new
    assert after in ast.unparse(ast.parse(new))


BEHIND = """import torch


def f(x: torch.Tensor, scores: torch.Tensor, at: int):
    mask = scores > 0.5
    flat = torch.ones(2, 3)
    BEFORE
"""


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("return x[at, mask]", "return numbers_first(x)[at, mask]"),
        ("return torch.cat([x[:, mask]])", "return mint.cat([numbers_first(x)[:, mask]])"),
        ("return x[at, scores > 1] * 2", "return numbers_first(x)[at, scores > 1] * 2"),
        ("return x[at, (scores > 1).flatten()].sum()", "return numbers_first(x)[at, (scores > 1).flatten()].sum()"),
        ("return x[mask]", "return x[mask]"),
        ("x[at, mask] = 0", "x[at, mask] = 0"),
    ],
)
def test_other_axes_stay_behind_a_mask(before: str, after: str, tmp_path: Path) -> None:
    new = rewritten(tmp_path, BEHIND.replace("BEFORE", before), Choice(recipes=True), CPU).new
    assert after in ast.unparse(ast.parse(new))
