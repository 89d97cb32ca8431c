"""Attributes to which is added: what they begin with does not say what they are."""
import torch


class Meter:
    def __init__(self):
        self.val = self.sum = 0
        self.count = 0
        self.parts = []

    def update(self, val, n=1):
        self.val = val
        self.sum += val * n
        self.count += n
        self.parts += [val]
        self.avg = self.sum / self.count


meter = Meter()
meter.update(torch.ones(3))  # -> torch.ones certain
meter.sum.sqrt()  # -> torch.Tensor.sqrt likely
meter.avg.view(-1)  # -> torch.Tensor.view likely
meter.parts[0].exp()  # -> torch.Tensor.exp likely
meter.count.bit_length()
