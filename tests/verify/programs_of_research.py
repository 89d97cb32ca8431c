"""Programs with losses, graphs, derivatives, hooks and sampling as people write them for torch; each gives numbers."""

# ruff: noqa: B007, B009, B905, C408, E741, F401, RUF059 - written as people write it

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


# 11 packed LSTM
def packed():
    lstm = fill(nn.LSTM(3, 4, num_layers=2, bidirectional=True, batch_first=True))
    x, lens = data(3, 5, 3), torch.tensor([5, 3, 2])
    p = nn.utils.rnn.pack_padded_sequence(x, lens, batch_first=True, enforce_sorted=False)
    o, (h, c) = lstm(p)
    o, l = nn.utils.rnn.pad_packed_sequence(o, batch_first=True)
    (o.sum() + h.sum()).backward()
    return [o.sum().item(), h.sum().item(), c.sum().item()] + l.tolist() + [w.grad.abs().sum().item() for w in lstm.parameters()]


# 12 CTC
def ctc():
    net = fill(nn.Linear(4, 5))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    out = []
    for _ in range(2):
        logp = net(data(6, 2, 4)).log_softmax(2)
        loss = nn.CTCLoss(blank=0, zero_infinity=True)(logp, torch.tensor([[1, 2], [3, 3]]), torch.tensor([6, 6]), torch.tensor([2, 2]))
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out


# 13 contrastive (SimCLR)
def nt_xent(z1, z2, t=0.5):
    z = F.normalize(torch.cat([z1, z2]), dim=1)
    sim = z @ z.t() / t
    n = z1.size(0)
    sim.fill_diagonal_(-1e9)
    target = torch.cat([torch.arange(n) + n, torch.arange(n)])
    return F.cross_entropy(sim, target)


def simclr():
    net = fill(MLP(4, 8, 3))
    opt = torch.optim.Adam(net.parameters(), lr=0.01)
    out = []
    for i in range(3):
        loss = nt_xent(net(data(4, 4)), net(data(4, 4) * 0.9 + 0.1))
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out


# 14 GCN with scatter
class GCN(nn.Module):
    def __init__(self, i, o):
        super().__init__()
        self.lin = nn.Linear(i, o, bias=False)
        self.bias = nn.Parameter(torch.zeros(o))

    def forward(self, x, edge_index):
        n = x.size(0)
        loops = torch.arange(n).repeat(2, 1)
        ei = torch.cat([edge_index, loops], dim=1)
        row, col = ei
        deg = torch.zeros(n).scatter_add_(0, col, torch.ones(col.numel()))
        dis = deg.pow(-0.5)
        dis[dis == float("inf")] = 0
        norm = dis[row] * dis[col]
        h = self.lin(x)
        out = torch.zeros_like(h).index_add_(0, col, h[row] * norm[:, None])
        return out + self.bias


def gcn():
    g1, g2 = fill(GCN(3, 5)), fill(GCN(5, 2))
    opt = torch.optim.Adam([*g1.parameters(), *g2.parameters()], lr=0.01, weight_decay=5e-4)
    x, ei, y = data(5, 3), torch.tensor([[0, 1, 2, 3, 4, 0], [1, 2, 3, 4, 0, 2]]), torch.tensor([0, 1, 0, 1, 0])
    mask = torch.tensor([True, True, False, True, False])
    out = []
    for _ in range(3):
        opt.zero_grad()
        o = g2(F.relu(g1(x, ei)), ei)
        loss = F.nll_loss(F.log_softmax(o, dim=1)[mask], y[mask])
        loss.backward()
        opt.step()
        acc = (o.argmax(-1)[~mask] == y[~mask]).float().mean()
        out += [loss.item(), acc.item()]
    return out


# 15 hessian-vector product, jacobian
def hvp():
    w = torch.tensor([0.5, -0.3, 0.8], requires_grad=True)
    f = (w**3).sum() + (w[0] * w[1]) ** 2
    (g,) = torch.autograd.grad(f, w, create_graph=True)
    v = torch.tensor([1.0, 2.0, 3.0])
    hv = torch.autograd.grad(g, w, grad_outputs=v)[0]
    return g.tolist() + hv.tolist()


