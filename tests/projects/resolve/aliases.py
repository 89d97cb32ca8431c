"""Names assigned from torch's."""
import torch

negate = torch.neg
namespace = torch.nn
layer = namespace.ReLU
again = layer
negate(1)  # -> torch.neg certain
again()  # -> torch.nn.ReLU certain
getattr(torch, "sin")(1)  # -> torch.sin certain
getattr(namespace, "GELU", None)()  # -> torch.nn.GELU certain
(lambda x: torch.cos(x))(1)  # -> torch.cos certain


def by_its_own_name(x):
    return torch.torch.relu(x)  # -> torch.relu certain
