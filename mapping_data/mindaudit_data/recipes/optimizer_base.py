"""`torch.optim.Optimizer`: parameters in groups, each with its settings, stepped by the gradients that `backward` leaves in them.

PyNative mode, MindSpore 2.8 and newer, any backend.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Self

import mindspore
from mindspore import Parameter, Tensor, ops

from mindaudit_data.recipes.no_gradients import GradientScope, forget_gradients, record_gradients, sum_gradients
from mindaudit_data.recipes.overwritten import overwritten

Settings = dict[str, Any]
"""A group: its parameters under "params", and what its steps need."""


_SWITCHES = {"capturable": False, "differentiable": False}
"""What torch's optimizers take beside what their steps need, and its defaults; None where nothing stands here."""


def settings(names: str, given: Settings) -> Settings:
    """The settings of a group in torch's order, which `names` says, with torch's default of those that are not given."""
    return {name: given.get(name, _SWITCHES.get(name)) for name in names.split()} | given


def _without_parameters(group: Settings) -> Settings:
    return {key: value for key, value in group.items() if key != "params"}


def _copied(kept: Any) -> Any:
    """What is remembered, with tensors of its own."""
    if isinstance(kept, dict):
        return {key: _copied(value) for key, value in kept.items()}
    return kept.copy() if isinstance(kept, Tensor) else kept


