"""Operators on tensors give tensors, on numbers numbers."""
import torch


def compute(x: torch.Tensor, n: int, names: list[str], unknown):
    (x + 1).exp()  # -> torch.Tensor.exp certain
    (2 * x @ x).exp()  # -> torch.Tensor.exp certain
    (-x).exp()  # -> torch.Tensor.exp certain
    (x > 0).any()  # -> torch.Tensor.any certain
    (~(x > 0) & (x < 1)).all()  # -> torch.Tensor.all certain
    (n + 1).bit_length()
    (n / 2).hex()
    ("%d" % n).upper()
    (names + ["x"])[0].upper()
    ([x] * 2)[0].exp()  # -> torch.Tensor.exp certain
    ((x, 1) + (2, x))[3].exp()  # -> torch.Tensor.exp certain
    (not x).bit_length()
    (x if n else x.t()).exp()  # -> torch.Tensor.t certain, torch.Tensor.exp certain
    y = x
    y += 1
    y.exp()  # -> torch.Tensor.exp certain
    (x or 1).exp()  # -> torch.Tensor.exp certain
    x[0, :, None].exp()  # -> torch.Tensor.exp certain
    x[x > 0].exp()  # -> torch.Tensor.exp certain
    x.shape[0].bit_length()
    x.shape[1:].numel()  # -> torch.Size.numel certain
    unknown.x.shape[1:].numel()  # -> torch.Size.numel likely
    x.T.exp()  # -> torch.Tensor.exp certain
    x.grad.exp()  # -> torch.Tensor.exp certain
    x.ndim.bit_length()
    x.new_zeros(1).exp()  # -> torch.Tensor.new_zeros certain, torch.Tensor.exp certain
    torch.where(x > 0)[0].exp()  # -> torch.where certain, torch.Tensor.exp certain
    torch.where(x > 0, x, 1).exp()  # -> torch.where certain, torch.Tensor.exp certain
    torch.cat([x, x]).exp()  # -> torch.cat certain, torch.Tensor.exp certain
    x.nonzero(as_tuple=True)[0].exp()  # -> torch.Tensor.nonzero certain, torch.Tensor.exp certain


class Shift:
    def __rsub__(self, other):
        return self

    def exp(self):
        return 1


def combine(x: torch.Tensor, y, z):
    y.unsqueeze(0)  # -> torch.Tensor.unsqueeze likely
    likely = y.t_().square_()  # -> torch.Tensor.t_ likely, torch.Tensor.square_ likely
    (x * likely).exp()  # -> torch.Tensor.exp certain
    (likely < x).any()  # -> torch.Tensor.any certain
    (likely * 2).exp()  # -> torch.Tensor.exp likely
    maybe = x if y else z
    (maybe * 2).exp()  # -> torch.Tensor.exp likely
    (x - Shift()).exp()  # -> torch.Tensor.exp likely


combine(1, torch.ones(1), 2)  # -> torch.ones certain
