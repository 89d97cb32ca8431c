"""Programs that train networks as people write them for torch: each gives numbers that depend on all of it."""

# ruff: noqa: B007, B905, F401 - written as people write it

import copy
import math
from collections import OrderedDict, defaultdict
from dataclasses import dataclass
from functools import partial

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.data import DataLoader, Dataset, TensorDataset


def data(*shape, k=1.0):
    n = math.prod(shape)
    return torch.sin(torch.arange(n, dtype=torch.float32) * 0.7 * k).reshape(shape)


def fill(net):
    with torch.no_grad():
        for i, p in enumerate(net.parameters()):
            p.copy_(0.3 * torch.cos(torch.arange(p.numel(), dtype=torch.float32) * (0.5 + 0.1 * i)).view_as(p))
    return net


class MLP(nn.Module):
    def __init__(self, a, b, c):
        super().__init__()
        self.net = nn.Sequential(nn.Linear(a, b), nn.Tanh(), nn.Linear(b, c))

    def forward(self, x):
        return self.net(x)


# 1 VAE
class VAE(nn.Module):
    def __init__(self, d=6, z=2):
        super().__init__()
        self.enc = nn.Linear(d, 8)
        self.mu, self.logvar = nn.Linear(8, z), nn.Linear(8, z)
        self.dec = nn.Sequential(nn.Linear(z, 8), nn.ReLU(), nn.Linear(8, d))

    def reparameterize(self, mu, logvar, eps):
        std = torch.exp(0.5 * logvar)
        return mu + eps * std

    def forward(self, x, eps):
        h = F.relu(self.enc(x))
        mu, logvar = self.mu(h), self.logvar(h)
        z = self.reparameterize(mu, logvar, eps)
        return torch.sigmoid(self.dec(z)), mu, logvar


def vae():
    net = fill(VAE())
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    x = (data(5, 6) + 1) / 2
    out = []
    net.train()
    for epoch in range(3):
        opt.zero_grad()
        recon, mu, logvar = net(x, data(5, 2, k=epoch + 1.0))
        bce = F.binary_cross_entropy(recon, x, reduction="sum")
        kld = -0.5 * torch.sum(1 + logvar - mu.pow(2) - logvar.exp())
        loss = bce + kld
        loss.backward()
        opt.step()
        out.append(loss.item() / len(x))
    return out


# 2 WGAN-GP
def gradient_penalty(critic, real, fake):
    alpha = torch.linspace(0, 1, real.size(0)).view(-1, 1).expand_as(real)
    inter = (alpha * real + (1 - alpha) * fake).requires_grad_(True)
    score = critic(inter)
    grads = torch.autograd.grad(outputs=score, inputs=inter, grad_outputs=torch.ones_like(score), create_graph=True, retain_graph=True)[0]
    return ((grads.view(grads.size(0), -1).norm(2, dim=1) - 1) ** 2).mean()


def wgan():
    G, D = fill(MLP(3, 6, 4)), fill(MLP(4, 6, 1))
    og, od = torch.optim.RMSprop(G.parameters(), lr=1e-2), torch.optim.RMSprop(D.parameters(), lr=1e-2)
    out = []
    real = data(5, 4)
    for it in range(3):
        for p in D.parameters():
            p.requires_grad = True
        z = data(5, 3, k=it + 1.0)
        fake = G(z).detach()
        D.zero_grad()
        ld = D(fake).mean() - D(real).mean() + 10 * gradient_penalty(D, real, fake)
        ld.backward()
        od.step()
        for p in D.parameters():
            p.requires_grad = False
        G.zero_grad()
        lg = -D(G(z)).mean()
        lg.backward()
        og.step()
        out += [ld.item(), lg.item()]
    return out


# 3 REINFORCE
def reinforce():
    policy = fill(MLP(4, 8, 3))
    opt = torch.optim.SGD(policy.parameters(), lr=0.05, momentum=0.9)
    out = []
    for ep in range(3):
        log_probs, rewards = [], []
        state = data(4, k=ep + 1.0)
        for t in range(4):
            dist = torch.distributions.Categorical(logits=policy(state))
            action = torch.tensor(t % 3)
            log_probs.append(dist.log_prob(action))
            rewards.append(float(t))
            state = state * 0.9 + 0.1
        R, returns = 0, []
        for r in rewards[::-1]:
            R = r + 0.9 * R
            returns.insert(0, R)
        returns = torch.tensor(returns)
        returns = (returns - returns.mean()) / (returns.std() + 1e-8)
        loss = torch.stack([-lp * g for lp, g in zip(log_probs, returns)]).sum()
        opt.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        opt.step()
        out.append(loss.item())
    return out


