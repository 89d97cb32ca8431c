"""Programs that differentiate gradients: nested functions, a network trained by its slopes, a critic with a penalty, a learner of learning."""

# ruff: noqa: B905, E501, RUF005 - written as people write it

import copy

import torch
from torch import nn
from torch.autograd import Variable
from torch.func import functional_call, grad, grad_and_value, stack_module_state, vmap
from torch.nn import functional

W = torch.sin(torch.arange(6.0)).view(3, 2)


def fill(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(0.4 * torch.cos(torch.arange(float(p.numel())) * (0.6 + 0.1 * i) + i).view_as(p))
    return net


def plain(x):
    return (torch.tanh(W @ x) ** 3).sum()


def viewed(x, k=1.0):
    return (x.view(1, 2) @ W.t()).tanh().pow(3).mean() * k


def with_more(x, y):
    return (x * y["a"]).pow(3).sum() + y["b"][0].pow(2).sum(), x * 2


def nested():
    x, out = torch.tensor([0.3, -0.7]), []
    for h in (plain, viewed):
        out += grad(h)(x).tolist()
        out += grad(lambda x, h=h: (grad(h)(x) ** 2).sum())(x).tolist()
        out += grad(lambda x, h=h: grad(lambda y: grad(h)(y).sum())(x).sum())(x).tolist()
    y = {"a": torch.tensor([1.0, 2.0]), "b": [torch.ones(2), torch.ones(1)]}
    found, (value, other) = grad_and_value(with_more, argnums=(0, 1), has_aux=True)(x, y)
    out += found[0].tolist() + found[1]["a"].tolist() + found[1]["b"][0].tolist() + found[1]["b"][1].tolist()
    out += other.tolist() + [value.item()] + grad(viewed, argnums=-1)(x).tolist() + grad(viewed)(x, k=2.0).tolist()
    return out + grad(lambda x: W.sum())(x).tolist()


def slopes():
    net, points, losses = fill(nn.Sequential(nn.Linear(2, 4), nn.Tanh(), nn.Linear(4, 1))), torch.linspace(-1, 1, 6).view(3, 2), []
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        found = torch.stack([grad(lambda q: net(q[None]).sum())(p) for p in points])
        loss = found.pow(2).mean() + net(points).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses + [p.sum().item() for p in net.parameters()]


class Critic(nn.Module):
    """Images to numbers, with a head behind a view and the deviation over the batch, as in StyleGAN."""

    def __init__(self):
        super().__init__()
        self.conv, self.head = nn.Conv2d(1, 2, 3, padding=1), nn.Linear(2 * 16 + 16, 4)
        self.out = nn.Parameter(torch.ones(4, 1))

    def forward(self, x):
        h = functional.leaky_relu(self.conv(x), 0.2)
        spread = (h - h.mean(0)).pow(2).mean(0).add(1e-4).sqrt().mean(0).view(1, -1).expand(x.size(0), -1)
        return torch.tanh(self.head(torch.cat([h.flatten(1), spread], 1))) @ self.out


def penalty():
    net, losses = fill(Critic()), []
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    for step in range(3):
        real = torch.sin(torch.arange(32.0) + step).view(2, 1, 4, 4).requires_grad_(True)
        score = net(real)
        (slope,) = torch.autograd.grad(score.sum(), real, create_graph=True)
        loss = functional.softplus(-score).mean() + 10 * (slope.flatten(1).norm(2, dim=1) - 1).pow(2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        losses.append(loss.item())
    return losses + [p.sum().item() for p in net.parameters()]


def learner():
    net, points, classes = (
        fill(nn.Sequential(nn.Linear(2, 5), nn.ReLU(), nn.Linear(5, 3))),
        torch.linspace(-1, 1, 8).view(4, 2),
        torch.tensor([0, 2, 1, 0]),
    )

    def inner(params, x):
        return functional.cross_entropy(functional_call(net, params, (x,)), classes)

    def outer(params):
        found = grad(inner)(params, points)
        return inner({k: params[k] - 0.5 * found[k] for k in params}, points * 2)

    meta = grad(outer)({k: v.detach() for k, v in net.named_parameters()})
    weights = list(net.parameters())
    found = torch.autograd.grad(functional.cross_entropy(net(points), classes), weights, create_graph=True)
    sum((g * v).sum() for g, v in zip(found, weights)).backward()
    return [v.sum().item() for v in meta.values()] + [p.grad.sum().item() for p in weights]


# 5 several networks that are trained as one
class Small(nn.Module):
    def __init__(self, k):
        super().__init__()
        self.norm = nn.BatchNorm1d(3)
        self.out = nn.Linear(3, 2)
        for i, p in enumerate(self.parameters()):
            p.data = ((torch.arange(p.numel()).float() + i) * k).sin().view(p.shape)
        self.norm.running_mean += k

    def forward(self, x):
        return self.out(torch.tanh(self.norm(x)))


def several():
    nets = [Small(k).eval() for k in (0.5, 1.0, 1.5)]
    params, buffers = stack_module_state(nets)
    base = copy.deepcopy(nets[0]).to("cpu")
    opt = torch.optim.SGD(params.values(), lr=0.1)
    x = (torch.arange(12.0).view(4, 3) / 5).cos()

    def call(p, b, x):
        return functional_call(base, (p, b), (x,))

    out = [len(params), len(buffers), *(p.requires_grad for p in params.values()), *(b.requires_grad for b in buffers.values())]
    for _ in range(3):
        opt.zero_grad()
        y = vmap(call, in_dims=(0, 0, None))(params, buffers, x)
        loss = y.pow(2).mean(dim=(1, 2))
        loss.sum().backward()
        opt.step()
        out += loss.tolist()
    for models in ([], [nets[0], Small(1.0)], [nets[0], nn.Linear(2, 2).eval()]):
        try:
            stack_module_state(models)
        except RuntimeError as error:
            out.append("model" in str(error))
    return [*out, *(p.sum().item() for p in params.values()), *(p.sum().item() for p in nets[1].parameters())]


# functions whose backward gives parts of other tensors
class Parted(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x, kind, y):
        ctx.kind = kind
        return x * 2 + y

    @staticmethod
    def backward(ctx, g):
        parts = {"item": torch.stack([g * 0, g * 2])[1], "turned": torch.stack([g, g * 4], 1).T[1], "same": g, "wide": g.sum().expand(3)}
        return parts[ctx.kind], None, parts[ctx.kind]


def parted():
    out = []
    for kind in ("item", "turned", "same", "wide"):
        x, y = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
        for _ in range(3):
            (Parted.apply(x, kind, y) * torch.tensor([1.0, 2.0, 3.0])).sum().backward()
            out += [*x.grad.tolist(), *y.grad.tolist()]
    return out


# gradients of gradients of what is chosen: maxima of windows, gathered and sorted elements; and of means of parts
CHOICES = (
    lambda x: functional.max_pool2d(x, 2),
    lambda x: nn.MaxPool2d(3, stride=1, padding=1)(x),
    lambda x: functional.max_pool2d(x, 3, 2, ceil_mode=True, return_indices=True)[0],
    lambda x: functional.max_pool1d(x[0], 2),
    lambda x: functional.max_pool3d(x[None], 2),
    lambda x: nn.AdaptiveMaxPool2d((3, 2))(x),
    lambda x: functional.adaptive_max_pool2d(x, 2, return_indices=True)[0],
    lambda x: nn.AdaptiveAvgPool2d((4, None))(x),
    lambda x: functional.adaptive_avg_pool2d(x, 1),
    lambda x: torch.gather(x, 2, torch.tensor([0, 1, 1]).view(1, 1, 3, 1).expand(2, 2, 3, 6)),
    lambda x: x.gather(1, torch.zeros(1, 1, 6, 4, dtype=torch.int64)),
    lambda x: torch.sort(x, 1, descending=True)[0],
    lambda x: x.sort()[0],
)


def chosen():
    x, out = torch.sin(torch.arange(2 * 2 * 6 * 6.0)).reshape(2, 2, 6, 6).requires_grad_(), []
    for choice in CHOICES:
        total = (choice(x) ** 3).sum()
        (slope,) = torch.autograd.grad(total, x, create_graph=True)
        (bend,) = torch.autograd.grad((slope**2).sum(), x)
        out += [total.item(), *slope.flatten().tolist()[:9], *bend.flatten().tolist()[-9:], bend.sum().item()]
    return out


# what is cast where it is created, and differentiated by in every step
def cast_leaves():
    x, w, out = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True).float(), nn.Parameter(torch.ones(2)), []
    optimizer = torch.optim.SGD([w], lr=0.01)
    for _ in range(3):
        u = (w * x**3).sum()
        (slope,) = torch.autograd.grad(u, x, create_graph=True)
        loss = (slope - 1).square().mean() + u
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        out += [loss.item(), *w.tolist()]
    return out


# scores of paths, whose positions are elements of tensors
def path_score(scores, moves, tags):
    total = torch.zeros(1)
    for i, row in enumerate(scores):
        total = total + moves[tags[i + 1], tags[i]] + row[tags[i + 1]]
    for step, tag in enumerate(tags[1:]):
        total = total + scores[step, tag] ** 2
    return total + moves[0, tags[-1]] + moves[scores.argmax() // 3, 1]


def paths():
    scores, moves = torch.arange(6.0).reshape(2, 3).requires_grad_(), torch.arange(9.0).reshape(3, 3).requires_grad_()
    total = path_score(scores, moves, torch.tensor([0, 2, 1]))
    total.backward()
    return [total.item(), *scores.grad.flatten().tolist(), *moves.grad.flatten().tolist()]


def by_what_others_are_computed_of():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    first = x * 2
    second = first * first * x
    sum_ = (second * first).sum()
    gradients = torch.autograd.grad(sum_, [x, first, second], create_graph=True)
    again = torch.autograd.grad(gradients[0].sum(), x, retain_graph=True)
    both = torch.autograd.grad(sum_, (second, x))
    return [number for each in (*gradients, *again, *both) for number in each.tolist()]


def by_what_a_hook_kept():
    layers, kept = nn.Sequential(nn.Linear(2, 2), nn.Tanh(), nn.Linear(2, 1)), {}
    for parameter in layers.parameters():
        nn.init.constant_(parameter, 0.5)
    layers[1].register_forward_hook(lambda module, given, out: kept.update(out=out))
    x = torch.ones(1, 2, requires_grad=True)
    gradients = torch.autograd.grad(layers(x).sum(), [x, kept["out"]])
    return [number for each in gradients for number in each.flatten().tolist()]


def by_parts_of_nothing():
    x, found = torch.ones(1, 1, 3, requires_grad=True), []
    for part in (x[:, :-1], x[:, :0], x[:0], x[:, 1:], x[:, :-1, 0], x[..., :-1]):
        (part.sum() + (x * 2).sum()).backward()
        found += [*part.shape, *x.grad.flatten().tolist()]
    return found


def by_constants_like_parameters():
    w, found = torch.tensor([1.0, 2.0], requires_grad=True), []
    likes = [torch.zeros_like(w), torch.ones_like(w), torch.full_like(w, 2.0), w.new_zeros(2), torch.empty_like(w).fill_(3)]
    importance = {"w": torch.zeros_like(w)}
    for _ in range(3):
        loss = (importance["w"] * w**2).sum() + (likes[1] * w).sum()
        loss.backward()
        importance["w"] = importance.get("w", torch.zeros_like(w)) + w.grad.detach() ** 2
        found += [loss.item(), *w.grad.tolist()]
        w.grad = None
    return [*found, *[each.requires_grad for each in likes]]


def gradients_in_a_tuple():
    x, y = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0], requires_grad=True)
    x.grad, y.grad = torch.autograd.grad((x * y).sum(), [x, y])
    optimizer = torch.optim.SGD([x, y], lr=0.1)
    optimizer.step()
    return [*x.tolist(), *y.tolist(), *x.grad.tolist()]


