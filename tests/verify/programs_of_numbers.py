"""Programs in which NumPy's numbers and lists of them stand beside tensors, as people write them for torch."""

import numpy as np
import torch


# 1 masks of classes that are NumPy's integers, from callers and made here
def share(labels, c):
    return (labels == c).float().mean().item()


def weighted(x, labels):
    c = np.int64(2)
    return (x * (labels != c)).sum().item()


def masks():
    x, labels = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([0, 1, 2])
    out = [share(labels, c) for c in (np.int64(2), np.array([2, 1])[0], 1, torch.tensor(0))]
    w = torch.ones(3, requires_grad=True)
    (np.float32(2.0) * w).sum().backward()
    return [*out, weighted(x, labels), *w.grad.tolist()]


PROGRAMS = {each.__name__: each for each in (masks,)}
