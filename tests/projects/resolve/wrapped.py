"""Functions that give the module they get, named like the files that define them."""
import torch
from torch import nn
from torch.nn.utils import weight_norm


class Vocoder(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = weight_norm(nn.Conv1d(3, 3, 1))  # -> torch.nn.Conv1d certain, torch.nn.utils.weight_norm certain
        self.post = torch.nn.utils.parametrizations.spectral_norm(nn.Linear(3, 3))  # -> torch.nn.Linear certain, torch.nn.utils.parametrizations.spectral_norm certain

    def forward(self, x):
        return self.post(self.conv(x).transpose(1, 2)).squeeze(0)  # -> torch.Tensor.transpose certain, torch.Tensor.squeeze certain
