"""`torch.backends`: none of them is there; their switches can be set and change nothing."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext
from typing import Any

from mindaudit_data.recipes.framework.unavailable import no


class _Backend:
    """A backend that is not there. Any attribute can be set; those that nobody set are False."""

    is_available = is_built = enabled_by_default = staticmethod(no)
    flash_sdp_enabled = mem_efficient_sdp_enabled = math_sdp_enabled = staticmethod(no)

    def __getattr__(self, name: str) -> bool:
        if name.startswith("__"):
            raise AttributeError(name)
        return False

    def version(self) -> None:
        """None."""

    def flags(self, *_: Any, **__: Any) -> AbstractContextManager[None]:
        """A scope that changes nothing."""
        return nullcontext()

    sdp_kernel = flags


class _Cuda(_Backend):
    """`torch.backends.cuda`."""

    def __init__(self) -> None:
        self.matmul = _Backend()

    def enable_flash_sdp(self, enabled: bool) -> None:
        """Nothing."""

    enable_mem_efficient_sdp = enable_math_sdp = enable_cudnn_sdp = enable_flash_sdp


def __allow_nonbracketed_mutation() -> AbstractContextManager[None]:
    """A scope in which switches can be set, which they always can."""
    return nullcontext()


def flags_frozen() -> bool:
    """False: switches can always be set."""
    return False


def disable_global_flags() -> None:
    """Nothing."""


cuda = _Cuda()
cudnn = _Backend()
mkl = _Backend()
mkldnn = _Backend()
mps = _Backend()
openmp = _Backend()
opt_einsum = _Backend()
quantized = _Backend()
xnnpack = _Backend()
