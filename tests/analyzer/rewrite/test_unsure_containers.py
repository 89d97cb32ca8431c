"""What containers hold and NumPy's arrays index, rewritten for PyNative mode."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

ROWS = """class Rows(dict):
    def __getitem__(self, index):
        return Rows({key: value[index] for key, value in dict.items(self)})

    def __setitem__(self, index, rows):
        for key, value in rows.items():
            dict.__getitem__(self, key)[index] = value

    def row(self, index):
        return self.first[index]
"""
USER = """import numpy
import torch


def parts(n):
    order = numpy.random.permutation(n)
    return [order[i : i + 2] for i in range(0, n, 2)]


def f(rows, x: torch.Tensor, table: dict, name):
    for k, each in enumerate(parts(4)):
        BEFORE
    return x
"""


def project(folder: Path, mode: str = "pynative", **files: str) -> dict[str, str]:
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    config = Config(jobs=1, cache=False, targets=(Target(mode=mode, backend="cpu"),))
    return {Path(each.name).stem: each.new for each in rewrite([folder], config, Choice(recipes=True))}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("x = rows.obs[each]", "x = any_items(rows.obs)[each]"),
        ("x = rows.obs[each + k, 0]", "x = any_items(rows.obs)[each + k, 0]"),
        ("rows.obs[each + 1] = x", "any_items(rows.obs)[each + 1] = x"),
        ("rows.obs[each] += x", "any_items(rows.obs)[each] += x"),
        ("x = rows(k)[each]", "x = any_items(rows(k))[each]"),
        ("x = x[each]", "x = x[index_of_numpy(each)]"),
        ("x = rows.obs[k]", "x = rows.obs[k]"),
        ("x = rows.obs[name]", "x = rows.obs[name]"),
        ("x = [1, 2][each]", "x = [1, 2][each]"),
        ("x = numpy.zeros(4)[each]", "x = numpy.zeros(4)[each]"),
    ],
)
def test_what_may_be_a_tensor_is_indexed_by_a_recipe(before: str, after: str, tmp_path: Path) -> None:
    new = project(tmp_path, user=USER.replace("BEFORE", before))["user"]
    assert f"        {after}\n" in new


def test_classes_get_such_indices_in_files_without_torch(tmp_path: Path) -> None:
    new = project(tmp_path, rows=ROWS, user=f"import rows\n{USER.replace('BEFORE', 'x = rows.obs[each]')}")["rows"]
    assert "{key: any_items(value)[index] for key, value in" in new
    assert "any_items(dict.__getitem__(self, key))[index] = value" in new
    assert "return self.first[index]" in new


@pytest.mark.parametrize("before", ["x = rows.obs[k]", "x = x[each]", "x = numpy.zeros(4)[each]"])
def test_classes_stay_where_no_array_indexes_what_is_unknown(before: str, tmp_path: Path) -> None:
    assert project(tmp_path, rows=ROWS, user=USER.replace("BEFORE", before))["rows"] == ROWS


def test_files_without_torch_stay(tmp_path: Path) -> None:
    user = USER.replace("BEFORE", "x = rows.obs[each]").replace("import torch\n", "").replace("x: torch.Tensor", "x")
    assert project(tmp_path, rows=ROWS, user=user) == {"rows": ROWS, "user": user}


def test_graphs_are_left_alone(tmp_path: Path) -> None:
    assert "any_items" not in project(tmp_path, "graph", user=USER.replace("BEFORE", "x = rows.obs[each]"))["user"]