# 16 LBFGS closure
def lbfgs():
    x = torch.tensor([-1.0, 1.5], requires_grad=True)
    opt = torch.optim.LBFGS([x], lr=0.1, max_iter=4)
    out = []

    def closure():
        opt.zero_grad()
        loss = (1 - x[0]) ** 2 + 100 * (x[1] - x[0] ** 2) ** 2
        loss.backward()
        return loss

    for _ in range(3):
        out.append(opt.step(closure).item())
    return out + x.tolist()


# 17 feature extraction hooks
def hooks():
    net = fill(nn.Sequential(OrderedDict([("a", nn.Linear(3, 4)), ("b", nn.ReLU()), ("c", nn.Linear(4, 2))])))
    feats, grads = {}, defaultdict(list)

    def save(name, module, inp, out):
        feats[name] = out.detach()

    handles = [m.register_forward_hook(partial(save, n)) for n, m in net.named_children()]
    net.c.register_full_backward_hook(lambda m, gi, go: grads["c"].append(go[0].sum().item()))
    net(data(2, 3)).sum().backward()
    for h in handles:
        h.remove()
    return [feats[k].sum().item() for k in "abc"] + grads["c"] + [net.a.weight.grad.norm().item()]


# 18 mixup + soft targets, focal, dice
def losses():
    net = fill(MLP(4, 6, 3))
    x, y = data(6, 4), torch.arange(6) % 3
    lam, perm = 0.3, torch.tensor([3, 4, 5, 0, 1, 2])
    mixed = lam * x + (1 - lam) * x[perm]
    yo = F.one_hot(y, 3).float()
    soft = lam * yo + (1 - lam) * yo[perm]
    o = net(mixed)
    mix = torch.mean(torch.sum(-soft * F.log_softmax(o, -1), -1))
    p = torch.sigmoid(o)
    ce = F.binary_cross_entropy_with_logits(o, yo, reduction="none")
    pt = p * yo + (1 - p) * (1 - yo)
    focal = (0.25 * (1 - pt) ** 2.0 * ce).mean()
    inter = (p * yo).sum((0,))
    dice = 1 - (2 * inter + 1) / (p.sum(0) + yo.sum(0) + 1)
    loss = mix + focal + dice.mean()
    loss.backward()
    return [mix.item(), focal.item(), *dice.tolist()] + [q.grad.sum().item() for q in net.parameters()]


@dataclass
class Config:
    dim: int = 8
    heads: int = 2
    layers: int = 2
    drop: float = 0.0


