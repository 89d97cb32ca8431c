import torch
from functools import partial
from torch import nn

x, y, mask = torch.ones(2, 3), torch.zeros((2, 3), dtype=torch.float), torch.rand(2) > 0.5
-x + ~mask - +y * x / y // x % y ** -x @ y << 1 >> 2 & mask | mask ^ mask
x < y <= x == y != x > y >= x is not y in [x] not in (y,)
not x and y or x if x else y
(n := x.numel()) + (lambda: 0)() + (lambda a, /, b=1, *c, d, e=2, **f: (a, b))(1)
[*x, *y, 1], (*x,), {*x}, {**{}, "a": 1, **{"b": x}}, (), [], {}, (1,)
[i for i in x if i if i > 0 for j in i], {i for i in x}, {i: j for i, j in zip(x, y)}, (i async for i in x)
x[0], x[-1], x[1:2], x[::2], x[..., None], x[:, 1:, ..., :-1], x[mask], x[x > 0], x[[0, 1]], x[(0, 1)], x[*y, 0], x[0][1][2], x[n:][:n]
x.T, x.mT.H.real.imag, x.shape[0], x.size(0), x.size()[1], x.data.grad.fn, x.__class__.__name__
1, 1_000, 0x_FF, 0o17, 0b1, 1., .5, 1e10, 1E-5, 1j, 1.5e3J, 99999999999999999999999999, 1e999
"a", 'b', """c
d""", '''e"f''', r"\d", b"a\x00", rb"\d", Rb'x', u"u", "\N{BULLET}\u00e9\U0001F600\x41\101\
", "a" 'b' """c""" f"{x}" rf"\d{y}"
f"", f"{x}", f"{x!r}", f"{x:>10}", f"{x!s:{n}.{n}}", f"{{}}", f"{x=}", f"{x = !r:^20}", f"{'a' 'b'}", f"{x:{'>'}{10}}", f"""{
x}""", f"{(lambda a: a)(1)}", f"{ {1: 2}[1] }", f"{x[0]['a']:%H:%M}", fr"\{n}", F'{x:,}' f'{y}'
True, False, None, ..., Ellipsis, NotImplemented, __debug__
torch.max(x, dim=1, keepdim=True)[0].values.sum(-1).mean().item().bit_length()
torch.where(x > 0, x, y), torch.where(mask), torch.nonzero(x, as_tuple=True), x.masked_select(mask), torch.unique(x, return_counts=True)
partial(torch.sum, dim=1)(x), getattr(torch, "abs")(x), getattr(x, "exp")(), {"a": torch.sin}.get("a")(x), [torch.cos][0](x), map(torch.tan, [x])
nn.Sequential(nn.Conv2d(3, 3, 3, padding="same"), nn.ReLU(True), *[nn.Linear(1, 1)] * 2)(x), nn.ModuleDict({"a": nn.ReLU()})["a"](x)
x.add_(y).mul_(2).clamp_(min=0), x.to("cuda", non_blocking=True).float().cpu().numpy(), x.view(x.size(0), -1).permute(0, *range(1, 2))
isinstance(x, torch.Tensor) and issubclass(type(x), (nn.Module, torch.Tensor)), print(*x, sep="", **{}), super, self.missing.attribute()
torch.einsum("ij,jk->ik", x, y), torch.cat([x, y], dim=-1), torch.stack((x, y)), torch.split(x, [1, 1]), x.chunk(2)[0], torch.topk(x, k=n)
torch.nn.functional.interpolate(x, scale_factor=2, mode="bilinear"), torch.utils.checkpoint.checkpoint(x), torch.ops.aten.add(x, y), torch.classes.a.b()
torch.no_such_thing(x), torch.nn.modules.conv.Conv2d(1, 1, 1), torch._C._nn.gelu(x), torch.cuda.amp.GradScaler(), torch.distributed.all_reduce(x)
await x, (yield), (yield x)
