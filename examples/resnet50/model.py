"""A residual network for images, in the usual plain style."""

import torch
import torch.nn as nn
from torch import Tensor


def conv3x3(in_channels, out_channels, stride=1):
    return nn.Conv2d(in_channels, out_channels, kernel_size=3, stride=stride, padding=1, bias=False)


def conv1x1(in_channels, out_channels, stride=1):
    return nn.Conv2d(in_channels, out_channels, kernel_size=1, stride=stride, bias=False)


class Bottleneck(nn.Module):
    """Narrow, look around, widen again; the input is added to the result."""

    expansion = 4

    def __init__(self, in_channels, channels, stride=1, shortcut=None, norm_layer=nn.BatchNorm2d):
        super().__init__()
        self.narrow = conv1x1(in_channels, channels)
        self.norm1 = norm_layer(channels)
        self.look = conv3x3(channels, channels, stride)
        self.norm2 = norm_layer(channels)
        self.widen = conv1x1(channels, channels * self.expansion)
        self.norm3 = norm_layer(channels * self.expansion)
        self.relu = nn.ReLU(inplace=True)
        self.shortcut = shortcut

    def forward(self, x: Tensor) -> Tensor:
        identity = x if self.shortcut is None else self.shortcut(x)
        out = self.relu(self.norm1(self.narrow(x)))
        out = self.relu(self.norm2(self.look(out)))
        out = self.norm3(self.widen(out))
        out += identity
        return self.relu(out)


class ResNet(nn.Module):
    """A stem, four stages of blocks, and a classifier."""

    def __init__(self, block, depths, num_classes=1000, zero_init_residual=False):
        super().__init__()
        self.channels = 64
        self.stem = nn.Sequential(
            nn.Conv2d(3, 64, kernel_size=7, stride=2, padding=3, bias=False),
            nn.BatchNorm2d(64),
            nn.ReLU(inplace=True),
            nn.MaxPool2d(kernel_size=3, stride=2, padding=1),
        )
        self.stage1 = self._stage(block, 64, depths[0])
        self.stage2 = self._stage(block, 128, depths[1], stride=2)
        self.stage3 = self._stage(block, 256, depths[2], stride=2)
        self.stage4 = self._stage(block, 512, depths[3], stride=2)
        self.pool = nn.AdaptiveAvgPool2d((1, 1))
        self.classifier = nn.Linear(512 * block.expansion, num_classes)
        self._initialise(zero_init_residual)

    def _stage(self, block, channels, depth, stride=1):
        shortcut = None
        if stride != 1 or self.channels != channels * block.expansion:
            shortcut = nn.Sequential(
                conv1x1(self.channels, channels * block.expansion, stride),
                nn.BatchNorm2d(channels * block.expansion),
            )
        layers = [block(self.channels, channels, stride, shortcut)]
        self.channels = channels * block.expansion
        for _ in range(1, depth):
            layers.append(block(self.channels, channels))
        return nn.Sequential(*layers)

    def _initialise(self, zero_init_residual):
        for module in self.modules():
            if isinstance(module, nn.Conv2d):
                nn.init.kaiming_normal_(module.weight, mode="fan_out", nonlinearity="relu")
            elif isinstance(module, nn.BatchNorm2d):
                nn.init.constant_(module.weight, 1)
                nn.init.constant_(module.bias, 0)
        if zero_init_residual:
            for module in self.modules():
                if isinstance(module, Bottleneck):
                    nn.init.constant_(module.norm3.weight, 0)

    def forward(self, x: Tensor) -> Tensor:
        x = self.stem(x)
        x = self.stage1(x)
        x = self.stage2(x)
        x = self.stage3(x)
        x = self.stage4(x)
        x = self.pool(x)
        x = torch.flatten(x, 1)
        return self.classifier(x)


def resnet50(**settings):
    return ResNet(Bottleneck, [3, 4, 6, 3], **settings)
