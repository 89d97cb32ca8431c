"""`load_state_dict` with torch's arguments. `state_dict` is Cell's own: a shared module appears under each of its paths, as in torch."""

from __future__ import annotations

from typing import Any

from mindspore import Tensor


class State:
    """What a module loads; Cell walks through the tree."""

    def load_state_dict(self, state_dict: Any, strict: bool = True, assign: bool = False) -> Any:
        """Copy values into parameters and buffers; gives the missing and the unexpected keys. `assign` does the same.

        Raises RuntimeError for other shapes and, if `strict`, for missing or unexpected keys.
        """
        tensors = {key: _as_tensor(key, value) for key, value in state_dict.items()}
        return super().load_state_dict(tensors, strict)  # type: ignore[misc]


def _as_tensor(key: str, value: Any) -> Any:
    return value if isinstance(value, Tensor) or key.endswith("_extra_state") else Tensor(value)
