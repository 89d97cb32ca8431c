"""Programs in which NumPy's numbers are sizes and counts of torch's functions."""

import numpy as np
import torch
import torch.nn.functional as F


def sizes(x, a):
    n, k, half = a.max(), a[0], np.array(x.shape)[2] // 2
    return [
        F.interpolate(x, size=(n, half)), F.interpolate(x, size=n), F.interpolate(x, scale_factor=np.float64(2.0)),
        F.max_pool1d(x[0], k), F.max_pool2d(x, (k, k), stride=k), F.avg_pool2d(x, k), F.unfold(x, k, stride=k),
        F.conv2d(x, torch.ones(1, 1, 2, 2), stride=k, padding=k), F.pad(x, (k, 1, 0, n)), x.select(2, k),
    ]  # fmt: skip


def counts(t, a):
    n, k = a.max(), a[0]
    torch.manual_seed(n)
    return [
        F.one_hot(t, t.numpy().max() + 1), *torch.split(t, [k, n, 12 - k - n]), torch.repeat_interleave(t, k), torch.roll(t, k),
        torch.arange(k, n * k, k), torch.arange(k, n),
    ]  # fmt: skip


def numbers(made):
    return [number for x in made for number in (*x.shape, *x.flatten().tolist())]


def of_images():
    return numbers(sizes(torch.arange(64.0).reshape(1, 1, 8, 8), np.array([2, 3, 4])))


def of_labels():
    return numbers(counts(torch.arange(12), np.array([2, 3, 4])))


class Parts:
    def __init__(self, sizes):
        self.sizes = sizes

    def of(self, x):
        whole = [*torch.split(x, list(self.sizes), dim=1), *x.split(list(self.sizes), 1), *x.split(tuple(self.sizes), dim=1)]
        return [each.shape[1] for each in whole]


def of_parts():
    return Parts(np.array([2, 3])).of(torch.ones(2, 5)) + Parts([1, 4]).of(torch.ones(2, 5))


def of_places():
    order = {"first": np.int64(1), "last": np.int64(0)}
    x = torch.arange(6.0).view(2, 3)
    return numbers([torch.movedim(x, order["first"], order["last"]), x.movedim(order["first"], order["last"])])


class Stretch(torch.nn.Module):
    def __init__(self, scales, pad):
        super().__init__()
        self.indent = pad * np.cumprod(scales)[-1]

    def forward(self, m):
        return m.squeeze(1)[:, :, self.indent : -self.indent]


def of_products():
    return numbers([Stretch((2, 2), 1)(torch.arange(24.0).view(1, 1, 2, 12))])


# a length that is NumPy's in one call, and a tensor's in another
def mask(lengths, longest=None):
    if longest is None:
        longest = torch.max(lengths).item()
    ids = torch.arange(0, longest).unsqueeze(0).expand(lengths.shape[0], -1)
    return ids >= lengths.unsqueeze(1).expand(-1, longest)


def of_lengths():
    lengths = np.array([2, 3])
    return numbers([mask(torch.from_numpy(lengths), max(lengths)), mask(torch.from_numpy(lengths))])


def spread(data):
    if isinstance(data, np.ndarray):
        data = torch.from_numpy(data)
    return [data.mean(axis=0), data.std(axis=0), data.var(axis=1, keepdims=True)]


def of_columns():
    norm = torch.nn.BatchNorm1d([2], momentum=0.5)
    x = torch.arange(8.0).reshape(4, 2) ** 2
    return numbers([*spread(x), *spread(x.numpy()), norm(x), norm.running_mean])


class Set(torch.utils.data.Dataset):
    def __len__(self):
        return 3

    def __getitem__(self, i):
        return np.arange(2.0) + i, np.array([i % 2]).astype(np.int32)[0]


def gain(x):
    return np.sqrt(2.0) * x


GAINS = {"root": gain}


def beside_unknown():
    found = []
    for _points, target in torch.utils.data.DataLoader(Set(), batch_size=3):
        for kind in np.unique(target.numpy()):
            found += [*(target == kind).tolist(), *(kind != target).tolist()]
    w = torch.ones(2, requires_grad=True)
    GAINS["root"](w).sum().backward()
    return [*found, *w.grad.tolist(), *gain(np.ones(2)).tolist()]


def of_differences():
    x = torch.arange(12.0).view(2, 3, 2).requires_grad_()
    n, m = x.shape[1], len("abc")
    torch.cat([x, x[:, 0 : n - m, :]], 1).pow(2).sum().backward()
    return x.grad.flatten().tolist()


def element_kinds(pick):
    table, wide = np.asarray([0.5, 0.25]), torch.tensor([0.5, 0.25], dtype=torch.float64)
    filled = [torch.full((2, 1), pick(each, 1)) for each in (table, wide, wide.long(), wide > 0.3, [3, True])]
    per_batch = []
    for row in np.ones((2, 3)) / 3:
        per_batch.append(np.mean(row))
    lists = ([np.float64(0.1)], [np.float32(0.5), 0.5], [np.float64(0.1), 0.5], [np.int32(1)], [np.int32(1), 1], [np.int64(1), 0.5])
    made = [torch.tensor(per_batch), torch.as_tensor(per_batch), torch.tensor([[np.float64(0.1)], [1]]), torch.tensor([np.ones(2)])]
    made += [torch.tensor(each) for each in lists]
    return [*(each.element_size() for each in (*filled, *made)), *(each.double().sum().item() for each in (*filled, *made))]


def of_elements():
    return element_kinds(lambda table, i: table[i])


OF_ARRAYS = (of_images, of_labels, of_parts, of_places, of_products, of_lengths, of_columns, of_elements)
PROGRAMS = {each.__name__: each for each in (*OF_ARRAYS, beside_unknown, of_differences)}
