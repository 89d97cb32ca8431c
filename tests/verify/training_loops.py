"""Training loops as people write them for torch: each function gives numbers that depend on every step. Rewritten and run by a test."""

import torch
import torch.nn.functional as F
from torch import nn, optim

torch.manual_seed(0)
X = torch.arange(32.0).view(8, 4) / 16 - 1
Y = torch.sin(X.sum(1, keepdim=True))


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(4, 6)
        self.b = nn.Linear(6, 1)
        self.unused = nn.Linear(2, 2)
        with torch.no_grad():
            for i, p in enumerate(self.parameters()):
                p.copy_(torch.linspace(-0.5, 0.5 + i / 10, p.numel()).view(p.shape))

    def forward(self, x):
        return self.b(torch.tanh(self.a(x)))


def loop(make, steps=6, clip=None, accumulate=1, sched=None):
    model = Net()
    optimizer = make(model)
    scheduler = sched(optimizer) if sched else None
    criterion = nn.MSELoss()
    losses = []
    model.train()
    optimizer.zero_grad()
    for step in range(steps):
        loss = criterion(model(X), Y)
        (loss / accumulate).backward()
        if clip:
            torch.nn.utils.clip_grad_norm_(model.parameters(), clip)
        if (step + 1) % accumulate == 0:
            optimizer.step()
            optimizer.zero_grad()
        if scheduler:
            scheduler.step()
        losses.append(loss.item())
    losses.append(float(model.unused.weight.sum()))
    return losses


def sgd(model):
    return optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=0.01)


def adam(model):
    return optim.AdamW(model.parameters(), lr=0.01)


def stepped(optimizer):
    return optim.lr_scheduler.StepLR(optimizer, step_size=2, gamma=0.5)


def closure_loop():
    model = Net()
    optimizer = optim.LBFGS(model.parameters(), lr=0.5, max_iter=4)
    losses = []
    for _ in range(3):

        def closure():
            optimizer.zero_grad()
            loss = F.mse_loss(model(X), Y)
            loss.backward()
            return loss

        losses.append(optimizer.step(closure).item())
    return losses


def manual():
    model = Net()
    losses = []
    for _ in range(4):
        model.zero_grad()
        loss = F.mse_loss(model(X), Y)
        loss.backward()
        with torch.no_grad():
            for p in model.parameters():
                if p.grad is not None:
                    p -= 0.1 * p.grad
        losses.append(loss.item())
    for p in model.parameters():
        if p.grad is not None:
            p.data.add_(p.grad.data, alpha=-0.1)
            p.grad = None
    losses.append(F.mse_loss(model(X), Y).item())
    return losses


def gan():
    g, d = Net(), nn.Linear(1, 1)
    with torch.no_grad():
        d.weight.fill_(0.3)
        d.bias.fill_(0.1)
    og, od = optim.Adam(g.parameters(), lr=0.01), optim.Adam(d.parameters(), lr=0.02)
    out = []
    for _ in range(3):
        od.zero_grad()
        fake = g(X)
        real_loss = F.binary_cross_entropy_with_logits(d(Y), torch.ones_like(Y))
        fake_loss = F.binary_cross_entropy_with_logits(d(fake.detach()), torch.zeros_like(Y))
        (real_loss + fake_loss).backward()
        od.step()
        og.zero_grad()
        loss = F.binary_cross_entropy_with_logits(d(fake), torch.ones_like(Y))
        loss.backward()
        og.step()
        out += [real_loss.item(), loss.item()]
    return out


def penalty():
    d = Net()
    optimizer = sgd(d)
    out = []
    for _ in range(3):
        x = X.clone().requires_grad_(True)
        y = d(x)
        g = torch.autograd.grad(outputs=y, inputs=x, grad_outputs=torch.ones_like(y), create_graph=True, retain_graph=True)[0]
        loss = ((g.norm(2, dim=1) - 1) ** 2).mean() + y.mean()
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        out.append(loss.item())
    return out


def attack():
    model = Net()
    x = X.clone()
    x.requires_grad = True
    loss = F.mse_loss(model(x), Y)
    model.zero_grad()
    loss.backward()
    adv = x + 0.1 * x.grad.sign()
    return [F.mse_loss(model(adv), Y).item(), float(x.grad.abs().sum())]


