"""`torch.optim.swa_utils`."""

from mindaudit_data.recipes.averaged_model import (
    AveragedModel,
    get_ema_avg_fn,
    get_ema_multi_avg_fn,
    get_swa_avg_fn,
    get_swa_multi_avg_fn,
    update_bn,
)
from mindaudit_data.recipes.averaged_rates import SWALR
