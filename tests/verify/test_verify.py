"""The whole verification with torch and MindSpore."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("torch")
pytest.importorskip("mindspore")

import mindaudit_data
from mindaudit.verify import run

pytestmark = pytest.mark.verify


class Changed:
    """The shipped table with one row put in front of a name's own."""

    def __init__(self, **changed: str) -> None:
        self.table = mindaudit_data.load()
        row = self.table.mappings("torch.abs")[0]
        self.row = row._replace(id="changed", preference=0, adapt="", note="", backends="", **changed)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.table, name)

    def mappings(self, name: str) -> list[Any]:
        return [*([self.row] if name == self.row.torch_name else []), *self.table.mappings(name)]


def verified(table: Any, *names: str, mode: str = "pynative") -> dict[str, Any]:
    return {verdict.mapping: verdict for verdict in run.verify(table, names, say=lambda _: None, modes=(mode,))}


@pytest.mark.parametrize("mode", run.MODES)
def test_operators_layers_and_optimizers_run_and_two_runs_agree(mode: str) -> None:
    table = mindaudit_data.load()
    first = verified(table, "abs", "Linear", "SGD", "StepLR", mode=mode)
    assert {name.split(":")[0] for name in first} >= {
        "torch.abs",
        "torch.nn.Linear",
        "torch.optim.SGD",
        "torch.optim.lr_scheduler.StepLR",
    }
    assert any(verdict.state == "equal" and verdict.gradients for name, verdict in first.items() if name.startswith("torch.abs"))
    assert verified(table, "abs", "Linear", "SGD", "StepLR", mode=mode) == first


@pytest.mark.parametrize(
    ("template", "state"),
    [
        ("mint.neg({input})", "differs"),
        ("mint.abs({input})[0]", "differs"),
        ("ops.cast(mint.abs({input}), mindspore.float64)", "differs"),
        ("ops.stop_gradient(mint.abs({input}))", "equal"),
        ("mint.abs({input} if __import__('os')._exit(1) else {input})", "crashes"),
    ],
)
def test_a_wrong_row_is_found(template: str, state: str) -> None:
    assert verified(Changed(torch_name="torch.abs", template=template, overload="input", when=""), "abs")["changed"].state == state


def test_what_runs_eagerly_and_does_not_compile_is_found_with_the_compilers_words() -> None:
    template = "mint.abs({input}) if mindspore.get_context('mode') is not None else {input}"
    table = Changed(torch_name="torch.abs", template=template, overload="input", when="")
    assert verified(table, "abs")["changed"].state == "equal"
    refused = verified(table, "abs", mode="graph")["changed"]
    assert refused.state == "cannot-compile"
    assert "get_context" in refused.detail


@pytest.mark.parametrize("mode", run.MODES)
def test_decorators_are_tried_on_a_function(mode: str) -> None:
    verdict = verified(mindaudit_data.load(), "jit.ignore", mode=mode)["torch.jit.ignore:drop"]
    assert (verdict.state, verdict.gradients) == ("equal", 1)
    wrong = Changed(torch_name="torch.jit.ignore", template="ops.stop_gradient", overload="", when="", verdict="equivalent")
    assert verified(wrong, "jit.ignore", mode=mode)["changed"].state != "equal"


def test_what_a_method_gives_is_compared_by_plain_python_around_it() -> None:
    table = mindaudit_data.load()
    found = verified(table, "Linear")
    assert found["torch.nn.Module.named_parameters:names"].state == "equal"
    assert found["torch.nn.Module.train:train"].state == "equal"
    wrong = Changed(torch_name="torch.nn.Module.train", template="{self}.set_train(False)", overload="", when="")
    assert verified(wrong, "Linear")["changed"].state == "differs"


@pytest.mark.parametrize("mode", run.MODES)
def test_evidence_in_the_table_is_what_a_run_gives(mode: str) -> None:
    table = mindaudit_data.load()
    for name, verdict in verified(table, "abs", "cat", "Conv2d", mode=mode).items():
        kept = [record for record in table.evidence(name) if (record.version, record.mode) == (verdict.version, mode)]
        assert [(record.state, record.samples, record.matched) for record in kept] == [(verdict.state, verdict.samples, verdict.matched)]


def test_the_page_of_disagreements_is_what_the_evidence_says(tmp_path: Path) -> None:
    from mindaudit.verify.evidence import read

    folder = Path(mindaudit_data.__file__).parent
    table = mindaudit_data.load()
    rows = [row for name in table.mapped_names() for row in table.mappings(name)]
    run.write_disagreements(tmp_path / "page.md", read(folder / "evidence.csv"), rows)
    assert (tmp_path / "page.md").read_text() == (folder.parent / "DISAGREEMENTS.md").read_text()


def test_operators_are_called_under_their_other_names_too() -> None:
    texts = {call.text for call in run.calls_from_torch(("mul", "erf"))}
    assert texts >= {"torch.mul(x0, x1)", "torch.multiply(x0, x1)", "x0.multiply_(x1)", "torch.special.erf(x0)"}
