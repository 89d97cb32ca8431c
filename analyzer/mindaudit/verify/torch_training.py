"""Calls of optimizers with the gradients of some steps, and of schedulers with the rates of many. Runs where torch is."""

from __future__ import annotations

import math
import warnings
from collections.abc import Iterator, Sequence

import numpy as np
import torch

from mindaudit.verify.calls import SCHEDULED_RATE, Call, Result

# Optimizers

STEPS, RATES = 3, 200
"""Steps of an optimizer, and of a scheduler."""
SETTINGS: dict[str, tuple[str, ...]] = {
    "SGD": (
        "lr=0.1",
        "lr=0.2, momentum=0.8",
        "lr=0.1, momentum=0.9, nesterov=True",
        "lr=0.1, momentum=0.9, dampening=0.2",
        "weight_decay=0.05",
    ),
    "Adam": ("", "lr=0.02", "lr=0.01, betas=(0.7, 0.98), eps=1e-7", "weight_decay=0.2", "amsgrad=True", "lr=0.01, maximize=True"),
    "AdamW": ("", "lr=0.02, weight_decay=0.2", "lr=0.01, betas=(0.7, 0.9)", "amsgrad=True"),
    "Adamax": ("", "lr=0.02, weight_decay=0.2", "betas=(0.8, 0.9)"),
    "Adagrad": ("", "lr=0.2, lr_decay=0.2", "lr=0.1, initial_accumulator_value=0.2", "weight_decay=0.2"),
    "Adadelta": ("", "lr=0.4, rho=0.7", "weight_decay=0.2"),
    "RMSprop": ("", "lr=0.02, alpha=0.8", "lr=0.02, momentum=0.8", "lr=0.02, centered=True", "weight_decay=0.2"),
    "Rprop": ("", "lr=0.02, etas=(0.3, 1.4)", "step_sizes=(1e-5, 20)"),
    "ASGD": ("", "lr=0.02, lambd=0.002", "weight_decay=0.2"),
    "NAdam": ("", "lr=0.02, weight_decay=0.2", "momentum_decay=0.02"),
    "RAdam": ("", "lr=0.02, weight_decay=0.2", "betas=(0.8, 0.9)"),
    "LBFGS": ("",),
    "SparseAdam": ("",),
    "Adafactor": ("",),
}


def optimizer_calls(wanted: Sequence[str]) -> Iterator[Call]:
    """Constructor calls of optimizers, with parameters and the gradients of some steps."""
    for name, settings in SETTINGS.items():
        for setting in settings if not wanted or name in wanted else ():
            try:
                yield _optimizer_call(name, setting)
            except Exception:
                continue  # an optimizer that needs a closure or sparse gradients


def _optimizer_call(name: str, setting: str) -> Call:
    generator = np.random.default_rng(0)
    start = {"p0": generator.standard_normal((3, 4)).astype("float32"), "p1": generator.standard_normal((5,)).astype("float32")}
    parameters = [torch.nn.Parameter(torch.from_numpy(array.copy())) for array in start.values()]
    text = f"torch.optim.{name}(params{', ' + setting if setting else ''})"
    optimizer = eval(text, {"torch": torch, "params": parameters})  # the text is made of the settings above
    gradients = {}
    for step in range(STEPS):
        for key, parameter in zip(start, parameters, strict=True):
            gradients[f"{step}.{key}"] = generator.standard_normal(parameter.shape).astype("float32")
            parameter.grad = torch.from_numpy(gradients[f"{step}.{key}"].copy())
        optimizer.step()
    result = Result(tuple(parameter.detach().numpy().copy() for parameter in parameters), "[*, *]")
    return Call(name, text, {}, result, "optimizer", state=start, after=gradients)


# Schedulers

_PREFIX = "torch.optim.lr_scheduler."
SCHEDULES: dict[str, tuple[str, ...]] = {
    "LambdaLR": ("lambda epoch: 0.98 ** epoch", "lambda epoch: 1 / (1 + epoch)"),
    "MultiplicativeLR": ("lambda epoch: 0.98",),
    "StepLR": ("30", "30, gamma=0.5", "step_size=7, gamma=0.9"),
    "MultiStepLR": ("[30, 80]", "milestones=[5, 50, 150], gamma=0.5", "[5, 5, 9], 0.3"),
    "ConstantLR": ("", "factor=0.5, total_iters=20"),
    "LinearLR": ("", "start_factor=0.1, total_iters=30", "1.0, 0.1, 100"),
    "ExponentialLR": ("0.98", "gamma=0.9"),
    "PolynomialLR": ("", "total_iters=100, power=2.0", "50, 0.5"),
    "CosineAnnealingLR": ("200", "T_max=50, eta_min=0.01", "30"),
    "CosineAnnealingWarmRestarts": ("10", "T_0=10, T_mult=2", "20, 1, 0.05"),
    "CyclicLR": ("0.01, 0.5, cycle_momentum=False", '0.01, 0.5, 20, 30, mode="triangular2", cycle_momentum=False', "0.01, 0.5"),
    "OneCycleLR": ("0.5, total_steps=201, cycle_momentum=False", 'max_lr=0.5, epochs=3, steps_per_epoch=67, anneal_strategy="linear"'),
    "ReduceLROnPlateau": ("", 'mode="min", factor=0.5, patience=3', "patience=2, cooldown=4, min_lr=0.01"),
    "SequentialLR": (f"[{_PREFIX}ConstantLR(optimizer, 0.1, 20), {_PREFIX}ExponentialLR(optimizer, 0.98)], [20]",),
    "ChainedScheduler": (f"[{_PREFIX}ConstantLR(optimizer, 0.1, 20), {_PREFIX}ExponentialLR(optimizer, 0.98)]",),
}


def scheduler_calls(wanted: Sequence[str]) -> Iterator[Call]:
    """Constructor calls of schedulers, with the rates at the beginning and after each step."""
    for name, settings in SCHEDULES.items():
        for setting in settings if not wanted or name in wanted else ():
            first = "" if name == "ChainedScheduler" else "optimizer, " if setting else "optimizer"
            yield _scheduler_call(name, f"{_PREFIX}{name}({first}{setting})")


def _scheduler_call(name: str, text: str) -> Call:
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(2))], lr=SCHEDULED_RATE, momentum=0.9)
    scheduler = eval(text, {"torch": torch, "optimizer": optimizer})  # the text is made of the settings above
    measured = {"metrics": _metrics()} if name == "ReduceLROnPlateau" else {}
    rates = [optimizer.param_groups[0]["lr"]]
    with warnings.catch_warnings(action="ignore"):
        for step in range(RATES):
            scheduler.step(*(metrics[step] for metrics in measured.values()))
            rates.append(optimizer.param_groups[0]["lr"])
    return Call(name, text, {}, Result((np.array(rates),), "*"), "scheduler", after=measured)


def _metrics() -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """A loss that falls, stays, rises and falls again."""
    return np.array([1 / (1 + step) + 0.3 * math.sin(step / 25) for step in range(RATES)])
