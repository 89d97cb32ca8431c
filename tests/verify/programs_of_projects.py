"""Programs as projects have them: trainers, data, checkpoints, metrics, sampling. Rewritten and run by a test."""

# ruff: noqa: B007, B905, F401, PTH118, RUF005, RUF007, RUF059, UP006, UP008, UP035 - written as people write it

import copy
import math
import os
import random
import tempfile
from typing import Dict, List, Optional, Tuple

import numpy as np
import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.optim.lr_scheduler import CosineAnnealingLR, ReduceLROnPlateau, _LRScheduler
from torch.utils.data import DataLoader, Dataset, Subset, random_split


def data(*shape, k=1.0):
    n = math.prod(shape)
    return torch.sin(torch.arange(n, dtype=torch.float32) * 0.7 * k).reshape(shape)


def fill(net):
    for i, p in enumerate(net.parameters()):
        p.data.copy_((0.3 * torch.cos(torch.arange(p.numel(), dtype=torch.float32) * (0.5 + 0.1 * i))).view(p.shape))
    return net


# 1 Trainer class with config dict, callbacks, checkpoint to disk
class EarlyStopping:
    def __init__(self, patience=2):
        self.patience, self.best, self.counter, self.stop = patience, None, 0, False

    def __call__(self, loss):
        if self.best is None or loss < self.best:
            self.best, self.counter = loss, 0
        else:
            self.counter += 1
            self.stop = self.counter >= self.patience


class Trainer:
    def __init__(self, model, cfg, device="cpu"):
        self.model = model.to(device)
        self.device = torch.device(device)
        self.optimizer = getattr(torch.optim, cfg["optimizer"])(self.model.parameters(), **cfg["args"])
        self.scheduler = CosineAnnealingLR(self.optimizer, T_max=cfg["epochs"])
        self.history: Dict[str, List[float]] = {"loss": [], "acc": []}
        self.es = EarlyStopping()
        self.cfg = cfg

    def _step(self, batch) -> Tuple[torch.Tensor, int]:
        x, y = (t.to(self.device, non_blocking=True) for t in batch)
        out = self.model(x)
        return F.cross_entropy(out, y), (out.argmax(1) == y).sum().item()

    def fit(self, loader):
        for epoch in range(self.cfg["epochs"]):
            self.model.train()
            total = correct = n = 0
            for batch in loader:
                self.optimizer.zero_grad()
                loss, c = self._step(batch)
                loss.backward()
                self.optimizer.step()
                total += loss.item() * len(batch[0])
                correct += c
                n += len(batch[0])
            self.scheduler.step()
            self.history["loss"].append(total / n)
            self.history["acc"].append(correct / n)
            self.es(total / n)
            if self.es.stop:
                break
        return self.history

    def save(self, path):
        torch.save({"model": self.model.state_dict(), "optimizer": self.optimizer.state_dict(), "epoch": len(self.history["loss"])}, path)

    def load(self, path):
        state = torch.load(path, map_location=self.device)
        self.model.load_state_dict(state["model"], strict=True)
        self.optimizer.load_state_dict(state["optimizer"])
        return state["epoch"]


class Toy(Dataset):
    def __init__(self, n=12):
        self.items = [(data(4, k=i + 1.0), i % 3) for i in range(n)]

    def __getitem__(self, i):
        x, y = self.items[i]
        return x, torch.tensor(y)

    def __len__(self):
        return len(self.items)


class Net(nn.Module):
    def __init__(self, i=4, h=8, o=3, drop=0.0):
        super(Net, self).__init__()
        self.fc1 = nn.Linear(i, h)
        self.bn = nn.BatchNorm1d(h)
        self.drop = nn.Dropout(p=drop)
        self.fc2 = nn.Linear(h, o)
        self.apply(self._init)

    @staticmethod
    def _init(m):
        if isinstance(m, nn.Linear):
            nn.init.constant_(m.bias, 0.1)
            with torch.no_grad():
                m.weight.copy_(0.3 * torch.cos(torch.arange(m.weight.numel(), dtype=torch.float32)).view_as(m.weight))

    def forward(self, x):
        return self.fc2(self.drop(F.relu(self.bn(self.fc1(x)))))


