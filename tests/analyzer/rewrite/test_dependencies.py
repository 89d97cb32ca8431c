"""Packages over torch that a project imports are rewritten with it, where they are found; the others are told of."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindaudit.cli import run
from mindaudit.config.schema import Config
from mindaudit.rewrite.dependencies import dependencies

LAYER = "import torch\n\n\ndef f(x: torch.Tensor):\n    return torch.abs(x)\n"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    files = {
        "project/app.py": "import numpy\nimport timm.layers\nfrom kornia import g\nfrom house_layers import f\n\nh = g(f)\n",
        "site/timm/__init__.py": "",
        "site/timm/layers.py": "from speechbrain import f\n",
        "site/speechbrain.py": LAYER,
        "site/house_layers/__init__.py": LAYER,
        "site/house_layers-1.0.dist-info/METADATA": "Name: house_layers\nRequires-Dist: torch>=2\n",
        "site/numpy/__init__.py": "import torch\n",
        "site/numpy-2.0.dist-info/METADATA": 'Name: numpy\nRequires-Dist: torch; extra == "test"\n',
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_what_needs_torch_is_found_also_behind_others(project: Path) -> None:
    found = dependencies([project / "project"], Config(cache=False), [project / "site"])
    assert sorted(found) == ["house_layers", "speechbrain", "timm"]


def test_they_are_rewritten_beside_the_project(project: Path) -> None:
    arguments = ["rewrite", str(project / "project"), "--recipes", "--mode", "pynative", "--backend", "cpu"]
    new = project / "new"
    given = [*arguments, "--with-dependencies", "--site", str(project / "site"), "--output", str(new)]
    assert run(given) == 0
    app = (new / "app.py").read_text()
    assert "import timm.layers\n" in app
    assert "from house_layers import f\n" in app
    assert "# mindaudit: kornia needs torch" in app
    assert "mint.abs(x)" in (new / "house_layers/__init__.py").read_text()
    assert "mint.abs(x)" in (new / "speechbrain.py").read_text()
    assert "from speechbrain import f\n" in (new / "timm/layers.py").read_text()
    assert not (new / "numpy").exists()


def test_it_needs_to_know_where_from_and_where_to(project: Path) -> None:
    assert run(["rewrite", str(project / "project"), "--with-dependencies", "--output", str(project / "new")]) == 2
    assert run(["rewrite", str(project / "project"), "--with-dependencies", "--site", str(project / "site")]) == 2
    given = ["rewrite", str(project / "project"), "--with-dependencies", "--output", str(project / "new"), "--site", "no_such_folder"]
    assert run(given) == 2
