"""`torch.testing`."""

from mindaudit_data.recipes.assert_close import assert_allclose, assert_close