# 19 small GPT, weight tying, generation
class Block(nn.Module):
    def __init__(self, c):
        super().__init__()
        self.ln1, self.ln2 = nn.LayerNorm(c.dim), nn.LayerNorm(c.dim)
        self.qkv, self.proj = nn.Linear(c.dim, 3 * c.dim), nn.Linear(c.dim, c.dim)
        self.mlp = nn.Sequential(nn.Linear(c.dim, 4 * c.dim), nn.GELU(), nn.Linear(4 * c.dim, c.dim), nn.Dropout(c.drop))
        self.h = c.heads
        self.register_buffer("mask", torch.tril(torch.ones(16, 16)).view(1, 1, 16, 16), persistent=False)

    def forward(self, x):
        B, T, C = x.size()
        q, k, v = self.qkv(self.ln1(x)).split(C, dim=2)
        q, k, v = (t.view(B, T, self.h, C // self.h).transpose(1, 2) for t in (q, k, v))
        att = (q @ k.transpose(-2, -1)) * (1.0 / math.sqrt(k.size(-1)))
        att = att.masked_fill(self.mask[:, :, :T, :T] == 0, float("-inf"))
        y = (F.softmax(att, dim=-1) @ v).transpose(1, 2).contiguous().view(B, T, C)
        x = x + self.proj(y)
        return x + self.mlp(self.ln2(x))


class GPT(nn.Module):
    def __init__(self, c, vocab=11):
        super().__init__()
        self.transformer = nn.ModuleDict(
            dict(
                wte=nn.Embedding(vocab, c.dim),
                wpe=nn.Embedding(16, c.dim),
                h=nn.ModuleList([Block(c) for _ in range(c.layers)]),
                ln_f=nn.LayerNorm(c.dim),
            )
        )
        self.lm_head = nn.Linear(c.dim, vocab, bias=False)
        self.transformer.wte.weight = self.lm_head.weight

    def forward(self, idx, targets=None):
        b, t = idx.size()
        assert t <= 16
        pos = torch.arange(0, t, dtype=torch.long, device=idx.device).unsqueeze(0)
        x = self.transformer.wte(idx) + self.transformer.wpe(pos)
        for block in self.transformer.h:
            x = block(x)
        logits = self.lm_head(self.transformer.ln_f(x))
        loss = None if targets is None else F.cross_entropy(logits.view(-1, logits.size(-1)), targets.reshape(-1), ignore_index=-1)
        return logits, loss

    @torch.no_grad()
    def generate(self, idx, n, top_k=None):
        for _ in range(n):
            cond = idx if idx.size(1) <= 16 else idx[:, -16:]
            logits, _ = self(cond)
            logits = logits[:, -1, :] / 0.8
            if top_k is not None:
                v, _ = torch.topk(logits, min(top_k, logits.size(-1)))
                logits[logits < v[:, [-1]]] = -float("Inf")
            probs = F.softmax(logits, dim=-1)
            _, nxt = torch.topk(probs, k=1, dim=-1)
            idx = torch.cat((idx, nxt), dim=1)
        return idx


def gpt():
    net = fill(GPT(Config()))
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2, betas=(0.9, 0.95))
    idx = torch.arange(10).view(2, 5)
    out = []
    for _ in range(3):
        _, loss = net(idx[:, :-1], idx[:, 1:])
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    net.eval()
    return (
        out
        + net.generate(idx[:, :2], 3, top_k=3).flatten().tolist()
        + [len(list(net.parameters())), sum(p.numel() for p in net.parameters())]
    )


# 20 DQN with target net, replay buffer
class Replay:
    def __init__(self, n):
        self.s, self.a, self.r = torch.zeros(n, 4), torch.zeros(n, dtype=torch.long), torch.zeros(n)
        self.i = 0

    def push(self, s, a, r):
        j = self.i % len(self.s)
        self.s[j], self.a[j], self.r[j] = s, a, r
        self.i += 1

    def get(self, idx):
        return self.s[idx], self.a[idx], self.r[idx]


def dqn():
    q, target = fill(MLP(4, 8, 3)), MLP(4, 8, 3)
    target.load_state_dict(q.state_dict())
    opt = torch.optim.Adam(q.parameters(), lr=0.01)
    buf = Replay(8)
    for t in range(10):
        buf.push(data(4, k=t + 1.0), t % 3, float(t % 4) - 1)
    out = []
    for it in range(3):
        s, a, r = buf.get(torch.tensor([0, 3, 5, 7]))
        qa = q(s).gather(1, a.unsqueeze(1)).squeeze(1)
        with torch.no_grad():
            y = r + 0.9 * target(s).max(1)[0]
        loss = F.huber_loss(qa, y)
        opt.zero_grad()
        loss.backward()
        for p in q.parameters():
            p.grad.data.clamp_(-1, 1)
        opt.step()
        for tp, p in zip(target.parameters(), q.parameters()):
            tp.data.copy_(0.1 * p.data + 0.9 * tp.data)
        out.append(loss.item())
    return out


# 12 networks with names that a Cell has for itself
class Member(nn.Module):
    _phase = 2

    def __init__(self, names):
        super().__init__()
        self._params = names
        self._cells = nn.ModuleList([nn.Linear(3, 3), nn.Linear(3, 2)])
        self._forward_hook = nn.Parameter(torch.ones(2))

    def construct(self, x, scale):
        return self._forget(x) * scale

    def _forget(self, x, rate=0.5):
        return torch.sigmoid(x) * rate

    def forward(self, x):
        for cell in self._cells:
            x = cell(x)
        return self.construct(x, self._phase) * self._forward_hook * len(self._params)


def own_names():
    net = fill(Member(["a", "b"]))
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for _ in range(3):
        opt.zero_grad()
        loss = net(data(4, 3)).pow(2).sum()
        loss.backward()
        opt.step()
    return [loss.item(), len(getattr(net, "_params")), *net._forward_hook.tolist(), *net._cells[0].weight.flatten().tolist()]


PROGRAMS = {each.__name__: each for each in (packed, ctc, simclr, gcn, hvp, lbfgs, hooks, losses, gpt, dqn, own_names)}
