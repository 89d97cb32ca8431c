"""A U-Net, with padding to the skip connection's size, and a static loss."""

import torch
import torch.nn.functional as F
from torch import Tensor, nn


class DoubleConv(nn.Sequential):
    def __init__(self, inputs: int, outputs: int, middle: int | None = None):
        if not middle:
            middle = outputs
        super().__init__(
            nn.Conv2d(inputs, middle, 3, padding=1), nn.BatchNorm2d(middle), nn.ReLU(inplace=True),
            nn.Conv2d(middle, outputs, 3, padding=1), nn.BatchNorm2d(outputs), nn.ReLU(inplace=True),
        )


class Up(nn.Module):
    def __init__(self, inputs: int, outputs: int, bilinear: bool = True):
        super().__init__()
        if bilinear:
            self.up: nn.Module = nn.Upsample(scale_factor=2, mode="bilinear", align_corners=True)
            self.conv = DoubleConv(inputs, outputs, inputs // 2)
        else:
            self.up = nn.ConvTranspose2d(inputs, inputs // 2, 2, 2)
            self.conv = DoubleConv(inputs, outputs)

    def forward(self, x1: Tensor, x2: Tensor) -> Tensor:
        x1 = self.up(x1)
        dy = x2.size()[2] - x1.size()[2]
        dx = x2.size()[3] - x1.size()[3]
        if dy != 0 or dx != 0:
            x1 = F.pad(x1, [dx // 2, dx - dx // 2, dy // 2, dy - dy // 2])
        return self.conv(torch.cat([x2, x1], dim=1))


class UNet(nn.Module):
    def __init__(self, channels: int, classes: int, widths=(64, 128, 256, 512)):
        super().__init__()
        self.inc = DoubleConv(channels, widths[0])
        self.down = nn.ModuleList()
        self.up = nn.ModuleList()
        for narrow, wide in zip(widths[:-1], widths[1:]):
            self.down.append(nn.Sequential(nn.MaxPool2d(2), DoubleConv(narrow, wide)))
        for narrow, wide in zip(widths[-2::-1], widths[:0:-1]):
            self.up.append(Up(wide + narrow, narrow))
        self.outc = nn.Conv2d(widths[0], classes, 1)

    def forward(self, x: Tensor) -> Tensor:
        skips = [self.inc(x)]
        for down in self.down:
            skips.append(down(skips[-1]))
        x = skips.pop()  # <- MA416
        for up in self.up:
            skip = skips.pop()  # <- MA416
            x = up(x, skip)
        return self.outc(x)


class DiceLoss(nn.Module):
    def __init__(self, smooth: float = 1.0, reduction: str = "mean"):
        super().__init__()
        self.smooth = smooth
        self.reduction = reduction

    def forward(self, logits: Tensor, target: Tensor) -> Tensor:
        target = F.one_hot(target, num_classes=logits.shape[1]).permute(0, 3, 1, 2).to(logits.dtype)
        valid = (target >= 0).to(logits.dtype)
        probs = torch.where(valid > 0, logits.softmax(dim=1), torch.zeros_like(logits))
        overlap = (probs * target).sum(dim=(2, 3))
        loss = 1 - (2 * overlap + self.smooth) / ((probs + target).sum(dim=(2, 3)) + self.smooth)
        values, _ = loss.topk(k=1, dim=1)
        if self.reduction == "mean":
            return loss.mean()
        if self.reduction == "hardest":
            return values.mean()
        return loss
