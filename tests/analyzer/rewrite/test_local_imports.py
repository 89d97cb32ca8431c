"""Imports inside of functions that graphs compile."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_mended import GRAPH
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

SOURCE = '''"""A network."""
import torch
from torch import nn
{top}

class Net(nn.Module):
    def forward(self, x):
        {statement}
        return {result}
'''


def moved(tmp_path: Path, statement: str, result: str, top: str = "") -> str:
    source = SOURCE.format(top=top, statement=statement, result=result)
    return rewritten(tmp_path, source, Choice(recipes=True), GRAPH).new


@pytest.mark.parametrize(
    ("statement", "result", "line"),
    [
        ("import math", "x * math.pi", "import math"),
        ("from math import pi as number  # why", "x * number", "from math import pi as number"),
        ("import torch.nn.functional as F", "F.gelu(x)", ""),
        (
            "from einops import (\n            rearrange,\n        )",
            'rearrange(x, "a b -> b a")',
            "from mindaudit_data.recipes.einops import rearrange",
        ),
        ("if x.ndim == 2:\n            import math", "x * math.pi", "import math"),
        ("if x.ndim == 2:\n            import math\n            import string", "x * math.pi", "import math"),
    ],
)
def test_imports_that_cannot_fail_move_to_the_top(statement: str, result: str, line: str, tmp_path: Path) -> None:
    new = moved(tmp_path, statement, result)
    assert "(MA403)" not in new
    head, _, body = new.partition("class Net")
    assert line in head.splitlines() or not line
    assert "import" not in body
    assert new.startswith('"""A network."""\n')
    assert ("# why" in body) == ("# why" in statement)
    assert ("pass" in body) == ("if" in statement)


@pytest.mark.parametrize(
    ("statement", "result", "top"),
    [
        ("import other", "other.f(x)", ""),
        ("from . import near", "near.f(x)", ""),
        ("from math import pow", "pow(2, 3) * x", ""),
        ("from math import pi", "x * pi", "pi = 3\n"),
        ("from math import pi", "x * pi", "def pi(): ...\n"),
        ("from math import pi; y = 1", "x * pi * y", ""),
        ("from math import pi\n        pi = pi / 2", "x * pi", ""),
    ],
)
def test_imports_that_may_fail_or_mean_something_else_stay(statement: str, result: str, top: str, tmp_path: Path) -> None:
    new = moved(tmp_path, statement, result, top)
    assert statement.partition(";")[0].partition("\n")[0] in new.partition("class Net")[2]
    assert "(MA403)" in new


def test_what_is_imported_at_the_top_already_is_not_imported_twice(tmp_path: Path) -> None:
    assert moved(tmp_path, "from math import pi", "x * pi", "from math import pi\n").count("import pi") == 1


def test_imports_stay_where_no_graph_is_compiled(tmp_path: Path) -> None:
    source = SOURCE.format(top="", statement="import math", result="x * math.pi")
    assert "        import math\n" in rewritten(tmp_path, source, Choice(recipes=True), CPU).new
