"""`torch.fft`."""

from mindspore.ops import fft, fft2, fftfreq, fftn, ifft, ifft2, ifftn, irfft, irfft2, irfftn, rfft, rfft2, rfftfreq, rfftn

from mindaudit_data.recipes.fft_shift import fftshift, ifftshift
from mindaudit_data.recipes.hermitian_fft import hfft, hfftn, ihfft, ihfftn