class Optimizer:
    """Groups of parameters, and what is remembered of each parameter from step to step (`state`).

    What runs after it is made is recorded, so that `backward` finds something. A class for one formula overrides `updated`; one that was
    written for torch overrides `step`.
    """

    def __new__(cls, *args: Any, **kwargs: Any) -> Self:
        """An object. The `__init__` that a dataclass gets does not call that of this class: what runs from now on is recorded."""
        if hasattr(cls, "__dataclass_fields__"):
            record_gradients()
        return super().__new__(cls)

    def __init__(self, params: Iterable[Any], defaults: Mapping[str, Any]) -> None:
        self.defaults = dict(defaults)
        self.state: defaultdict[Any, dict[str, Any]] = defaultdict(dict)
        self.param_groups: list[Settings] = []
        groups = [params] if isinstance(params, Tensor) else list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        for group in groups if isinstance(groups[0], dict) else [{"params": groups}]:
            self.add_param_group(group)
        record_gradients()

    def add_param_group(self, param_group: Settings) -> None:
        """Another group; settings that it lacks are the optimizer's own. Raises ValueError for a parameter that a group has already."""
        given = param_group["params"]
        own = [given] if isinstance(given, Tensor) else [each[1] if isinstance(each, tuple) else each for each in given]
        own = [sum_gradients(each) for each in own]
        known = {id(each) for each in self.parameters}
        if any(id(each) in known for each in own):
            raise ValueError("some parameters appear in more than one parameter group")
        self.param_groups.append(
            {**param_group, "params": own} | {key: value for key, value in self.defaults.items() if key not in param_group}
        )

    @property
    def parameters(self) -> tuple[Any, ...]:
        """Those of all groups."""
        return tuple([each for group in self.param_groups for each in group["params"]])

    def zero_grad(self, set_to_none: bool = True) -> None:
        """The parameters keep no gradients any more, or zeros."""
        forget_gradients(self.parameters, set_to_none)

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """One step of every parameter that has a gradient; `closure` runs first, and what it gives is given back."""
        loss = None if closure is None else closure()
        with GradientScope(False):
            for group in self.param_groups:
                self._step(group)
        return loss

    def _step(self, group: Settings) -> None:
        for parameter in group["params"]:
            if parameter._grad is not None:
                gradient = -parameter._grad if group.get("maximize") else parameter._grad
                stored(parameter, self._stepped(parameter, gradient, group))

    def _stepped(self, parameter: Tensor, gradient: Tensor, group: Settings) -> Tensor:
        """The parameter after a step; of a complex one the real and the imaginary part are stepped as two numbers."""
        parts = self.updated(real_parts(parameter), real_parts(gradient), group, self.state[parameter])
        return ops.Complex()(parts[..., 0], parts[..., 1]) if parameter.is_complex() else parts

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """The parameter after a step, of the same shape; `state` is changed."""
        raise NotImplementedError

    def step_by(self, gradients: Sequence[Tensor]) -> bool:
        """One step by these gradients, one for each parameter. An optimizer of MindSpore is called for it; torch's cannot be called."""
        for parameter, gradient in zip(self.parameters, gradients, strict=True):
            parameter._grad = gradient
        self.step()
        return True

    def state_dict(self) -> dict[str, Any]:
        """What is remembered, by the number of the parameter, and the groups with numbers in the place of parameters.

        What an optimizer remembers under other keys stays under these.
        """
        numbers = {id(each): number for number, each in enumerate(self.parameters)}
        groups = [_without_parameters(group) | {"params": [numbers[id(each)] for each in group["params"]]} for group in self.param_groups]
        state = {numbers.get(id(key), key): dict(kept) if isinstance(kept, dict) else kept for key, kept in self.state.items()}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict: Mapping[str, Any]) -> None:
        """What `state_dict` gave. Raises ValueError for groups of other sizes."""
        own, parameters = self.param_groups, self.parameters
        if [len(each["params"]) for each in state_dict["param_groups"]] != [len(each["params"]) for each in own]:
            raise ValueError("loaded state dict contains parameter groups that don't match the optimizer's")
        for group, loaded in zip(own, state_dict["param_groups"], strict=True):
            group.update(_without_parameters(loaded))
        self.state.clear()
        known = dict(enumerate(parameters))
        for key, kept in state_dict["state"].items():
            number = int(key) if isinstance(key, str) and key.isdecimal() else key
            self.state[known.get(number, key)] = _copied(kept)
        self.__setstate__({"state": self.state, "param_groups": self.param_groups})

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """What copying and loading give back; an optimizer that has more settings now overrides it."""
        self.__dict__.update(state)

    def _does_nothing(self, *_: Any, **__: Any) -> None:
        """What torch checks and measures there, MindSpore does not have."""

    _accelerator_graph_capture_health_check = _cuda_graph_capture_health_check = _does_nothing
    _patch_step_function = _optimizer_step_code = _does_nothing

    @property
    def _zero_grad_profile_name(self) -> str:
        return f"Optimizer.zero_grad#{type(self).__name__}.zero_grad"

    @staticmethod
    def profile_hook_step(func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself: nothing measures it."""
        return func

    def __repr__(self) -> str:
        lines = []
        for number, group in enumerate(self.param_groups):
            lines += [f"Parameter Group {number}", *(f"    {key}: {group[key]}" for key in sorted(group) if key != "params"), ""]
        return "\n".join([f"{type(self).__name__} (", *lines[:-1], ")"])


def real_parts(x: Tensor) -> Tensor:
    """The real and the imaginary part of complex numbers in a last dimension; real numbers as they are."""
    return ops.stack((ops.real(x), ops.imag(x)), -1) if x.is_complex() else x


def stored(parameter: Tensor, value: Tensor) -> None:
    """The parameter, or another tensor that is trained, has this value from now on."""
    if isinstance(parameter, Parameter) and mindspore.get_context("mode") == mindspore.GRAPH_MODE:
        ops.assign(parameter, value.astype(parameter.dtype))  # a compiled gradient goes on reading what `overwritten` replaces
    else:
        overwritten(parameter, value)


def decayed(parameter: Tensor, gradient: Tensor, group: Settings) -> Tensor:
    """The gradient with that of the weight decay added."""
    return gradient + parameter * group["weight_decay"] if group["weight_decay"] else gradient


def averaged(state: dict[str, Any], key: str, value: Tensor, beta: float) -> Tensor:
    """The running average that `state` has under `key`, from zero on, with a new value."""
    state[key] = state.get(key, 0) * beta + value * (1 - beta)
    return state[key]


def counted(state: dict[str, Any]) -> int:
    """The number of this step, from 1 on; as in torch the state has it as a tensor."""
    number = int(state.get("step", 0)) + 1
    state["step"] = Tensor(number, mindspore.float32)
    return number