# 4 MAML
def maml():
    net = fill(MLP(2, 5, 1))
    opt = torch.optim.Adam(net.parameters(), lr=1e-2)
    out = []

    def forward(params, x):
        x = F.linear(x, params[0], params[1])
        x = torch.tanh(x)
        return F.linear(x, params[2], params[3])

    for it in range(2):
        meta = 0.0
        for task in range(2):
            x, y = data(4, 2, k=task + 1.0), data(4, 1, k=task + 2.0)
            params = list(net.parameters())
            for _ in range(2):
                inner = F.mse_loss(forward(params, x), y)
                grads = torch.autograd.grad(inner, params, create_graph=True)
                params = [p - 0.1 * g for p, g in zip(params, grads)]
            meta = meta + F.mse_loss(forward(params, x * 0.5), y)
        opt.zero_grad()
        meta.backward()
        opt.step()
        out.append(meta.item())
    return out


# 5 distillation with temperature, frozen teacher
def distill():
    teacher, student = fill(MLP(4, 8, 3)), fill(MLP(4, 5, 3))
    teacher.eval()
    for p in teacher.parameters():
        p.requires_grad_(False)
    opt = torch.optim.AdamW(student.parameters(), lr=1e-2, weight_decay=0.01)
    x, y, out = data(6, 4), torch.arange(6) % 3, []
    for _ in range(3):
        with torch.no_grad():
            t = teacher(x)
        s = student(x)
        kd = nn.KLDivLoss(reduction="batchmean")(F.log_softmax(s / 2.0, dim=1), F.softmax(t / 2.0, dim=1)) * 4.0
        loss = 0.5 * kd + 0.5 * F.cross_entropy(s, y, label_smoothing=0.1)
        opt.zero_grad(set_to_none=True)
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out


# 6 EMA
class EMA:
    def __init__(self, model, decay=0.9):
        self.decay = decay
        self.shadow = {k: v.clone().detach() for k, v in model.state_dict().items()}

    @torch.no_grad()
    def update(self, model):
        for k, v in model.state_dict().items():
            if v.dtype.is_floating_point:
                self.shadow[k].mul_(self.decay).add_(v, alpha=1 - self.decay)
            else:
                self.shadow[k].copy_(v)

    def apply(self, model):
        model.load_state_dict(self.shadow)


def ema():
    net = nn.Sequential(nn.Linear(4, 5), nn.BatchNorm1d(5), nn.ReLU(), nn.Linear(5, 2))
    fill(net)
    e = EMA(net)
    opt = torch.optim.SGD(net.parameters(), lr=0.1, nesterov=True, momentum=0.9)
    x = data(6, 4)
    for _ in range(3):
        opt.zero_grad()
        net(x).pow(2).mean().backward()
        opt.step()
        e.update(net)
    before = [p.sum().item() for p in net.parameters()]
    e.apply(net)
    net.eval()
    return before + [p.sum().item() for p in net.parameters()] + net(x).flatten().tolist()


# 7 gradient accumulation, warmup schedule, param groups
def accumulate():
    net = fill(MLP(4, 6, 2))
    decay, no_decay = [], []
    for name, p in net.named_parameters():
        if not p.requires_grad:
            continue
        (no_decay if p.ndim == 1 or name.endswith(".bias") else decay).append(p)
    opt = torch.optim.AdamW([{"params": decay, "weight_decay": 0.1}, {"params": no_decay, "weight_decay": 0.0}], lr=0.02)
    sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min(1.0, (s + 1) / 3))
    out = []
    for step in range(6):
        loss = F.smooth_l1_loss(net(data(4, 4, k=step + 1.0)), torch.zeros(4, 2)) / 2
        loss.backward()
        if (step + 1) % 2 == 0:
            opt.step()
            sched.step()
            opt.zero_grad()
        out += [loss.item(), opt.param_groups[0]["lr"], sched.get_last_lr()[0]]
    return out


# 8 early stopping with state copies and checkpoint
def early():
    net = fill(MLP(4, 6, 1))
    opt = torch.optim.Adam(net.parameters(), lr=0.5)
    best, best_state, out = float("inf"), None, []
    for _ in range(6):
        opt.zero_grad()
        loss = ((net(data(5, 4)) - 0.5) ** 2).mean()
        loss.backward()
        opt.step()
        if loss.item() < best:
            best, best_state = loss.item(), copy.deepcopy(net.state_dict())
        out.append(loss.item())
    net.load_state_dict(best_state)
    return out + net(data(2, 4)).flatten().tolist() + [best]