def frozen():
    model = Net()
    for p in model.a.parameters():
        p.requires_grad = False
    optimizer = optim.SGD(filter(lambda p: p.requires_grad, model.parameters()), lr=0.1)
    out = []
    for _ in range(3):
        optimizer.zero_grad()
        loss = F.mse_loss(model(X), Y)
        loss.backward()
        optimizer.step()
        out.append(loss.item())
    out.append(sum(p.grad.norm().item() ** 2 for p in model.parameters() if p.grad is not None) ** 0.5)
    return out


def cleared(place, adjust=None, make=sgd):
    model = Net()
    optimizer = make(model)
    losses = []
    for _ in range(5):
        if place == "before":
            optimizer.zero_grad()
        loss = F.mse_loss(model(X), Y)
        if place == "between":
            optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        if place == "behind":
            optimizer.zero_grad()
        if adjust:
            adjust(optimizer)
        losses.append(loss.item())
    return losses


def slower(optimizer):
    for group in optimizer.param_groups:
        group["lr"] *= 0.1


def slower_yet(optimizer):
    for group in optimizer.param_groups:
        group["lr"] = group["lr"] * 0.5


class Lion(optim.Optimizer):
    """As its authors write it: steps by the sign of an average."""

    def __init__(self, params, lr=1e-2, betas=(0.9, 0.99), weight_decay=0.1):
        super().__init__(params, {"lr": lr, "betas": betas, "weight_decay": weight_decay})

    @torch.no_grad()
    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                p.data.mul_(1 - group["lr"] * group["weight_decay"])
                state = self.state[p]
                if len(state) == 0:
                    state["exp_avg"] = torch.zeros_like(p)
                exp_avg = state["exp_avg"]
                beta1, beta2 = group["betas"]
                update = exp_avg * beta1 + p.grad * (1 - beta1)
                p.add_(torch.sign(update), alpha=-group["lr"])
                exp_avg.mul_(beta2).add_(p.grad, alpha=1 - beta2)


class PlainAdam(optim.Optimizer):
    """As it was written before `torch.no_grad`, with several names in one assignment."""

    def __init__(self, params, lr=1e-2, betas=(0.9, 0.999), eps=1e-8):
        super().__init__(params, {"lr": lr, "betas": betas, "eps": eps})

    def step(self, closure=None):
        for group in self.param_groups:
            for p in group["params"]:
                if p.grad is None:
                    continue
                grad = p.grad.data
                state = self.state[p]
                if len(state) == 0:
                    state["step"] = 0
                    state["exp_avg"] = torch.zeros_like(p.data)
                    state["exp_avg_sq"] = torch.zeros_like(p.data)
                exp_avg, exp_avg_sq = state["exp_avg"], state["exp_avg_sq"]
                beta1, beta2 = group["betas"]
                state["step"] += 1
                exp_avg.mul_(beta1).add_(grad, alpha=1 - beta1)
                exp_avg_sq.mul_(beta2).addcmul_(grad, grad, value=1 - beta2)
                denom = exp_avg_sq.sqrt().add_(group["eps"])
                step_size = group["lr"] * (1 - beta2 ** state["step"]) ** 0.5 / (1 - beta1 ** state["step"])
                p.data.addcdiv_(exp_avg, denom, value=-step_size)


class Warm(optim.lr_scheduler._LRScheduler):
    def __init__(self, optimizer, steps, last_epoch=-1):
        self.steps = steps
        super().__init__(optimizer, last_epoch)

    def get_lr(self):
        return [base * min(1, (self.last_epoch + 1) / self.steps) for base in self.base_lrs]


def resumed():
    model = Net()
    optimizer = adam(model)
    losses = []
    for step in range(6):
        loss = F.mse_loss(model(X), Y)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
        if step == 2:
            state = optimizer.state_dict()
            optimizer = optim.AdamW(model.parameters(), lr=0.5)
            optimizer.load_state_dict(state)
    return losses


def sgd_by_hand(params, lr, batch_size):
    with torch.no_grad():
        for param in params:
            param -= lr * param.grad / batch_size
            param.grad.zero_()


def plain_tensors():
    w = torch.full((4, 1), 0.3, requires_grad=True)
    b = torch.zeros(1, requires_grad=True)
    losses = []
    for _ in range(5):
        loss = (torch.matmul(X, w) + b - Y) ** 2 / 2
        loss.sum().backward()
        sgd_by_hand([w, b], 0.5, len(X))
        losses.append(float(loss.detach().mean()))
    return losses


