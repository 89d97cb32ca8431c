"""Programs as training loops are: batches beside NumPy, saved schedules, caught errors; each gives numbers."""

import io

import numpy as np
import torch
from torch import nn
from torch.optim.lr_scheduler import LRScheduler, MultiStepLR
from torch.utils.data import DataLoader, IterableDataset, TensorDataset


def spreads_of_batches():
    weight, found = np.ones(1), []
    data = TensorDataset(torch.arange(12.0).view(4, 3), torch.arange(4.0))
    for batch in DataLoader(data, batch_size=4):
        x, y = batch
        found += [x.std().item(), y.var().item(), batch[0].std().item(), *[t.var().item() for t in batch]]
        found += [(x * 2).std().item(), (x - x.mean()).std().item(), *x.var(0).tolist()]
    return [*found, data[1][0].std().item(), weight.std()]


class Halved(LRScheduler):
    def get_lr(self):
        if not self._get_lr_called_within_step:
            raise ValueError
        return [group["lr"] if self._is_initial else group["lr"] / 2 for group in self.optimizer.param_groups]


def saved_schedules():
    optimizer, file = torch.optim.SGD(nn.Linear(2, 2).parameters(), lr=0.1), io.BytesIO()
    schedule = MultiStepLR(optimizer, milestones=[1, 2], gamma=0.1)
    torch.save({"schedule": schedule.state_dict()}, file)
    file.seek(0)
    state, halved = torch.load(file)["schedule"], Halved(optimizer)
    found = [len(state), *sorted(state["milestones"]), optimizer.param_groups[0]["lr"]]
    optimizer.step()
    halved.step()
    return [*found, optimizer.param_groups[0]["lr"], len(halved.state_dict())]


def attempted(function):
    done = False
    try:
        function()
        done = True
    except RuntimeError:
        return [0, int(done)]
    return [1, int(done)]


def caught_in_callers():
    calls = (
        lambda: torch.zeros(2, 3) @ torch.zeros(2, 3),
        lambda: torch.zeros(2, 3) + torch.zeros(2, 2),
        lambda: torch.zeros(2, 3).view(4),
        lambda: torch.cat([torch.zeros(2, 3), torch.zeros(3, 2)], 1),
        lambda: torch.zeros(2, 3) + 1,
    )
    return [number for call in calls for number in attempted(call)]


class Wrapper:
    def __init__(self, optimizer: torch.optim.Optimizer):
        self.optimizer = optimizer

    def zero_grad(self, **settings):
        self.optimizer.zero_grad(**settings)

    def clear(self, *settings):
        self.optimizer.zero_grad(*settings)

    def step(self, **settings):
        self.optimizer.step(**settings)


def wrapped_optimizers():
    weight, found = torch.ones(2, requires_grad=True), []
    wrapper = Wrapper(torch.optim.SGD([weight], lr=0.1))
    for clear in (wrapper.zero_grad, wrapper.clear, wrapper.clear):
        (weight * 2).sum().backward()
        wrapper.step()
        clear()
        found += [*weight.tolist(), weight.grad is None]
    return found


class Stepped(nn.Module):
    def __init__(self):
        super().__init__()
        self.cell = nn.LSTMCell(2, 2)
        self.states = [torch.zeros(1, 2), torch.zeros(1, 2)]
        for parameter in self.parameters():
            nn.init.constant_(parameter, 0.3)

    def forward(self, x):
        self.states = list(self.cell(x, tuple(self.states)))
        return self.states[0].sum()


def states_detached_in_place():
    model, found = Stepped(), []
    optimizer = torch.optim.SGD(model.parameters(), lr=0.5)
    for number in range(4):
        optimizer.zero_grad()
        loss = model(torch.full((1, 2), number / 4))
        loss.backward()
        optimizer.step()
        for state in model.states:
            state.detach_()
        found += [loss.item(), int(model.states[1].requires_grad)]
    return found


class Counted:
    """An iterator that is not iterable."""

    def __init__(self):
        self.number = 0

    def __next__(self):
        self.number += 1
        if self.number > 5:
            raise StopIteration
        return torch.tensor([self.number, -self.number])


class Counting(IterableDataset):
    def __iter__(self):
        return Counted()


def iterators_that_only_go_on():
    batches = [*DataLoader(Counting(), batch_size=2), *DataLoader(Counting(), batch_size=None)]
    return [number for batch in batches for number in batch.flatten().tolist()]


PROGRAMS = {
    each.__name__: each
    for each in (
        spreads_of_batches,
        saved_schedules,
        caught_in_callers,
        wrapped_optimizers,
        states_detached_in_place,
        iterators_that_only_go_on,
    )
}
