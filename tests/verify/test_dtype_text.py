"""torch's texts of dtypes, in PyNative mode and in graphs."""

from __future__ import annotations

from typing import Any

import pytest

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")

from mindaudit_data.recipes.dtype_text import dtype_text  # noqa: E402 - without MindSpore it cannot be imported

pytestmark = pytest.mark.verify
NAMES = [name for name in dir(torch) if isinstance(getattr(torch, name), torch.dtype) and hasattr(mindspore, name)]


@pytest.mark.parametrize("name", NAMES)
def test_the_text_is_torch_s(name: str) -> None:
    assert dtype_text(getattr(mindspore, name)) == str(getattr(torch, name))


def test_other_values_keep_their_text() -> None:
    assert [dtype_text(value) for value in (1, "x", None)] == ["1", "x", "None"]


def test_graphs_know_it_while_they_are_compiled() -> None:
    @mindspore.jit
    def f(x: Any) -> Any:
        return x + 1 if dtype_text(x.dtype).replace("torch.", "") == "float32" else x

    assert f(mindspore.Tensor([1.0])).asnumpy().tolist() == [2.0]
