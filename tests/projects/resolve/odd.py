"""Odd but valid Python."""
import torch

x: torch.Tensor = torch.ones(1)  # -> torch.ones certain
print(x if x is None else x.exp(), *[], **{}, sep="")  # -> torch.Tensor.exp certain
a = b = x.log()  # -> torch.Tensor.log certain
a.sin()  # -> torch.Tensor.sin certain
[a, *b] = x, x.tan()  # -> torch.Tensor.tan certain
b[0].cos()  # -> torch.Tensor.cos certain
(x, x.neg())[::0][0].tan()  # -> torch.Tensor.neg certain, torch.Tensor.tan certain
(lambda *args, key=x, **more: key.exp())()  # -> torch.Tensor.exp likely
assert x.any(), x.all()  # -> torch.Tensor.any certain, torch.Tensor.all certain
{**{"k": x}}["k"].exp()  # -> torch.Tensor.exp certain
{1: x}[1].exp()  # -> torch.Tensor.exp certain
x.data[...] = x.neg()  # -> torch.Tensor.neg certain
x.holder = 1
x @= x
"a" "b" f"{x.neg()}" "c"  # -> torch.Tensor.neg certain
b"bytes".split()
r"\d".split()
(1j).conjugate()
if (n := len(x.shape)) > 1 and not n:
    n.bit_length()
elif isinstance(x, (int, float)):
    x.bit_length
with open("f") as f, open("g"):
    f.read()
for i, (j, k) in enumerate(zip([x], [1])):
    j.exp()  # -> torch.Tensor.exp certain
    k.bit_length()
while n and (m := n - 1):
    n = m
else:
    n = 0
try:
    pass
except* ValueError as group:
    group.exceptions
try:
    raise
finally:
    del n


class Meta(type):
    pass


class Made(metaclass=Meta, **{}):
    y = x.exp()  # -> torch.Tensor.exp certain

    def __init_subclass__(cls, **kwargs):
        cls.made = kwargs

    class Inner:
        z = x.log()  # -> torch.Tensor.log certain


Made.y.sin()  # -> torch.Tensor.sin certain
Made.Inner.z.sin()  # -> torch.Tensor.sin certain
type(Made()).y.sin()  # -> torch.Tensor.sin certain
