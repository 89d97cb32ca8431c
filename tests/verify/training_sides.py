"""A small regression problem in both frameworks from the same weights and data, and the training loops that people write for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from layer_checks import mindspore, torch

from mindaudit_data import recipes

STEPS = 20
RANDOM = np.random.default_rng(7)
INPUTS = RANDOM.standard_normal((STEPS, 8, 4)).astype("float32")
TARGETS = np.tanh(INPUTS @ RANDOM.standard_normal((4, 2)).astype("float32"))
WEIGHTS = [RANDOM.standard_normal(shape).astype("float32") / 2 for shape in ((6, 4), (6,), (2, 6), (2,))]
optim = mindspore.experimental.optim


@dataclass(frozen=True)
class Pattern:
    """What a training loop does beside forward, backward and step, in both frameworks."""

    theirs: Callable[[Any], Any]
    """The optimizer of a torch network."""
    mine: Callable[[Any], Any]
    """The optimizer of a MindSpore network."""
    norm: float | None = None
    value: float | None = None
    accumulate: int = 1
    schedule: Callable[[Any, Any], Any] | None = None
    """Takes the module of schedulers and an optimizer."""
    middle: bool = False
    """Whether the hidden layer's batches are normalised."""


def torch_net(pattern: Pattern) -> Any:
    """The network with the common weights."""
    middle = [torch.nn.BatchNorm1d(6)] if pattern.middle else []
    net = torch.nn.Sequential(torch.nn.Linear(4, 6), *middle, torch.nn.Tanh(), torch.nn.Linear(6, 2))
    with torch.no_grad():
        for layer, (weight, bias) in zip((net[0], net[-1]), (WEIGHTS[:2], WEIGHTS[2:]), strict=True):
            layer.weight.copy_(torch.from_numpy(weight))
            layer.bias.copy_(torch.from_numpy(bias))
    return net


def mindspore_net(pattern: Pattern) -> Any:
    """The same in MindSpore."""
    nn = mindspore.nn
    middle = [nn.BatchNorm1d(6)] if pattern.middle else []
    net = nn.SequentialCell(nn.Dense(4, 6), *middle, nn.Tanh(), nn.Dense(6, 2))
    for layer, (weight, bias) in zip((net[0], net[-1]), (WEIGHTS[:2], WEIGHTS[2:]), strict=True):
        layer.weight.set_data(mindspore.Tensor(weight))
        layer.bias.set_data(mindspore.Tensor(bias))
    return net.set_train()


def torch_losses(pattern: Pattern, net: Any, optimizer: Any, batches: Sequence[tuple[Any, Any]]) -> Iterator[float]:
    """The losses of the usual loop."""
    schedule = pattern.schedule(torch.optim.lr_scheduler, optimizer) if pattern.schedule else None
    for number, (x, y) in enumerate(batches, 1):
        loss = torch.nn.functional.mse_loss(net(torch.as_tensor(x)), torch.as_tensor(y))
        (loss / pattern.accumulate).backward()
        if number % pattern.accumulate == 0:
            if pattern.norm:
                torch.nn.utils.clip_grad_norm_(net.parameters(), pattern.norm)
            if pattern.value:
                torch.nn.utils.clip_grad_value_(net.parameters(), pattern.value)
            optimizer.step()
            optimizer.zero_grad()
        if schedule:
            schedule.step()
        yield loss.item()


def mindspore_losses(
    pattern: Pattern, net: Any, optimizer: Any, batches: Sequence[tuple[Any, Any]], compiled: bool = False
) -> Iterator[float]:
    """The same losses by differentiating a function; `compiled` by the graph compiler."""

    def forward(x: Any, y: Any) -> Any:
        return mindspore.ops.mse_loss(net(x), y)

    differentiate = mindspore.value_and_grad(forward, None, optimizer.parameters)
    if compiled:
        differentiate = mindspore.jit(differentiate)
    schedule = pattern.schedule(optim.lr_scheduler, optimizer) if pattern.schedule else None
    sums: Sequence[Any] = ()
    for number, (x, y) in enumerate(batches, 1):
        loss, found = differentiate(mindspore.Tensor(x), mindspore.Tensor(y))
        found = [gradient / pattern.accumulate for gradient in found]
        sums = [one + other for one, other in zip(sums, found, strict=True)] if sums else found
        if number % pattern.accumulate == 0:
            optimizer(tuple(_clipped(pattern, sums)))
            sums = ()
        if schedule:
            schedule.step()
        yield float(loss)


def _clipped(pattern: Pattern, gradients: Sequence[Any]) -> Sequence[Any]:
    if pattern.norm:
        gradients, _ = recipes.clip_gradients(gradients, pattern.norm)
    return recipes.clip_gradient_values(gradients, pattern.value) if pattern.value else gradients
