"""The recorded outcomes of the graph compiler are those of the installed MindSpore, tried on a few programs."""

from __future__ import annotations

import csv
import importlib.util
import sys
from importlib.resources import files
from pathlib import Path
from types import ModuleType

import pytest

pytestmark = pytest.mark.verify
SCRIPT = Path(__file__).parents[2] / "mapping_data" / "importers" / "graph_syntax_probe.py"


def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("graph_syntax_probe", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["graph_syntax_probe"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("construct", ["try", "if on data", "set literal", "in-place sub_", "mask index", "dict of pairs"])
def test_the_installed_release_behaves_as_recorded(construct: str, tmp_path: Path) -> None:
    mindspore = pytest.importorskip("mindspore")
    probe = script()
    text = (files("mindaudit_data") / "graph_syntax.csv").read_text("utf-8")
    rows = [row for row in csv.DictReader(text.splitlines()) if row["mindspore"] == mindspore.__version__ and row["construct"] == construct]
    if not rows:
        pytest.skip(f"nothing recorded for MindSpore {mindspore.__version__}")
    source = dict(probe.probes(probe.PROBES.read_text()))[construct]
    found = {level: (outcome, detail) for level, outcome, detail in probe.tried(source, str(tmp_path))}
    assert found == {row["level"]: (row["outcome"], row["detail"]) for row in rows}
