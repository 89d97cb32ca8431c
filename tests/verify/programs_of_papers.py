"""Programs with methods of papers as people write them for torch: queues, codebooks, adapters, boxes, points; each gives numbers."""

# ruff: noqa: B905, E731, RUF005 - written as people write it

import math
from collections import deque
from itertools import chain

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.nn.parameter import Parameter


def data(*shape, k=1.0):
    n = math.prod(shape)
    return torch.sin(torch.arange(n, dtype=torch.float32) * 0.7 * k).reshape(shape)


def fill(net):
    for i, p in enumerate(net.parameters()):
        nn.init.zeros_(p)
        p.data += (0.3 * torch.cos(torch.arange(p.numel(), dtype=torch.float32) * (0.5 + 0.1 * i))).reshape(p.shape)
    return net


# 1 MoCo: momentum encoder, queue as buffer
class MoCo(nn.Module):
    def __init__(self, dim=4, K=8, m=0.9, T=0.2):
        super().__init__()
        self.K, self.m, self.T = K, m, T
        self.encoder_q, self.encoder_k = nn.Linear(5, dim), nn.Linear(5, dim)
        for pq, pk in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            pk.data.copy_(pq.data)
            pk.requires_grad = False
        self.register_buffer("queue", F.normalize(data(dim, K), dim=0))
        self.register_buffer("queue_ptr", torch.zeros(1, dtype=torch.long))

    @torch.no_grad()
    def _momentum(self):
        for pq, pk in zip(self.encoder_q.parameters(), self.encoder_k.parameters()):
            pk.data = pk.data * self.m + pq.data * (1.0 - self.m)

    @torch.no_grad()
    def _enqueue(self, keys):
        n = keys.shape[0]
        ptr = int(self.queue_ptr)
        assert self.K % n == 0
        self.queue[:, ptr : ptr + n] = keys.T
        self.queue_ptr[0] = (ptr + n) % self.K

    def forward(self, q, k):
        q = F.normalize(self.encoder_q(q), dim=1)
        with torch.no_grad():
            self._momentum()
            k = F.normalize(self.encoder_k(k), dim=1)
        l_pos = torch.einsum("nc,nc->n", [q, k]).unsqueeze(-1)
        l_neg = torch.einsum("nc,ck->nk", [q, self.queue.clone().detach()])
        logits = torch.cat([l_pos, l_neg], dim=1) / self.T
        self._enqueue(k)
        return logits, torch.zeros(logits.shape[0], dtype=torch.long)


def moco():
    net = MoCo()
    fill(net.encoder_q)
    net.encoder_k.load_state_dict(net.encoder_q.state_dict())
    opt = torch.optim.SGD(net.encoder_q.parameters(), 0.1, momentum=0.9)
    out = []
    for i in range(3):
        logits, y = net(data(4, 5, k=i + 1.0), data(4, 5, k=i + 1.1))
        loss = F.cross_entropy(logits, y)
        opt.zero_grad()
        loss.backward()
        opt.step()
        out += [loss.item(), int(net.queue_ptr)]
    return out + net.queue.flatten().tolist() + net.encoder_k.bias.tolist()


# 2 VQ-VAE with EMA codebook and straight-through
class VQ(nn.Module):
    def __init__(self, n=5, d=3, decay=0.8):
        super().__init__()
        self.n, self.d, self.decay = n, d, decay
        embed = data(n, d)
        self.register_buffer("embed", embed)
        self.register_buffer("cluster_size", torch.zeros(n))
        self.register_buffer("embed_avg", embed.clone())

    def forward(self, x):
        flat = x.reshape(-1, self.d)
        dist = flat.pow(2).sum(1, keepdim=True) - 2 * flat @ self.embed.t() + self.embed.t().pow(2).sum(0, keepdim=True)
        idx = (-dist).max(1)[1]
        onehot = F.one_hot(idx, self.n).type(flat.dtype)
        q = F.embedding(idx.view(*x.shape[:-1]), self.embed)
        if self.training:
            self.cluster_size.data.mul_(self.decay).add_(onehot.sum(0), alpha=1 - self.decay)
            self.embed_avg.data.mul_(self.decay).add_((flat.t() @ onehot).t(), alpha=1 - self.decay)
            n = self.cluster_size.sum()
            cs = (self.cluster_size + 1e-5) / (n + self.n * 1e-5) * n
            self.embed.data.copy_(self.embed_avg / cs.unsqueeze(1).clamp(min=0.1))
        diff = (q.detach() - x).pow(2).mean()
        return x + (q - x).detach(), diff, idx