def trainer():
    t = Trainer(Net(), {"optimizer": "Adam", "args": {"lr": 0.05, "betas": (0.9, 0.99)}, "epochs": 4})
    h = t.fit(DataLoader(Toy(), batch_size=4))
    with tempfile.TemporaryDirectory() as d:
        path = os.path.join(d, "m.pt")
        t.save(path)
        u = Trainer(Net(), {"optimizer": "Adam", "args": {"lr": 0.05}, "epochs": 2})
        e = u.load(path)
    u.model.eval()
    h2 = u.fit(DataLoader(Subset(Toy(), [0, 2, 4, 6]), batch_size=2))
    return h["loss"] + h["acc"] + [float(e)] + h2["loss"]


# 2 collate with padding, masked pooling text classifier
def collate(batch):
    xs, ys = zip(*batch)
    lens = torch.tensor([len(x) for x in xs])
    padded = torch.zeros(len(xs), int(lens.max()), dtype=torch.long)
    for i, x in enumerate(xs):
        padded[i, : len(x)] = x
    return padded, lens, torch.stack(ys)


class Texts(Dataset):
    def __init__(self):
        self.rows = [(torch.arange(1, 2 + i % 4), torch.tensor(float(i % 2))) for i in range(8)]

    def __len__(self):
        return 8

    def __getitem__(self, i):
        return self.rows[i]


class Text(nn.Module):
    def __init__(self):
        super().__init__()
        self.emb = nn.Embedding(10, 6, padding_idx=0)
        self.conv = nn.Conv1d(6, 4, kernel_size=2, padding=1)
        self.out = nn.Linear(4 + 6, 1)

    def forward(self, x, lens):
        e = self.emb(x)
        mask = (x != 0).unsqueeze(-1).float()
        mean = (e * mask).sum(1) / lens.unsqueeze(1).float()
        c = F.max_pool1d(F.relu(self.conv(e.transpose(1, 2))), kernel_size=x.size(1) + 1).squeeze(2)
        return self.out(torch.cat([mean, c], 1)).squeeze(1)


def text():
    net = fill(Text())
    opt = torch.optim.Adagrad(net.parameters(), lr=0.1)
    out = []
    for x, lens, y in DataLoader(Texts(), batch_size=4, collate_fn=collate):
        loss = F.binary_cross_entropy_with_logits(net(x, lens), y, pos_weight=torch.tensor(2.0))
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    out += net.emb.weight.grad[0].tolist()
    return out


# 3 U-Net with skip connections, dice
class DoubleConv(nn.Sequential):
    def __init__(self, i, o):
        super().__init__(nn.Conv2d(i, o, 3, padding=1, bias=False), nn.GroupNorm(2, o), nn.LeakyReLU(0.1, inplace=True))


class UNet(nn.Module):
    def __init__(self, chans=(1, 4, 8)):
        super().__init__()
        self.downs = nn.ModuleList([DoubleConv(a, b) for a, b in zip(chans[:-1], chans[1:])])
        self.pool = nn.MaxPool2d(2)
        self.up = nn.ConvTranspose2d(8, 4, 2, stride=2)
        self.conv = DoubleConv(8, 4)
        self.head = nn.Conv2d(4, 1, 1)

    def forward(self, x):
        skips = []
        for i, d in enumerate(self.downs):
            x = d(x)
            if i < len(self.downs) - 1:
                skips.append(x)
                x = self.pool(x)
        x = self.up(x)
        s = skips.pop()
        dy, dx = s.size(2) - x.size(2), s.size(3) - x.size(3)
        x = F.pad(x, [dx // 2, dx - dx // 2, dy // 2, dy - dy // 2])
        return self.head(self.conv(torch.cat([s, x], dim=1)))


def unet():
    net = fill(UNet())
    opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9, weight_decay=1e-4)
    x = data(2, 1, 7, 6)
    y = (x > 0).float()
    out = []
    for _ in range(2):
        p = torch.sigmoid(net(x))
        inter = (p * y).sum(dim=(1, 2, 3))
        loss = (1 - (2.0 * inter + 1) / (p.sum((1, 2, 3)) + y.sum((1, 2, 3)) + 1)).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    iou = ((p > 0.5) & (y > 0.5)).sum().item() / ((p > 0.5) | (y > 0.5)).sum().item()
    return out + [iou]


# 4 PPO-like
class ActorCritic(nn.Module):
    def __init__(self):
        super().__init__()
        self.actor = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 3), nn.Softmax(dim=-1))
        self.critic = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 1))

    def evaluate(self, s, a):
        dist = torch.distributions.Categorical(self.actor(s))
        return dist.log_prob(a), self.critic(s).squeeze(-1), dist.entropy()


