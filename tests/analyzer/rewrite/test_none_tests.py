"""Names that are None where an import fails: no remark where they are compared with None, or used only where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

SOURCE = """import torch
try:
    from torch._higher_order_ops.associative_scan import associative_scan as scan
except ImportError:
    scan = None


def f(x: torch.Tensor, use):
    BEFORE
"""
RAISES = "using it raises an error"


@pytest.mark.parametrize(
    "statements",
    [
        "return scan is None",
        "if use and scan is not None:\n        return scan(torch.add, x)",
        "if scan:\n        return scan(torch.add, x)",
        "if scan is None:\n        return x\n    return scan(torch.add, x)",
        "if not use or scan is None:\n        raise ValueError\n    if use:\n        return scan(torch.add, x)",
        "if scan is None:\n        use = x\n    else:\n        use = scan(torch.add, x)",
        "return x if scan is None else scan(torch.add, x)",
        "return scan is not None and scan(torch.add, x)",
    ],
)
def test_what_is_used_only_where_it_is_there_is_not_told(statements: str, tmp_path: Path) -> None:
    assert RAISES not in rewritten(tmp_path, SOURCE.replace("BEFORE", statements), Choice(recipes=True), CPU).new


@pytest.mark.parametrize(
    "statements",
    [
        "return scan(torch.add, x)",
        "if use or scan is not None:\n        return scan(torch.add, x)",
        "if scan is None:\n        x = x + 1\n    return scan(torch.add, x)",
        "if use and scan is None:\n        return x\n    return scan(torch.add, x)",
        "return x if scan is not None else scan(torch.add, x)",
    ],
)
def test_other_uses_are_told(statements: str, tmp_path: Path) -> None:
    assert RAISES in rewritten(tmp_path, SOURCE.replace("BEFORE", statements), Choice(recipes=True), CPU).new


def test_a_name_that_is_never_none_is_told(tmp_path: Path) -> None:
    source = SOURCE.replace("scan = None", "raise").replace("BEFORE", "if scan is not None:\n        return scan(torch.add, x)")
    assert RAISES in rewritten(tmp_path, source, Choice(recipes=True), CPU).new
