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


class Explained:
    def __init__(self, detach=True):
        self.detach = detach

    def of(self, activations, grads):
        if self.detach:
            held = [a.cpu().data.numpy() for a in activations]
            others = [g.cpu().data.numpy() for g in grads]
        else:
            held = list(activations)
            others = list(grads)
        return [self.weights(a, g) for a, g in zip(held, others, strict=True)]


class OfArrays(Explained):
    def weights(self, activations, grads):
        squares = grads**2
        sums = np.sum(activations, axis=(2, 3))
        parts = grads * activations / (sums[:, :, None, None] + 1e-8)
        return float(np.sum(squares + sums[:, :, None, None] * squares * grads)) + float(np.sum(parts))


class OfTensors(Explained):
    def weights(self, activations, grads):
        return (grads - 0.5).detach().mean().item()


def arrays_or_tensors():
    parts = [torch.linspace(0.5, 2.0, 16).reshape(1, 2, 2, 4)], [torch.linspace(-1.0, 1.0, 16).reshape(1, 2, 2, 4)]
    return [value for each in (OfArrays(), OfTensors(False)) for value in each.of(*parts)]


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
    placed = torch.FloatTensor(2, 3, device=next(net.parameters()).device)
    found += [tuple(placed.shape) == (2, 3)]
    back = net.type("torch.FloatTensor").type(torch.float32)
    return [*map(float, found), *(float(each.dtype == torch.float32) for each in back.state_dict().values())]


# 6 parts that are changed in place where they are stored
def cleaned(x, mask):
    x[:, :, 0] = x[:, :, 0].masked_fill_(mask[:, :, 0], 0)
    x[:, 1] = x[:, 1].clamp_(min=-0.5).add_(1)
    return x


def parts_changed_in_place():
    x = torch.linspace(-1.0, 1.0, 24).reshape(2, 3, 4)
    found = cleaned(x, x > 0.2)
    return [*found.flatten().tolist(), *x.flatten().tolist()]


# 7 rows that were empty at first, from a function of the same file
def memories(x, count):
    return [torch.empty(0, dtype=x.dtype) for _ in range(count)]


def with_memory(x, memory):
    return torch.cat([memory, x], dim=0)


def rows_behind_nothing():
    x = torch.arange(12.0).reshape(2, 3, 2)
    kept = memories(x, 2)
    for _ in range(2):
        kept = [with_memory(x, each) for each in kept]
    return [*kept[0].shape, kept[1].sum().item()]


# 8 kernels that overlap
def strided():
    x = torch.linspace(-1.0, 1.0, 48).reshape(2, 4, 6)
    found = []
    for kernel, stride, padding, extra, groups in ((16, 8, 4, 0, 1), (10, 5, 3, 1, 2), (3, 4, 0, 3, 4), (41, 3, 20, 2, 1)):
        up = nn.ConvTranspose1d(4, 4, kernel, stride, padding, extra, groups=groups)
        nn.init.constant_(up.bias, 0.5)
        with torch.no_grad():
            up.weight.copy_(torch.linspace(-1.0, 1.0, up.weight.numel()).reshape(up.weight.shape))
        out = up(x)
        out.pow(2).mean().backward()
        found += [*out.shape, out.sum().item(), out.abs().sum().item(), up.weight.grad.abs().sum().item()]
    return found


# 9 gradients before there is an optimizer, in a branch, and of what a function gets
def helper(net, x):
    net(x).pow(2).sum().backward()
    return [*net.weight.grad.flatten().tolist()]


def given(loss):
    loss.backward()


class Explainer:
    def __init__(self, net, by_input=False):
        self.net, self.by_input = net, by_input

    def explain(self, x: torch.Tensor):
        if self.by_input:
            x = x.clone().requires_grad_(True)
        self.net.zero_grad()
        loss = self.net(x).sum()
        loss.backward()
        return [*self.net.weight.grad.flatten().tolist()]


def gradients_before_an_optimizer():
    net = nn.Linear(3, 2)
    nn.init.constant_(net.weight, 0.25)
    nn.init.zeros_(net.bias)
    x = torch.arange(6.0).reshape(2, 3)
    found = [*Explainer(net).explain(x), *helper(net, x)]
    given(net(x).mean())
    found += net.weight.grad.flatten().tolist()
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    optimizer.step()
    return [*found, *net.weight.flatten().tolist()]


# 10 the states of schedulers
def states_of_schedulers():
    found = []
    for name, settings in (
        ("OneCycleLR", {"max_lr": 1.0, "total_steps": 10}),
        ("CyclicLR", {"base_lr": 0.1, "max_lr": 1.0}),
        ("LambdaLR", {"lr_lambda": lambda step: 0.5**step}),
        ("CosineAnnealingWarmRestarts", {"T_0": 3}),
        ("ReduceLROnPlateau", {}),
    ):
        optimizer = torch.optim.SGD([nn.Parameter(torch.ones(2))], lr=0.1, momentum=0.9)
        scheduler = getattr(torch.optim.lr_scheduler, name)(optimizer, **settings)
        for _ in range(2):
            optimizer.step()
            scheduler.step(*([1.0] if name == "ReduceLROnPlateau" else []))
        file = io.BytesIO()
        torch.save(scheduler.state_dict(), file)
        file.seek(0)
        state = torch.load(file)
        found += [len(state), *list(" ".join(state).encode()), *(value for value in state.values() if isinstance(value, float))]
        scheduler.load_state_dict(state)
    return found


PROGRAMS = {
    each.__name__: each
    for each in (
        a_learned_attribute,
        an_input_below,
        arrays_until_a_tensor_comes,
        arrays_or_tensors,
        whole_modules,
        types_of_modules,
        parts_changed_in_place,
        rows_behind_nothing,
        strided,
        gradients_before_an_optimizer,
        states_of_schedulers,
    )
}
