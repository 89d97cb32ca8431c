"""`torch.utils._foreach_utils`, which optimizers import: tensors grouped by device and dtype, and devices with functions over lists."""

from typing import Any

from mindspore import Tensor

from mindaudit_data.recipes.framework.devices import device

Groups = dict[tuple[Any, Any], tuple[list[list[Tensor | None]], list[int]]]


def _get_foreach_kernels_supported_devices() -> list[str]:
    return ["cuda", "xpu"]


def _get_fused_kernels_supported_devices() -> list[str]:
    return []


def _group_tensors_by_device_and_dtype(tensorlistlist: list[list[Tensor | None]], with_indices: bool = False) -> Groups:
    """Several lists of the same length, split by the device and the dtype of the first list's tensors.

    Each group has its part of every list, and the places that it comes from, with `with_indices`.
    """
    groups: Groups = {}
    for place, first in enumerate(tensorlistlist[0]):
        key = (device(), first.dtype) if first is not None else (None, None)
        lists, places = groups.setdefault(key, ([[] for _ in tensorlistlist], []))
        for kept, given in zip(lists, tensorlistlist, strict=True):
            kept += given[place : place + 1]
        places += [place] if with_indices else []
    return groups


def _device_has_foreach_support(device: Any) -> bool:
    return device.type in ("cpu", *_get_foreach_kernels_supported_devices())


def _has_foreach_support(tensors: list[Tensor | None], device: Any) -> bool:
    return _device_has_foreach_support(device) and all(each is None or type(each) is Tensor for each in tensors)
