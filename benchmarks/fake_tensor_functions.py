"""Small functions of tensors, half of them with a shape or a branch that depends on data: the subject of fake_tensor_check.py.

Every function takes x (4 by 6, float), n (4, int64, small and positive) and mask (4 by 6, bool).
"""

import math

import torch
import torch.nn.functional as F  # noqa: N812
from torch import Tensor


def masked_select(x: Tensor, n: Tensor, mask: Tensor):
    return torch.masked_select(x, mask)


def masked_select_method(x: Tensor, n: Tensor, mask: Tensor):
    return x.masked_select(mask).mean()


def masked_fill(x: Tensor, n: Tensor, mask: Tensor):
    return x.masked_fill(mask, 0.0)


def mask_index(x: Tensor, n: Tensor, mask: Tensor):
    return x[mask]


def mask_of_comparison(x: Tensor, n: Tensor, mask: Tensor):
    return x[x > 0].sum()


def mask_of_two_comparisons(x: Tensor, n: Tensor, mask: Tensor):
    keep = (x > 0) & (x < 1)
    return x[keep]


def mask_rows(x: Tensor, n: Tensor, mask: Tensor):
    return x[n > 1, :2]


def inverted_mask(x: Tensor, n: Tensor, mask: Tensor):
    return x[~mask]


def mask_cast(x: Tensor, n: Tensor, mask: Tensor):
    return x[n.bool()]


def mask_method(x: Tensor, n: Tensor, mask: Tensor):
    return x[x.gt(0)]


def mask_store(x: Tensor, n: Tensor, mask: Tensor):
    y = x.clone()
    y[mask] = 0.0
    return y


def mask_update(x: Tensor, n: Tensor, mask: Tensor):
    y = x.clone()
    y[mask] += 1.0
    return y


def integer_index(x: Tensor, n: Tensor, mask: Tensor):
    return x[n % 4]


def integer_index_two(x: Tensor, n: Tensor, mask: Tensor):
    return x[n % 4, n % 6]


def constant_slice(x: Tensor, n: Tensor, mask: Tensor):
    return x[:, 1:3]


