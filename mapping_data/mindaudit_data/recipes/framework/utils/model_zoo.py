"""`torch.utils.model_zoo`."""

from mindaudit_data.recipes.framework.hub import load_state_dict_from_url

__all__ = ["load_state_dict_from_url", "load_url"]

load_url = load_state_dict_from_url
