"""What MA454 to MA456 and MA470 say of graphs of this MindSpore, beside near neighbours that compile."""

from __future__ import annotations

from typing import Any

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
        (lambda: Holding(Claiming), "Unable to cast"),
        (lambda: nn.Sequential(nn.Linear(2, 2), Claiming(nn.Linear(2, 2))), "Unable to cast"),
    ],
)
def test_what_does_not_compile(network: Any, error: str) -> None:
    with pytest.raises(Exception, match=error):
        network()(mindspore.Tensor(X))


@pytest.mark.parametrize("network", [OnASetting, OfItsParts, OfItsShape, FilledWhereNeeded, lambda: Holding(Proxy)])
def test_its_neighbours_do(network: Any) -> None:
    assert network()(mindspore.Tensor(X)).ndim in (1, 2)
