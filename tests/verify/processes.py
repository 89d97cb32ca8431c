"""A program with processes, as people write it for torch; it prints what it finds."""

import os
from concurrent.futures import ProcessPoolExecutor

import torch
import torch.multiprocessing as mp
import torch.nn.functional as F
from torch import nn
from torch.multiprocessing import Process, Queue


def work(rank, queue, t):
    y = torch.matmul(t.view(2, 2), t.view(2, 2)) * (rank + 1)
    queue.put((rank, y.sum().item()))


def add(rank, t, amount):
    for _ in range(3):
        t += amount + rank


def square(x):
    return float((torch.ones(3) * x).pow(2).sum())


def train(rank, net, steps):
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    x = (torch.arange(12.0).view(4, 3) / 7 + rank).cos()
    for _ in range(steps):
        opt.zero_grad()
        F.mse_loss(net(x), x[:, :1]).backward()
        opt.step()


def fail(rank, how):
    if rank == 1 and how == "raises":
        raise ValueError("a wrong rank")
    if rank == 1:
        os._exit(3)


def made():
    net = nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 1))
    for i, p in enumerate(net.parameters()):
        p.data = (torch.arange(p.numel()).float() + i).sin().view(p.shape)
    return net


def queues(t):
    for context in (mp, mp.get_context("fork"), mp.get_context("spawn")):
        queue = context.Queue()
        processes = [context.Process(target=work, args=(rank, queue, t)) for rank in range(2)]
        for each in processes:
            each.start()
        print(sorted(queue.get(timeout=100) for _ in processes))
        for each in processes:
            each.join()
    queue = Queue()
    one = Process(target=work, kwargs={"rank": 5, "queue": queue, "t": t})
    one.start()
    print(queue.get(timeout=100), one.join(), one.exitcode)


def pools():
    with mp.Pool(2) as pool:
        print(pool.map(square, [1, 2, 3]))
    with ProcessPoolExecutor(2) as executor:
        print(list(executor.map(square, [4, 5])))


def shared():
    t = torch.zeros(2)
    mp.spawn(add, args=(t, 1.0))
    mp.spawn(add, (t, 2.0), 1, True)
    print(t.tolist())
    for share in (False, True):
        u = torch.zeros(2)
        if share:
            u.share_memory_()
        print(mp.start_processes(add, args=(u, 2.0), nprocs=1, start_method="fork"), u.tolist(), u.is_shared())


def hogwild():
    for method in ("fork", "spawn"):
        net = made()
        net.share_memory()
        for rank in range(2):
            one = mp.get_context(method).Process(target=train, args=(rank, net, 4))
            one.start()
            one.join()
        print(method, [round(value, 4) for p in net.parameters() for value in p.flatten().tolist()])


def failures():
    for how in ("raises", "exits"):
        context = mp.start_processes(fail, args=(how,), nprocs=2, join=False, start_method="fork")
        print(len(context.pids()), len(context.processes))
        try:
            while not context.join(timeout=100):
                pass
        except mp.ProcessRaisedException as error:
            print(error.error_index, error.error_pid in context.pids(), "ValueError: a wrong rank" in str(error))
        except mp.ProcessExitedException as error:
            print(error.error_index, error.exit_code, error.signal_name, str(error))
    try:
        mp.spawn(fail, args=("raises",), nprocs=2)
    except mp.ProcessRaisedException as error:
        print("ValueError: a wrong rank" in str(error))


def main():
    mp.set_sharing_strategy("file_system")
    print(mp.get_sharing_strategy(), sorted(mp.get_all_sharing_strategies()), mp.cpu_count() > 0)
    mp.set_sharing_strategy("file_descriptor")
    t = torch.arange(4.0)
    print(torch.matmul(t.view(2, 2), t.view(2, 2)).sum().item())
    queues(t)
    pools()
    shared()
    hogwild()


if __name__ == "__main__":
    main()
    failures()
