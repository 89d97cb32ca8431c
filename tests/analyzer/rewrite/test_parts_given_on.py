"""In-place calls on parts of tensors whose results are assigned."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_device_objects import CPU, after


@pytest.mark.parametrize(
    ("before", "line"),
    [
        ("r = x.data[0].zero_()", "r = overwritten(x.data[0], ops.zeros_like(x.data[0]))"),
        ("r = x.data[1:].fill_(4)", "r = overwritten(x.data[1:], ops.full_like(x.data[1:], 4))"),
    ],
)
def test_the_part_is_overwritten_and_given_on(before: str, line: str, tmp_path: Path) -> None:
    new = after(tmp_path, f"import torch\n\n\ndef f(x):\n    {before}\n    return r\n", CPU)
    assert f"    {line}\n    return r\n" in new
    assert "exclude each other" not in new
