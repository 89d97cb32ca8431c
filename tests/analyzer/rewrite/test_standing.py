"""What is written where a class or function of torch is passed on."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mindaudit.classify.custom_mappings import table_of
from mindaudit.config.schema import Config
from mindaudit.model import Target
from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice
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


@pytest.mark.parametrize(("mode", "kept"), [("pynative", True), ("graph", False)])
def test_what_makes_tensors_and_is_chosen_later_takes_a_device(mode: str, kept: bool, tmp_path: Path) -> None:
    """A stand-in takes no device; the counterpart under torch's name does, but no graph compiles it."""
    call = "(torch.fft.fftfreq, torch.fft.rfftfreq)[real](n, device=device)"
    file = tmp_path / "a.py"
    file.write_text(f"import torch\n\n\ndef f(n, real, device):\n    return {call}\n")
    (outcome,) = rewrite([tmp_path], Config(targets=(Target(mode=mode, backend="cpu"),)), Choice(recipes=True))
    assert (call in outcome.new) == kept
