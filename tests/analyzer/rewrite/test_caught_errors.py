"""`try` statements that catch errors of operations, rewritten for PyNative mode."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

HEAD = "import torch\nfrom torch import nn\n\n\n"
NET = f"{HEAD}class Net(nn.Module):\n    def forward(self, x):\n        for part in self.parts:\n"
LOOP = "for _ in range(2):\n                    if x is None: break\n                    "
TRY = "            try:\n                {}\n            except {}:\n                pass\n        return x\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (("x = part(x)", "Exception"), ("x = finished(part(x))", "caught(Exception)")),
        (("return part(x)", "(KeyError, RuntimeError)"), ("return finished(part(x))", "caught((KeyError, RuntimeError))")),
        (("return part(x), 1", "Exception"), ("return finished((part(x), 1))", "caught(Exception)")),
        (("return (x), part(x)", "Exception"), ("return finished(((x), part(x)))", "caught(Exception)")),
        (("return (part(x), x)", "Exception"), ("return finished((part(x), x))", "caught(Exception)")),
        (
            ("x = part(x)\n                break", "ValueError as e"),
            ("x = finished(part(x))\n                finished()\n                break", "caught(ValueError) as e"),
        ),
        ((f"{LOOP}x = part(x)", "Exception"), (f"{LOOP}x = finished(part(x))\n                finished()", "caught(Exception)")),
        (
            ("y = part(x)\n                print(y)", "TypeError"),
            ("y = part(x)\n                print(y)\n                finished()", "caught(TypeError)"),
        ),
        (("x = part(x)", "KeyError"), ("x = part(x)", "KeyError")),
        (("x = part", "Exception"), ("x = part", "Exception")),
    ],
)
def test_errors_of_operations_come_inside_of_the_try(before: tuple[str, str], after: tuple[str, str], tmp_path: Path) -> None:
    assert TRY.format(*after) in rewritten(tmp_path, NET + TRY.format(*before), Choice(recipes=True), CPU).new


def test_an_except_without_a_name_and_operations_outside_of_networks(tmp_path: Path) -> None:
    body = "def f(x: torch.Tensor, path):\n    try:\n        x = torch.exp(x)\n    except:\n        x = x.sin()\n"
    loaded = "    try:\n        y = open(path)\n    except Exception:\n        y = None\n    return x, y\n"
    new = rewritten(tmp_path, HEAD + body + loaded, Choice(recipes=True), CPU).new
    assert "finished(exp(x))\n    except caught(BaseException):\n" in new
    assert loaded in new
