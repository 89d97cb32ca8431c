"""`torch.nn.ChannelShuffle`."""

from __future__ import annotations

from mindspore import Tensor

from .. import functional
from .module import Module


class ChannelShuffle(Module):
    """Channels of groups, one of each in turn."""

    def __init__(self, groups: int) -> None:
        super().__init__()
        self.groups = groups

    def forward(self, input: Tensor) -> Tensor:
        """The shuffled input."""
        return functional.channel_shuffle(input, self.groups)

    def extra_repr(self) -> str:
        """The number of groups."""
        return f"groups={self.groups}"