def ppo():
    policy, old = fill(ActorCritic()), ActorCritic()
    old.load_state_dict(policy.state_dict())
    opt = torch.optim.Adam([{"params": policy.actor.parameters(), "lr": 3e-3}, {"params": policy.critic.parameters(), "lr": 1e-2}])
    s, a = data(6, 4), torch.arange(6) % 3
    r = torch.linspace(-1, 1, 6)
    dones = [False, False, True, False, False, True]
    returns, disc = [], 0
    for rew, d in zip(reversed(r.tolist()), reversed(dones)):
        if d:
            disc = 0
        disc = rew + 0.99 * disc
        returns.insert(0, disc)
    returns = torch.tensor(returns, dtype=torch.float32)
    returns = (returns - returns.mean()) / (returns.std() + 1e-7)
    with torch.no_grad():
        old_lp, _, _ = old.evaluate(s, a)
    out = []
    for _ in range(3):
        lp, v, ent = policy.evaluate(s, a)
        ratio = torch.exp(lp - old_lp.detach())
        adv = returns - v.detach()
        surr = torch.min(ratio * adv, torch.clamp(ratio, 0.8, 1.2) * adv)
        loss = -surr + 0.5 * F.mse_loss(v, returns) - 0.01 * ent
        opt.zero_grad()
        loss.mean().backward()
        opt.step()
        out.append(loss.mean().item())
    return out


# 5 diffusion: schedules and sampling
class Diffusion:
    def __init__(self, T=10):
        self.betas = torch.linspace(1e-4, 0.02, T)
        self.alphas = 1.0 - self.betas
        self.abar = torch.cumprod(self.alphas, dim=0)
        self.abar_prev = F.pad(self.abar[:-1], (1, 0), value=1.0)
        self.T = T

    def extract(self, a, t, shape):
        return a.gather(-1, t).reshape(t.shape[0], *((1,) * (len(shape) - 1)))

    def q_sample(self, x, t, noise):
        return self.extract(self.abar.sqrt(), t, x.shape) * x + self.extract((1 - self.abar).sqrt(), t, x.shape) * noise

    @torch.no_grad()
    def sample(self, model, x):
        for i in reversed(range(self.T)):
            t = torch.full((x.shape[0],), i, dtype=torch.long)
            eps = model(x, t)
            mean = (x - self.extract(self.betas, t, x.shape) / self.extract((1 - self.abar).sqrt(), t, x.shape) * eps) / self.extract(
                self.alphas.sqrt(), t, x.shape
            )
            var = self.betas[i] * (1 - self.abar_prev[i]) / (1 - self.abar[i])
            x = mean + (var.sqrt() * torch.cos(x) if i > 0 else 0)
        return x.clamp(-1, 1)


class Eps(nn.Module):
    def __init__(self, d=4):
        super().__init__()
        half = d // 2
        self.register_buffer("freq", torch.exp(-math.log(10000) * torch.arange(half) / half))
        self.net = nn.Sequential(nn.Linear(2 * d, 16), nn.SiLU(), nn.Linear(16, d))

    def forward(self, x, t):
        a = t[:, None].float() * self.freq[None]
        return self.net(torch.cat([x, a.sin(), a.cos()], dim=-1))


