"""One training step: what `zero_grad`, `backward`, `clip_grad_norm_`, `GradScaler` and `step` do together in torch.

Source: mindspore.value_and_grad. MindSpore 2.0 and newer, graph and PyNative mode, with MindSpore's optimizers and those of the recipes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import mindspore
from mindspore import Tensor, ops


class TrainStep:
    """Calls `forward(*inputs)`, which gives the loss, and lets the optimizer step every `accumulate` calls.

    `max_norm` bounds the gradients' common norm. `scale` multiplies the loss for float16; steps whose gradients are not finite are left
    out and halve the scale, `growth_interval` good ones double it. `reduce` is called with the gradients before they are bounded:
    `nn.DistributedGradReducer(optimizer.parameters, mean=True)` averages them over the processes of data parallel training.
    """

    def __init__(
        self,
        forward: Callable[..., Tensor],
        optimizer: Any,
        max_norm: float | None = None,
        accumulate: int = 1,
        scale: float = 1.0,
        growth_interval: int = 2000,
        reduce: Callable[[tuple[Tensor, ...]], tuple[Tensor, ...]] | None = None,
    ) -> None:
        self.forward = forward
        self.optimizer = optimizer
        self.max_norm = max_norm
        self.accumulate = accumulate
        self.scale = scale
        self.dynamic = scale != 1.0
        self.growth_interval = growth_interval
        self.good = 0
        self.calls = 0
        self.sums: tuple[Tensor, ...] = ()
        self.reduce = reduce
        self.differentiate = mindspore.value_and_grad(self._scaled, None, optimizer.parameters)

    def _scaled(self, factor: Tensor, *inputs: Any) -> Tensor:
        return self.forward(*inputs) * factor

    def __call__(self, *inputs: Any) -> Tensor:
        """The loss of this batch."""
        factor = self.scale / self.accumulate
        loss, gradients = self.differentiate(Tensor(factor, mindspore.float32), *inputs)
        gradients = tuple(gradient / self.scale for gradient in gradients)
        self.sums = tuple(a + b for a, b in zip(self.sums, gradients, strict=True)) if self.sums else gradients
        self.calls += 1
        if self.calls % self.accumulate == 0:
            self._step()
        return loss / factor

    def _step(self) -> None:
        gradients, self.sums = self.sums, ()
        if self.reduce is not None:
            gradients = self.reduce(gradients)
        if self.dynamic and not all(bool(ops.isfinite(gradient).all()) for gradient in gradients):
            self.scale, self.good = self.scale / 2, 0
            return
        self.good += 1
        if self.dynamic and self.good % self.growth_interval == 0:
            self.scale *= 2
        if self.max_norm is not None:
            norm = ops.sqrt(sum(ops.square(gradient).sum() for gradient in gradients))
            share = ops.minimum(self.max_norm / (norm + 1e-6), Tensor(1.0, mindspore.float32))
            gradients = tuple(gradient * share for gradient in gradients)
        step_by = getattr(self.optimizer, "step_by", self.optimizer)
        step_by(gradients)
