"""`torch.no_grad`, `torch.inference_mode`, `torch.enable_grad`, `torch.set_grad_enabled` and `torch.is_grad_enabled`.

MindSpore 2.0 and newer, PyNative mode. Graph compilation takes no `with`: there use `mindspore.ops.stop_gradient` on the results.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from mindspore.common import api


@contextmanager
def no_gradients() -> Iterator[None]:
    """A scope, or with its parentheses a decorator, in which nothing is recorded for gradients."""
    scope = getattr(api, "_no_grad", nullcontext)
    with scope():
        yield


@contextmanager
def gradients_enabled(mode: bool) -> Iterator[None]:
    """A scope that records for gradients or does not."""
    with nullcontext() if mode else no_gradients():
        yield


def gradients_recorded() -> bool:
    """Whether operations are recorded for gradients: `torch.is_grad_enabled`. PyNative mode."""
    executor = getattr(api, "_pynative_executor", None)
    return executor is None or bool(executor.enable_grad())