# 9 dataset, loader, metrics
class Pairs(Dataset):
    def __init__(self, n):
        self.x = data(n, 3)
        self.y = (self.x.sum(1) > 0).long()

    def __len__(self):
        return len(self.x)

    def __getitem__(self, i):
        return self.x[i], self.y[i]


def loader():
    net = fill(MLP(3, 4, 2))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    dl = DataLoader(Pairs(10), batch_size=4, shuffle=False, drop_last=False)
    out = []
    for epoch in range(2):
        total, correct, running = 0, 0, 0.0
        for i, (x, y) in enumerate(dl):
            logits = net(x)
            loss = F.cross_entropy(logits, y)
            opt.zero_grad()
            loss.backward()
            opt.step()
            running += loss.item() * x.size(0)
            pred = logits.argmax(dim=1)
            correct += (pred == y).sum().item()
            total += y.size(0)
        out += [running / total, correct / total]
    val = DataLoader(TensorDataset(data(4, 3), torch.tensor([0, 1, 0, 1])), batch_size=2)
    with torch.no_grad():
        out += [F.nll_loss(F.log_softmax(net(x), 1), y).item() for x, y in val]
    return out


# 10 seq2seq GRU with teacher forcing
class Seq2Seq(nn.Module):
    def __init__(self, v=7, h=6):
        super().__init__()
        self.emb = nn.Embedding(v, h, padding_idx=0)
        self.enc = nn.GRU(h, h, batch_first=True)
        self.dec = nn.GRUCell(h, h)
        self.attn = nn.Linear(2 * h, 1)
        self.out = nn.Linear(h, v)

    def forward(self, src, tgt, ratio=1.0):
        enc, h = self.enc(self.emb(src))
        h = h.squeeze(0)
        B, T = tgt.shape
        outputs = torch.zeros(B, T, self.out.out_features)
        tok = tgt[:, 0]
        mask = src != 0
        for t in range(1, T):
            score = self.attn(torch.cat([enc, h.unsqueeze(1).expand(-1, enc.size(1), -1)], -1)).squeeze(-1)
            score = score.masked_fill(~mask, float("-inf"))
            ctx = torch.bmm(score.softmax(-1).unsqueeze(1), enc).squeeze(1)
            h = self.dec(self.emb(tok) + ctx, h)
            o = self.out(h)
            outputs[:, t] = o
            tok = tgt[:, t] if ratio >= 0.5 else o.argmax(1)
        return outputs


def seq2seq():
    net = fill(Seq2Seq())
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    crit = nn.CrossEntropyLoss(ignore_index=0)
    src = torch.tensor([[1, 2, 3, 0], [4, 5, 0, 0]])
    tgt = torch.tensor([[1, 3, 2], [1, 6, 0]])
    out = []
    for r in (1.0, 0.0, 1.0):
        opt.zero_grad()
        o = net(src, tgt, r)
        loss = crit(o[:, 1:].reshape(-1, o.shape[-1]), tgt[:, 1:].reshape(-1))
        loss.backward()
        nn.utils.clip_grad_value_(net.parameters(), 0.1)
        opt.step()
        out.append(loss.item())
    return out


def late_optimizer():
    net = fill(nn.Sequential(nn.Linear(3, 4), nn.ReLU(), nn.Linear(4, 2)))
    loss = net(torch.ones(2, 3)).pow(2).mean()
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    opt.zero_grad()
    loss.backward()
    opt.step()
    return [loss.item(), *net[0].weight.detach().flatten().tolist()]


def blocks_that_run_again():
    from torch.utils.checkpoint import checkpoint, checkpoint_sequential

    layers = (nn.Linear(3, 3), nn.BatchNorm1d(3), nn.ReLU(), nn.Linear(3, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
    net = fill(nn.Sequential(*layers))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    x, out = data(4, 3).requires_grad_(), []
    for reentrant in (False, True):
        opt.zero_grad()
        y = checkpoint_sequential(net, 2, x, use_reentrant=reentrant) + checkpoint(net[:2], x, use_reentrant=reentrant).sum(1)
        y.sum().backward()
        opt.step()
        out += [y.sum().item(), x.grad.sum().item(), *(int(net[i].num_batches_tracked) for i in (1, 4))]
    dry = checkpoint(net, x.detach(), use_reentrant=True)
    return [*out, *net[1].running_mean.tolist(), *net[4].running_var.tolist(), dry.requires_grad]


ALL = (vae, wgan, reinforce, maml, distill, ema, accumulate, early, loader, seq2seq, late_optimizer, blocks_that_run_again)
PROGRAMS = {each.__name__: each for each in ALL}
