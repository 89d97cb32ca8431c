"""Programs that begin to record late, keep arrays where tensors come later, and save whole modules. Rewritten and run by a test."""

import io

import numpy as np
import torch
from torch import nn
from torch.nn.utils import spectral_norm, weight_norm


# 1 a tensor of an attribute that is learned
class Agent:
    def __init__(self):
        self.log_alpha = torch.tensor(-2.3)
        self.log_alpha.requires_grad = True
        self.optimizer = torch.optim.SGD([self.log_alpha], lr=0.1)

    def update(self, x: torch.Tensor):
        loss = (self.log_alpha.exp() * x).mean()
        self.optimizer.zero_grad()
        loss.backward()
        self.optimizer.step()


def a_learned_attribute():
    agent = Agent()
    agent.update(torch.arange(12.0).reshape(4, 3))
    return [agent.log_alpha.item(), agent.log_alpha.grad.item()]


# 2 a tensor that is differentiated by, below the first gradients
def an_input_below():
    net = nn.Linear(3, 2)
    nn.init.constant_(net.weight, 0.25)
    nn.init.zeros_(net.bias)
    net(torch.arange(12.0).reshape(4, 3)).pow(2).mean().backward()
    y = torch.linspace(0.0, 1.0, 6).reshape(2, 3)
    y.requires_grad_(True)
    net(y).pow(2).sum().backward()
    return [*net.weight.grad.flatten().tolist(), *y.grad.flatten().tolist()]


# 3 bounds that are arrays until a tensor comes
class Scaler:
    def __init__(self, low, high):
        self.low, self.high = low, high

    def transform(self, x):
        return (x - self.low) / (self.high - self.low)

    def inverse_transform(self, x):
        if type(x) is torch.Tensor and type(self.low) is np.ndarray:
            self.low = torch.from_numpy(self.low).to(x.device).type(x.dtype)
            self.high = torch.from_numpy(self.high).to(x.device).type(x.dtype)
        return x * (self.high - self.low) + self.low


def normalized(array):
    scaler = Scaler(array.min(axis=0, keepdims=True), array.max(axis=0, keepdims=True))
    return scaler.transform(array), scaler


def arrays_until_a_tensor_comes():
    raw = torch.tensor([[1.0, 5.0], [2.0, 3.0], [4.0, 9.0]]).numpy()
    normal, scaler = normalized(raw)
    back = scaler.inverse_transform(normal)
    found = [float(np.abs(back - raw).max()), *np.asarray(normal).flatten().tolist()]
    return [*found, *scaler.inverse_transform(torch.from_numpy(normal)).flatten().tolist()]


# 4 whole modules with computed weights in files
class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv = weight_norm(nn.Conv1d(2, 3, 3))
        self.last = spectral_norm(nn.Linear(4, 2))

    def forward(self, x):
        return self.last(self.conv(x))


def whole_modules():
    net = Net()
    with torch.no_grad():
        for parameter in net.parameters():
            parameter.copy_(torch.linspace(-1.0, 1.0, parameter.numel()).reshape(parameter.shape))
        net.last.weight_u.copy_(torch.tensor([0.6, 0.8]))
        net.last.weight_v.copy_(torch.full((4,), 0.5))
    file = io.BytesIO()
    torch.save(net.eval(), file)
    file.seek(0)
    loaded = torch.load(file, weights_only=False)
    x = torch.linspace(0.0, 1.0, 12).reshape(1, 2, 6)
    return [*net(x).flatten().tolist(), *loaded(x).flatten().tolist(), len(loaded.state_dict())]


# 5 the type of a whole module
def types_of_modules():
    dtype = torch.DoubleTensor
    net = nn.Sequential(nn.Linear(3, 2), nn.BatchNorm1d(2)).type(dtype)
    found = [each.dtype in (torch.float64, torch.DoubleTensor) for each in net.state_dict().values()]
    back = net.type("torch.FloatTensor").type(torch.float32)
    return [*map(float, found), *(float(each.dtype == torch.float32) for each in back.state_dict().values())]


PROGRAMS = {
    each.__name__: each for each in (a_learned_attribute, an_input_below, arrays_until_a_tensor_comes, whole_modules, types_of_modules)
}
