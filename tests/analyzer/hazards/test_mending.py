"""Mending code: rendered only where it gives the same, parsed, and made of what the target has."""

from __future__ import annotations

import ast

import pytest
from hazard_helpers import GRAPH, audit

from mindaudit.hazards.framework.mending import mending
from mindaudit.model import Mitigation, Target

HEAD = """
import torch
import torch.nn.functional as F
from torch import Tensor, nn


class Net(nn.Module):
    def forward(self, x: Tensor, other: Tensor, n: Tensor, **options):
        {body}
        return x
"""

MENDED = {
    "y = x[x > 0].sum()": ("MA203", "y = mint.where(x > 0, x, 0).sum()"),
    "y = (x * 2)[~(x > 0)].mean()": ("MA203", "y = mint.where(~(x > 0), (x * 2), 0).sum() / (~(x > 0)).sum()"),
    "y = x.masked_select(n == 1).sum()": ("MA201", "y = mint.where(n == 1, x, 0).sum()"),
    "y = x if x.sum() > 0 else -x": ("MA301", "y = mint.where(x.sum() > 0, x, -x)"),
    "if x.max() > 1: x = x / 2": ("MA301", "x = mint.where(x.max() > 1, x / 2, x)"),
    "y = n.sum().item() * x": ("MA305", "y = n.sum() * x"),
    "y = not (x > 0).any()": ("MA306", "y = mint.logical_not((x > 0).any())"),
    "y = (x > 0).any() and (n > 0).all()": ("MA306", "y = mint.logical_and((x > 0).any(), (n > 0).all())"),
    "y = map(lambda t: t * x, other.unbind())": ("MA413", "y = [t * x for t in other.unbind()]"),
    "y = options.pop('a', 1)": ("MA416", "y = options.get('a', 1)"),
    "y = [3, 1]; y.sort(reverse=True)": ("MA416", "y = [3, 1]; y = sorted(y, reverse=True)"),
    "x[x > 0] = other[x > 0]": ("MA420", "x = mint.where(x > 0, other.astype(x.dtype), x)"),
    "x[(x > 0) & (n < 4)] = other[(x > 0) & (n < 4)]": ("MA420", "x = mint.where((x > 0) & (n < 4), other.astype(x.dtype), x)"),
    "m = other < x; x[m] = other[m]": ("MA420", "x = mint.where(m, other.astype(x.dtype), x)"),
    "y = x.float(); z = other.float(); y[y > z] = z[y > z]": ("MA420", "y = mint.where(y > z, z, y)"),
    "y = torch.bincount(n, minlength=3)": ("MA209", "y = ops.one_hot(n, NUM_BINS).sum(0)"),
    "y = x.repeat_interleave(n, dim=1)": (
        "MA213",
        "y = ops.gather(x, ops.searchsorted(ops.cumsum(n, 0), ops.arange(TOTAL), right=True), 1)",
    ),
    "x.sub_(n, alpha=2)": ("MA611", "x = x.sub(n, alpha=2)"),
    "y = x.to('cuda')": ("MA605", "y = x"),
}
"""A statement, and what is left of it where the code of a hazard has been put in place."""

UNMENDED = {
    "y = x[n > 0].sum()": "MA203",  # the mask may have fewer dimensions
    "y = x[:, x > 0].sum()": "MA203",
    "y = x[x > 0]": "MA203",
    "y = x[x > 0].sum(0)": "MA203",
    "y = x.nonzero(as_tuple=True)": "MA202",
    "y = x[..., : int(n.max())]": "MA206",
    "y = x if x.sum() > 0 else other": "MA301",
    "y = x.sum().item()": "MA305",
    "y = not n": "MA306",
    "y = options.pop('a', 1), options": "MA416",
    "x[x > 0] = other": "MA420",
    "x[x @ other > 0] = other[x @ other > 0]": "MA420",
    "x[x > 0] = other[n > 0]": "MA420",
    "y = torch.bincount(n, weights=x)": "MA209",
    "y = x.repeat_interleave(n)": "MA213",
    "y = torch.equal(x, n)": "MA305",
    "y = x.to('cuda', torch.float16)": "MA605",
}


def offered(body: str, code: str, target: Target = GRAPH) -> tuple[str, Mitigation, tuple[int, int]]:
    """The text with a line, and what the first hazard of a code offers for it."""
    text = HEAD.replace("{body}", body)
    hazard = next(hazard for hazard in audit(text, target).found if hazard.code == code)
    assert hazard.mitigation is not None
    return text, hazard.mitigation, hazard.span


@pytest.mark.parametrize("body", MENDED)
def test_code_stands_for_the_place_that_it_names(body: str) -> None:
    code, expected = MENDED[body]
    text, mitigation, span = offered(body, code)
    start, end = mitigation.replaces or span
    written = text[:start] + mitigation.code + text[end:]
    ast.parse(written)
    assert expected in written


@pytest.mark.parametrize("body", UNMENDED)
def test_no_code_where_it_would_give_something_else(body: str) -> None:
    _, mitigation, _ = offered(body, UNMENDED[body])
    assert (mitigation.code, mitigation.replaces) == ("", None)


def test_code_calls_what_the_release_has() -> None:
    assert offered("y = x[x > 0].sum()", "MA203", Target("2.4", "graph", "cpu"))[1].code == "ops.where(x > 0, x, 0).sum()"
    assert offered("y = x[x > 0].sum()", "MA203", Target("1.10", "graph", "cpu"))[1].code == ""


def test_what_is_no_python_is_no_code() -> None:
    assert mending(["f({x})"], {"x": "…"}, GRAPH) == ""
    assert mending(["f({x})", "g"], {"x": "1 2"}, GRAPH) == "g"
