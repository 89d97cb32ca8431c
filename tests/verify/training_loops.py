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
    "frozen layers": frozen,
}
