"""Steps by hand: parameters without dimensions, and parameters that are attributes of a network."""

import torch
from torch import nn
from torch.autograd import Variable


class Scaled(nn.Module):
    def __init__(self):
        super().__init__()
        self.scale = nn.Parameter(torch.tensor(3.0))
        self.shift = nn.Parameter(torch.tensor([1.0, 2.0]))
        self.register_buffer("seen", torch.tensor(0))
        nn.init.constant_(self.scale.data, 4.0)

    def forward(self, x):
        self.seen.add_(1)
        return x * self.scale + self.shift


def state(net):
    return [net.scale.item(), *net.shift.tolist(), net.seen.item()]


def attributes_less_their_gradients():
    net, out = Scaled(), []
    for _ in range(2):
        net(torch.ones(2)).sum().backward()
        with torch.no_grad():
            net.scale -= 0.5 * net.scale.grad
            net.shift -= 0.5 * net.shift.grad
            net.shift *= 2
            net.scale.grad.zero_()
            net.shift.grad = None
        out += state(net)
    return out


def without_dimensions():
    net, out = Scaled(), []
    for p in net.parameters():
        p.data.add_(-torch.tensor(0.5))
        p.data.mul_(0.5).add_(torch.ones_like(p), alpha=0.1)
        out += p.data.flatten().tolist()
    net.scale.data.mul_(4).clamp_(max=1.5)
    x = torch.zeros(2, 2)
    corner = x[0, 0]
    corner.add_(7)
    corner[...] = 5
    normed = nn.utils.weight_norm(nn.Linear(2, 2, bias=False), dim=None)
    normed.weight_g.data.fill_(1.0)
    for p in normed.parameters():
        p.data.mul_(torch.zeros(()))
    return out + state(net) + x.flatten().tolist() + [normed.weight_g.item()]


def data_of_others():
    """While operations are recorded, `data` takes what is computed from parameters."""
    ours, theirs, out = nn.Linear(2, 1, bias=False), nn.Linear(2, 1, bias=False), []
    ours.weight.data.fill_(1.0)
    theirs.weight.data.fill_(5.0)
    optimizer = torch.optim.SGD(ours.parameters(), lr=0.1)
    ours(torch.ones(1, 2)).sum().backward()
    optimizer.step()
    for target, source in zip(theirs.parameters(), ours.parameters(), strict=True):
        target.data.copy_(source)
        out += theirs.weight.flatten().tolist()
        target.data.add_(source, alpha=2)
        kept = target.data
        kept.copy_(kept + source * 3)
        out += theirs.weight.flatten().tolist()
        target.detach().sub_(source * 6)
        target.data.lerp_(source, 0.5)
        out += theirs.weight.flatten().tolist()
    average = torch.zeros_like(ours.weight)
    average.mul_(0.9).add_(ours.weight.grad.data, alpha=0.1)
    theirs.weight.data.copy_(average / 2)
    theirs.weight.data += ours.weight
    return out + theirs.weight.flatten().tolist()


def centered(x):
    if x.dim() > 1:
        x.add_(-x.mean(dim=1, keepdim=True))
    return x


def changed_by_a_function():
    """A function changes its argument and returns it; something else holds the argument, too."""
    p = nn.Parameter(torch.arange(6.0).reshape(2, 3))
    (p**2).sum().backward()
    for each in [p]:
        grad = each.grad
        grad = centered(grad)
    held = {"a": torch.tensor([[1.0, 3.0]])}
    x = held["a"]
    x = centered(x)
    return p.grad.flatten().tolist() + held["a"].flatten().tolist()


def gradients_of_what_is_computed():
    w = torch.tensor([1.0, -2.0], requires_grad=True)
    computed = w * 3
    computed.retain_grad()
    (computed**2).sum().backward(retain_graph=True)
    once = computed.grad.clone()
    (computed * 2).sum().backward()
    return once.tolist() + computed.grad.tolist() + w.grad.tolist()


class Kept:
    def __init__(self):
        self.mean = torch.ones(2)

    def step(self, x):
        self.mean.mul_(0.9).add_(x).div_(self.mean.norm())
        return self.mean


def chains_that_read_again():
    """A later call of a chain reads what the earlier ones have changed."""
    x = torch.tensor([1.0, 2.0])
    x.add_(1).mul_(x)
    held = {"a": torch.ones(2)}
    held["a"].mul_(3).add_(held["a"])
    p = nn.Parameter(torch.ones(2))
    p.data.add_(torch.ones(2) * 0.01).sub_(p.data, alpha=0.1)
    y = x.mul_(2).add_(x)
    return [*x.tolist(), *y.tolist(), *held["a"].tolist(), *p.tolist(), *Kept().step(torch.ones(2)).tolist()]


def rates_of_one_scheduler_after_another():
    optimizer, out = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=1.0), []
    for scheduler in (
        torch.optim.lr_scheduler.OneCycleLR(optimizer, 1.0, total_steps=6),
        torch.optim.lr_scheduler.CyclicLR(optimizer, 0.1, 1.0, step_size_up=2),
    ):
        for _ in range(5):
            optimizer.step()
            scheduler.step()
            out.append(optimizer.param_groups[0]["lr"])
    return out