class Linear:
    def __init__(self):
        self.w = torch.full((4, 1), 0.3, requires_grad=True)
        self.b = torch.zeros(1, requires_grad=True)

    def __call__(self, x):
        return x @ self.w + self.b

    def step(self):
        with torch.no_grad():
            self.w -= 0.1 * self.w.grad
            self.b -= 0.1 * self.b.grad
            self.w.grad.zero_()
            self.b.grad.mul_(0.5)


def own_class():
    model = Linear()
    losses = []
    for _ in range(5):
        loss = F.mse_loss(model(X), Y)
        loss.backward()
        model.step()
        losses.append(loss.item())
    return losses


def listed():
    table = torch.arange(20.0).view(10, 2) / 20
    weight = (torch.arange(60.0).view(6, 10) - 30) / 60
    bias = torch.zeros(10)
    parameters = [table, weight, bias]
    for p in parameters:
        p.requires_grad = True
    words, following = torch.tensor([[0, 1, 2], [3, 4, 5], [6, 7, 8]]), torch.tensor([3, 6, 9])
    losses = [sum(p.nelement() for p in parameters)]
    for step in range(5):
        found = table[words]
        loss = F.cross_entropy(torch.tanh(found.view(found.shape[0], -1) @ weight) + bias, following)
        for p in parameters:
            p.grad = None
        loss.backward()
        for p in parameters:
            p.data += -(0.5 if step < 2 else 0.1) * p.grad
        losses.append(loss.item())
    return losses


def optimised_image():
    image = X.clone()
    image.requires_grad_(True)
    optimizer = optim.SGD([image], lr=0.2)
    losses = []

    def closure():
        with torch.no_grad():
            image.clamp_(-0.5, 0.5)
        optimizer.zero_grad()
        loss = ((image - 0.4) ** 2).sum()
        loss.backward()
        losses.append(loss.item())
        return loss

    for _ in range(3):
        optimizer.step(closure)
    return losses


def unrolled():
    model = Net()
    optimizer = sgd(model)
    losses = []
    for _ in range(3):
        weights = [model.a.weight, model.a.bias, model.b.weight, model.b.bias]
        loss = F.mse_loss(model(X), Y)
        gradients = torch.autograd.grad(loss, weights, create_graph=True)
        a, b, c, d = [p - 0.1 * g for p, g in zip(weights, gradients, strict=True)]
        outer = F.mse_loss(F.linear(torch.tanh(F.linear(X, a, b)), c, d), Y)
        optimizer.zero_grad()
        outer.backward()
        optimizer.step()
        losses.append(outer.item())
    return losses


def repeated_attack():
    model = Net()
    x = X.clone().detach()
    losses = []
    for _ in range(3):
        x.requires_grad = True
        loss = F.mse_loss(model(x), Y)
        step = torch.autograd.grad(loss, x, retain_graph=False, create_graph=False)[0]
        x = torch.clamp(x.detach() + 0.1 * step.sign(), -2, 2).detach()
        losses.append(loss.item())
    return losses


LOOPS = {
    "momentum and decay": lambda: loop(sgd),
    "AdamW": lambda: loop(adam),
    "clipping": lambda: loop(sgd, clip=0.1),
    "accumulation": lambda: loop(adam, accumulate=2),
    "a schedule": lambda: loop(sgd, sched=stepped),
    "a closure": closure_loop,
    "steps by hand": manual,
    "two networks": gan,
    "a penalty on gradients": penalty,
    "an attack on the inputs": attack,
    "an attack in steps": repeated_attack,
    "frozen layers": frozen,
    "cleared before the backward": lambda: cleared("between"),
    "cleared at the end": lambda: cleared("behind", make=adam),
    "slower each time": lambda: cleared("before", slower, adam),
    "slower by another way": lambda: cleared("before", slower_yet),
    "an optimizer of their own": lambda: cleared("between", slower, lambda model: Lion(model.parameters())),
    "an old optimizer of their own": lambda: cleared("behind", make=lambda model: PlainAdam(model.parameters())),
    "a schedule of their own": lambda: loop(sgd, sched=lambda optimizer: Warm(optimizer, 4)),
    "an optimizer from a table": lambda: cleared("between", make=lambda model: {"adam": optim.Adam}["adam"](model.parameters(), lr=0.01)),
    "one that goes on": resumed,
    "plain tensors": plain_tensors,
    "plain tensors of an object": own_class,
    "plain tensors in a list": listed,
    "an image in a closure": optimised_image,
    "a step inside of a step": unrolled,
}
