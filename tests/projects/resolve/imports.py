"""Every way to import torch; `# ->` names the calls on a line, in source order, each with its certainty."""
import torch
import torch as tt
import torch.nn.functional as F
from torch import abs as absolute, nn
from torch.nn import *
from torch.nn.functional import relu

torch.abs(1)  # -> torch.abs certain
tt.exp(1)  # -> torch.exp certain
absolute(1)  # -> torch.abs certain
F.gelu(relu(1))  # -> torch.nn.functional.relu certain, torch.nn.functional.gelu certain
nn.Linear(1, 2)  # -> torch.nn.Linear certain
Conv2d(1, 2, 3)  # -> torch.nn.Conv2d certain
torch.nn.modules.linear.Linear(1, 2)  # -> torch.nn.Linear certain
