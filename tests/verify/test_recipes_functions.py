"""Recipes that take a function or a type: gradients of functions, and isinstance with what containers hold, against torch."""

from __future__ import annotations

from collections import namedtuple
from functools import partial
from typing import Any, Dict, List, Optional, Tuple, Union  # noqa: UP035 - the names that TorchScript takes

import numpy as np
import pytest
from recipe_checks import mindspore, same, torch

from mindaudit_data import recipes

pytestmark = pytest.mark.verify
INPUTS = np.array([1.0, 2.0], "float32"), np.array([3.0, 4.0], "float32")


def cubic(a: Any, b: Any) -> Any:
    return (a * a * b).sum()


def with_input(a: Any, b: Any) -> Any:
    return (a * a * b).sum(), a


def with_inputs(a: Any, b: Any) -> Any:
    return (a * a * b).sum(), (a, b)


@pytest.mark.parametrize("argnums", [0, 1, -1, (0,), (0, 1), (-1,), (1, 0)])
@pytest.mark.parametrize("function", [cubic, with_input, with_inputs])
@pytest.mark.parametrize(("ours", "torchs"), [("gradient_of", "grad"), ("gradient_and_value_of", "grad_and_value")])
def test_gradients_of_functions(function: Any, argnums: Any, ours: str, torchs: str) -> None:
    has_aux = function is not cubic
    found = getattr(recipes, ours)(function, argnums, has_aux=has_aux)(*map(mindspore.Tensor, INPUTS))
    wanted = getattr(torch.func, torchs)(function, argnums, has_aux=has_aux)(*map(torch.from_numpy, INPUTS))
    same(found, wanted)
    assert len(found) == len(wanted)


def test_gradients_of_gradients() -> None:
    x = INPUTS[0]
    ours = recipes.gradient_of(lambda a: recipes.gradient_of(lambda b: (b**3).sum())(a).sum())
    torchs = torch.func.grad(lambda a: torch.func.grad(lambda b: (b**3).sum())(a).sum())
    same(ours(mindspore.Tensor(x)), torchs(torch.from_numpy(x)))


@pytest.mark.parametrize("obj", [3, True, None, [], [1], [1, 2.0], [[1]], [None, 1], {}, {"a": 1}, (1, 2.0), (1,), (), "a"])
@pytest.mark.parametrize(
    "kind",
    [
        *(int, (int, str), list[int], List[List[int]], List[Optional[int]], Dict[str, int], Dict[str, float], Tuple[int, float]),  # noqa: UP006, UP045
        *(Optional[int], (str, List[int])),  # noqa: UP006, UP045
    ],
)
def test_types_that_say_what_a_container_holds(obj: Any, kind: Any) -> None:
    assert recipes.is_of_type(obj, kind) == torch.jit.isinstance(obj, kind)


@pytest.mark.parametrize(
    ("kind", "wanted"),
    [
        (List[mindspore.Tensor], (False, True, False, False)),  # noqa: UP006
        (list[Union[mindspore.Tensor, int]], (False, True, True, False)),  # noqa: UP007
        (Dict[str, mindspore.Tensor], (False, False, False, True)),  # noqa: UP006
        (mindspore.Tensor, (True, False, False, False)),
    ],
)
def test_a_graph_knows_what_a_container_holds(kind: Any, wanted: Any) -> None:
    @mindspore.jit
    def asked(x: Any) -> Any:
        return is_of(x, kind), is_of([x, x], kind), is_of([x, 2], kind), is_of({"a": x}, kind)

    is_of = recipes.is_of_type
    assert asked(mindspore.Tensor([1])) == wanted


def test_a_scope_that_is_entered_holds_on() -> None:
    try:
        recipes.gradients_enabled(False).enter()
        assert not recipes.gradients_recorded()
    finally:
        recipes.gradients_enabled(True).enter()
    assert recipes.gradients_recorded()


class _Scaled:
    def __call__(self, x: Any, by: Any) -> Any:
        return x * by


def _scaled(by: Any, x: Any) -> Any:
    return x * by


@pytest.mark.parametrize("made", [_Scaled(), partial(_Scaled(), by=3.0), partial(_scaled, 3.0)], ids=["object", "both", "partial"])
def test_vmapped_takes_what_is_called(made: Any) -> None:
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    given = (x,) if isinstance(made, partial) else (x, x)
    found = recipes.vmapped(made)(*map(mindspore.tensor, given))
    np.testing.assert_allclose(found.asnumpy(), torch.vmap(made)(*map(torch.tensor, given)).numpy(), rtol=1e-6)


Pair = namedtuple("Pair", "a b")
TABLE, ROWS = np.arange(24, dtype="float32").reshape(2, 3, 4), np.arange(6, dtype="float32").reshape(3, 2)
PARTS = {"p": TABLE, "s": ROWS}
BATCHES: list[tuple[Any, tuple[Any, ...], dict[str, Any]]] = [
    (lambda x, y: x.sum() + y, (TABLE, 2.0), {"in_dims": (1, None)}),
    (lambda d, y: {"k": d["p"] * y, "q": (y, d["p"].sum())}, (PARTS, ROWS[0]), {"in_dims": ({"p": 0, "s": None}, 0)}),
    (lambda pair: Pair(pair.a.sum(), pair.b * 1), (Pair(TABLE, TABLE),), {"in_dims": -1}),
    (lambda x: (x > 1, x.sum()), (ROWS,), {}),
    (lambda x: (x * 2, x * 3), (TABLE,), {"out_dims": (1, -1)}),
]


def _made(value: Any, tensor: Any) -> Any:
    """The value with arrays as tensors of one framework."""
    if isinstance(value, dict):
        return {key: _made(each, tensor) for key, each in value.items()}
    if isinstance(value, tuple):
        parts = [_made(each, tensor) for each in value]
        return Pair(*parts) if isinstance(value, Pair) else tuple(parts)
    return tensor(value) if isinstance(value, np.ndarray) else value


def _leaves(value: Any) -> list[Any]:
    parts = value.values() if isinstance(value, dict) else value
    return [leaf for each in parts for leaf in _leaves(each)] if isinstance(value, (dict, tuple)) else [value]


@pytest.mark.parametrize(("func", "args", "dims"), BATCHES)
def test_vmapped_follows_the_structure_of_arguments_and_results(func: Any, args: Any, dims: dict[str, Any]) -> None:
    wanted = torch.vmap(func, **dims)(*_made(args, torch.tensor))
    found = recipes.vmapped(func, **dims)(*_made(args, mindspore.tensor))
    for mine, theirs in zip(_leaves(found), _leaves(wanted), strict=True):
        np.testing.assert_array_equal(mine.asnumpy(), theirs.numpy())


@pytest.mark.parametrize("args", [(2,), ([1.0],)])
def test_vmapped_wants_tensors(args: Any) -> None:
    with pytest.raises(ValueError, match="no tensor"):
        recipes.vmapped(lambda x: x)(*args)
    with pytest.raises(ValueError, match="differ"):
        recipes.vmapped(lambda x, y: x)(mindspore.tensor([1.0]), mindspore.tensor([1.0, 2.0]))
