"""Programs that ask for a group of processes and run alone. Rewritten and run by a test."""

import tempfile

import torch
import torch.distributed as dist
from torch import nn
from torch.nn.parallel import DistributedDataParallel
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.distributed import DistributedSampler


def reduce_mean(tensor):
    result = tensor.clone()
    dist.all_reduce(result, op=dist.ReduceOp.SUM)
    result /= dist.get_world_size()
    return result


@torch.no_grad()
def concat_all_gather(tensor):
    gathered = [torch.ones_like(tensor) for _ in range(torch.distributed.get_world_size())]
    torch.distributed.all_gather(gathered, tensor, async_op=False)
    return torch.cat(gathered, dim=0)


class Centered(nn.Module):
    def __init__(self):
        super().__init__()
        self.register_buffer("center", torch.zeros(1, 3))

    def forward(self, x):
        self.update(x)
        return ((x - self.center) ** 2).mean()

    @torch.no_grad()
    def update(self, x):
        center = torch.sum(x, dim=0, keepdim=True)
        dist.all_reduce(center)
        self.center = self.center * 0.9 + center / (len(x) * dist.get_world_size()) * 0.1


class Gathered(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        parts = [torch.zeros_like(x) for _ in range(dist.get_world_size())]
        dist.all_gather(parts, x)
        return tuple(parts)

    @staticmethod
    def backward(ctx, *gradients):
        whole = torch.stack(gradients)
        dist.all_reduce(whole)
        return whole[dist.get_rank()]


def trained():
    net, loss_of = nn.Linear(4, 3), Centered()
    nn.init.constant_(net.weight, 0.1)
    nn.init.zeros_(net.bias)
    parallel = DistributedDataParallel(nn.SyncBatchNorm.convert_sync_batchnorm(net))
    optimizer, data = torch.optim.SGD(parallel.parameters(), lr=0.1), TensorDataset(torch.arange(32.0).reshape(8, 4) / 10)
    sampler, out = DistributedSampler(data, shuffle=False), []
    for epoch in range(2):
        sampler.set_epoch(epoch)
        for (x,) in DataLoader(data, batch_size=4, sampler=sampler):
            loss = loss_of(torch.cat(Gathered.apply(parallel(x))))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            out.append(loss.item())
    return out


def alone():
    file = tempfile.mktemp()
    dist.init_process_group("gloo", init_method="file://" + file, rank=0, world_size=1)
    x, objects, whole = torch.arange(3.0), [None] * dist.get_world_size(), torch.empty(3)
    dist.all_reduce(x)
    dist.barrier()
    dist.broadcast(x, src=0)
    dist.all_gather_object(objects, {"a": 1})
    dist.all_gather_into_tensor(whole, x)
    dist.all_reduce(whole, group=dist.new_group([0]))
    dist.all_reduce(whole, async_op=True).wait()
    out = [*x.tolist(), *reduce_mean(x).tolist(), *concat_all_gather(x).tolist(), *whole.tolist(), objects[0]["a"], *trained()]
    out += [dist.get_rank(), float(dist.is_initialized())]
    dist.destroy_process_group()
    return [*out, float(dist.is_initialized())]


def parts_of_processes():
    data = TensorDataset(torch.arange(7.0))
    samplers = [DistributedSampler(data, 3, rank, shuffle=False, drop_last=last) for rank in range(3) for last in (False, True)]
    mixed = DistributedSampler(data, num_replicas=1, rank=0, seed=3)
    return [*(number for sampler in samplers for number in (len(sampler), *sampler)), *sorted(mixed)]


PROGRAMS = {each.__name__: each for each in (alone, parts_of_processes)}
