"""Dense tensors that stand for sparse ones, and MindSpore's own."""

from __future__ import annotations

import numpy as np
import pytest

mindspore = pytest.importorskip("mindspore")

from mindaudit_data import recipes  # noqa: E402

pytestmark = pytest.mark.verify


def test_both_kinds_become_dense() -> None:
    dense = mindspore.Tensor([[0.0, 2.0], [3.0, 0.0]])
    sparse = mindspore.COOTensor(mindspore.Tensor([[0, 1], [1, 0]], mindspore.int64), mindspore.Tensor([2.0, 3.0]), (2, 2))
    for each in (dense, sparse):
        np.testing.assert_array_equal(recipes.as_dense(recipes.coalesced(each)).asnumpy(), dense.asnumpy())
        np.testing.assert_array_equal(recipes.sparse_mm(each, dense).asnumpy(), dense.asnumpy() @ dense.asnumpy())


def test_a_class_of_tensors_takes_any_sequence() -> None:
    assert recipes.LongTensor(range(3)).asnumpy().tolist() == [0, 1, 2]
    assert recipes.FloatTensor({2.0: 1}.keys()).asnumpy().tolist() == [2.0]
