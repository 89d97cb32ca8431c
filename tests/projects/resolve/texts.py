"""Names put together from known texts."""
import torch
from torch import nn

PREFIX = "Conv"


class Layers(nn.Module):
    def __init__(self, kind: str = "max"):
        super().__init__()
        self.conv = getattr(nn, PREFIX + "2d")(3, 3, 1)  # -> torch.nn.Conv2d certain
        self.norm = getattr(nn, f"BatchNorm{2}d")(3)  # -> torch.nn.BatchNorm2d certain
        self.drop = getattr(nn, "Dropout{}d".format(3))()  # -> torch.nn.Dropout3d certain
        self.pool = getattr(nn, "AvgPool%dd" % 2)(2)  # -> torch.nn.AvgPool2d certain
        self.pad = getattr(nn, "ZeroPad" + str(2) + "d")(1)  # -> torch.nn.ZeroPad2d certain
        self.unknown = getattr(nn, f"BatchNorm{kind:>3}d")(3)
        self.braces = getattr(nn, f"BatchNorm{{2}}d", nn.Identity)()  # -> torch.nn.Identity likely


def norm(dim):
    return getattr(nn, f"InstanceNorm{dim}d")(3)  # -> torch.nn.InstanceNorm1d|torch.nn.InstanceNorm2d likely


norm(1)
norm(2)
torch.ones(1)  # -> torch.ones certain
