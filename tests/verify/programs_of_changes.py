"""Programs that change tensors in place which others hold: arguments that come back, data by another name; each gives numbers."""

# ruff: noqa: B007, RET504, SIM108 - written as people write it

from collections import deque
from copy import deepcopy
from functools import partial
from types import SimpleNamespace

import torch
from torch import nn
from torch.nn import functional


def returned(m):
    m += torch.eye(2)
    return m


def chained(m):
    m.add_(1).mul_(2)
    return m


def scaled_(t, std):
    with torch.no_grad():
        t.mul_(std)
        t.add_(1)
    return t


def outer(t):
    return scaled_(t, 2)


def masks(m):
    m |= torch.eye(2).bool()
    m &= torch.tensor([[True, True], [True, False]])
    return m


def given_back():
    m = torch.zeros(2, 2)
    k = returned(m)
    returned(m)
    out = m.flatten().tolist() + k.flatten().tolist()
    b = torch.zeros(2, 2).bool()
    kb = masks(b)
    return out + b.int().flatten().tolist() + kb.int().flatten().tolist()


def initialized():
    m = torch.zeros(2, 2)
    k = chained(m)
    chained(m)
    lin = nn.Linear(2, 1)
    lin.weight.data.fill_(1)
    scaled_(lin.weight, 3)
    w = torch.ones(2)
    outer(w)
    return m.flatten().tolist() + k.flatten().tolist() + lin.weight.flatten().tolist() + w.tolist()


def taken_back():
    x = torch.ones(2, requires_grad=True)
    y = x * 3
    y = scaled(y)
    y.sum().backward()
    return x.grad.tolist() + y.tolist()


def scaled(y):
    y *= 2
    return y


class Box:
    def __call__(self, x, y):
        x += y


class Masked(nn.Module):
    def forward(self, x, m):
        m |= torch.tensor([True, False])
        k = m.float()
        return (x * k).sum()


def entered():
    x, m = torch.zeros(2), torch.tensor([False, False])
    Box()(x, torch.ones(2))
    out = Masked()(torch.ones(2), m)
    return [*x.tolist(), *m.int().tolist(), out.item()]


def part(p):
    c = p.data
    c[0] = 3.0


def scale(p):
    c = p.data
    c.mul_(2)


def clip(p):
    c = p.data
    c[:-1].clamp_(torch.tensor(-9.0), c[1:] - 0.1)


def add(p):
    c = p.detach()
    c[1] = 4.0
    c += 1


def data():
    out = []
    for made in (False, True):
        for change in (part, scale, clip, add):
            p = nn.Parameter(torch.tensor([0.5, -0.5, 0.7]))
            if made:
                torch.optim.SGD([p], lr=0.1)
            change(p)
            out += (p * 1).tolist()
    return out


def parts(x):
    flat = x.view(-1)
    flat[:2].mul_(3)
    flat[2:].clamp_(0, 5)
    t = x.t()
    t[0].add_(1)
    d = x.data.view(-1)
    d[1:3].zero_()


def views():
    out = []
    for made in (False, True):
        x = torch.arange(6.0).view(2, 3)
        if made:
            torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
        parts(x)
        out += x.flatten().tolist()
    return out


class Frozen(nn.Module):
    def __init__(self):
        super().__init__()
        self.a, self.b = nn.Linear(2, 2, bias=False), nn.Linear(2, 1, bias=False)

    def forward(self, x, freeze):
        if freeze:
            self.a.weight.detach_()
        return self.b(self.a(x)).sum()


def frozen():
    net = Frozen()
    for p in net.parameters():
        p.data.fill_(0.5)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)
    out = []
    for step in range(3):
        loss = net(torch.ones(1, 2), step == 1)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        out += [*net.a.weight.flatten().tolist(), float(net.a.weight.requires_grad)]
    return out


