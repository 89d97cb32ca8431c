"""MA509: tensors that are indexed by masks of bytes."""

from __future__ import annotations

from textwrap import indent

import pytest
from hazard_helpers import told

HEAD = "import numpy as np\nimport torch\n\n\ndef chosen(x: torch.Tensor, array: np.ndarray):\n"


def places(body: str) -> list[str]:
    return told(HEAD + indent(body, "    ") + "\n", "MA509")


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ("mask = array.astype(np.uint8)\nmask = torch.tensor(mask)\nreturn x[mask]", "x[mask]"),
        ("mask = torch.from_numpy(array.astype('uint8'))\nx[mask] = 0.0", "x[mask]"),
        ("mask = torch.as_tensor(array.astype(dtype=np.ubyte))\nreturn x[mask, 0]", "x[mask, 0]"),
        ("mask = np.zeros(3, dtype=bool).astype(np.uint8)\nfull = torch.zeros_like(torch.tensor(mask))\nreturn x[full]", "x[full]"),
    ],
)
def test_arrays_of_bytes_make_masks_of_bytes(body: str, place: str) -> None:
    assert places(body) == [place]


@pytest.mark.parametrize(
    "body",
    [
        "return x[torch.tensor(array.astype(bool))]",
        "return x[torch.tensor(array.astype(np.int64))]",
        "return x[torch.tensor(array.astype(np.uint8), dtype=torch.bool)]",
        "return x[torch.tensor(array.astype(np.uint8)).bool()]",
        "return x[torch.tensor(array)]",
        "return x[torch.tensor((array.astype(np.uint8) > 0))]",
    ],
)
def test_other_arrays_are_not(body: str) -> None:
    assert places(body) == []
