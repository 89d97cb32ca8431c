"""Programs with sparse tensors, and functions of dtypes that MindSpore's own refuse."""

from __future__ import annotations

import numpy as np
import torch

PLACES = [[2, 0, 1, 1, 0], [0, 2, 0, 0, 1]]


def numbers(*tensors):
    return [float(each) for tensor in tensors for each in tensor.detach().double().flatten().tolist()]


# more values than the shape holds: a confusion matrix
def counted():
    target, found = torch.tensor([0, 1, 1, 0, 1, 1]), torch.tensor([0, 1, 0, 0, 1, 1])
    counts = torch.sparse_coo_tensor(torch.vstack((target, found)), torch.ones_like(target), torch.Size([2, 2]))
    return numbers(counts.to_dense(), torch.sparse_coo_tensor(torch.tensor(PLACES), torch.ones(5, dtype=torch.bool), (3, 3)).to_dense())


class SparseProduct(torch.autograd.Function):
    @staticmethod
    def forward(ctx, indices, values, shape, b):
        assert not indices.requires_grad
        a = torch.sparse_coo_tensor(indices, values, shape)
        ctx.save_for_backward(a, b)
        ctx.n = shape[0]
        return torch.matmul(a, b)

    @staticmethod
    def backward(ctx, grad_output):
        a, b = ctx.saved_tensors
        grad_values = grad_b = None
        if ctx.needs_input_grad[1]:
            edges = a._indices()[0, :] * ctx.n + a._indices()[1, :]
            grad_values = grad_output.matmul(b.t()).view(-1)[edges]
        if ctx.needs_input_grad[3]:
            grad_b = a.t().matmul(grad_output)
        return None, grad_values, None, grad_b


def attention():
    values = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0], requires_grad=True)
    b = torch.arange(6.0).reshape(3, 2).requires_grad_()
    (SparseProduct.apply(torch.tensor(PLACES), values, torch.Size([3, 3]), b) ** 2).sum().backward()
    return numbers(values.grad, b.grad)


def adjacency(kind):
    indices = torch.from_numpy(np.array(PLACES))
    return kind(indices, torch.FloatTensor([1, 2, 3, 4, 5]), torch.Size([3, 3]))


def classes():
    whole = adjacency(torch.sparse.FloatTensor)
    again = torch.sparse.FloatTensor(torch.LongTensor(PLACES), torch.ones(5)).coalesce()
    longs = torch.sparse.LongTensor(torch.LongTensor(PLACES), torch.ones(5).long(), torch.Size([3, 3]))
    told = [isinstance(each, torch.sparse.FloatTensor) for each in (whole, again, longs, whole.to_dense())]
    told += [isinstance(whole, (torch.sparse.LongTensor, torch.sparse.FloatTensor)), isinstance(whole, torch.FloatTensor), whole.is_sparse]
    told += [isinstance(whole, torch.Tensor), whole.to_dense().is_sparse]
    shown = torch.spmm(whole, torch.ones(3, 2)), again.values(), again.indices(), longs.to_dense(), torch.sparse.sum(whole)
    return [*map(float, told), whole._nnz(), *numbers(*shown, torch.sparse.addmm(torch.ones(3, 1), whole, torch.ones(3, 1), beta=2.0))]


def gradients_of_values():
    values = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0], requires_grad=True)
    whole = torch.sparse_coo_tensor(torch.tensor(PLACES), values, (3, 3))
    (torch.sparse.mm(whole, torch.arange(6.0).reshape(3, 2)) ** 2).sum().backward()
    (torch.sparse_coo_tensor(torch.tensor(PLACES), values * 2, (3, 3)).coalesce().to_dense() ** 2).sum().backward()
    return numbers(values.grad)


def forms():
    some = torch.sparse_coo_tensor(torch.tensor(PLACES[:1]), torch.arange(10.0).reshape(5, 2), (3, 2)).coalesce()
    none = torch.sparse_coo_tensor(torch.zeros(2, 0, dtype=torch.long), torch.zeros(0), (2, 2))
    deep = torch.sparse_coo_tensor(torch.tensor([[0, 1], [1, 1], [2, 0]]), torch.ones(2), (2, 2, 3)).coalesce()
    large = torch.sparse_coo_tensor(torch.tensor(PLACES) * 20000, torch.arange(5.0), (50000, 50000))
    product = torch.sparse.mm(large, torch.ones(50000, 2))
    shown = some.to_dense(), some.indices(), some.values(), none.to_dense(), none.coalesce().values(), deep.indices()
    return [*some.shape, *large.shape, large._nnz(), *numbers(*shown, product.sum(0), large.coalesce().values())]


