"""What is rewritten at the edges of functions: tensors without elements or dimensions, truth values and whole numbers."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

RECIPES = Choice(recipes=True)


def body(tmp_path: Path, before: str, arguments: str = "x: torch.Tensor, m: torch.Tensor, n, y", calls: str = "") -> str:
    """The rewritten function with this body."""
    return rewritten(tmp_path, f"import torch\n\n\ndef f({arguments}):\n    {before}\n    return x\n{calls}", RECIPES, CPU).new


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x[m > 0] = y[m > 0] * 2", "items_by_mask(x)[m > 0] = items_by_mask(y)[m > 0] * 2"),
        ("known = m != 0\n    x[~known] /= y[~known]", "items_by_mask(x)[~known] /= items_by_mask(y)[~known]"),
        ("x = x.mean()\n    x = x[x > 0]", "x = items_by_mask(x)[x > 0]"),
        ("x = x[x.sum() > 3]", "x = items_by_mask(x)[x.sum() > 3]"),
        ("x = x[m > 0]", "x = x[m > 0]"),
        ("x[m > 0] *= 2", "x[m > 0] *= 2"),
        ("x[m > 0] = y[m > 0] * x.shape[0]", "x[m > 0] = y[m > 0] * x.shape[0]"),
        ("x[n] = y[n]", "x[n] = y[n]"),
    ],
)
def test_masks_that_may_have_no_dimensions(before: str, after: str, tmp_path: Path) -> None:
    assert f"    {after}\n" in body(tmp_path, before)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = x[:, :n] - x[:, n:]", "x = parts_of(x)[:, :n] - x[:, n:]"),
        ("x = x[..., :0]", "x = parts_of(x)[..., :0]"),
        ("x = x[(slice(None), slice(None, n))] - x[n:]", "x = parts_of(x)[(slice(None), slice(None, n))] - x[n:]"),
        ("x = x[(m > 0).nonzero()[:, 0]]", "x = x[nonzero(m > 0)[:, 0], ...]"),
        ("x = x[:, :n]", "x = x[:, :n]"),
        ("x = x[..., : x.shape[-1] // 2] - x[..., x.shape[-1] // 2 :]", "x = x[..., : x.shape[-1] // 2] - x[..., x.shape[-1] // 2 :]"),
        ("x = x[:1] - x[1:]", "x = x[:1] - x[1:]"),
        ("x = x[m.unique()]", "x = x[unique_sorted(m), ...]"),
        ("x[:, :n] = x[:, n:]", "x[:, :n] = x[:, n:]"),
    ],
)
def test_parts_that_may_have_no_elements(before: str, after: str, tmp_path: Path) -> None:
    assert f"    {after}\n" in body(tmp_path, before)


def test_a_function_gets_positions_that_its_caller_found(tmp_path: Path) -> None:
    function = "def take(x, found, k):\n    return x[found], x[k]\n"
    source = f"import torch\n\n\n{function}\n\nx = torch.ones(2, 2)\ntake(x, torch.nonzero(x)[:, 0], 1)\n"
    assert "    return x[found, ...], x[k]\n" in rewritten(tmp_path, source, RECIPES, CPU).new


def test_positions_that_a_network_finds_may_be_none(tmp_path: Path) -> None:
    method = "    def forward(self, x):\n        return x[(x[:, 0] > 0).nonzero()[:, 0]]\n"
    new = rewritten(tmp_path, f"import torch\n\n\nclass Chosen(torch.nn.Module):\n{method}", RECIPES, CPU).new
    assert "        return x[nonzero(x[:, 0] > 0)[:, 0], ...]\n" in new


@pytest.mark.parametrize(
    ("made", "is_whole"),
    [
        ("torch.arange(m.numel()) + 1", True),
        ("torch.arange(len(y))[1:]", True),
        ("torch.arange(y.shape[0]) * 2 % 3", True),
        ("(m > 0).sum(1) + (m > 0).cumsum(0)", True),
        ("torch.tensor([1, 2]).clamp(min=1)", True),
        ("torch.bincount(m.long())", True),
        ("torch.full((2,), 3)", True),
        ("m.long().max(0)[0]", True),
        ("torch.where(m > 0, 1, 2)", True),
        ("torch.zeros(2, dtype=torch.long)", True),
        ("m.long() + (m > 0)", True),
        ("torch.arange(m.numel()) * 0.5", False),
        ("torch.arange(0, 1, 0.1)", False),
        ("torch.bincount(m.long(), m)", False),
        ("m.long().clamp(min=0.5)", False),
        ("torch.arange(n, dtype=torch.float)", False),
    ],
)
def test_whole_numbers_are_followed(made: str, is_whole: bool, tmp_path: Path) -> None:
    assert (".astype(" in body(tmp_path, f"x = torch.log({made})")) is is_whole


CALLS = "\n\nf(torch.tensor([True]))\nf(torch.tensor([1, 2]))\nf(torch.rand(2))\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = torch.sin(x)", "x = mint.sin(floating(x))"),
        ("x = x[0].sin()", "x = mint.sin(floating(x[0]))"),
        ("x = x.max()", "x = with_booleans(mint.max, x)"),
        ("x = x.min(-1)[0]", "x = with_booleans(mint.min, x, -1)[0]"),
        ("x = torch.amax(x, 0)", "x = with_booleans(mint.amax, x, 0)"),
        ("x = torch.sin(x.float())", "x = mint.sin(x.float())"),
    ],
)
def test_dtypes_of_some_calls_choose_recipes(before: str, after: str, tmp_path: Path) -> None:
    assert f"    {after}\n" in body(tmp_path, before, "x", CALLS)


@pytest.mark.parametrize(
    ("test", "after"),
    [
        ("x.dtype == torch.bool", "with_booleans(mint.max, x)"),
        ("x.dtype not in (torch.bool, torch.long)", "with_booleans(mint.max, x)"),
        ("x.dtype == torch.long", "mint.max(x)"),
        ("m.dtype == torch.bool", "mint.max(x)"),
    ],
)
def test_dtypes_that_code_asks_for_choose_recipes(test: str, after: str, tmp_path: Path) -> None:
    assert f"    x = {after}\n" in body(tmp_path, f"if {test}:\n        print(n)\n    x = x.max()")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = ~x & 1", "x = ops.bitwise_xor(x, ops.full_like(x, -1)) & 1"),
        ("x = ~x + 1", "x = ops.bitwise_xor(x, ops.full_like(x, -1)) + 1"),
        ("x = ~x, x | 8", "x = ops.bitwise_xor(x, ops.full_like(x, -1)), x | 8"),
        ("x = ~(x & 3)", "x = ops.invert(x & 3)"),
        ("x = ~(x >> 2)", "x = ops.invert(ops.bitwise_right_shift(x, 2))"),
        ("x = ~x, x >> 1", "x = ops.bitwise_xor(x, ops.full_like(x, -1)), ops.bitwise_right_shift(x, 1)"),
        ("x = ~x & m", "x = ~x & m"),
        ("x = ~x & (m > 0)", "x = ~x & (m > 0)"),
        ("x = ~(m > 0) & True", "x = ~(m > 0) & True"),
        ("x = ~n & 1", "x = ~n & 1"),
    ],
)
def test_bits_of_what_is_used_as_integers_are_inverted(before: str, after: str, tmp_path: Path) -> None:
    assert f"    {after}\n" in body(tmp_path, before)


def test_bits_of_what_holds_integers_in_some_calls_are_inverted(tmp_path: Path) -> None:
    assert "    x = ops.bitwise_xor(x, ops.full_like(x, -1))\n" in body(
        tmp_path, "x = ~x", "x", CALLS.replace("torch.rand(2)", "torch.tensor(1)")
    )
