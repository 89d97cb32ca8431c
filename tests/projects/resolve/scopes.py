"""global, nonlocal, del, try, nested definitions."""
import torch

CACHE = None


def remember(x: torch.Tensor):
    global CACHE
    CACHE = x


def recall():
    return CACHE.exp()  # -> torch.Tensor.exp certain


def outer(x: torch.Tensor):
    total = None

    def add():
        nonlocal total
        total = x

    add()
    try:
        y = x.exp()  # -> torch.Tensor.exp certain
    except (ValueError, KeyError) as error:
        raise RuntimeError from error
    except TypeError:
        y = None
    else:
        y = y.log()  # -> torch.Tensor.log certain
    finally:
        del total
    while True:
        if y is None:
            break
        y = y.neg()  # -> torch.Tensor.neg certain
        continue
    else:
        pass
    for _ in range(2):
        pass
    else:
        x.neg()  # -> torch.Tensor.neg certain

    class Inner:
        factor = 2

        def scaled(self):
            return x.mul(self.factor)  # -> torch.Tensor.mul certain

    return Inner().scaled().exp()  # -> torch.Tensor.exp certain


async def fetch(x: torch.Tensor):
    return await later(x)


async def later(x: torch.Tensor):
    return x


def last(x: torch.Tensor, *rest: torch.Tensor, **named: torch.Tensor):
    rest[0].exp()  # -> torch.Tensor.exp certain
    named["a"].exp()  # -> torch.Tensor.exp certain
    lambda y=x: y.exp()  # -> torch.Tensor.exp likely