def vq():
    enc, dec, v = fill(nn.Linear(4, 6)), fill(nn.Linear(6, 4)), VQ()
    opt = torch.optim.Adam(chain(enc.parameters(), dec.parameters()), lr=0.01)
    out = []
    for _ in range(3):
        x = data(5, 4)
        z, diff, idx = v(enc(x).view(5, 2, 3))
        loss = F.mse_loss(dec(z.view(5, 6)), x) + 0.25 * diff
        opt.zero_grad()
        loss.backward()
        opt.step()
        out += [loss.item()] + idx.tolist()
    return out + v.embed.flatten().tolist() + v.cluster_size.tolist()


# 3 own layers: LayerScale, RMSNorm, rotary, GLU, causal conv
class RMS(nn.Module):
    def __init__(self, d, eps=1e-6):
        super().__init__()
        self.eps, self.weight = eps, Parameter(torch.ones(d))

    def forward(self, x: Tensor) -> Tensor:
        return x * torch.rsqrt(x.pow(2).mean(-1, keepdim=True) + self.eps) * self.weight


def rotate_half(x):
    a, b = x.chunk(2, dim=-1)
    return torch.cat((-b, a), dim=-1)


class Rotary(nn.Module):
    def __init__(self, d, base=100):
        super().__init__()
        self.register_buffer("inv", 1.0 / (base ** (torch.arange(0, d, 2).float() / d)))
        self._cache = {}

    def forward(self, q, k):
        n = q.shape[-2]
        if n not in self._cache:
            f = torch.outer(torch.arange(n, device=q.device).type_as(self.inv), self.inv)
            e = torch.cat((f, f), dim=-1)
            self._cache[n] = (e.cos()[None, None], e.sin()[None, None])
        c, s = self._cache[n]
        return (q * c) + (rotate_half(q) * s), (k * c) + (rotate_half(k) * s)


