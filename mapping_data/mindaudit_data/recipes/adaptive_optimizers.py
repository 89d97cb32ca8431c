"""`torch.optim.Adagrad`, `Adadelta`, `RMSprop` and `Adamax`.

Sources: Duchi and others, "Adaptive subgradient methods", 2011; Zeiler, "ADADELTA", 2012; Hinton's lectures, 2012; Kingma and Ba, "Adam",
2014. PyNative mode, MindSpore 2.8 and newer, any backend; the parameters agree with torch's to 1e-5 relative.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes.optimizer_base import Optimizer, Settings, averaged, counted, decayed, real_parts, settings


class Adagrad(Optimizer):
    """Steps divided by the root of all squares so far, which the state has from the start."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        lr_decay: float = 0,
        weight_decay: float = 0,
        initial_accumulator_value: float = 0,
        eps: float = 1e-10,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        rates = {"lr": lr, "lr_decay": lr_decay, "weight_decay": weight_decay, "eps": eps}
        others = {"initial_accumulator_value": initial_accumulator_value, "foreach": foreach, "maximize": maximize}
        super().__init__(
            params,
            settings(
                "lr lr_decay eps weight_decay initial_accumulator_value foreach maximize differentiable fused",
                {**rates, **others, **unused},
            ),
        )
        for parameter in self.parameters:
            self.state[parameter] |= {
                "step": Tensor(0, mindspore.float32),
                "sum": ops.full_like(real_parts(parameter), initial_accumulator_value),
            }

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        gradient, number = decayed(parameter, gradient, group), counted(state)
        state["sum"] = state["sum"] + gradient * gradient
        rate = group["lr"] / (1 + (number - 1) * group["lr_decay"])
        return parameter - gradient * rate / (ops.sqrt(state["sum"]) + group["eps"])


class Adadelta(Optimizer):
    """Steps in the units of earlier steps."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1.0,
        rho: float = 0.9,
        eps: float = 1e-6,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        rates = {"lr": lr, "rho": rho, "eps": eps, "weight_decay": weight_decay}
        super().__init__(
            params,
            settings(
                "lr rho eps weight_decay maximize capturable foreach differentiable",
                {**rates, "maximize": maximize, "foreach": foreach, **unused},
            ),
        )

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        gradient, rho, eps = decayed(parameter, gradient, group), group["rho"], group["eps"]
        counted(state)
        squares = averaged(state, "square_avg", gradient * gradient, rho)
        before = state.get("acc_delta", ops.zeros_like(gradient))
        step = ops.sqrt(before + eps) / ops.sqrt(squares + eps) * gradient
        averaged(state, "acc_delta", step * step, rho)
        return parameter - step * group["lr"]


class RMSprop(Optimizer):
    """Steps divided by the root of the squares' running average."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-2,
        alpha: float = 0.99,
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum: float = 0,
        centered: bool = False,
        capturable: bool = False,
        foreach: bool | None = None,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        rates = {"lr": lr, "alpha": alpha, "eps": eps, "weight_decay": weight_decay, "momentum": momentum, "centered": centered}
        super().__init__(
            params,
            settings(
                "lr momentum alpha eps centered weight_decay capturable foreach maximize differentiable",
                {**rates, "maximize": maximize, "capturable": capturable, "foreach": foreach, **unused},
            ),
        )

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        gradient, alpha = decayed(parameter, gradient, group), group["alpha"]
        counted(state)
        squares = averaged(state, "square_avg", gradient * gradient, alpha)
        if group["centered"]:
            mean = averaged(state, "grad_avg", gradient, alpha)
            squares = squares - mean * mean
        step = gradient / (ops.sqrt(squares) + group["eps"])
        if group["momentum"] > 0:
            step = state["momentum_buffer"] = state.get("momentum_buffer", 0) * group["momentum"] + step
        return parameter - step * group["lr"]


class Adamax(Optimizer):
    """Adam with the largest gradient in the place of the second moment."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        foreach: bool | None = None,
        *,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        rates = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(
            params,
            settings(
                "lr betas eps weight_decay foreach maximize differentiable capturable",
                {**rates, "maximize": maximize, "foreach": foreach, **unused},
            ),
        )

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        gradient, number = decayed(parameter, gradient, group), counted(state)
        first, second = group["betas"]
        mean = averaged(state, "exp_avg", gradient, first)
        largest = ops.maximum(state.get("exp_inf", ops.zeros_like(gradient)) * second, ops.abs(gradient) + group["eps"])
        state["exp_inf"] = largest
        return parameter - mean / largest * (group["lr"] / (1 - first**number))
