"""torch's functions that programs look up by name or pass on: each does on a CPU what torch's does."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from inspect import isfunction
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")
framework = pytest.importorskip("mindaudit_data.recipes.framework")

pytestmark = pytest.mark.verify
MATRIX = np.array([[1.5, -2.0, 0.25], [3.0, 0.5, -1.0]], dtype="float32")
SQUARE = np.array([[2.0, 0.5], [0.5, 1.5]], dtype="float32")
RANDOM = {"bernoulli", "dropout", "empty_like", "multinomial", "normal", "poisson", "rrelu", "feature_dropout", "alpha_dropout"}
CALLS: dict[str, Callable[[Callable[[Any], Any]], tuple[Any, ...]]] = {
    "a matrix": lambda made: (made(MATRIX),),
    "a square": lambda made: (made(SQUARE),),
    "along a dimension": lambda made: (made(MATRIX), 1),
    "two matrices": lambda made: (made(MATRIX), made(MATRIX * 2 + 1)),
    "two squares": lambda made: (made(SQUARE), made(SQUARE * 0.3)),
    "a vector": lambda made: (made(MATRIX[0]),),
    "two vectors": lambda made: (made(MATRIX[0]), made(MATRIX[1])),
}
NAMES = sorted(
    name
    for name in dir(torch)
    if callable(getattr(torch, name))
    and isfunction(getattr(framework, name, None))
    and name not in RANDOM
    and not name.startswith(("_", "set_"))
    if not any(part in name for part in ("rand", "seed", "load", "save", "compile"))
)


def numbers(result: Any) -> Iterator[float]:
    """All numbers of a result."""
    if isinstance(result, (tuple, list)):
        for each in result:
            yield from numbers(each)
    elif isinstance(result, (bool, int, float)):
        yield float(result)
    else:
        array = result.asnumpy() if isinstance(result, mindspore.Tensor) else result.detach().numpy()
        yield from array.astype(float).ravel().tolist()


@pytest.mark.parametrize("name", NAMES)
def test_function_gives_what_torch_gives(name: str) -> None:
    for call in CALLS.values():
        try:
            wanted = list(numbers(getattr(torch, name)(*call(torch.from_numpy))))
        except Exception:
            continue
        if name == "logit" and len(call(torch.from_numpy)) > 1:
            continue  # 1 is no epsilon
        found = list(numbers(getattr(framework, name)(*call(mindspore.from_numpy))))
        np.testing.assert_allclose(found, wanted, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["addmm", "add", "mul", "matmul", "sin", "maximum", "clamp", "cumsum", "cat", "bmm"])
def test_function_stores_into_what_is_given(name: str) -> None:
    def called(of: Any, made: Any) -> Any:
        x, y = made(SQUARE), made(SQUARE * 0.3)
        calls = {
            "addmm": ((x, y, y), {"beta": 0.5, "alpha": 2.0}),
            "sin": ((x,), {}),
            "clamp": ((x, 0.0, 1.0), {}),
            "cumsum": ((x, 1), {}),
            "cat": (([x, y],), {}),
            "bmm": ((x[None], y[None]), {}),
        }
        arguments, named = calls.get(name, ((x, y), {}))
        out = getattr(of, name)(*arguments, **named) * 0
        same = getattr(of, name)(*arguments, **named, out=out)
        return same is out, *numbers(out)

    np.testing.assert_allclose(called(framework, mindspore.from_numpy), called(torch, torch.from_numpy), rtol=1e-5)


@pytest.mark.parametrize("value", [np.float64(0.5), np.int32(3), 3, 0.5, True, 1j])
def test_what_is_filled_has_the_dtype_of_its_kind(value: Any) -> None:
    found, wanted = framework.full((2,), value), torch.full((2,), value)
    assert str(found.dtype).lower() == str(wanted.dtype).removeprefix("torch.")


def test_most_functions_are_there() -> None:
    assert len(NAMES) > 250
