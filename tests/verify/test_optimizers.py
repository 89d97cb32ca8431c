"""The optimizers and schedulers of the recipes give torch's parameters and rates."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from recipe_checks import mindspore, torch

from mindaudit_data import recipes
from mindaudit_data.recipes.framework import optim

pytestmark = pytest.mark.verify
Settings = dict[str, Any]
SCHEDULERS: dict[str, Callable[[Any, Any], Any]] = {
    "steps": lambda kinds, optimizer: kinds.StepLR(optimizer, 3, 0.5),
    "milestones": lambda kinds, optimizer: kinds.MultiStepLR(optimizer, [2, 5, 5], 0.5),
    "constant": lambda kinds, optimizer: kinds.ConstantLR(optimizer, 0.5, 4),
    "linear": lambda kinds, optimizer: kinds.LinearLR(optimizer, 0.1, 0.9, 5),
    "exponential": lambda kinds, optimizer: kinds.ExponentialLR(optimizer, 0.9),
    "polynomial": lambda kinds, optimizer: kinds.PolynomialLR(optimizer, 6, 2.0),
    "cosine": lambda kinds, optimizer: kinds.CosineAnnealingLR(optimizer, 4, 0.01),
    "restarts": lambda kinds, optimizer: kinds.CosineAnnealingWarmRestarts(optimizer, 3, 2, 0.01),
    "a function": lambda kinds, optimizer: kinds.LambdaLR(optimizer, lambda step: 0.9**step),
    "factors": lambda kinds, optimizer: kinds.MultiplicativeLR(optimizer, lambda step: 0.9),
    "one cycle": lambda kinds, optimizer: kinds.OneCycleLR(optimizer, 0.5, total_steps=22),
    "one cycle of three phases": lambda kinds, optimizer: kinds.OneCycleLR(
        optimizer, [0.5], epochs=2, steps_per_epoch=11, three_phase=True, anneal_strategy="linear"
    ),
    "triangles": lambda kinds, optimizer: kinds.CyclicLR(optimizer, 0.01, 0.1, 3, 4),
    "smaller triangles": lambda kinds, optimizer: kinds.CyclicLR(optimizer, 0.01, 0.1, 3, mode="triangular2"),
    "shrinking": lambda kinds, optimizer: kinds.CyclicLR(optimizer, 0.01, 0.1, 3, mode="exp_range", gamma=0.9),
    "one after another": lambda kinds, optimizer: kinds.SequentialLR(
        optimizer, [kinds.LinearLR(optimizer, 0.1, 1.0, 4), kinds.CosineAnnealingLR(optimizer, 8)], [4]
    ),
    "together": lambda kinds, optimizer: kinds.ChainedScheduler([kinds.ConstantLR(optimizer, 0.1, 3), kinds.ExponentialLR(optimizer, 0.9)]),
}


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("SGD", {"lr": 0.1}),
        ("SGD", {"lr": 0.1, "momentum": 0.9, "dampening": 0.1, "weight_decay": 0.01}),
        ("SGD", {"lr": 0.1, "momentum": 0.9, "nesterov": True, "maximize": True}),
        ("Adam", {}),
        ("Adam", {"lr": 0.1, "amsgrad": True, "weight_decay": 0.1}),
        ("Adam", {"lr": 0.1, "decoupled_weight_decay": True, "weight_decay": 0.1}),
        ("AdamW", {"lr": 0.1, "amsgrad": True}),
        ("NAdam", {"lr": 0.1, "weight_decay": 0.1}),
        ("NAdam", {"lr": 0.1, "weight_decay": 0.1, "decoupled_weight_decay": True}),
        ("RAdam", {"lr": 0.1}),
        ("RAdam", {"lr": 0.1, "weight_decay": 0.1, "decoupled_weight_decay": True}),
        ("Adamax", {"lr": 0.1, "weight_decay": 0.1}),
        ("Adagrad", {"lr": 0.1, "lr_decay": 0.1, "weight_decay": 0.1, "initial_accumulator_value": 0.1}),
        ("Adadelta", {"weight_decay": 0.1}),
        ("RMSprop", {"lr": 0.1, "momentum": 0.9, "centered": True, "weight_decay": 0.1}),
        ("Rprop", {}),
        ("ASGD", {"lr": 0.1, "t0": 2, "weight_decay": 0.1, "lambd": 0.1}),
    ],
)
def test_the_parameters_after_nine_steps_are_torch_s(name: str, settings: Settings) -> None:
    numbers = np.random.RandomState(0)
    theirs, ours = pair(numbers.randn(3, 4).astype("float32"))
    steppers = getattr(torch.optim, name)([theirs], **settings), getattr(recipes, name)([ours], **settings)
    for _ in range(9):
        gradient = numbers.randn(3, 4).astype("float32")
        theirs.grad, ours._grad = torch.tensor(gradient), mindspore.Tensor(gradient)
        for each in steppers:
            each.step()
    np.testing.assert_allclose(ours.asnumpy(), theirs.detach().numpy(), rtol=1e-5, atol=1e-6)
    states = [{key for kept in each.state_dict()["state"].values() for key in kept} for each in steppers]
    assert states[0] == states[1]


@pytest.mark.parametrize("stepper", ["SGD", "AdamW"])
@pytest.mark.parametrize("name", SCHEDULERS)
def test_rates_and_momenta_are_torch_s(name: str, stepper: str) -> None:
    settings = {"lr": 0.1, "momentum": 0.9} if stepper == "SGD" else {"lr": 0.1}
    seen = []
    for kinds, optimizers, parameter in zip(
        (torch.optim.lr_scheduler, recipes), (torch.optim, recipes), pair(np.zeros(2, "float32")), strict=True
    ):
        optimizer = getattr(optimizers, stepper)([parameter], **settings)
        scheduler = SCHEDULERS[name](kinds, optimizer)
        seen.append([numbers_of(optimizer, scheduler) for _ in range(21)])
    np.testing.assert_allclose(seen[1], seen[0], rtol=1e-9)


def numbers_of(optimizer: Any, scheduler: Any) -> tuple[float, ...]:
    """The rate and the momentum before a step, which is then made."""
    (group,) = optimizer.param_groups
    found = group["lr"], scheduler.get_last_lr()[0], group.get("momentum", 0), group.get("betas", (0,))[0]
    optimizer.step()
    scheduler.step()
    return found


@pytest.mark.parametrize(
    "settings", [{"patience": 1}, {"mode": "max", "patience": 0, "threshold_mode": "abs", "cooldown": 2, "min_lr": 0.001}]
)
def test_a_plateau_is_seen_where_torch_sees_it(settings: Settings) -> None:
    theirs, ours = pair(np.zeros(2, "float32"))
    optimizers = torch.optim.SGD([theirs], lr=0.1), recipes.SGD([ours], lr=0.1)
    schedulers = torch.optim.lr_scheduler.ReduceLROnPlateau(optimizers[0], **settings), recipes.ReduceLROnPlateau(optimizers[1], **settings)
    for value in np.random.RandomState(0).rand(25):
        for each in schedulers:
            each.step(value)
        assert optimizers[1].param_groups[0]["lr"] == pytest.approx(optimizers[0].param_groups[0]["lr"])


def test_a_schedule_sets_the_rates_of_experimental_optimizers() -> None:
    _, ours = pair(np.zeros(2, "float32"))
    optimizer = mindspore.experimental.optim.SGD([ours], 0.1)
    scheduler = recipes.OneCycleLR(optimizer, 0.5, total_steps=10)
    assert float(optimizer.param_groups[0]["lr"]) == pytest.approx(0.02)
    scheduler.step()
    assert float(optimizer.param_groups[0]["lr"]) > 0.02


def test_groups_are_checked() -> None:
    _, ours = pair(np.zeros(2, "float32"))
    with pytest.raises(ValueError, match="empty"):
        recipes.SGD([], 0.1)
    optimizer = recipes.SGD([{"params": ours, "lr": 0.5}], 0.1, momentum=0.9)
    assert (optimizer.param_groups[0]["lr"], optimizer.param_groups[0]["momentum"]) == (0.5, 0.9)
    with pytest.raises(ValueError, match="more than one"):
        optimizer.add_param_group({"params": [ours]})
    with pytest.raises(ValueError, match="groups"):
        optimizer.load_state_dict({"state": {}, "param_groups": []})


def pair(values: Any) -> tuple[Any, Any]:
    """A parameter of torch and one of MindSpore."""
    return torch.nn.Parameter(torch.tensor(values)), mindspore.Parameter(mindspore.Tensor(values), name="p")


def test_optimizers_and_schedulers_are_not_callable() -> None:
    theirs, ours = pair([1.0])
    for side, parameter in ((torch.optim, theirs), (optim, ours)):
        optimizer = side.SGD([parameter], lr=0.1)
        assert not callable(optimizer)
        assert not callable(side.lr_scheduler.StepLR(optimizer, 2))


@pytest.mark.parametrize("name", ["SGD", "Adam", "RAdam"])
def test_a_compiled_gradient_sees_what_a_step_has_changed(name: str) -> None:
    """In graph mode a compiled function goes on reading the old values of a Parameter whose data were replaced and not assigned."""
    network = Squares()
    x = mindspore.Tensor(np.ones((4, 3), "float32"))
    optimizer = getattr(optim, name)(network.trainable_params(), lr=0.01)
    mindspore.set_context(mode=mindspore.GRAPH_MODE)
    try:
        differentiate = mindspore.value_and_grad(network, None, mindspore.ParameterTuple(network.trainable_params()))
        losses = []
        for _ in range(2):
            loss, gradients = differentiate(x)
            optimizer.step_by(gradients)
            losses.append(float(loss.asnumpy()))
    finally:
        mindspore.set_context(mode=mindspore.PYNATIVE_MODE)
    assert losses[1] < losses[0]


class Squares(mindspore.nn.Cell):
    def __init__(self) -> None:
        super().__init__()
        self.dense = mindspore.nn.Dense(3, 2)

    def construct(self, x: mindspore.Tensor) -> mindspore.Tensor:
        return (self.dense(x) ** 2).sum()
