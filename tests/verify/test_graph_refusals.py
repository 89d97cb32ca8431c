"""What MA454 to MA458, MA470 and MA505 of ranges say of graphs of this MindSpore, beside near neighbours that compile."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore

from mindaudit_data.recipes import modules as nn

pytestmark = pytest.mark.verify
X = [[1.0, 2.0], [3.0, 4.0]]


@pytest.fixture(autouse=True)
def _graph() -> Any:
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    yield
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


class Net(mindspore.nn.Cell):  # type: ignore[misc]
    def __init__(self) -> None:
        super().__init__()
        self.debug = False

    def added(self, first: Any, second: Any) -> Any:
        return first + second


class OnAnArgument(Net):
    def construct(self, x: Any, flow: Any = None) -> Any:
        if flow is not None:
            x = warp(x, flow)  # type: ignore[name-defined]  # noqa: F821
        return x


class InAnExpression(Net):
    def construct(self, x: Any) -> Any:
        return warp(x) if self.debug else x  # type: ignore[name-defined]  # noqa: F821


class OnASetting(Net):
    def construct(self, x: Any) -> Any:
        if self.debug:
            x = warp(x)  # type: ignore[name-defined]  # noqa: F821
        return x


class OfATensor(Net):
    def construct(self, x: Any) -> Any:
        return self.added(*x)


class OfItsParts(Net):
    def construct(self, x: Any) -> Any:
        return self.added(*[part for part in x])  # noqa: C416 - what rewriting makes


class OfItsShape(Net):
    def construct(self, x: Any) -> Any:
        return x * self.added(*x.shape)


class Filled(Net):
    def construct(self, x: Any) -> Any:
        pad = x.shape[0] - 2
        return mindspore.mint.cat([x, x[-1:].broadcast_to((pad, 2))])


class FilledWhereNeeded(Net):
    def construct(self, x: Any) -> Any:
        pad = x.shape[0] - 2
        return mindspore.mint.cat([x, x[-1:].broadcast_to((pad, 2))]) if pad > 0 else x


class Piece:
    def __init__(self, tokens: Any) -> None:
        self.tokens = tokens
        self.ref = 0


class SettingOfAnItem(Net):
    def construct(self, x: Any) -> Any:
        pieces = [Piece(x), Piece(x)]
        pieces[0].ref = 1
        return x * pieces[0].ref


class CountOfAnItem(Net):
    def construct(self, x: Any) -> Any:
        pieces = [Piece(x), Piece(x)]
        pieces[0].ref += 1
        return x * pieces[0].ref


class SettingByPython(Net):
    def construct(self, x: Any) -> Any:
        pieces = [Piece(x), Piece(x)]
        setattr(pieces[0], "ref", 1)  # noqa: B010 - this is what it is about
        return x * pieces[0].ref


class ProductOfArrays(Net):
    def construct(self, x: Any) -> Any:
        steps = np.arange(2).reshape(-1, 1)
        return x + mindspore.tensor(steps @ steps.T).float()


class ComplementOfAnArray(Net):
    def construct(self, x: Any) -> Any:
        return x + mindspore.tensor(~(np.arange(2) > 0)).float()


class OtherOperatorsOfArrays(Net):
    def construct(self, x: Any) -> Any:
        steps = np.arange(2).reshape(-1, 1)
        steps = np.matmul(-steps * 2 // 3, steps.T - 1)
        return x + mindspore.tensor(np.invert(steps > 0) & (steps < 2)).float()


class Proxy:
    def __init__(self, module: Any) -> None:
        self.module = module

    def __call__(self, *args: Any) -> Any:
        return self.module(*args)


class Claiming(Proxy):
    def __getattr__(self, name: str) -> Any:
        return getattr(self.__dict__["module"], name)

    @property
    def __class__(self) -> Any:
        return self.module.__class__

    @__class__.setter
    def __class__(self, value: Any) -> None:
        raise TypeError


class Holding(nn.Module):
    def __init__(self, kind: Any) -> None:
        super().__init__()
        self.inner = kind(nn.Linear(2, 2))

    def forward(self, x: Any) -> Any:
        return self.inner(x)


@pytest.mark.parametrize(
    ("network", "error"),
    [
        (OnAnArgument, "'warp' is not defined"),
        (InAnExpression, "'warp' is not defined"),
        (OfATensor, "UnpackCall"),
        (Filled, "BroadcastTo|GetShapeVector"),
        (SettingOfAnItem, "can be assigned. But got Subscript"),
        (CountOfAnItem, "can be assigned. But got Subscript"),
        (ProductOfArrays, "MatMulExt"),
        (ComplementOfAnArray, "can not be numpy.ndarray"),
        (lambda: Holding(Claiming), "Unable to cast"),
        (lambda: nn.Sequential(nn.Linear(2, 2), Claiming(nn.Linear(2, 2))), "Unable to cast"),
    ],
)
def test_what_does_not_compile(network: Any, error: str) -> None:
    with pytest.raises(Exception, match=error):
        network()(mindspore.Tensor(X))


@pytest.mark.parametrize(
    "network",
    [OnASetting, OfItsParts, OfItsShape, FilledWhereNeeded, SettingByPython, OtherOperatorsOfArrays, lambda: Holding(Proxy)],
)
def test_its_neighbours_do(network: Any) -> None:
    assert network()(mindspore.Tensor(X)).ndim in (1, 2)


class ByARange(Net):
    def construct(self, x: Any) -> Any:
        return x[range(2)]


class ByItsList(Net):
    def construct(self, x: Any) -> Any:
        return x[list(range(2))]


@pytest.mark.parametrize(("network", "expected"), [(ByARange, 2.0), (ByItsList, X)])
def test_a_range_alone_picks_one_element(network: type[Net], expected: Any) -> None:
    np.testing.assert_array_equal(network()(mindspore.Tensor(X)).asnumpy(), np.array(expected, "float32"))


def test_a_range_ends_pynative_mode() -> None:
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    with pytest.raises(IndexError, match="range"):
        ByARange()(mindspore.Tensor(X))
    np.testing.assert_array_equal(ByItsList()(mindspore.Tensor(X)).asnumpy(), np.array(X, "float32"))
