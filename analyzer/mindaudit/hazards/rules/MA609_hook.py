"""Hooks on modules and tensors."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_NAMES = tuple(
    f"torch.nn.Module.register_{name}"
    for name in ("forward_hook", "forward_pre_hook", "full_backward_hook", "full_backward_pre_hook", "backward_hook", "state_dict_pre_hook")
)


def check(view: FileView) -> Iterator[Hit]:
    """A hit is where a hook is registered."""
    return view.hits_of("torch.Tensor.register_hook", "torch.Tensor.register_post_accumulate_grad_hook", *_NAMES)
