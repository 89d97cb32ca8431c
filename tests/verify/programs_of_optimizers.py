"""Programs of optimizers and of what stands around them: states that go through functions, gradients that are deleted, lists of tensors."""

# ruff: noqa: C408 - written as people write it

import importlib
import math

import torch
import torch.nn.functional as F
from torch import nn
from torch.utils._foreach_utils import _group_tensors_by_device_and_dtype


# 1 what a function gives back of a state changes in it
class Momentum(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @staticmethod
    def view_as_real(param, *state_and_grads):
        if torch.is_complex(param):
            return torch.view_as_real(param), *[torch.view_as_real(x) for x in state_and_grads]
        return param, *state_and_grads

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                state = self.state[p]
                if not state:
                    state["exp_avg"] = torch.zeros_like(p)
                exp_avg = state["exp_avg"]
                p, grad, exp_avg = self.view_as_real(p, p.grad, exp_avg)
                exp_avg.lerp_(grad, weight=0.5)
                p.add_(exp_avg, alpha=-group["lr"])


def same(x):
    return torch.view_as_real(x) if torch.is_complex(x) else x


def averaged(state, grad):
    avg = same(state["avg"])
    avg.mul_(0.5).add_(grad)


def states():
    w = nn.Parameter(torch.tensor([1.0, 2.0]))
    optimizer, state = Momentum([w]), {"avg": torch.zeros(2)}
    for _ in range(3):
        optimizer.zero_grad()
        w.square().sum().backward()
        optimizer.step()
        averaged(state, torch.ones(2))
    return [*w.tolist(), *optimizer.state[w]["exp_avg"].tolist(), *state["avg"].tolist()]


# 2 parameters of a function stay parameters
def local_parameters():
    latent, scale = nn.Parameter(torch.zeros(3)), nn.Parameter(torch.ones(3))
    bias = nn.Parameter(torch.zeros(3))
    with torch.no_grad():
        bias.copy_(torch.linspace(-1, 1, 3))
        bias *= 0.5
        latent[:] = 2.0
    optimizer = torch.optim.SGD([latent, scale, bias], lr=0.1)
    for _ in range(2):
        optimizer.zero_grad()
        (latent * scale + bias).square().mean().backward()
        optimizer.step()
    kept = [isinstance(each, nn.Parameter) for each in (latent, scale, bias)]
    return [*map(float, kept), *latent.tolist(), *scale.tolist(), *bias.tolist()]


# 3 gradients are deleted, and asked for by their names
def cleared(parameters):
    for each in parameters:
        if hasattr(each, "grad"):
            del each.grad


def stepped(loss, w):
    if getattr(loss, "requires_grad", False):
        loss.backward()
    return w.grad


def by_names():
    w = nn.Parameter(torch.tensor([1.0, 2.0]))
    optimizer, out = torch.optim.SGD([w], lr=0.1), []
    for _ in range(2):
        out += stepped(w.square().sum(), w).tolist()
        cleared([w])
        out.append(float(w.grad is None))
    out += [float(getattr(w, "is_leaf", False)), float(hasattr(w * 2, "grad_fn")), float(hasattr(3, "detach"))]
    return [*out, *optimizer.param_groups[0]["params"][0].tolist(), float(stepped(0.0, w) is None)]


# 4 a logit of 0, where the loss is differentiated twice
def at_zero():
    y, out = torch.tensor([1.0, 0.0, 0.3]), []
    for start in (torch.zeros(3), torch.tensor([-50.0, 60.0, 0.5])):
        x = start.clone().requires_grad_(True)
        (first,) = torch.autograd.grad(F.binary_cross_entropy_with_logits(x, y, reduction="sum"), x, create_graph=True)
        (second,) = torch.autograd.grad((first * first).sum(), x)
        out += [*first.tolist(), *second.tolist()]
    return out


# 5 functions over lists, and groups of these
def lists():
    tensors, out = [torch.tensor([4.0, 9.0]), torch.ones(1, dtype=torch.float64)], []
    for (_, dtype), ((group, _), places) in sorted(
        _group_tensors_by_device_and_dtype([tensors, tensors], with_indices=True).items(), key=lambda pair: pair[1][1]
    ):
        out += [float(dtype == torch.float64), *places, *(number for each in group for number in each.tolist())]
    torch._foreach_rsqrt_(tensors)
    out += [number for each in torch._foreach_sigmoid(tensors) for number in each.tolist()]
    torch._foreach_zero_(tensors)
    return [*out, *(number for each in tensors for number in each.tolist())]


# 6 an item and a name at once, of which the item has fewer dimensions
def advantages():
    rewards, values, found, last = torch.arange(3.0), torch.ones(3), torch.zeros(3), 0
    for t in reversed(range(3)):
        delta = rewards[t] + 0.9 * values[t].reshape(1, -1)
        found[t] = last = delta + 0.8 * last
    return [*found.tolist(), float(last.ndim)]


# 7 a module that is known by its name
def part_of(target, root=torch):
    first, *parts = target.split(".")
    assert first == root.__name__
    for part in parts:
        root = getattr(root, part)
    return root


class Backend:
    def __init__(self, name="torch"):
        self.module = importlib.import_module("torch") if name else math

    def clip(self, array):
        clipped = self.module.clamp(array, min=0.0, max=1.0)
        return clipped.detach() + (array - array.detach())


def modules():
    clipped = Backend().clip(torch.tensor([0.5, 2.0]))
    return [*part_of("torch.nn.functional.relu")(torch.tensor([-1.0, 2.0])).tolist(), *clipped.tolist()]


# 8 any of numbers, and how many elements a shape has
def truths(x: torch.Tensor, holder):
    found = [x.any(), torch.any(x), (x * 2).any(), x.long().any()]
    return [*map(float, found), *x.any(1).float().tolist(), *torch.any(x.long(), dim=0).float().tolist(), holder.x.shape[1:].numel()]


class Holder:
    def __init__(self, **named):
        self.__dict__.update(named)


def any_of_numbers():
    rows = torch.tensor([[0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0], [0.0, 3.0, 0.0, 0.0]])
    out = [*truths(rows, Holder(x=rows)), *truths(rows[:1], Holder(x=rows[:1]))]
    return [*out, *torch.as_tensor(range(3)).tolist(), *rows.new_tensor(range(1, 3)).tolist()]


# 9 means of what is a number, while operations are recorded
def means_of_numbers():
    w, nan = nn.Parameter(torch.tensor([[1.0, 2.0], [3.0, 4.0]])), float("nan")
    optimizer, x = torch.optim.SGD([w], lr=0.1), torch.tensor([[1.0, nan], [nan, 2.0]])
    (torch.nanmean(w * x) + (w * x).nanmean(0)[0]).backward()
    optimizer.step()
    return [*w.flatten().tolist(), *x.nanmean(1, keepdim=True).flatten().tolist(), x.nanmean().item()]


# 10 one of several new results changes in place
def shifted(x, y):
    shift = x.detach().max(-1, keepdim=True).values.clamp_(min=torch.finfo(x.dtype).min)
    return [*shift.flatten().tolist(), *torch.max(y, -1)[0].clamp_(min=0.5).tolist(), *torch.sort(y, -1).values.mul_(2).flatten().tolist()]


def new_results():
    return shifted(torch.tensor([[1.0, 2.0], [-1.0, -5.0]]), torch.tensor([[0.0, 0.25], [3.0, 1.0]]))


# 11 complex parameters, whose parts are two numbers to an optimizer
def complex_parameters():
    out = []
    for name in ("SGD", "Adam", "AdamW", "NAdam", "RAdam", "Adamax", "RMSprop", "Adagrad", "Adadelta", "Rprop", "ASGD"):
        w = nn.Parameter(torch.complex(torch.tensor([1.0, 2.0]), torch.tensor([-1.0, 0.5])))
        optimizer = getattr(torch.optim, name)([w], lr=0.1)
        for _ in range(4):
            optimizer.zero_grad()
            (w - 0.5).abs().square().mean().backward()
            optimizer.step()
        out += [*w.detach().real.tolist(), *w.detach().imag.tolist()]
    return out


# 12 a parameter that is taken out of its module and kept under another name
class Curvature(nn.Module):
    def __init__(self, k=1.0):
        super().__init__()
        self.k = nn.Parameter(torch.tensor(k))


class Ball(Curvature):
    def __init__(self, c=1.0):
        super().__init__(k=c)
        k = self._parameters.pop("k")
        with torch.no_grad():
            self.c = k.exp_().sub_(1).log_()


def kept_parameters():
    ball = Ball()
    optimizer = torch.optim.SGD(ball.parameters(), lr=0.1)
    F.softplus(ball.c).square().sum().backward()
    optimizer.step()
    return [float(isinstance(ball.c, nn.Parameter)), float("c" in dict(ball.named_parameters())), ball.c.item()]


# 13 batches whose targets are all ignored, with a loss that is not a number and no gradients
def ignored():
    x, out = torch.tensor([[1.0, 2.0, -0.5], [0.5, -1.0, 0.2]]), []
    weight = torch.tensor([1.0, 2.0, 0.5])
    for target in (torch.tensor([0, 0]), torch.tensor([0, 2]), torch.tensor([1, 2])):
        for loss in (
            lambda y, t: nn.NLLLoss(ignore_index=0)(F.log_softmax(y, -1), t),
            lambda y, t: F.nll_loss(F.log_softmax(y, -1), t, weight, ignore_index=0),
            lambda y, t: nn.CrossEntropyLoss(ignore_index=0, label_smoothing=0.1)(y, t),
            lambda y, t: F.cross_entropy(y, t, weight, ignore_index=0),
        ):
            p = nn.Parameter(x.clone())
            optimizer = torch.optim.SGD([p], lr=1.0)
            value = loss(p * 1.0, target)
            value.backward()
            optimizer.step()
            out += [float(value.isnan()), 0.0 if value.isnan() else value.item(), *p.grad.flatten().tolist()]
    return out


# 14 Adagrad has its state from the start
def started():
    w, z = nn.Parameter(torch.tensor([1.0, 2.0])), nn.Parameter(torch.tensor([1.0 + 1.0j]))
    optimizer = torch.optim.Adagrad([w, z], lr=0.1, initial_accumulator_value=0.5)
    before = [float(optimizer.state[w]["step"]), *optimizer.state[w]["sum"].tolist(), float(len(optimizer.state_dict()["state"]))]
    for _ in range(2):
        optimizer.zero_grad()
        (w.square().sum() + (z * z.conj()).real.sum()).backward()
        optimizer.step()
        optimizer.state[w]["step"] += 1
    return [*before, float(optimizer.state[w]["step"]), *optimizer.state[w]["sum"].tolist(), *w.tolist(), z.real.item(), z.imag.item()]


# 15 leaves under other names
class Averaging(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in [p for p in group["params"] if p.grad is not None]:
                if "z" not in self.state[p]:
                    self.state[p]["z"] = torch.clone(p, memory_format=torch.preserve_format)
                z, y, grad = self.state[p]["z"], p, p.grad
                normed = grad.div_(torch.full((3, 2), 4.0))
                x = y.lerp_(end=z, weight=0.5)
                x.lerp_(end=z, weight=0.25)
                y.add_(normed, alpha=-group["lr"])
                z.sub_(normed, alpha=group["lr"])


def leaves_under_other_names():
    w = torch.ones(3, 2).requires_grad_()
    optimizer = Averaging([w])
    for _ in range(3):
        optimizer.zero_grad()
        (w**2).sum().backward()
        optimizer.step()
    return [w.sum().item(), optimizer.state[w]["z"].sum().item()]


# 16 gradients that are zeroed in place, which momentum began from
def descended(make):
    w = nn.Parameter(torch.tensor([1.0, -2.0]))
    optimizer = make([w])

    def closure():
        if w.grad is not None:
            w.grad.zero_()
        loss = (w**4).sum()
        loss.backward()
        return loss

    for _ in range(3):
        optimizer.step(closure)
    return w.tolist()


def begun_momentum():
    return [
        *descended(lambda p: torch.optim.SGD(p, lr=0.01, momentum=0.9)),
        *descended(lambda p: torch.optim.LBFGS(p, lr=0.1, max_iter=2)),
    ]


# 17 groups have every setting that torch's have, in its order
def groups():
    p = [nn.Parameter(torch.ones(2))]
    found = []
    for name in ("SGD", "Adam", "AdamW", "Adagrad", "Adadelta", "RMSprop", "Adamax", "NAdam", "RAdam", "ASGD", "Rprop", "LBFGS"):
        made = getattr(torch.optim, name)(p)
        held, kept = made.param_groups[0], made.state_dict()["param_groups"][0]
        found += [list(held), list(kept), [value for key, value in held.items() if key != "params"], str(made)]
    return list(str(found).encode())


# what an optimizer remembers of no parameter
class Counting(torch.optim.Optimizer):
    def __init__(self, params, lr=0.1):
        super().__init__(params, dict(lr=lr))

    def step(self, closure=None):
        if "k" not in self.state:
            self.state["k"] = torch.tensor([0], dtype=torch.long)
        for group in self.param_groups:
            for p in group["params"]:
                self.state[p]["s"] = p.grad.data.clone()
                p.data.add_(p.grad.data, alpha=-group["lr"])
        self.state["k"] += 1


def states_under_other_keys():
    w = torch.ones(2).requires_grad_()
    optimizer = Counting([w])
    for _ in range(2):
        (w * 3).sum().backward()
        optimizer.step()
    state = optimizer.state_dict()
    other = Counting([w])
    other.load_state_dict(state)
    return [*state["state"]["k"].tolist(), *state["state"][0]["s"].tolist(), *other.state["k"].tolist(), len(other.state), *w.tolist()]


# greatest values and their places, both stored into what is there
def sorted_into(given, values, order):
    torch.sort(given, out=(values, order))


def infinity_norms():
    kept, places = torch.ones(3), torch.zeros(3, dtype=torch.long)
    view = kept[1:]
    for i in range(3):
        rows = torch.cat([(kept * 0.9)[None], torch.sin(torch.arange(3.0) + i).abs()[None]])
        torch.max(rows, dim=0, keepdim=False, out=(kept, places))
    values, order = torch.empty(3), torch.empty(3, dtype=torch.long)
    sorted_into(kept, values, order)
    return [*kept.tolist(), *places.tolist(), *view.tolist(), *values.tolist(), *order.tolist()]


# the number of steps that a state has
def numbers_of_steps():
    w, found = nn.Parameter(torch.tensor([1.0, -2.0])), []
    for kind in (torch.optim.Adam, torch.optim.AdamW, torch.optim.Adagrad, torch.optim.RMSprop, torch.optim.Rprop, torch.optim.NAdam):
        optimizer = kind([w], lr=0.1)
        for _ in range(2):
            w.grad = torch.ones(2)
            optimizer.step()
        step = optimizer.state_dict()["state"][0]["step"]
        other = kind([w], lr=0.1)
        other.load_state_dict(optimizer.state_dict())
        found += [torch.is_tensor(step), step.item(), optimizer.state[w]["step"].item(), other.state[w]["step"].item()]
        other.step()
        found += [other.state[w]["step"].item(), *w.tolist()]
    return found


PROGRAMS = {
    each.__name__: each
    for each in (
        states,
        local_parameters,
        by_names,
        at_zero,
        lists,
        advantages,
        modules,
        any_of_numbers,
        means_of_numbers,
        new_results,
        complex_parameters,
        kept_parameters,
        ignored,
        started,
        leaves_under_other_names,
        begun_momentum,
        groups,
        states_under_other_keys,
        infinity_norms,
        numbers_of_steps,
    )
}
