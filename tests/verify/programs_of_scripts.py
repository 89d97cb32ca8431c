"""Programs as scripts and their helpers have them: generic data sets and loaders, old names, what is left to a device."""

from typing import Generic, TypeVar

import torch
from torch import nn
from torch.utils.data import ConcatDataset, DataLoader, Dataset, StackDataset, Subset, TensorDataset

T = TypeVar("T")


# 1 generic classes of data
class Part(Subset[T], Generic[T]):
    def first(self) -> T:
        return self[0]


class Loop(Generic[T]):
    def __init__(self, data: Dataset[T]):
        self.data = data

    def loader(self) -> DataLoader[T]:
        return DataLoader(self.data, batch_size=2)


def generic():
    rows = TensorDataset(torch.arange(6.0).reshape(3, 2), torch.tensor([1, 0, 1]))
    whole: ConcatDataset[tuple[torch.Tensor, torch.Tensor]] = ConcatDataset([rows, Part[tuple](rows, [2, 0])])
    model: nn.DataParallel[nn.Linear] = nn.DataParallel(nn.Identity())
    out = [float(each) for each in whole.cumulative_sizes]
    for x, y in Loop[tuple](whole).loader():
        out += [model(x).sum().item(), *y.tolist()]
    return [*out, Part(rows, [1]).first()[0].sum().item(), StackDataset[tuple](rows, rows)[0][1][0].sum().item()]


PROGRAMS = {each.__name__: each for each in (generic,)}