def diffusion():
    net, d = fill(Eps()), Diffusion()
    opt = torch.optim.AdamW(net.parameters(), lr=1e-3)
    x, out = data(5, 4), []
    for i in range(3):
        t = (torch.arange(5) * (i + 1)) % 10
        noise = data(5, 4, k=i + 2.0)
        loss = F.mse_loss(net(d.q_sample(x, t, noise), t), noise)
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out + d.sample(net, data(2, 4)).flatten().tolist()


# 6 kmeans, knn, pca in torch
def classic():
    x = data(12, 3)
    c = x[:3].clone()
    for _ in range(4):
        d = torch.cdist(x, c)
        a = d.argmin(1)
        for k in range(3):
            m = a == k
            if m.any():
                c[k] = x[m].mean(0)
    u, s, v = torch.linalg.svd(x - x.mean(0), full_matrices=False)
    vals, idx = torch.topk(-torch.cdist(x[:2], x), k=3, dim=1)
    cov = torch.cov(x.T)
    evals = torch.linalg.eigvalsh(cov)
    return c.flatten().tolist() + s.tolist() + idx.flatten().tolist() + evals.tolist() + torch.bincount(a, minlength=3).tolist()


# 7 beam search
def beam():
    logits = data(6, 5).log_softmax(-1)
    seqs = [([], 0.0)]
    for t in range(4):
        cand = []
        for seq, score in seqs:
            lp = logits[t] + 0.1 * len(seq)
            v, i = lp.topk(3)
            for val, tok in zip(v, i):
                cand.append((seq + [tok.item()], score + val.item()))
        seqs = sorted(cand, key=lambda s: s[1], reverse=True)[:2]
    return [float(t) for t in seqs[0][0]] + [seqs[0][1], seqs[1][1]]


# 8 transformer encoder-decoder module
class MT(nn.Module):
    def __init__(self):
        super().__init__()
        self.src, self.tgt = nn.Embedding(9, 8), nn.Embedding(9, 8)
        self.tr = nn.Transformer(
            d_model=8, nhead=2, num_encoder_layers=1, num_decoder_layers=1, dim_feedforward=16, dropout=0.0, batch_first=True
        )
        self.out = nn.Linear(8, 9)
        pe = torch.zeros(20, 8)
        pos = torch.arange(0, 20).unsqueeze(1).float()
        div = torch.exp(torch.arange(0, 8, 2).float() * (-math.log(10000.0) / 8))
        pe[:, 0::2] = torch.sin(pos * div)
        pe[:, 1::2] = torch.cos(pos * div)
        self.register_buffer("pe", pe.unsqueeze(0))

    def forward(self, s, t):
        sm = nn.Transformer.generate_square_subsequent_mask(t.size(1))
        pad = s == 0
        a = self.src(s) + self.pe[:, : s.size(1)]
        b = self.tgt(t) + self.pe[:, : t.size(1)]
        return self.out(self.tr(a, b, tgt_mask=sm, src_key_padding_mask=pad, memory_key_padding_mask=pad))


def translate():
    net = fill(MT())
    opt = torch.optim.Adam(net.parameters(), lr=1e-2, betas=(0.9, 0.98), eps=1e-9)
    s, t = torch.tensor([[1, 2, 3, 0], [4, 5, 6, 7]]), torch.tensor([[1, 2, 3], [2, 3, 4]])
    out = []
    for _ in range(2):
        o = net(s, t[:, :-1])
        loss = F.cross_entropy(o.reshape(-1, 9), t[:, 1:].reshape(-1))
        opt.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), max_norm=0.5)
        opt.step()
        out.append(loss.item())
    return out


# 9 custom scheduler, plateau
class Warm(_LRScheduler):
    def __init__(self, opt, warm, last_epoch=-1):
        self.warm = warm
        super().__init__(opt, last_epoch)

    def get_lr(self):
        if self.last_epoch < self.warm:
            return [b * (self.last_epoch + 1) / self.warm for b in self.base_lrs]
        return [b * 0.5 ** (self.last_epoch - self.warm) for b in self.base_lrs]