def solved(matrix, vector):
    """A pair without parentheses leaves a try, and a tensor that equals a number is a tensor."""
    try:
        low = torch.linalg.cholesky(matrix)
        p = torch.cholesky_solve(vector.unsqueeze(1), low).squeeze(1)
        if p.dot(p) <= 4.0:
            return p, True
    except RuntimeError as refused:
        if "cholesky" not in refused.args[0]:
            raise
    return vector, False


def from_zero(low, high):
    low = torch.max(low, -high)
    if low == 0:
        return low.clone()
    return (low * high).sqrt()


def solvers():
    out = []
    for corner in (1.0, -1.0):
        matrix = torch.tensor([[2.0, 0.5], [0.5, corner]])
        p, found = solved(matrix, torch.ones(2))
        info = torch.linalg.cholesky_ex(matrix)[1]
        out += [*p.tolist(), found, info.item()]
    scale = 1 / torch.tensor([1.0, 2.0]).dot(torch.tensor([0.5, 1.0]))
    out += torch.addr(torch.eye(2), torch.ones(2), torch.ones(2), alpha=-scale).flatten().tolist()
    return [*out, from_zero(torch.tensor(4.0), torch.tensor(9.0)).item(), from_zero(torch.tensor(0.0), torch.tensor(9.0)).item()]


def last_dimension(x, dim):
    order = [i for i in range(x.dim()) if i != dim] + [dim]
    return x.permute(order)


def unsolved_filled(x, dim):
    missing = (x == 0).squeeze(dim)
    last_dimension(x, dim)[missing] = torch.full((1,), 7.0)
    return x


def into_items(a, b, out):
    torch.hypot(a, b, out=out[2])
    torch.div(a, out[2], out=out[0])
    torch.div(b, out[2], out=out[1])


def views_of_functions():
    c, s, r = torch.zeros(3)
    into_items(torch.tensor(3.0), torch.tensor(4.0), out=(c, s, r))
    return [*unsolved_filled(torch.tensor([[[1.0, 0.0]], [[2.0, 3.0]]]), 1).flatten().tolist(), c.item(), s.item(), r.item()]


SCHEDULERS = {
    "LambdaLR": {"lr_lambda": lambda k: 0.9**k},
    "MultiplicativeLR": {"lr_lambda": lambda k: 0.9},
    "StepLR": {"step_size": 2, "gamma": 0.5},
    "MultiStepLR": {"milestones": [2, 4], "gamma": 0.5},
    "ConstantLR": {"factor": 0.5, "total_iters": 3},
    "LinearLR": {"start_factor": 0.5, "total_iters": 4},
    "ExponentialLR": {"gamma": 0.9},
    "PolynomialLR": {"total_iters": 4},
    "CosineAnnealingLR": {"T_max": 3, "eta_min": 1e-3},
    "OneCycleLR": {"max_lr": 0.4, "total_steps": 11},
}


def rates_where_training_goes_on():
    """The rates of schedulers that are made for a later step, and what they would give next."""
    found = []
    for name, settings in SCHEDULERS.items():
        for last in (-1, 0, 2, 3):
            group = {"params": [nn.Parameter(torch.ones(2))], "initial_lr": 0.1, "max_lr": 0.5, "min_lr": 1e-3}
            group |= {"max_momentum": 0.95, "base_momentum": 0.85}
            optimizer = torch.optim.SGD([group], lr=0.1, momentum=0.9)
            scheduler = getattr(torch.optim.lr_scheduler, name)(optimizer, last_epoch=last, **settings)
            found += [optimizer.param_groups[0]["lr"], *scheduler.get_lr()]
            for _ in range(5):
                optimizer.step()
                scheduler.step()
                found.append(optimizer.param_groups[0]["lr"])
    return found


def clipped_elsewhere():
    x = nn.Parameter(torch.tensor([1.0, 2.0, 3.0]))
    (x * x).sum().backward()
    held = x.grad.data
    nn.utils.clip_grad_norm_([x], 1.0)
    found = [*held.tolist(), *x.grad.tolist()]
    nn.utils.clip_grad_value_(x, 0.3)
    return [*found, *held.tolist(), *x.grad.tolist()]


def starting_from_another():
    net = nn.Conv2d(1, 1, 3, bias=False)
    net.weight.data.fill_(0.5)
    net.weight.requires_grad = False
    content = torch.ones(1, 1, 4, 4)
    image = Variable(content, requires_grad=True)
    target = net(content)
    optimizer = torch.optim.Adam((image,), lr=0.1)
    losses = []
    for _ in range(2):
        loss = (net(image) - target - 1).pow(2).mean()
        loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        losses.append(loss.item())
    return [*losses, content.sum().item(), target.requires_grad]


PROGRAMS = {
    each.__name__: each
    for each in (
        attributes_less_their_gradients,
        without_dimensions,
        data_of_others,
        changed_by_a_function,
        gradients_of_what_is_computed,
        chains_that_read_again,
        rates_of_one_scheduler_after_another,
        solvers,
        views_of_functions,
        rates_where_training_goes_on,
        clipped_elsewhere,
        starting_from_another,
    )
}