class Product(nn.Module):
    def __init__(self):
        super().__init__()
        self.w = nn.Parameter(torch.zeros(2, 3))

    def forward(self, x):
        return x @ self.w.t()


def filled(net):
    for i, p in enumerate(net.parameters()):
        p.data.copy_((torch.arange(p.numel()) * (i + 1) % 7 * 0.1).reshape(p.shape))
    return net


def accumulated():
    x = torch.arange(12.0).reshape(2, 2, 3) * 0.1
    out = []
    for net in (nn.Linear(3, 2, bias=False), nn.Linear(3, 2), Product(), nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2))):
        optimizer = torch.optim.SGD(filled(net).parameters(), lr=0.1)
        for step in range(2):
            optimizer.zero_grad(set_to_none=step == 0)
            for part in x:
                y = net(part)
                (y * torch.arange(y.numel()).reshape(y.shape)).sum().backward()
            y = net(x)
            y[0].pow(2).sum().backward(retain_graph=True)
            y[1].sum().backward()
            optimizer.step()
        out += [value for p in net.parameters() for value in p.flatten().tolist()]
    return out


def accumulated_by_hand():
    net, x = filled(nn.Linear(3, 2, bias=False)), torch.arange(6.0).reshape(2, 3)
    out = []
    for step in range(3):
        (net(x) * torch.arange(4.0).reshape(2, 2)).sum().backward()
        with torch.no_grad():
            for p in net.parameters():
                p -= 0.01 * p.grad
                p.grad.zero_()
    w = torch.ones(2, 3, requires_grad=True)
    for _ in range(2):
        ((x @ w.t()) * torch.arange(4.0).reshape(2, 2)).sum().backward()
    out += [*net.weight.flatten().tolist(), *w.grad.flatten().tolist()]
    w.grad = torch.zeros(2, 3)
    ((x @ w.t()) * torch.arange(4.0).reshape(2, 2)).sum().backward()
    return out + w.grad.flatten().tolist()


def state(d, x):
    y = d["mean"]
    y = y.mul_(x)
    y = y.add_(1)
    return y


def kept_in_a_dict():
    d = {"mean": torch.ones(2)}
    y = state(d, torch.tensor([2.0, 3.0]))
    return y.tolist() + d["mean"].tolist()


def doubled(t, std):
    with torch.no_grad():
        return t.fill_(2).mul_(std)


def clamped(t):
    return t.clamp_(min=0.5)


def returned_at_once():
    lin = nn.Linear(2, 1)
    doubled(lin.weight, 3.0)
    w = torch.zeros(3)
    clamped(w)
    x = torch.zeros(2)
    x = clamped(x)
    return lin.weight.flatten().tolist() + w.tolist() + x.tolist()


def bound_again():
    a = torch.zeros(2)
    keep = [a]
    a = a.add_(3)
    b = a
    a = a.mul_(2).sub_(1)
    scores = torch.ones(2, 2)
    scores = scores.masked_fill_(torch.eye(2).bool(), 5)
    return keep[0].tolist() + b.tolist() + scores.flatten().tolist()


class Rectified(nn.Module):
    def forward(self, x, m):
        s = x * 2
        s = s.masked_fill_(m, -1)
        return s.relu_()


def bound_in_forward():
    x = torch.tensor([1.0, -2.0], requires_grad=True)
    y = Rectified()(x, torch.tensor([False, False]))
    y.sum().backward()
    return y.tolist() + x.grad.tolist()


class Added(nn.Module):
    def forward(self, x, y):
        x += y
        return x * 2


class Counter:
    def __call__(self, counts, rows):
        for row in rows:
            counts[row] += 1
        counts.mul_(2)
        return counts.sum()


