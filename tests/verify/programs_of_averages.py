"""Programs that average the weights of networks, as people write them for torch."""

import copy

import torch
import torch.optim.swa_utils as swa
from torch import nn
from torch.optim.swa_utils import (
    SWALR,
    AveragedModel,
    get_ema_avg_fn,
    get_ema_multi_avg_fn,
    get_swa_avg_fn,
    get_swa_multi_avg_fn,
    update_bn,
)
from torch.utils.data import DataLoader, TensorDataset


def made(*parts):
    net = nn.Sequential(*parts)
    for i, p in enumerate(net.parameters()):
        p.data = (torch.arange(p.numel()).float() + i).sin().view(p.shape) * 0.3
    return net


def batches():
    return [((torch.arange(24).float() * (k + 1)).cos().view(6, 4), torch.arange(6).float().view(6, 1) / 3) for k in range(3)]


def trained(net, opt, averages, epochs=2):
    for _ in range(epochs):
        for x, y in batches():
            opt.zero_grad()
            nn.functional.mse_loss(net(x), y).backward()
            opt.step()
            for each in averages:
                each.update_parameters(net)


# 1 the mean of the last epochs, by the rates that torch has for it
def last_epochs():
    net, out = made(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 1)), []
    opt = torch.optim.SGD(net.parameters(), lr=0.1, momentum=0.9)
    sched = torch.optim.lr_scheduler.CosineAnnealingLR(opt, T_max=10)
    average = AveragedModel(net)
    rates = SWALR(opt, swa_lr=0.05, anneal_epochs=2)
    for epoch in range(6):
        trained(net, opt, [average] if epoch >= 3 else [], 1)
        (rates if epoch >= 3 else sched).step()
        out.append(opt.param_groups[0]["lr"])
    update_bn(batches(), average)
    average.eval()
    return [*out, int(average.n_averaged), *average(batches()[0][0]).flatten().tolist(), average.module[1].running_mean.sum().item()]


# 2 exponential averages by torch's functions and by functions of the program
@torch.no_grad()
def in_place(averages, values, count):
    for average, value in zip(averages, values, strict=True):
        average.mul_(0.75).add_(value, alpha=0.25)


def exponential():
    net = made(nn.Linear(4, 3), nn.Tanh(), nn.Linear(3, 1))
    opt = torch.optim.Adam(net.parameters(), lr=0.05)
    ways = [
        AveragedModel(net, avg_fn=lambda average, value, count: 0.9 * average + 0.1 * value * (count > 0)),
        AveragedModel(net, multi_avg_fn=in_place),
        AveragedModel(net, None, get_ema_avg_fn(0.8)),
        swa.AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(decay=0.7)),
        swa.AveragedModel(net, device="cpu", avg_fn=get_swa_avg_fn()),
        swa.AveragedModel(net, multi_avg_fn=get_swa_multi_avg_fn(), use_buffers=False),
    ]
    trained(net, opt, ways)
    return [value for each in ways for value in [*each(batches()[1][0]).flatten().tolist(), each.module[0].weight.sum().item()]]


# 3 running statistics that are averaged too, and an average that is saved, loaded and copied
def buffers():
    net = made(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
    opt = torch.optim.SGD(net.parameters(), lr=0.05)
    averages = [AveragedModel(net, use_buffers=True), AveragedModel(net, multi_avg_fn=get_ema_multi_avg_fn(0.5), use_buffers=True)]
    trained(net, opt, averages)
    state = averages[0].state_dict()
    other = AveragedModel(made(nn.Linear(4, 3), nn.BatchNorm1d(3), nn.Linear(3, 1)))
    other.load_state_dict(state)
    twin = copy.deepcopy(averages[1])
    trained(net, opt, averages, 1)
    out = [
        len(state),
        list(state).index("n_averaged"),
        list(state).index("module.1.running_mean"),
        sum(p.requires_grad for p in other.parameters()),
    ]
    for each in (*averages, other, twin):
        out += [int(each.n_averaged), *each.eval()(batches()[2][0]).flatten().tolist(), *each.module[1].running_var.tolist()]
        out.append(int(each.module[1].num_batches_tracked))
    return out


# 4 statistics of all batches: of tensors, of tuples and of a loader; settings and mode come back
def statistics():
    out, x = [], torch.cat([x for x, _ in batches()])
    for loader in (x.split(6), batches(), DataLoader(TensorDataset(x, x[:, :1]), batch_size=9)):
        net = made(nn.Conv1d(1, 2, 2), nn.BatchNorm1d(2, momentum=0.3), nn.Flatten(), nn.BatchNorm1d(6, momentum=None))
        net = nn.Sequential(nn.Unflatten(1, (1, 4)), net).eval()
        update_bn(loader, net)
        out += [
            net.training,
            net[1][1].momentum,
            net[1][3].momentum is None,
            *net[1][1].running_mean.tolist(),
            *net[1][3].running_var.tolist(),
        ]
    update_bn([], nn.Linear(2, 2))
    return out


# 5 rates along a line, of groups of their own, after a jump, and after they were saved
def rates():
    net, out = made(nn.Linear(4, 3), nn.Linear(3, 1)), []
    for settings in ({"anneal_strategy": "linear", "anneal_epochs": 3}, {"anneal_epochs": 0}, {"anneal_epochs": 4}):
        opt = torch.optim.SGD([{"params": net[0].parameters(), "lr": 0.2}, {"params": net[1].parameters(), "lr": 0.4}], lr=0.1)
        sched = SWALR(opt, [0.05, 0.1], **settings)
        for step in range(5):
            opt.step()
            if step == 3:
                kept = sched.state_dict()
                sched = SWALR(opt, [0.5, 0.1], **settings)
                sched.load_state_dict(kept)
            sched.step()
            out += [group["lr"] for group in opt.param_groups] + sched.get_last_lr()
        out.append(sched.anneal_epochs)
    return out


# 6 what torch refuses
def refused():
    net, out = nn.Linear(2, 1), []
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    for call in (
        lambda: get_ema_avg_fn(1.5),
        lambda: get_ema_multi_avg_fn(-0.5),
        lambda: AveragedModel(net, avg_fn=get_ema_avg_fn(), multi_avg_fn=get_ema_multi_avg_fn()),
        lambda: SWALR(opt, [0.1, 0.2]),
        lambda: SWALR(opt, 0.1, anneal_strategy="step"),
        lambda: SWALR(opt, 0.1, anneal_epochs=-1),
    ):
        try:
            call()
            out.append(0)
        except (ValueError, AssertionError) as error:
            out.append(1 if isinstance(error, ValueError) else 2)
    return out


PROGRAMS = {each.__name__: each for each in (last_epochs, exponential, buffers, statistics, rates, refused)}
