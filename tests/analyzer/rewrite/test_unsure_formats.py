"""Values in formats for numbers that may be tensors, rewritten in PyNative mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ('f"{k}: {v:.3f} {v!r:>5} {v:>9} {n:.2f}"', 'f"{k}: {plain_number(v):.3f} {v!r:>5} {v:>9} {n:.2f}"'),
        ('f"{logs[k]:.2%} {v.loss:8.4e} {len(logs):d}"', 'f"{plain_number(logs[k]):.2%} {plain_number(v.loss):8.4e} {len(logs):d}"'),
        ('f"{x.sum():.2f}"', 'f"{x.sum().item():.2f}"'),
        ('"{:3d} {:.3f} {n:.1f}".format(k, v, n=n)', '"{:3d} {:.3f} {n:.1f}".format(plain_number(k), plain_number(v), n=n)'),
        ('"{:>9} {k}".format(k, k=k)', '"{:>9} {k}".format(k, k=k)'),
        ('"{:.3f}".format(*v)', 'formatted("{:.3f}", *v)'),
        ('"{}: {k}".format(*v, k=k)', '"{}: {k}".format(*v, k=k)'),
        ('"{v.avg:.3f} {n}".format(v=v, n=n)', 'formatted("{v.avg:.3f} {n}", v=v, n=n)'),
        ('("{0[loss]:.3f}"  # a.b\n        "").format(\n        logs\n    )', None),
        ('"{0:.3f} {1:.1f}".format(n, n)', '"{0:.3f} {1:.1f}".format(n, n)'),
        ('"{v.name}".format(v=v)', '"{v.name}".format(v=v)'),
        ("k.format(**logs)", "k.format(**logs)"),
        ('(str(k) + "}").format(**logs)', 'formatted((str(k) + "}"), **logs)'),
        ('(str(k) + "}").format(1)', '(str(k) + "}").format(1)'),
        ('f"{x.sum() if k else n:.2f}"', 'f"{plain_number(x.sum() if k else n):.2f}"'),
    ],
)
def test_a_format_gets_a_number(before: str, after: str | None, tmp_path: Path) -> None:
    source = f"import torch\n\n\ndef f(x: torch.Tensor, n: float, k, v, logs):\n    return {before}\n"
    new = rewritten(tmp_path, source, Choice(recipes=True), CPU).new
    assert (f"return {after}\n" if after else "formatted(") in new


def test_a_file_without_torch_formats_what_others_give(tmp_path: Path) -> None:
    body = 'return [f"{score * 100:.1f}" for score in scores], "{:.1f}".format(scores[0])'
    (tmp_path / "show.py").write_text(f"def shown(scores):\n    {body}\n")
    calls = "print(shown(np.array([0.7])), shown(torch.rand(3)))"
    (tmp_path / "use.py").write_text(f"import numpy as np\nimport torch\n\nfrom show import shown\n\n{calls}\n")
    new = {outcome.name: outcome.new for outcome in rewrite([tmp_path], CPU, Choice(recipes=True))}["show.py"]
    assert 'f"{plain_number(score * 100):.1f}"' in new
    assert '"{:.1f}".format(plain_number(scores[0]))' in new