class Attn(nn.Module):
    def __init__(self, d=8, h=2, kv=1):
        super().__init__()
        self.h, self.kv, self.hd = h, kv, d // h
        self.q, self.k, self.v = nn.Linear(d, d, bias=False), nn.Linear(d, kv * self.hd, bias=False), nn.Linear(d, kv * self.hd, bias=False)
        self.o, self.rot = nn.Linear(d, d, bias=False), Rotary(self.hd)

    def forward(self, x, cache=None):
        B, T, _ = x.shape
        q = self.q(x).view(B, T, self.h, self.hd).transpose(1, 2)
        k = self.k(x).view(B, T, self.kv, self.hd).transpose(1, 2)
        v = self.v(x).view(B, T, self.kv, self.hd).transpose(1, 2)
        q, k = self.rot(q, k)
        k, v = (t[:, :, None].expand(B, self.kv, self.h // self.kv, T, self.hd).reshape(B, self.h, T, self.hd) for t in (k, v))
        return self.o(F.scaled_dot_product_attention(q, k, v, is_causal=True).transpose(1, 2).reshape(B, T, -1))


class GLU(nn.Module):
    def __init__(self, d, m):
        super().__init__()
        self.w1, self.w2, self.w3 = nn.Linear(d, m), nn.Linear(m, d), nn.Linear(d, m)

    def forward(self, x):
        return self.w2(F.silu(self.w1(x)) * self.w3(x))


class Llama(nn.Module):
    def __init__(self, v=11, d=8, n=2):
        super().__init__()
        self.emb = nn.Embedding(v, d)
        self.blocks = nn.ModuleList(nn.ModuleDict({"n1": RMS(d), "a": Attn(d), "n2": RMS(d), "f": GLU(d, 12)}) for _ in range(n))
        self.norm, self.head = RMS(d), nn.Linear(d, v, bias=False)
        self.gamma = nn.ParameterList([nn.Parameter(0.5 * torch.ones(d)) for _ in range(n)])

    def forward(self, idx):
        x = self.emb(idx)
        for b, g in zip(self.blocks, self.gamma):
            x = x + g * b["a"](b["n1"](x))
            x = x + b.f(b.n2(x))
        return self.head(self.norm(x))


def llama():
    net = fill(Llama())
    opt = torch.optim.AdamW(net.parameters(), lr=1e-2, weight_decay=0.1)
    idx = torch.arange(12).view(2, 6) % 11
    out = []
    for _ in range(2):
        logits = net(idx[:, :-1])
        loss = F.cross_entropy(logits.flatten(0, 1), idx[:, 1:].flatten())
        loss.backward()
        norm = torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        opt.step()
        opt.zero_grad(set_to_none=True)
        out += [loss.item(), norm.item()]
    return out


# 4 LoRA injection
class LoRA(nn.Module):
    def __init__(self, base: nn.Linear, r=2, alpha=4):
        super().__init__()
        self.base = base
        for p in self.base.parameters():
            p.requires_grad_(False)
        self.A = nn.Parameter(data(r, base.in_features) * 0.1)
        self.B = nn.Parameter(torch.zeros(base.out_features, r))
        self.scale = alpha / r

    def forward(self, x):
        return self.base(x) + (x @ self.A.T @ self.B.T) * self.scale

    @torch.no_grad()
    def merge(self):
        self.base.weight += (self.B @ self.A) * self.scale
        return self.base


def inject(module):
    for name, child in module.named_children():
        if isinstance(child, nn.Linear):
            setattr(module, name, LoRA(child))
        else:
            inject(child)


def merge(module):
    for name, child in list(module.named_children()):
        if isinstance(child, LoRA):
            setattr(module, name, child.merge())
        else:
            merge(child)


def lora():
    net = fill(nn.Sequential(nn.Linear(4, 6), nn.Sequential(nn.ReLU(), nn.Linear(6, 2))))
    inject(net)
    train = [p for p in net.parameters() if p.requires_grad]
    opt = torch.optim.Adam(train, lr=0.05)
    x, out = data(5, 4), [len(train)]
    for _ in range(3):
        loss = (net(x) - 1).abs().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    a = net(x)
    merge(net)
    return out + [(net(x) - a).abs().max().item(), len(list(net.parameters()))] + sorted(float(len(k)) for k in net.state_dict())


# 5 sliding statistics, deque, window functions, filters
def signals():
    x = data(64)
    w = torch.hann_window(16)
    frames = x.unfold(0, 16, 8) * w
    spec = torch.fft.rfft(frames).abs()
    mel = torch.clamp(torch.linspace(0, 1, 9).unsqueeze(0) - torch.arange(4).unsqueeze(1) * 0.2, min=0)
    logmel = torch.log(spec @ mel.T + 1e-6)
    delta = F.conv1d(logmel.T.unsqueeze(1), torch.tensor([[[-0.5, 0.0, 0.5]]]), padding=1).squeeze(1)
    window, means = deque(maxlen=3), []
    for v in x[:6]:
        window.append(v)
        means.append(torch.stack(list(window)).mean().item())
    iir, y = [], torch.tensor(0.0)
    for v in x[:6]:
        y = 0.9 * y + 0.1 * v
        iir.append(y.item())
    return (
        logmel.flatten()[:8].tolist()
        + delta.flatten()[:8].tolist()
        + means
        + iir
        + [torch.median(x).item(), torch.quantile(x, 0.25).item()]
    )


# 6 point clouds: farthest points, ball query, grouping
def farthest(xyz, n):
    B, N, _ = xyz.shape
    centroids = torch.zeros(B, n, dtype=torch.long)
    distance = torch.ones(B, N) * 1e10
    far = torch.zeros(B, dtype=torch.long)
    batch = torch.arange(B, dtype=torch.long)
    for i in range(n):
        centroids[:, i] = far
        c = xyz[batch, far, :].view(B, 1, 3)
        dist = torch.sum((xyz - c) ** 2, -1)
        mask = dist < distance
        distance[mask] = dist[mask]
        far = torch.max(distance, -1)[1]
    return centroids


def index_points(points, idx):
    B = points.shape[0]
    view_shape = list(idx.shape)
    view_shape[1:] = [1] * (len(view_shape) - 1)
    rep = list(idx.shape)
    rep[0] = 1
    b = torch.arange(B, dtype=torch.long).view(view_shape).repeat(rep)
    return points[b, idx, :]


def ball(radius, ns, xyz, new):
    B, N, _ = xyz.shape
    _, S, _ = new.shape
    g = torch.arange(N, dtype=torch.long).view(1, 1, N).repeat([B, S, 1])
    d = torch.cdist(new, xyz) ** 2
    g[d > radius**2] = N
    g = g.sort(dim=-1)[0][:, :, :ns]
    first = g[:, :, 0].view(B, S, 1).repeat([1, 1, ns])
    m = g == N
    g[m] = first[m]
    return g


def clouds():
    xyz = data(2, 12, 3)
    fps = farthest(xyz, 4)
    new = index_points(xyz, fps)
    g = ball(0.8, 3, xyz, new)
    grouped = index_points(xyz, g) - new.view(2, 4, 1, 3)
    conv = fill(nn.Conv2d(3, 5, 1))
    f = torch.max(F.relu(conv(grouped.permute(0, 3, 2, 1))), 2)[0]
    f.sum().backward()
    return fps.flatten().tolist() + g.flatten().tolist() + f.flatten().tolist() + conv.weight.grad.flatten().tolist()


# 7 boxes: IoU, NMS, anchors, matching, focal
def iou(a, b):
    lt, rb = torch.max(a[:, None, :2], b[:, :2]), torch.min(a[:, None, 2:], b[:, 2:])
    wh = (rb - lt).clamp(min=0)
    inter = wh[..., 0] * wh[..., 1]
    area = lambda t: (t[:, 2] - t[:, 0]) * (t[:, 3] - t[:, 1])
    return inter / (area(a)[:, None] + area(b) - inter + 1e-9)


def nms(boxes, scores, thr):
    keep, order = [], scores.argsort(descending=True)
    while order.numel() > 0:
        i = order[0].item()
        keep.append(i)
        if order.numel() == 1:
            break
        o = iou(boxes[i].unsqueeze(0), boxes[order[1:]]).squeeze(0)
        order = order[1:][o <= thr]
    return torch.tensor(keep, dtype=torch.long)


def boxes():
    c = torch.stack(torch.meshgrid(torch.arange(3.0), torch.arange(3.0), indexing="ij"), -1).reshape(-1, 2)
    anchors = torch.cat([c - 0.6, c + 0.7], 1)
    gt = torch.tensor([[0.1, 0.2, 1.1, 1.3], [1.5, 1.4, 2.6, 2.8]])
    m = iou(gt, anchors)
    best, which = m.max(dim=0)
    which[best < 0.3] = -1
    which[m.argmax(1)] = torch.arange(2)
    pos = which >= 0
    t = gt[which.clamp(min=0)]
    aw, ac = anchors[:, 2:] - anchors[:, :2], (anchors[:, :2] + anchors[:, 2:]) / 2
    reg = torch.cat([((t[:, :2] + t[:, 2:]) / 2 - ac) / aw, torch.log((t[:, 2:] - t[:, :2]) / aw)], 1)
    w = torch.zeros(9, 4, requires_grad=True)
    loss = F.smooth_l1_loss(w[pos], reg[pos], beta=1 / 9, reduction="sum") / max(1, int(pos.sum()))
    loss.backward()
    return which.tolist() + [loss.item()] + w.grad.flatten().tolist() + nms(anchors, m.max(0)[0], 0.2).tolist()


# 8 Gaussian process, MLE with cholesky
class GP(nn.Module):
    def __init__(self):
        super().__init__()
        self.log_ls, self.log_s, self.log_n = (nn.Parameter(torch.tensor(v)) for v in (0.0, 0.1, -1.0))

    def k(self, a, b):
        return self.log_s.exp() ** 2 * torch.exp(-0.5 * torch.cdist(a, b) ** 2 / self.log_ls.exp() ** 2)

    def forward(self, x, y):
        K = self.k(x, x) + (self.log_n.exp() ** 2 + 1e-4) * torch.eye(len(x))
        L = torch.linalg.cholesky(K)
        alpha = torch.cholesky_solve(y[:, None], L)
        return 0.5 * (y @ alpha.squeeze(1)) + torch.log(torch.diagonal(L)).sum() + 0.5 * len(x) * math.log(2 * math.pi)


def gp():
    g = GP()
    opt = torch.optim.Adam(g.parameters(), lr=0.1)
    x = torch.linspace(0, 2, 6).unsqueeze(1) * torch.tensor([[1.0, 0.7]])
    y = torch.sin(3 * x[:, 0])
    out = []
    for _ in range(3):
        opt.zero_grad()
        nll = g(x, y)
        nll.backward()
        opt.step()
        out.append(nll.item())
    return out + [p.item() for p in g.parameters()]


# 9 memory: replay with namedtuple, GAE, running mean and std
class Running:
    def __init__(self, shape):
        self.mean, self.var, self.count = torch.zeros(shape), torch.ones(shape), 1e-4

    def update(self, x):
        bm, bv, bc = x.mean(0), x.var(0, unbiased=False), x.shape[0]
        delta, tot = bm - self.mean, self.count + bc
        self.mean += delta * bc / tot
        m2 = self.var * self.count + bv * bc + delta**2 * self.count * bc / tot
        self.var = m2 / tot
        self.count = tot


def gae():
    r = Running(3)
    for i in range(3):
        r.update(data(5, 3, k=i + 1.0))
    rew, val, done = data(6), data(6, k=1.3), torch.tensor([0.0, 0, 1, 0, 0, 1])
    adv, last = torch.zeros_like(rew), 0
    for t in reversed(range(6)):
        nxt = val[t + 1] if t < 5 else torch.tensor(0.0)
        delta = rew[t] + 0.99 * nxt * (1 - done[t]) - val[t]
        adv[t] = last = delta + 0.99 * 0.95 * (1 - done[t]) * last
    return r.mean.tolist() + r.var.tolist() + adv.tolist()


# 10 style transfer: gram, tv loss, optimise an image
def style():
    conv = fill(nn.Conv2d(1, 3, 3, padding=1)).requires_grad_(False)
    gram = lambda f: torch.bmm(f.flatten(2), f.flatten(2).transpose(1, 2)) / f[0].numel()
    target = gram(conv(data(1, 1, 6, 6, k=1.7)))
    img = data(1, 1, 6, 6).requires_grad_()
    opt = torch.optim.Adam([img], lr=0.05)
    out = []
    for _ in range(3):
        g = gram(torch.relu(conv(img)))
        tv = (img[..., 1:, :] - img[..., :-1, :]).abs().mean() + (img[..., 1:] - img[..., :-1]).abs().mean()
        loss = F.mse_loss(g, target) + 0.1 * tv
        opt.zero_grad()
        loss.backward()
        opt.step()
        with torch.no_grad():
            img.clamp_(-0.9, 0.9)
        out.append(loss.item())
    return out + img.flatten()[:6].tolist()


PROGRAMS = {each.__name__: each for each in (moco, vq, llama, lora, signals, clouds, boxes, gp, gae, style)}