def bins(x: torch.Tensor, *limits):
    return torch.histc(x, 5, limits[0], limits[1]) if limits else torch.histc(x, bins=4)


def histograms():
    x = torch.tensor([[0.1, 0.2, 0.25], [0.9, 1.0, float("nan")]], dtype=torch.float64)
    known = x[:, :2]
    shown = bins(x, 0.0, 1.0), bins(known), bins(known.float()), known.histc(3), bins(torch.ones(3)), torch.histc(known.half(), 3)
    return numbers(*shown, torch.histc(torch.floor(known * 10).to(torch.float64), bins=10, min=0, max=10), bins(torch.zeros(0)))


def embedded(x: torch.Tensor, offset=0):
    return torch.diag_embed(x, offset), torch.diagflat(x, offset)


def placed(x: torch.Tensor, source: torch.Tensor, offset=0):
    return torch.diagonal_scatter(x, source, offset)


def diagonals():
    mask = torch.tensor([[True, False], [True, True]])
    x = torch.arange(6.0).reshape(2, 3)
    source = torch.ones(2, requires_grad=True)
    (placed(x, source, 1) ** 2).sum().backward()
    shown = placed(mask, torch.tensor([False, False])), placed(x, torch.ones(1), -1), placed(x * float("nan"), torch.ones(2)).nan_to_num()
    return numbers(*embedded(mask), *embedded(x, 1), torch.diag_embed(mask, dim1=0, dim2=2), *shown, source.grad)


def complex_scores():
    parts = [torch.linspace(-1, scale, 24).reshape(3, 4, 2).requires_grad_() for scale in (1, 2, 3)]
    h, r, t = map(torch.view_as_complex, parts)
    torch.real(torch.einsum("...d, ...d, ...d -> ...", h, r, torch.conj(t))).sigmoid().mean().backward()
    told = [torch.finfo(dtype).dtype == name for dtype, name in ((torch.complex64, "float32"), (torch.complex128, "float64"))]
    return [*map(float, told), *numbers(*(each.grad for each in parts))]


class Levels(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("mask", torch.ones(3, 4).triu(1).bool())

    def forward(self, x, size):
        levels = size // 2 - 1
        mask = self.mask[: levels + 1, : x.shape[-1]][:, None]
        y = torch.stack([x] * max(levels + 1, 1))
        return (y.masked_fill(mask, 0.0) + torch.masked_fill(y, ~mask, 1.0)).sum(dim=0)


# a mask without elements takes the elements away
def levels():
    x = torch.arange(8.0).reshape(2, 4).requires_grad_()
    shown = [Levels()(x, size) for size in (0, 2, 4)]
    sum((each**2).sum() for each in shown).backward()
    return numbers(*shown, x.grad)


# what libraries ask of torch's own transforms before they call them
def unwrapped():
    inside = torch._C._functorch
    x = torch.ones(2)
    while inside.is_functorch_wrapped_tensor(x):
        x = inside.get_unwrapped(x)
    return [float(inside.is_batchedtensor(x)), float(inside.is_gradtrackingtensor(x)), float(inside.maybe_get_level(x)), *numbers(x)]


# what a graph of users and items says of itself
class Graph:
    def load(self):
        self.graph = adjacency(torch.sparse_coo_tensor).coalesce().to("cpu").to(torch.float32)
        return self.graph


def asked(loader, name):
    graph = getattr(loader, name)()
    return [float(graph.is_coalesced()), graph._nnz(), graph.sparse_dim(), *graph.indices().flatten().tolist()]


def graphs_of_users():
    rows = torch.sparse_coo_tensor(torch.tensor([[0, 1, 1]]), torch.ones(3, 2), (2, 2))
    found = [float(rows.is_coalesced()), float(rows.coalesce().is_coalesced()), rows.sparse_dim(), rows.dense_dim()]
    return [*asked(Graph(), "load"), *found]


PROGRAMS = {
    each.__name__: each
    for each in (
        counted,
        attention,
        classes,
        gradients_of_values,
        forms,
        graphs_of_users,
        histograms,
        diagonals,
        complex_scores,
        levels,
        unwrapped,
    )
}