def shape_slice(x: Tensor, n: Tensor, mask: Tensor):
    return x[:, : x.shape[1] // 2]


def data_slice(x: Tensor, n: Tensor, mask: Tensor):
    return x[:, : int(n.max())]


def tensor_slice(x: Tensor, n: Tensor, mask: Tensor):
    k = n.max()
    return x[:, :k]


def loop_slice(x: Tensor, n: Tensor, mask: Tensor):
    return torch.stack([x[:, i : i + 2].sum() for i in range(4)])


def narrow_constant(x: Tensor, n: Tensor, mask: Tensor):
    return x.narrow(1, 0, 3)


def narrow_data(x: Tensor, n: Tensor, mask: Tensor):
    return x.narrow(1, 0, n[0].item())


def nonzero(x: Tensor, n: Tensor, mask: Tensor):
    return torch.nonzero(x)


def nonzero_tuple(x: Tensor, n: Tensor, mask: Tensor):
    return x.nonzero(as_tuple=True)


def argwhere(x: Tensor, n: Tensor, mask: Tensor):
    return torch.argwhere(mask)


def where_one(x: Tensor, n: Tensor, mask: Tensor):
    return torch.where(mask)


def where_three(x: Tensor, n: Tensor, mask: Tensor):
    return torch.where(mask, x, 0.0)


def unique(x: Tensor, n: Tensor, mask: Tensor):
    return torch.unique(n)


def unique_inverse(x: Tensor, n: Tensor, mask: Tensor):
    values, _ = torch.unique(n, return_inverse=True)
    return values


def unique_consecutive(x: Tensor, n: Tensor, mask: Tensor):
    return n.unique_consecutive()


def sort(x: Tensor, n: Tensor, mask: Tensor):
    return x.sort(dim=1).values


def topk_constant(x: Tensor, n: Tensor, mask: Tensor):
    return x.topk(2, dim=1)


def topk_data(x: Tensor, n: Tensor, mask: Tensor):
    return x.topk(int(n.min()), dim=1)


def topk_shape(x: Tensor, n: Tensor, mask: Tensor):
    return x.topk(min(3, x.shape[1]), dim=1)


def bincount(x: Tensor, n: Tensor, mask: Tensor):
    return torch.bincount(n)


def histc(x: Tensor, n: Tensor, mask: Tensor):
    return torch.histc(x, bins=4)


def one_hot(x: Tensor, n: Tensor, mask: Tensor):
    return F.one_hot(n)


def one_hot_classes(x: Tensor, n: Tensor, mask: Tensor):
    return torch.zeros(4, 10).scatter(1, n.unsqueeze(1), 1.0)


def repeat_constant(x: Tensor, n: Tensor, mask: Tensor):
    return x.repeat_interleave(2, dim=0)


def repeat_tensor(x: Tensor, n: Tensor, mask: Tensor):
    return x.repeat_interleave(n, dim=0)


def repeat_known_total(x: Tensor, n: Tensor, mask: Tensor):
    return torch.repeat_interleave(x, n, dim=0, output_size=8)


def multinomial(x: Tensor, n: Tensor, mask: Tensor):
    return torch.multinomial(x.abs(), 2)


def multinomial_data(x: Tensor, n: Tensor, mask: Tensor):
    return torch.multinomial(x.abs(), int(n.max()))


def zeros_data(x: Tensor, n: Tensor, mask: Tensor):
    return torch.zeros(int(n.sum()), 2)


def zeros_shape(x: Tensor, n: Tensor, mask: Tensor):
    return torch.zeros(x.size(0), 2)


def arange_data(x: Tensor, n: Tensor, mask: Tensor):
    return torch.arange(n.max().item())


def arange_mask(x: Tensor, n: Tensor, mask: Tensor):
    return torch.arange(x.shape[1]) < n.unsqueeze(1)


def reshape_data(x: Tensor, n: Tensor, mask: Tensor):
    return x.reshape(int(n[0]), -1)


def reshape_shape(x: Tensor, n: Tensor, mask: Tensor):
    b, c = x.shape
    return x.reshape(b * c)


def split_constant(x: Tensor, n: Tensor, mask: Tensor):
    return x.split([2, 4], dim=1)


def split_data(x: Tensor, n: Tensor, mask: Tensor):
    return x.repeat(4, 1).split(n.tolist())


def item(x: Tensor, n: Tensor, mask: Tensor):
    return x * n.max().item()


def zero_dimensional(x: Tensor, n: Tensor, mask: Tensor):
    return x * n.max()


def float_of_tensor(x: Tensor, n: Tensor, mask: Tensor):
    return x * float(n.sum())


def builtin_max(x: Tensor, n: Tensor, mask: Tensor):
    return x / max(1, mask.sum())


def tensor_clamp(x: Tensor, n: Tensor, mask: Tensor):
    return x / mask.sum().clamp(min=1)


def math_of_tensor(x: Tensor, n: Tensor, mask: Tensor):
    return x * math.sqrt(n.sum())


def math_of_shape(x: Tensor, n: Tensor, mask: Tensor):
    return x * math.sqrt(x.shape[-1])


def branch_on_data(x: Tensor, n: Tensor, mask: Tensor):
    if x.sum() > 0:
        return x
    return -x


def branch_on_any(x: Tensor, n: Tensor, mask: Tensor):
    if mask.any():
        x = x + 1
    return x


def branch_on_shape(x: Tensor, n: Tensor, mask: Tensor):
    if x.shape[0] > 2 and x.dim() == 2:
        return x + 1
    return x


def branch_on_dtype(x: Tensor, n: Tensor, mask: Tensor):
    if x.dtype == torch.float32 and not x.is_cuda:
        return x + 1
    return x


def branch_on_none(x: Tensor, n: Tensor, mask: Tensor, bias: Tensor | None = None):
    return x if bias is None else x + bias


def conditional_expression(x: Tensor, n: Tensor, mask: Tensor):
    return x if x.max() > 1 else -x


def while_on_data(x: Tensor, n: Tensor, mask: Tensor):
    while x.abs().max() > 1:
        x = x / 2
    return x


def loop_on_data(x: Tensor, n: Tensor, mask: Tensor):
    for _ in range(int(n.max())):
        x = x + 1
    return x


def loop_on_shape(x: Tensor, n: Tensor, mask: Tensor):
    for i in range(x.shape[0]):
        x = x + i
    return x


def loop_over_rows(x: Tensor, n: Tensor, mask: Tensor):
    return torch.stack([row.sum() for row in x])


def assert_data(x: Tensor, n: Tensor, mask: Tensor):
    assert (n > 0).all()
    return x


def assert_shape(x: Tensor, n: Tensor, mask: Tensor):
    assert x.shape[0] == n.shape[0], "one length per row"
    return x


def not_tensor(x: Tensor, n: Tensor, mask: Tensor):
    return x, not mask.any()


def logical_not(x: Tensor, n: Tensor, mask: Tensor):
    return torch.logical_not(mask)


def chained_comparison(x: Tensor, n: Tensor, mask: Tensor):
    return 0 < x.sum() < 1


def equal(x: Tensor, n: Tensor, mask: Tensor):
    return torch.equal(x, x + 1)


def allclose(x: Tensor, n: Tensor, mask: Tensor):
    return torch.allclose(x, x + 1)


def isclose(x: Tensor, n: Tensor, mask: Tensor):
    return torch.isclose(x, x + 1)


def tensor_in_list(x: Tensor, n: Tensor, mask: Tensor):
    return n[0] in [1, 2]


def list_by_tensor(x: Tensor, n: Tensor, mask: Tensor):
    parts = [x, -x, x * 2, x * 3, x * 4]
    return parts[n[0]]


def list_by_number(x: Tensor, n: Tensor, mask: Tensor):
    parts = [x, -x]
    return parts[x.dim() - 1]


def helper_that_reads(x: Tensor, n: Tensor, mask: Tensor):
    return x[:, : _longest(n)]


def _longest(n: Tensor) -> int:
    return int(n.max())


def helper_that_masks(x: Tensor, n: Tensor, mask: Tensor):
    return _kept(x, x > 0).sum()


def _kept(x: Tensor, keep: Tensor) -> Tensor:
    return x[keep]


def gather(x: Tensor, n: Tensor, mask: Tensor):
    return x.gather(1, n.unsqueeze(1))


def index_add(x: Tensor, n: Tensor, mask: Tensor):
    return torch.zeros_like(x).index_add(0, n % 4, x)


def pad_to_shape(x: Tensor, n: Tensor, mask: Tensor):
    return F.pad(x, (0, 8 - x.shape[1]))


def cumulative(x: Tensor, n: Tensor, mask: Tensor):
    return x.cumsum(1).softmax(-1)


def combinations(x: Tensor, n: Tensor, mask: Tensor):
    return torch.combinations(n)
