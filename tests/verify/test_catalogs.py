"""The catalogs come out of the installed frameworks as they are kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

import mindaudit_data
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


def test_every_sample_call_of_torch_fits_a_signature() -> None:
    torch = pytest.importorskip("torch")
    from torch.testing._internal.common_methods_invocations import op_db

    catalog = mindaudit_data.torch_catalog()
    misfits = set()
    for operator in op_db:
        public = catalog.lookup(f"torch.{operator.name}")
        if public is None or operator.op is not _object(public.name) or not operator.supports_dtype(torch.float32, "cpu"):
            continue
        for sample in islice(operator.sample_inputs("cpu", torch.float32), 20):
            given = len(sample.args) + 1, set(sample.kwargs)
            if not any(_binds(parameters, *given) for parameters in catalog.parameters(public.name)):
                misfits.add((public.name, *given[:1], *sorted(given[1])))
    assert misfits == set()


def _object(name: str) -> Any:
    import torch

    found: Any = torch
    for part in name.split(".")[1:]:
        found = getattr(found, part, None)
    return found


def _binds(parameters: Sequence[mindaudit_data.ApiParameter], positional: int, keywords: set[str]) -> bool:
    """Whether a call with so many positional arguments and these keywords fits a signature."""
    places = [p.name for p in parameters if p.kind in ("positional", "both")]
    if positional > len(places) and not any(p.kind == "*var" for p in parameters):
        return False
    given = set(places[:positional])
    known = {p.name for p in parameters if p.kind in ("both", "keyword")} - given
    required = {p.name for p in parameters if p.kind in ("positional", "both", "keyword") and not p.default}
    return (keywords <= known or any(p.kind == "**var" for p in parameters)) and required <= given | keywords