class Pair(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([Added() for _ in range(2)])
        self.added = Added()

    def forward(self, x, y):
        z = self.added(x, y)
        for block in self.blocks:
            z = z + block(x, y)
        return z + x


def read_after_forward():
    x, y = torch.zeros(2), torch.tensor([1.0, 2.0], requires_grad=True)
    made = Added()(x, y)
    held = torch.zeros(3)
    total = Counter()(held, [0, 2, 2])
    pair = Pair()(torch.ones(2) * 0.5, y * 3)
    (pair.sum() + made.sum()).backward()
    return x.tolist() + made.tolist() + held.tolist() + [total.item()] + pair.tolist() + y.grad.tolist()


def first_of(pairs):
    pairs[0].add_(1)
    return pairs


def of_attribute(holder):
    holder.t.add_(torch.ones(2), alpha=2)
    holder.t.clamp_(max=2.5).mul_(2)
    holder.log.add_("x")


class Log:
    def __init__(self):
        self.seen = []

    def add_(self, what):
        self.seen.append(what)


def of_unknown_type():
    a, b, q = [torch.ones(2)], SimpleNamespace(t=torch.ones(2), log=Log()), deque([torch.ones(2)])
    first_of(a)
    of_attribute(b)
    q[-1].add_(4)
    several = [torch.ones(2), torch.ones(2) * 2]
    greatest = max(several, key=lambda v: v.sum())
    greatest.add_(1)
    name = "t"
    getattr(b, name).zero_() if len(b.log.seen) > 1 else getattr(b, name).div_(4)
    return a[0].tolist() + b.t.tolist() + q[0].tolist() + several[1].tolist() + [len(b.log.seen)]


class Gated(nn.Module):
    """Sets parts of its weights, in a model made while an optimizer exists."""

    def __init__(self):
        super().__init__()
        self.lstm, self.emb, self.lin = nn.LSTM(2, 4), nn.Embedding(4, 2, padding_idx=0), nn.Linear(4, 4)
        for p in self.parameters():
            nn.init.constant_(p.data, 2.0)
        for name, bias in self.lstm.named_parameters():
            if "bias" in name:
                n = bias.size(0)
                bias.data[n // 4 : n // 2].fill_(1.0)
        nn.init.eye_(self.lin.weight.data[:2, :2])
        self.lin.weight.data.t()[3].zero_()
        self.lin.bias.data[0], self.lin.bias.data[-1] = 5.0, 6.0
        self.apply(self._init_weights)

    def _init_weights(self, module):
        if isinstance(module, nn.Embedding):
            module.weight.data[module.padding_idx].zero_()


def made_beside_an_optimizer():
    optimizer = torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=0.1)
    optimizer.zero_grad()
    net = Gated()
    return [p.sum().item() for p in net.parameters()] + net.lin.weight.flatten().tolist()


def lowered(bias, heights, turned):
    if turned:
        bias, heights = -bias, -heights
    heights += torch.minimum(bias - 0.5, torch.tensor(0.0))
    return bias, -heights if turned else heights


def settled(x, twice):
    if twice:
        x = x * 2
    else:
        x = x * 3
    x += 1
    return x


def behind_a_branch():
    out = []
    for turned in (False, True):
        given, kept = torch.ones(2), torch.ones(2)
        _, heights = lowered(torch.zeros(1), given, turned)
        out += (heights - given).tolist() + given.tolist() + settled(kept, turned).tolist() + kept.tolist()
    return out


class Running(nn.Module):
    """Normalizes by statistics that functional forms update, in a buffer and in a view of one."""

    def __init__(self):
        super().__init__()
        self.register_buffer("mean", torch.zeros(2, 3))
        self.register_buffer("var", torch.ones(6))

    def forward(self, x):
        x = functional.batch_norm(x, self.mean.flatten(), self.var, None, None, self.training, 0.5)
        h = functional.relu(x, inplace=True)
        return functional.leaky_relu(h - 0.5, 0.1, inplace=True) + x


def statistics():
    net, x = Running(), torch.arange(24.0).reshape(4, 6)
    trained = net(x)
    mean, var = torch.zeros(6), torch.ones(6)
    functional.instance_norm(x.reshape(2, 6, 2), mean, var, use_input_stats=True, momentum=0.5)
    shape = torch.FloatTensor(x[:, :2].shape).fill_(2).shape
    squashed = torch.log(1 - torch.tanh(torch.tensor([-5.2, 5.0])) ** 2 + 1e-6)
    parts = (trained, net.mean, net.var, net.eval()(x), mean, var, squashed.round())
    return [v for part in parts for v in part.flatten().tolist()] + list(shape)


def trained(net, kind=torch.optim.SGD):
    """The weight and the bias after a step of an optimizer of its own."""
    optimizer = kind(net.parameters(), lr=0.05)
    optimizer.zero_grad()
    (net(torch.ones(2, 3)) ** 2).sum().backward()
    optimizer.step()
    return flat(net)


def flat(net):
    return torch.cat([p.detach().reshape(-1) for p in net.parameters()]).tolist()


def sharing(kind):
    """What holds the memory of a parameter sees its steps, and a parameter those of the memory that it is given."""
    net, out = nn.Linear(3, 2), []
    with torch.no_grad():
        net.weight.copy_(torch.arange(6.0).view(2, 3) / 6)
        net.bias.zero_()
    seen = {name: p.data for name, p in net.named_parameters()}
    copies = {name: p.data.clone() for name, p in net.named_parameters()}
    cut, row = net.bias.detach(), net.weight.data[0]
    out += trained(net, kind) + seen["weight"].flatten().tolist() + cut.tolist() + row.tolist()
    for _ in range(2):
        for name, p in net.named_parameters():
            p.data = copies[name]
        out += trained(net, kind) + copies["weight"].flatten().tolist() + seen["bias"].tolist()
    backup = net.weight.data
    net.weight.data = torch.zeros(2, 3)
    out += trained(net, kind) + backup.flatten().tolist()
    net.weight.data = backup
    net.weight.data.mul_(2)
    net.bias.data.clamp_(-0.1, 0.1)
    out += trained(net, kind) + backup.flatten().tolist()
    whole = torch.arange(12.0).view(4, 3) / 12
    net.weight.data = whole[1:3]
    out += trained(net, kind) + whole.flatten().tolist()
    whole.zero_()
    return out + flat(net)


def memory_of_parameters():
    return sharing(torch.optim.SGD) + sharing(torch.optim.AdamW)


def direction(q, steps):
    """Two names of one new tensor, of which one changes in a loop."""
    d = r = torch.mul(q, 2.0)
    for s in steps:
        r.add_(s, alpha=1.0 - s.dot(r) * 0.5)
    return d


def bound_at_once():
    q = torch.tensor([1.0, 2.0, 3.0])
    found = direction(q, [torch.tensor([0.5, 0.0, 0.0]), torch.tensor([0.0, 0.5, 0.5])])
    r = d = torch.mul(q, 2.0)
    r.mul_(3)
    r += 1
    e = f = g = q.clone()
    g.clamp_(min=2)
    e.sub_(1)
    h = (k := torch.mul(q, 2.0))
    k.mul_(3)
    h += 1
    m = n = torch.zeros(3)
    torch.add(q, 1, out=n)
    o = p = torch.ones(3)
    p = p + 1
    p.neg_()
    return torch.cat([found, d, r, e, f, g, h, k, m, n, o, p]).tolist()


class Buffer:
    def __init__(self, t):
        self.t = t

    def grown(self, n, k):
        self.t.resize_(n, k).fill_(2)
        return self.t


def one_hot(k, n):
    with torch.no_grad():
        hot = torch.zeros(k, n)
        hot.resize_(2 * k, n).zero_()
        hot.scatter_(1, torch.tensor([[0], [1], [0], [1]]), 1)
    return hot


def all_resized(xs, size):
    for x in xs:
        x.resize_(size)
    return xs


def resized():
    x = torch.arange(6.0)
    y = x
    x.resize_(2)
    out = y.tolist()
    out += torch.zeros_like(x.resize_(2, 3)).flatten().tolist() + y.flatten().tolist()
    buffer = Buffer(torch.ones(2, 2))
    kept = buffer.t
    out += buffer.grown(3, 2).flatten().tolist() + kept.flatten().tolist() + one_hot(2, 3).flatten().tolist()
    for each in all_resized([torch.ones(4), torch.zeros(2, 2), torch.tensor(3.0)], (1, 1)):
        out += [each.dim(), each.item()]
    return out + torch.empty(0).resize_(2, 2).copy_(torch.eye(2)).flatten().tolist()


def resized_in_memory():
    m = torch.arange(6.0).view(2, 3)
    row = m[0]
    with torch.no_grad():
        row.resize_(2, 2)
        row[1, 1] = 9
    turned = m.t()
    turned.resize_(6)
    z = torch.tensor([1, 2, 3])
    out = z.resize_as_(torch.zeros(2)).tolist() + z.resize_(torch.Size([3, 1])).flatten().tolist()
    torch.resize_as_(z, torch.zeros(1, 2))
    flags = torch.tensor([True, False])
    flags.resize_(3)
    gone = torch.ones(2)
    gone.resize_(0)
    out += [len(gone), *z.flatten().tolist(), *flags[:2].int().tolist()]
    return out + m.flatten().tolist() + row.flatten().tolist() + turned.tolist()


def times(t, by):
    t.mul_(by)
    return t


def clipped(t):
    t.clamp_(-1.0, 1.5)
    return t


def constant(value):
    def init(t):
        with torch.no_grad():
            t.copy_(torch.ones(*t.shape) * value)
        return t

    return init


HALF = constant(0.5)


class Made(nn.Module):
    def __init__(self, how=HALF):
        super().__init__()
        self.response = nn.Parameter(torch.zeros(2))
        self.flag = nn.Parameter(torch.tensor(0, dtype=torch.uint8), requires_grad=False)
        how(self.response)
        self.flag.data[...] = 3
        self.response.data[...] *= 2


def functions_that_are_handed_on():
    x, net, out = torch.full((3,), 4.0), Made(), []
    partial(times, by=0.5)(x)
    out += x.tolist()
    list(map(clipped, [x]))
    out += x.tolist()
    for each in (clipped, {"scale": lambda t: times(t, 3.0)}["scale"]):
        each(x)
    return [*out, *x.tolist(), *net.response.tolist(), net.flag.item()]


def kept_memory_of_loaded_states():
    kept, given = nn.Linear(2, 2, bias=False), torch.zeros(2)
    kept.register_buffer("center", given)
    weight, state = kept.weight.data, kept.state_dict()
    kept.load_state_dict({"weight": torch.full((2, 2), 3.0), "center": torch.tensor([4.0, 5.0])})
    found = [*weight.flatten().tolist(), *given.tolist(), *state["center"].tolist()]
    parameter = nn.Parameter(given)
    with torch.no_grad():
        parameter.copy_(torch.tensor([6.0, 7.0]))
    found += [*given.tolist(), *kept.center.tolist()]
    nn.utils.vector_to_parameters(torch.arange(4.0), kept.parameters())
    return [*found, *kept.weight.flatten().tolist(), *weight.flatten().tolist()]


class Counting(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("step", torch.tensor(0))
        self.register_buffer("scale", torch.zeros(2))

    def load(self, package):
        self.step.copy_(package["step"])
        self.scale.copy_(package["scale"])
        return self.step


def copied_from_numbers_or_tensors():
    counting = Counting()
    step = counting.load({"step": 4, "scale": torch.ones(2)})
    found = [step.item(), *counting.scale.tolist()]
    counting.load({"step": torch.tensor(5), "scale": 2.5})
    return [*found, counting.step.item(), *counting.scale.tolist()]


def copied_with_hooks():
    layers, seen = nn.Sequential(nn.Linear(2, 3), nn.Linear(3, 1)), []
    for parameter in layers.parameters():
        nn.init.constant_(parameter, 0.5)
    handle = layers[1].register_full_backward_hook(lambda module, inner, outer: seen.append(outer[0].sum().item()))
    twin = deepcopy(layers)
    for each in (layers, twin):
        each(torch.ones(2, 2)).sum().backward()
    handle.remove()
    for each in (layers, twin):
        each(torch.ones(2, 2)).sum().backward()
    return [*seen, *twin[0].weight.grad.flatten().tolist()]


def chosen(coordinates, first, second):
    both = first * second
    return [coordinates[0, both, :], coordinates[1, first + second, 1:], coordinates[:, both]]


def products_of_masks():
    x, mask = torch.arange(144.0).view(2, 3, 4, 6), torch.eye(3, 4).bool()
    return [number for each in chosen(x, mask, torch.ones(3, 4).bool()) for number in (*each.shape, each.sum().item())]


def calls_around_powers():
    x = torch.tensor([[0.2, 0.5, 0.9], [0.4, 1.5, 0.3]])
    k = 1.2 / torch.std(x, dim=1, keepdim=True)
    return torch.mean(x ** k.repeat(1, x.shape[1]), dim=-1).tolist()


class Meter:
    def __init__(self):
        self.sum = 0

    def update(self, val, n=1):
        self.sum += val * n


def sums_in_a_log():
    log, meter = [], Meter()
    for _ in range(3):
        meter.update(torch.ones(1), torch.tensor(4))
        log.append(meter.sum)
    return [float(value) for value in log]


class Shake(torch.autograd.Function):
    @classmethod
    def forward(cls, ctx, inp1, inp2, training):
        assert inp1.size() == inp2.size()
        gate = torch.full((inp1.size(0), *[1 for _ in range(inp1.dim() - 1)]), 0.25)
        ctx.save_for_backward(gate)
        return inp1 * gate + inp2 * (1 - gate)

    @classmethod
    def backward(cls, ctx, grad_output):
        (gate,) = ctx.saved_tensors
        return grad_output * gate, grad_output * (1 - gate), None


def class_methods_of_functions():
    x = torch.ones(2, 2, requires_grad=True)
    y = Shake.apply(x, x * 2, False)
    y.sum().backward()
    return [*y.flatten().tolist(), *x.grad.flatten().tolist()]


def gradients_that_two_keep():
    first, second = torch.nn.Linear(2, 1), torch.nn.Linear(2, 1)
    first(torch.ones(1, 2)).sum().backward()
    for p, q in zip(first.parameters(), second.parameters(), strict=True):
        q._grad = p.grad
    first.weight.grad.mul_(3)
    found = second.weight.grad.flatten().tolist()
    first.zero_grad(set_to_none=False)
    return [*found, *second.weight.grad.flatten().tolist(), *first.weight.grad.flatten().tolist()]


PROGRAMS = {
    each.__name__: each
    for each in (
        given_back,
        initialized,
        taken_back,
        entered,
        data,
        views,
        frozen,
        accumulated,
        accumulated_by_hand,
        kept_in_a_dict,
        returned_at_once,
        bound_again,
        bound_in_forward,
        read_after_forward,
        of_unknown_type,
        made_beside_an_optimizer,
        statistics,
        behind_a_branch,
        memory_of_parameters,
        bound_at_once,
        resized,
        resized_in_memory,
        functions_that_are_handed_on,
        kept_memory_of_loaded_states,
        copied_from_numbers_or_tensors,
        copied_with_hooks,
        sums_in_a_log,
        class_methods_of_functions,
        gradients_that_two_keep,
        products_of_masks,
        calls_around_powers,
    )
}
