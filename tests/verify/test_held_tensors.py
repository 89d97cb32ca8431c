"""Tensors of unknown type that others hold change in place for all of them, those of modules too; copies of their owners do not change."""

from __future__ import annotations

import numpy as np
import pytest
from networks import loaded
from recipe_checks import mindspore, torch
from rewritten_modules import rewritten_module

pytestmark = pytest.mark.verify
SOURCE = """import copy

import torch
from torch import nn


class Box:
    def __init__(self, given):
        self.__dict__.update(given)

    def adds(self, v):
        self.t += v

    def multiplies(self, v):
        self.t *= v

    def divides(self, v):
        self.t /= v

    def powers(self, v):
        self.t **= 2

    def by_method(self, v):
        self.t.mul_(0.5).add_(v)

    def by_name(self, v):
        t = self.t
        t -= v

    def by_getattr(self, v):
        t = getattr(self, "t")
        t.lerp_(v, 0.25)


def from_outside(box, v):
    box.t *= v
    box.t.add_(v)


def in_loop(box, v):
    for each in [box]:
        each.t *= v


class Counter:
    def __init__(self, given):
        self.__dict__.update(given)

    def adds(self, v):
        self.t += v
        return self.t


class Stats(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("running", torch.ones(2))
        self.plain = torch.ones(2)

    def update(self, v):
        self.running.mul_(0.5).add_(v)
        self.plain.mul_(0.5).add_(v)

    def operate(self, v):
        self.running *= v
        self.plain += v


def held(model, change, v):
    running, plain, twin = model.running, model.plain, copy.deepcopy(model)
    getattr(model, change)(v)
    return running, plain, twin.running, twin.plain


def copied(box, v):
    twin = copy.deepcopy(Box({"t": box.t, "more": [box.t]}))
    twin.adds(v)
    return twin.t + twin.more[0]


def bump(t):
    t += 1
    t.mul_(2)
    return t


def picked(x):
    return bump(x[torch.tensor([0, 1])])


def masked(x):
    return bump(x[x > 0])


def copy_of(x):
    return bump(copy.deepcopy(x))
"""
METHODS = ("adds", "multiplies", "divides", "powers", "by_method", "by_name", "by_getattr")


@pytest.fixture(scope="module", name="sides")
def _sides(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("unsure")
    source = folder / "unsure.py"
    source.write_text(SOURCE)
    return loaded(source, "unsure_old"), rewritten_module(source, folder)[1]


def _numbers(module, change):
    """What a tensor is for its first holder after a change, and the object's own."""
    framework = torch if hasattr(module, "torch") and module.torch is torch else mindspore
    x, v = framework.tensor([3.0, 4.0]), framework.tensor([1.0, 2.0])
    box = module.Box({"t": x})
    change(module, box, v)
    return [x.tolist(), box.t.tolist()]


@pytest.mark.parametrize("name", METHODS)
def test_attributes_of_unknown_origin(name: str, sides) -> None:
    expected, found = (_numbers(side, lambda _, box, v: getattr(box, name)(v)) for side in sides)
    assert np.allclose(found, expected)


@pytest.mark.parametrize("name", ["from_outside", "in_loop", "copied"])
def test_attributes_of_other_objects(name: str, sides) -> None:
    expected, found = (_numbers(side, lambda module, box, v: getattr(module, name)(box, v)) for side in sides)
    assert np.allclose(found, expected)


@pytest.mark.parametrize("change", ["update", "operate"])
def test_tensors_of_modules_with_a_second_name(change: str, sides) -> None:
    old, new = sides
    expected = [each.tolist() for each in old.held(old.Stats(), change, torch.tensor([1.0, 2.0]))]
    found = [each.tolist() for each in new.held(new.Stats(), change, mindspore.tensor([1.0, 2.0]))]
    assert np.allclose(found, expected)


def test_other_objects_keep_their_operators(sides) -> None:
    _, new = sides
    one, names = new.Counter({"t": 1}), ["a"]
    assert one.adds(2) == 3
    assert new.Counter({"t": names}).adds(["b"]) is names
    assert names == ["a", "b"]


def test_gradients_go_through_a_change_in_place(sides) -> None:
    old, new = sides

    def scaled(module, x):
        box = module.Box({"t": x * 2})
        box.multiplies(x)
        box.adds(x)
        return (box.t * x).sum()

    x = torch.tensor([1.0, -2.0], requires_grad=True)
    scaled(old, x).backward()
    gradient = mindspore.grad(lambda x: scaled(new, x))(mindspore.tensor([1.0, -2.0]))
    assert np.allclose(gradient.asnumpy(), x.grad.numpy())


@pytest.mark.parametrize("name", ["picked", "masked", "copy_of"])
def test_what_is_a_copy_in_torch_changes_alone(name: str, sides) -> None:
    old, new = sides
    x, y = torch.tensor([3.0, 4.0]), mindspore.tensor([3.0, 4.0])
    expected, found = getattr(old, name)(x), getattr(new, name)(y)
    assert np.allclose(found.asnumpy(), expected.numpy())
    assert np.allclose(y.asnumpy(), x.numpy())
