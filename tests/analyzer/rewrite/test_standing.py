"""What is written where a class or function of torch is passed on."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mindaudit.classify.custom_mappings import table_of
from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.standing import made_of, stand_in
from mindaudit_data import TorchCatalog


@pytest.mark.parametrize("mode", ["graph", "pynative"])
def test_every_name_has_an_expression_or_nothing(mode: str) -> None:
    table, target = table_of(Config()), Target(mode=mode, backend="cpu")
    found = {name: stand_in(name, target, table) for name in TorchCatalog().names()}
    texts = {name: each.text for name, each in found.items() if each}
    assert len(texts) > 300
    for text in texts.values():
        ast.parse(text, mode="eval")
    classes = {name: made_of(name, target, table) for name in found}
    assert sum(map(bool, classes.values())) > 100


def test_a_file_is_rewritten_where_what_is_passed_on_becomes_a_statement(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text(
        "import functools\nimport torch\nclip = functools.partial(torch.nn.utils.clip_grads_with_norm_, [])\ny = torch.abs(x)\n"
    )
    (outcome,) = rewrite([tmp_path], Config())
    assert outcome.problem == ""
    assert "mint.abs(x)" in outcome.new
