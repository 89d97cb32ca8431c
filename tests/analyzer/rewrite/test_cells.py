from __future__ import annotations

import json
from pathlib import Path

from mindaudit.config.schema import Config
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.writing.outcome import Outcome

SOURCES = [
    ["%matplotlib inline\n", "import torch\n", "x = 1"],
    "%%bash\nls torch.abs(x)",
    ["def f(x: torch.Tensor):\n", "    !pip list\n", "    return torch.abs(x)  # größer\n"],
    ["def ("],
    ["y = 2"],
]
TITLE = {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n"]}
CELLS = [TITLE, *({"cell_type": "code", "metadata": {}, "outputs": [], "source": source} for source in SOURCES)]


def rewritten(folder: Path) -> Outcome:
    (outcome,) = rewrite([folder / "a.ipynb"], Config(jobs=1, cache=False))
    return outcome


def test_the_cells_of_a_notebook_are_rewritten_and_nothing_else(tmp_path: Path) -> None:
    notebook = {"cells": CELLS, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    (tmp_path / "a.ipynb").write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n")
    outcome = rewritten(tmp_path)
    assert not outcome.problem
    before, after = outcome.old.splitlines(), outcome.new.splitlines()
    assert "".join(outcome.new.splitlines(keepends=True)[-1]) == "}\n"
    new = json.loads(outcome.new)
    assert [cell["source"] for number, cell in enumerate(new["cells"]) if number not in (1, 3)] == [
        cell["source"] for number, cell in enumerate(CELLS) if number not in (1, 3)
    ]
    assert new["cells"][1]["source"][0] == "%matplotlib inline\n"
    assert "from mindspore import Tensor, mint\n" in new["cells"][1]["source"]
    assert new["cells"][3]["source"] == ["def f(x: Tensor):\n", "    !pip list\n", "    return mint.abs(x)  # größer\n"]
    assert len(set(after) - set(before)) <= 6
    (tmp_path / "a.ipynb").write_text(outcome.new)
    assert not rewritten(tmp_path).changed
