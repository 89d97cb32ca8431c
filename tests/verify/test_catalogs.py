"""The catalogs come out of the installed frameworks as they are kept."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindaudit_data.text import FOLDER

pytestmark = pytest.mark.verify


def test_torch(tmp_path: Path) -> None:
    torch = pytest.importorskip("torch")
    if not torch.__version__.startswith("2.13."):
        pytest.skip("the catalog is of torch 2.13")
    pytest.importorskip("tensorboard")
    from importers import torch_catalog

    torch_catalog.write(tmp_path)
    for name in ("torch_apis.csv", "torch_parameters.csv"):
        assert (tmp_path / name).read_text("utf-8") == (FOLDER / name).read_text("utf-8")


def test_checkpoints() -> None:
    pytest.importorskip("torch")
    mindspore = pytest.importorskip("mindspore")
    if not mindspore.__version__.startswith("2.10."):
        pytest.skip("the facts are of MindSpore 2.10")
    from importers import checkpoints

    kept = (FOLDER / "checkpoints.csv").read_text("utf-8").splitlines()[1:]
    assert [",".join(row) for row in checkpoints.rows()] == kept
