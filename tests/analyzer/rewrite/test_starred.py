"""Recipes in files that a star is imported from hide no module and no function of the project."""

from __future__ import annotations

from pathlib import Path

import pytest

from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

NORM = 'import torch\n\n\ndef size(x: torch.Tensor):\n    return f"{torch.norm(x, dim=1)!r}", torch.norm(x), dict(norm=1), x.norm\n'
OTHER = (
    "from mindaudit_data.recipes import norm as norm_recipe\n",
    'return f"{norm_recipe(x, dim=1)!r}", norm_recipe(x), dict(norm=1), x.norm\n',
)
OWN = ("from mindaudit_data.recipes import norm\n", "norm(x), dict(norm=1)")


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"__init__": "from .size import *\n", "norm": ""}, OTHER),
        ({"__init__": "from .size import size\n", "norm": ""}, OWN),
        ({"__init__": "from .size import *\n"}, OWN),
        ({"__init__": "from .size import *\nfrom .more import norm\n", "more": "def norm(): ...\n"}, OTHER),
        ({"__init__": "from .size import *\n", "other": "from .more import *\n\nprint(norm)\n"}, OTHER),
        ({"__init__": "from .size import *\n", "other": "from .more import *\n\nprint(x.norm)\n"}, OWN),
        ({"__init__": NORM, "norm": ""}, OTHER),
        ({"__init__": NORM, "more": "def norm(): ...\n"}, OWN),
        ({"__init__": "from .sub import *\n", "sub/__init__": NORM, "more": "def norm(): ...\n"}, OTHER),
    ],
)
def test_a_recipe_hides_nothing_in_files_that_import_a_star(files: dict[str, str], expected: tuple[str, str], tmp_path: Path) -> None:
    given = files if NORM in files.values() else {**files, "size": NORM}
    for name, text in given.items():
        path = tmp_path / "package" / f"{name}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    config = Config(jobs=1, cache=False, targets=(Target(mode="pynative", backend="cpu"),))
    new = {each.path.relative_to(tmp_path / "package").as_posix(): each.new for each in rewrite([tmp_path], config, Choice(recipes=True))}
    (found,) = (new[f"{name}.py"] for name, text in given.items() if text == NORM)
    for part in expected:
        assert part in found


@pytest.mark.parametrize(("star", "name"), [("numpy", "norm_recipe"), (".more", "norm"), ("package.more", "norm"), ("torch", "norm")])
def test_a_star_of_a_library_hides_no_recipe(star: str, name: str, tmp_path: Path) -> None:
    folder = tmp_path / "package"
    folder.mkdir()
    for file, text in (
        ("__init__", ""),
        ("more", "z = 1\n"),
        ("size", f"import torch\nfrom {star} import *\n\n\ndef f(x):\n    return torch.norm(x, dim=1)\n"),
    ):
        (folder / f"{file}.py").write_text(text)
    config = Config(targets=(Target("2.10", "pynative", "cpu"),), cache=False)
    new = next(each.new for each in rewrite([folder], config, Choice(recipes=True)) if each.name.endswith("size.py"))
    assert f"return {name}(x, dim=1)" in new
