"""Programs with what people write around training: checks of gradients, anomalies, sources of samples, settings, clocks."""

# ruff: noqa: TRY300 - written as people write it

import numpy as np
import torch
import torch.nn.functional as F
import torch.utils.benchmark as benchmark
from torch import nn
from torch.autograd import gradcheck
from torch.utils.data import ChainDataset, DataLoader, IterableDataset, StackDataset, TensorDataset


# 1 anomalies
class Root(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.tensor([0.0, 4.0]))

    def forward(self, x):
        return (torch.sqrt(self.w) * x).sum()


def stepped(net, x):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    try:
        opt.zero_grad()
        net(x).backward()
        return 1
    except RuntimeError:
        return 0


def anomalies():
    bad, good, out = torch.tensor([0.0, 1.0]), torch.ones(2), []
    out.append(stepped(Root(), bad))
    with torch.autograd.detect_anomaly(check_nan=True):
        out += [stepped(Root(), bad), stepped(Root(), good)]
    with torch.autograd.set_detect_anomaly(True):
        out += [stepped(Root(), bad), stepped(Root(), good)]
    out.append(stepped(Root(), bad))
    torch.autograd.set_detect_anomaly(True)
    out.append(stepped(Root(), bad))
    torch.autograd.set_detect_anomaly(False)
    out.append(stepped(Root(), bad))
    with torch.autograd.set_detect_anomaly(True, check_nan=False):
        out.append(stepped(Root(), bad))
    return out


# 2 gradients that are right or wrong
class Cube(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, factor):
        ctx.save_for_backward(x)
        ctx.factor = factor
        return x * x * x

    @staticmethod
    def backward(ctx, grad):
        (x,) = ctx.saved_tensors
        return grad * x * x * ctx.factor, None


def checked():
    x = torch.tensor([[0.5, -1.0], [2.0, 0.1]], dtype=torch.float64, requires_grad=True)
    y = torch.tensor([0.3, 0.7], dtype=torch.float64, requires_grad=True)
    out = [gradcheck(lambda a, b: (a * b, torch.sin(a).sum()), (x, y)), gradcheck(torch.exp, x, eps=1e-5, atol=1e-4)]
    out.append(gradcheck(lambda a: Cube.apply(a, 3.0), (x,)))
    out.append(torch.autograd.gradcheck(lambda a: Cube.apply(a, 2.0), (x,), raise_exception=False))
    for call in (lambda: gradcheck(lambda a: Cube.apply(a, 2.0), (x,)), lambda: gradcheck(torch.sin, (x.detach(),))):
        try:
            call()
        except RuntimeError:
            out.append(-1)
        except ValueError:
            out.append(-2)
    return out


# 3 sources side by side and one after the other
class Numbers(IterableDataset):
    def __init__(self, start, end):
        self.start, self.end = start, end

    def __iter__(self):
        return iter(range(self.start, self.end))

    def __len__(self):
        return self.end - self.start


def sources():
    x, y = TensorDataset(torch.arange(6.0)), [i * i for i in range(6)]
    side, named = StackDataset(x, y), StackDataset(image=x, label=y)
    out = [len(side), side[2][1], side[2][0][0].item(), named[3]["label"], named[-1]["image"][0].item()]
    for (a,), b in DataLoader(side, batch_size=4):
        out += [*a.tolist(), *b.tolist()]
    for batch in DataLoader(ChainDataset([Numbers(0, 3), Numbers(7, 9)]), batch_size=2):
        out += batch.tolist()
    try:
        StackDataset(x, [1])
    except ValueError:
        out.append(-1)
    return [*out, len(ChainDataset([Numbers(0, 3), Numbers(7, 9)]))]


# 4 settings and questions
def settings():
    torch.set_default_tensor_type("torch.FloatTensor")
    torch.set_default_tensor_type(torch.FloatTensor)
    x = torch.ones(2)
    states = torch.cuda.get_rng_state_all()
    torch.cuda.set_rng_state_all(states)
    return [
        len(states),
        torch.overrides.is_tensor_like(x),
        torch.overrides.is_tensor_like([1]),
        torch.zeros(1).dtype == torch.float32,
    ]


# 5 clocks
def clocks():
    net, x = nn.Linear(4, 4), torch.ones(2, 4)
    timer = benchmark.Timer(
        stmt="F.relu(net(x))", setup="import math", globals={"F": F, "net": net, "x": x}, label="relu", sub_label="small", num_threads=1
    )
    once, often = timer.timeit(10), timer.blocked_autorange(min_run_time=0.05)
    out = [once.number_per_run, len(once.times), once.mean == once.median, often.median > 0, often.iqr >= 0, sum(often.raw_times) >= 0.05]
    out += ["Median" in str(often), "relu" in repr(once), timer.adaptive_autorange().median > 0]
    compare = benchmark.Compare([once, often])
    compare.trim_significant_figures()
    return out


# 6 functions for each element, and matrices of low rank
def elements():
    x, y = torch.arange(6.0).view(2, 3), torch.ones(3)
    x.apply_(lambda v: v * v if v > 2 else -v)
    z = x.clone().map_(x + 1, lambda a, b: a + 2 * b)
    y.map_(torch.arange(3.0), max)
    out = [*x.flatten().tolist(), *z.flatten().tolist(), *y.tolist()]
    a = torch.outer(torch.arange(1.0, 5.0), torch.tensor([1.0, -1.0, 2.0])) + torch.outer(torch.ones(4), torch.tensor([0.0, 1.0, 0.0]))
    for u, s, v in (
        torch.svd_lowrank(a, q=2),
        torch.pca_lowrank(a, 2),
        torch.pca_lowrank(a, q=2, center=False),
        torch.svd_lowrank(a, 1, niter=20, M=a * 0.5),  # so many that what is drawn does not show
    ):
        out += [*s.tolist(), *(u @ torch.diag(s) @ v.T).flatten().tolist(), v.shape[1]]
    kinds = (torch.bool, torch.uint8, torch.int64, torch.float16, torch.float32, torch.complex64)
    return [*out, *(torch.can_cast(first, second) for first in kinds for second in kinds)]


# what NumPy's functions make of tensors
def schedule(betas):
    if isinstance(betas, list):
        betas = np.array(betas)
    betas = np.clip(betas, a_min=0, a_max=0.5)
    kept = np.sqrt(1.0 - torch.as_tensor(betas))
    return kept.clone().to(torch.float32), betas


def functions_of_tensors():
    kept, betas = schedule(torch.arange(4.0) * 0.25)
    other, array = schedule([0.1, 0.7])
    found = [*kept.tolist(), *other.tolist(), *betas.numpy().tolist(), *array.tolist(), betas.dtype is torch.float32]
    wide = np.sqrt((1 - np.array([0.5, 0.4, 0.3, 0.2])) / (1 + kept))
    found += [wide.dtype is torch.float64, *wide.clone().tolist(), *(0.5 * np.log(kept)).detach().tolist()]
    return [*found, *np.isnan(kept).tolist(), *np.maximum(kept, 0.8).unsqueeze(0).tolist()[0], np.exp(2.0), *np.exp(array).tolist()]


PROGRAMS = {each.__name__: each for each in (anomalies, checked, sources, settings, clocks, elements, functions_of_tensors)}
