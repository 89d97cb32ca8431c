"""`torch.optim.Adam`, `AdamW`, `NAdam` and `RAdam`.

Sources: Kingma and Ba, "Adam", 2014; Loshchilov and Hutter, "Decoupled weight decay", 2017; Dozat, "Nesterov momentum into Adam", 2016;
Liu and others, "On the variance of the adaptive learning rate", 2019. PyNative mode, MindSpore 2.8 and newer, any backend; the parameters
agree with torch's to 1e-5 relative.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

from mindspore import Tensor, ops

from mindaudit_data.recipes.optimizer_base import Optimizer, Settings, averaged, counted, decayed, settings


class Adam(Optimizer):
    """Steps by the running averages of the gradient and of its square."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        decoupled_weight_decay: bool = False,
        **unused: Any,
    ) -> None:
        rates = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "amsgrad": amsgrad}
        super().__init__(
            params,
            settings(
                "lr betas eps weight_decay amsgrad maximize foreach capturable differentiable fused decoupled_weight_decay",
                {**rates, "maximize": maximize, "decoupled_weight_decay": decoupled_weight_decay, **unused},
            ),
        )

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        parameter, gradient = with_decay(parameter, gradient, group)
        number, (first, second) = counted(state), group["betas"]
        mean = averaged(state, "exp_avg", gradient, first)
        squares = averaged(state, "exp_avg_sq", gradient * gradient, second)
        if group["amsgrad"]:
            squares = state["max_exp_avg_sq"] = ops.maximum(state.get("max_exp_avg_sq", squares), squares)
        divisor = ops.sqrt(squares) / math.sqrt(1 - second**number) + group["eps"]
        return parameter - mean / divisor * (group["lr"] / (1 - first**number))


class AdamW(Adam):
    """Adam whose weight decay is no part of the gradient."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 1e-2,
        amsgrad: bool = False,
        *,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        super().__init__(params, lr, betas, eps, weight_decay, amsgrad, maximize=maximize, decoupled_weight_decay=True, **unused)


class NAdam(Optimizer):
    """Adam with Nesterov's momentum."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 2e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        momentum_decay: float = 4e-3,
        decoupled_weight_decay: bool = False,
        *,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        rates = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay, "momentum_decay": momentum_decay}
        super().__init__(
            params,
            settings(
                "lr betas eps weight_decay momentum_decay decoupled_weight_decay maximize foreach capturable differentiable",
                {**rates, "maximize": maximize, "decoupled_weight_decay": decoupled_weight_decay, **unused},
            ),
        )

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        parameter, gradient = with_decay(parameter, gradient, group)
        number, (first, second), decay = counted(state), group["betas"], group["momentum_decay"]
        now, later = (first * (1 - 0.5 * 0.96 ** (each * decay)) for each in (number, number + 1))
        product = state["mu_product"] = state.get("mu_product", 1.0) * now
        mean = averaged(state, "exp_avg", gradient, first)
        squares = averaged(state, "exp_avg_sq", gradient * gradient, second)
        divisor = ops.sqrt(squares / (1 - second**number)) + group["eps"]
        step = gradient * ((1 - now) / (1 - product)) + mean * (later / (1 - product * later))
        return parameter - step / divisor * group["lr"]


class RAdam(Optimizer):
    """Adam that divides by the second moment only where that is known well enough."""

    def __init__(
        self,
        params: Iterable[Any],
        lr: float = 1e-3,
        betas: tuple[float, float] = (0.9, 0.999),
        eps: float = 1e-8,
        weight_decay: float = 0,
        decoupled_weight_decay: bool = False,
        *,
        maximize: bool = False,
        **unused: Any,
    ) -> None:
        rates = {"lr": lr, "betas": betas, "eps": eps, "weight_decay": weight_decay}
        super().__init__(
            params,
            settings(
                "lr betas eps weight_decay maximize foreach capturable decoupled_weight_decay differentiable",
                {**rates, "maximize": maximize, "decoupled_weight_decay": decoupled_weight_decay, **unused},
            ),
        )

    def updated(self, parameter: Tensor, gradient: Tensor, group: Settings, state: dict[str, Any]) -> Tensor:
        """See the base."""
        parameter, gradient = with_decay(parameter, gradient, group)
        number, (first, second) = counted(state), group["betas"]
        mean = averaged(state, "exp_avg", gradient, first) / (1 - first**number)
        squares = averaged(state, "exp_avg_sq", gradient * gradient, second)
        step = mean * group["lr"]
        most, left = 2 / (1 - second) - 1, 1 - second**number
        length = most - 2 * number * second**number / left
        if length > 5:
            share = (length - 4) * (length - 2) * most / ((most - 4) * (most - 2) * length)
            step = step * math.sqrt(share * left) / (ops.sqrt(squares) + group["eps"])
        return parameter - step


def with_decay(parameter: Tensor, gradient: Tensor, group: Settings) -> tuple[Tensor, Tensor]:
    """The parameter and its gradient with the weight decay, which is a part of one of them."""
    if group["decoupled_weight_decay"]:
        return parameter * (1 - group["lr"] * group["weight_decay"]), gradient
    return parameter, decayed(parameter, gradient, group)
