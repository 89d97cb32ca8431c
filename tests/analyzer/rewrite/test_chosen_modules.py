"""Modules that are imported by names which a program has while it runs, rewritten: torch's may be among them."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_rewrite import CPU, rewritten

from mindaudit.rewrite.usages.choice import Choice

SOURCE = "import importlib\nimport pydoc\nfrom importlib import import_module\n\nimport torch\n\n\ndef found(name, self):\n    return {}\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("importlib.import_module(name)", "importlib.import_module(module_named(name))"),
        ("import_module(name, package=None)", "import_module(module_named(name), package=None)"),
        ("import_module(name=name)", "import_module(name=module_named(name))"),
        ('import_module(name.rpartition(".")[0])', 'import_module(module_named(name.rpartition(".")[0]))'),
        ('import_module("torch." + name)', 'import_module(module_named("torch." + name))'),
        ('import_module(f"torch.{name}")', 'import_module(module_named(f"torch.{name}"))'),
        ('import_module(f"{name}.optim")', 'import_module(module_named(f"{name}.optim"))'),
        ("pydoc.locate(name)", "pydoc.locate(module_named(name))"),
        ('__import__(name, fromlist=["SGD"])', '__import__(module_named(name), fromlist=["SGD"])'),
        ('import_module(".".join(name))', 'import_module(module_named(".".join(name)))'),
        ('import_module("%s.optim" % name)', 'import_module(module_named("%s.optim" % name))'),
        ("__import__(name)", "__import__(name)"),
        ('import_module("datasets." + name)', 'import_module("datasets." + name)'),
        ('import_module(f".{name}", __package__)', 'import_module(f".{name}", __package__)'),
        ('import_module("datasets.{}".format(name))', 'import_module("datasets.{}".format(name))'),
        ('import_module(__name__ + "." + name)', 'import_module(__name__ + "." + name)'),
        ("self.import_module(name)", "self.import_module(name)"),
    ],
)
def test_a_name_that_may_be_of_torch(before: str, after: str, tmp_path: Path) -> None:
    assert rewritten(tmp_path, SOURCE.format(before), Choice(recipes=True), CPU).new.endswith(f"    return {after}\n")


def test_programs_without_torch_stay(tmp_path: Path) -> None:
    source = SOURCE.replace("import torch\n", "").format("import_module(name)")
    assert "module_named" not in rewritten(tmp_path, source, Choice(recipes=True), CPU).new