def steps_in_backward():
    net, found = fill(nn.Sequential(nn.Linear(2, 3), nn.Tanh(), nn.Linear(3, 1))), []
    optimizers = {p: torch.optim.Adam([p], lr=0.1) for p in net.parameters()}

    def step(p):
        found.append(p.grad.sum().item())
        optimizers[p].step()
        optimizers[p].zero_grad()

    handles = [p.register_post_accumulate_grad_hook(step) for p in net.parameters()]
    for i in range(3):
        net(torch.sin(torch.arange(4.0) + i).view(2, 2)).pow(2).mean().backward()
        if i == 1:
            handles[0].remove()
    torch.autograd.grad(net(torch.ones(1, 2)).sum(), [net[2].bias])
    found += [net[0].weight.grad.sum().item(), net[2].bias.grad is None]
    return [*sorted(found), *[number for p in net.parameters() for number in p.flatten().tolist()]]


# variables of what was computed, through which nothing flows back
def variables():
    w, given = nn.Parameter(torch.tensor([2.0, 3.0])), Variable(torch.tensor([0.1, 0.2]), requires_grad=True)
    x = torch.ones(2)
    kept, leaf = Variable(x + given * given, requires_grad=False), Variable(w * 3, requires_grad=True)
    for _ in range(2):
        (kept * w).sum().backward()
    (leaf * leaf).sum().backward()
    found = [kept.requires_grad, leaf.requires_grad, leaf.is_leaf, given.grad is None, Variable(w * 3).requires_grad]
    return [*found, *w.grad.tolist(), *leaf.grad.tolist()]


# parameters that are detached between forward and backward, and get no gradient from what was recorded before
def given_up():
    found = []
    for kept in (False, True):
        layer = nn.Linear(3, 2)
        fill(layer)
        if kept:
            layer(torch.ones(1, 3)).sum().backward()
        y = layer(torch.ones(1, 3))
        layer.weight.detach_()
        y.sum().backward()
        found += [layer.weight.requires_grad, layer.weight.grad is None, *layer.bias.grad.tolist()]
        found += layer.weight.grad.flatten().tolist() if kept else []
    return found


PROGRAMS = {
    each.__name__: each
    for each in (
        nested,
        slopes,
        penalty,
        learner,
        several,
        parted,
        chosen,
        cast_leaves,
        paths,
        by_what_others_are_computed_of,
        by_what_a_hook_kept,
        by_parts_of_nothing,
        by_constants_like_parameters,
        gradients_in_a_tuple,
        steps_in_backward,
        variables,
        given_up,
    )
}
