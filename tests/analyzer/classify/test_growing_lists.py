"""Lists that grow by tensors of several dtypes, which MindSpore neither stacks nor concatenates on CPU."""

from __future__ import annotations

import pytest
from test_lookalikes import findings

from mindaudit.model import Target

PYNATIVE = Target("2.10", "pynative", "cpu")
PROGRAM = """
import torch


def collected(x: torch.Tensor, n: int):
    parts, alike, unknown = [torch.zeros(2, dtype=torch.int32)], [torch.zeros(2, dtype=torch.int64)], [x]
    picked, paths = torch.zeros(3, 2, dtype=torch.int32), [torch.argmax(x, dim=1)]
    for i in range(n):
        picked[i] = torch.argmax(x, dim=1)
        paths.append(picked[i])
        parts.append(torch.argmax(x, dim=1))
        alike.append(torch.argmax(x, dim=1))
        unknown.append(torch.argmax(x, dim=1))
    return {call}
"""


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("torch.stack(parts)", "stacked(parts)"),
        ("torch.stack(alike)", "ops.stack(alike)"),
        ("torch.stack(unknown)", "ops.stack(unknown)"),
        ("torch.cat(parts, 1)", "concatenated(parts, 1)"),
        ("torch.stack(paths)", "stacked(paths)"),
        ("torch.cat(alike)", "mint.cat(alike)"),
        ("torch.hstack(parts)", "ops.hstack(in_common_dtype(parts))"),
    ],
)
def test_two_known_dtypes_are_promoted(call: str, written: str) -> None:
    assert findings(PROGRAM.format(call=call), PYNATIVE)[call].substitution == written
