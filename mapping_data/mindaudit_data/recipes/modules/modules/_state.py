"""`load_state_dict` with torch's arguments, and its hooks.

`state_dict` is Cell's own: a shared module appears under each of its paths, as in torch.
"""

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
        for path, part in self.cells_and_names():  # type: ignore[attr-defined]
            if initialize := getattr(part, "_initialize_by_state", None):
                initialize({key.removeprefix(f"{path}."): value for key, value in tensors.items() if key.startswith(path)})
        return super().load_state_dict(tensors, strict)  # type: ignore[misc]

    def _register_load_state_dict_pre_hook(self, hook: Any, with_module: bool = False) -> Any:
        """A hook that is called before loading, with what torch's is called with: the module only on request."""
        called = hook if with_module else lambda _, *arguments: hook(*arguments)
        return self.register_load_state_dict_pre_hook(called)  # type: ignore[attr-defined]

    def _register_state_dict_hook(self, hook: Any) -> Any:
        """A hook that is called with a module and its state."""
        return self.register_state_dict_post_hook(hook)  # type: ignore[attr-defined]


def _as_tensor(key: str, value: Any) -> Any:
    return value if isinstance(value, Tensor) or key.endswith("_extra_state") else Tensor(value)
