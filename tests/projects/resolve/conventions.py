"""Where types are unknown: names that only tensors have are likely, shared names need evidence."""
import torch


def helper(x, y, z):
    x.unsqueeze(0)  # -> torch.Tensor.unsqueeze likely
    x.mean()  # -> torch.Tensor.mean possible
    y.mean(0)
    z.split(",")
    torch.relu(x)  # -> torch.relu certain
    return x.masked_fill_(y, 0)  # -> torch.Tensor.masked_fill_ likely
