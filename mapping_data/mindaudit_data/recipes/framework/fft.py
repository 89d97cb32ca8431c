"""`torch.fft`."""

from typing import Any

from mindspore import Tensor, ops
from mindspore.ops import fft, fft2, fftn, ifft, ifft2, ifftn, irfft, irfft2, irfftn, rfft, rfft2, rfftn

from mindaudit_data.recipes.fft_shift import fftshift, ifftshift
from mindaudit_data.recipes.framework.creation import _anywhere
from mindaudit_data.recipes.hermitian_fft import hfft, hfftn, ihfft, ihfftn


@_anywhere
def fftfreq(n: int, d: float = 1.0, *, dtype: Any = None) -> Tensor:
    """The frequencies of a transform; MindSpore's spacing has to be a float."""
    return ops.fftfreq(n, float(d), dtype=dtype)


@_anywhere
def rfftfreq(n: int, d: float = 1.0, *, dtype: Any = None) -> Tensor:
    """The frequencies of a transform of real numbers."""
    return ops.rfftfreq(n, float(d), dtype=dtype)
