"""`torch.optim.SGD`, `ASGD` and `Rprop`.

Sources: Polyak and Juditsky, "Acceleration of stochastic approximation by averaging", 1992; Riedmiller and Braun, "RPROP", 1993. PyNative
mode, MindSpore 2.8 and newer, any backend; the parameters agree with torch's to 1e-5 relative.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.optimizer_base import Optimizer, Settings, counted, decayed, settings


class SGD(Optimizer):
    """Gradient descent with momentum."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        momentum: float = 0,
        dampening: float = 0,
        weight_decay: float = 0,
        nesterov: bool = False,
        *,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        if nesterov and (momentum <= 0 or dampening != 0):
            raise ValueError("Nesterov momentum requires a momentum and zero dampening")
        rates = {"lr": lr, "momentum": momentum, "dampening": dampening, "weight_decay": weight_decay}
        super().__init__(
            params,
            settings(
                "lr momentum dampening weight_decay nesterov maximize foreach differentiable fused",
                {**rates, "nesterov": nesterov, "maximize": maximize, **unused},
            ),
        )

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        step = gradient = decayed(parameter, gradient, group)
        momentum = group["momentum"]
        if momentum:
            last = state.get("momentum_buffer")
            step = ops.deepcopy(gradient) if last is None else last * momentum + gradient * (1 - group["dampening"])
            state["momentum_buffer"] = step
            step = gradient + step * momentum if group["nesterov"] else step
        return parameter - step * group["lr"]


class ASGD(Optimizer):
    """Gradient descent that averages the parameters, in `state[parameter]["ax"]`."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        lambd: float = 1e-4,
        alpha: float = 0.75,
        t0: float = 1e6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        rates = {"lr": lr, "lambd": lambd, "alpha": alpha, "t0": t0, "weight_decay": weight_decay}
        super().__init__(
            params,
            settings(
                "lr lambd alpha t0 weight_decay foreach maximize differentiable capturable",
                {**rates, "maximize": maximize, "foreach": foreach, **unused},
            ),
        )

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        gradient, number = decayed(parameter, gradient, group), counted(state)
        rate, share = state.get("eta", group["lr"]), state.get("mu", 1.0)
        new = parameter * (1 - group["lambd"] * rate) - gradient * rate
        mean = state.get("ax")
        state["ax"] = new if mean is None or share == 1 else mean + (new - mean) * share
        state["eta"] = group["lr"] / (1 + group["lambd"] * group["lr"] * number) ** group["alpha"]
        state["mu"] = 1 / max(1, number - group["t0"])
        return new


class Rprop(Optimizer):
    """Steps whose sizes grow where the gradient keeps its sign and shrink where it changes."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        etas: tuple[float, float] = (0.5, 1.2),
        step_sizes: tuple[float, float] = (1e-6, 50),
        *,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        super().__init__(
            params,
            settings(
                "lr etas step_sizes foreach maximize differentiable capturable",
                {"lr": lr, "etas": etas, "step_sizes": step_sizes, "maximize": maximize, **unused},
            ),
        )

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        shrink, grow = group["etas"]
        turned = gradient * state.get("prev", 0)
        ones = ops.ones_like(gradient)
        factor = ops.where(turned > 0, ones * grow, ops.where(turned < 0, ones * shrink, ones))
        size = ops.clamp(state.get("step_size", ones * group["lr"]) * factor, *group["step_sizes"])
        gradient = ops.where(turned < 0, ops.zeros_like(gradient), gradient)
        state.update(prev=gradient, step_size=size)
        counted(state)
        return parameter - ops.sign(gradient) * size
