"""Shapes, dtypes and tensors that are printed keep torch's text."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import rewritten

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.usages.choice import Choice

CPU = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("print(x.shape, x.shape[0])", "print(size_text(x.shape), x.shape[0])"),
        ("print(x.size(), x.dtype)", "print(size_text(x.shape), dtype_text(x.dtype))"),
        ("print(v.shape, sep=v.shape)", "print(shape_text(v), sep=v.shape)"),
        ("print(v.dtype)", "print(dtype_text(v.dtype))"),
        ('print(f"{x.shape} {x.shape!r} {x.shape=}")', 'print(f"{size_text(x.shape)} {x.shape!r} {x.shape=}")'),
        ("print(a.shape, tuple(x.shape), v.size)", "print(a.shape, tuple(x.shape), v.size)"),
        ("return str(v.shape)", "return str(shape_text(v))"),
        ("s = v.shape; print(s, f'{s}')", "s = v.shape; print(s, f'{s}')"),
        ("print(m.make_mask(3).dtype, a.dtype)", "print(dtype_text(m.make_mask(3).dtype), a.dtype)"),
        ("return x.shape", "return x.shape"),
        ("return str(v.dtype), repr(v.dtype)", "return str(dtype_text(v.dtype)), repr(v.dtype)"),
        ("return '{} {}'.format(x.shape, v.dtype)", "return '{} {}'.format(size_text(x.shape), dtype_text(v.dtype))"),
        ("return '{!r} {}'.format(x.shape, v.dtype)", "return '{!r} {}'.format(x.shape, v.dtype)"),
        ("return '%5d %s' % (v.size, v.shape)", "return '%5d %s' % (v.size, shape_text(v))"),
        ("return '%s' % v.dtype, '%r' % v.dtype", "return '%s' % dtype_text(v.dtype), '%r' % v.dtype"),
        ("return '%d %d' % x.shape", "return '%d %d' % x.shape"),
        ("print(x, [x, 1], v)", "print(tensor_text(x), tensor_text([x, 1]), v)"),
        ("print({'a': x}, x.sum().item())", "print(tensor_text({'a': x}), x.sum().item())"),
        ('print(f"{x} {x!r} {x=} {v}")', 'print(f"{tensor_in_text(x)} {x!r} {x=} {v}")'),
        ("return '{} {}'.format(x, v)", "return '{} {}'.format(tensor_in_text(x), v)"),
        ("return '%.2f %s' % (x.sum(), x)", "return '%.2f %s' % (x.sum(), tensor_text(x))"),
        ("return '%5s %%' % x, '%(a)s' % {'a': x}", "return '%5s %%' % x, '%(a)s' % {'a': x}"),
        ("return '%s' % x, '%s' % (x,), '%r' % x", "return '%s' % tensor_text(x), '%s' % (tensor_text(x),), '%r' % x"),
        ("return str(x), repr(x)", "return str(tensor_text(x)), repr(x)"),
        (
            "print([x.shape], [(1, x.shape)])",
            "print(sizes_text([x.shape]), sizes_text([(1, x.shape)]))",
        ),
        ("print([x.shape, (1, 2)], (1, 2))", "print([x.shape, (1, 2)], (1, 2))"),
        ("print(x.stride(), x.grad)", "print(tuple(x.stride()), tensor_text(stored_gradient(x)))"),
        ("for a, b in DataLoader(v): print(a, v)", "for a, b in DataLoader(v): print(tensor_text(a), v)"),
        ("for a in DataLoader(v): print((a[0] == 0).sum())", "for a in DataLoader(v): print(tensor_text((a[0] == 0).sum()))"),
        ("l = DataLoader(v); print(l.batch_size, len(l))", "l = DataLoader(v); print(l.batch_size, len(l))"),
        ("print(next(iter(DataLoader(v))))", "print(tensor_text(next(iter(DataLoader(v)))))"),
        ("print(torch.float32)", "print(dtype_text(mindspore.float32))"),
        ("print([x.dtype])", "print(tensor_text([x.dtype]))"),
        ("print('%s' % x, str(x.type()))", "print('%s' % tensor_text(x), str(tensor_type(x)))"),
    ],
)
def test_what_is_printed_keeps_torch_s_text(before: str, after: str, tmp_path: Path) -> None:
    head = "import types\nimport numpy as np\nimport torch\nfrom torch.utils.data import DataLoader\n\nm = types.ModuleType('m')\n\n\n"
    source = head + f"def f(x: torch.Tensor, v):\n    a = np.ones(2)\n    {before}\n    return x + a.sum()\n"
    assert f"    {after}\n" in rewritten(tmp_path, source, Choice(recipes=True), CPU).new


def test_without_torch_nothing_changes(tmp_path: Path) -> None:
    source = "import numpy as np\n\n\ndef f(v):\n    print(v.shape, v.dtype)\n"
    assert not rewritten(tmp_path, source, Choice(recipes=True), CPU).changed