def schedules():
    net = fill(nn.Linear(3, 2))
    opt = torch.optim.SGD(net.parameters(), lr=1.0)
    w, p = Warm(opt, 3), ReduceLROnPlateau(opt, mode="min", factor=0.1, patience=0)
    out = []
    for i in range(5):
        opt.zero_grad()
        net(data(4, 3)).pow(2).sum().mul(1e-3).backward()
        opt.step()
        w.step()
        p.step(1.0 + i)
        out.append(opt.param_groups[0]["lr"])
    return out + net.weight.flatten().tolist()


# 10 numpy interplay, metrics
def metrics():
    scores, labels = [], []
    net = fill(nn.Linear(3, 2)).eval()
    with torch.no_grad():
        for i in range(3):
            o = F.softmax(net(data(4, 3, k=i + 1.0)), dim=1)
            scores.append(o[:, 1].cpu().numpy())
            labels.extend((torch.arange(4) % 2).tolist())
    s = np.concatenate(scores)
    y = np.array(labels)
    order = np.argsort(-s, kind="stable")
    tp = np.cumsum(y[order])
    auc = (
        float(np.trapezoid(tp / tp[-1], np.arange(len(tp))))
        if hasattr(np, "trapezoid")
        else float(np.trapz(tp / tp[-1], np.arange(len(tp))))
    )
    conf = torch.zeros(2, 2, dtype=torch.int64)
    for t, p in zip(torch.from_numpy(y), torch.from_numpy(s).ge(0.5).long()):
        conf[t, p] += 1
    prec = conf.diag() / conf.sum(0).clamp(min=1)
    return [auc] + conf.flatten().tolist() + prec.tolist()


# 11 siamese, triplet with margin and hard mining
def triplet():
    net = fill(nn.Sequential(nn.Linear(4, 6), nn.ELU(), nn.Linear(6, 3)))
    opt = torch.optim.RMSprop(net.parameters(), lr=1e-2, alpha=0.9, centered=True)
    x, y = data(8, 4), torch.arange(8) % 3
    out = []
    for _ in range(2):
        e = F.normalize(net(x), p=2, dim=1)
        d = torch.cdist(e, e, p=2)
        same = y.unsqueeze(0) == y.unsqueeze(1)
        eye = torch.eye(8, dtype=torch.bool)
        pos = (d * (same & ~eye).float()).max(1)[0]
        neg = (d + d.max() * same.float()).min(1)[0]
        loss = F.relu(pos - neg + 0.2).mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        out.append(loss.item())
    return out + [
        F.triplet_margin_loss(e[:2], e[2:4], e[4:6]).item(),
        F.cosine_embedding_loss(e[:2], e[2:4], torch.tensor([1.0, -1.0])).item(),
    ]


# 12 weight averaging, freezing, surgery
def surgery():
    net = Net()
    for name, p in net.named_parameters():
        if name.startswith("fc1"):
            p.requires_grad = False
    net.fc2 = nn.Linear(8, 2)
    nn.init.ones_(net.fc2.weight)
    nn.init.zeros_(net.fc2.bias)
    opt = torch.optim.SGD(filter(lambda p: p.requires_grad, net.parameters()), lr=0.1)
    snaps = []
    for i in range(3):
        loss = net(data(6, 4)).square().mean()
        opt.zero_grad()
        loss.backward()
        opt.step()
        snaps.append(copy.deepcopy(net.state_dict()))
    avg = {k: sum(s[k].float() for s in snaps) / len(snaps) for k in snaps[0]}
    net.load_state_dict(avg)
    n_train = sum(p.numel() for p in net.parameters() if p.requires_grad)
    missing, unexpected = net.load_state_dict({"fc1.weight": avg["fc1.weight"], "extra": torch.ones(1)}, strict=False)
    return [n_train, len(missing), len(unexpected)] + net(data(6, 4)).flatten().tolist()


PROGRAMS = {
    each.__name__: each for each in (trainer, text, unet, ppo, diffusion, classic, beam, translate, schedules, metrics, triplet, surgery)
}
