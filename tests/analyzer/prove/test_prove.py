"""`mindaudit prove` with stub interpreters that write what a framework would, and once with both frameworks."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from mindaudit.cli.prove import command
from mindaudit.errors import UsageError
from mindaudit.prove import show
from mindaudit.prove.compare import Difference, Proof, compare
from mindaudit.prove.run import names_in

SPEC = """MODELS = {"small": ("small", "m.Net()", ["r.randn(2, 3).astype('float32')"])}\n"""
STUB = """#!{python}
import sys
from pathlib import Path
import numpy as np
folder, scale = Path(sys.argv[7]), {scale}
for part, content in {{
    "state": {{}},
    "modules": {{"00000 first": np.ones(3), "00001 second": np.ones(3) * scale, "00002 ": np.ones(2) * scale}},
    "outputs": {{"00000": np.ones(2) * scale}},
    "gradients": {{"first.weight": np.ones((2, 3))}},
    "losses": {{"losses": np.ones(10)}},
}}.items():
    np.savez(folder / f"{side}_{{part}}.npz", **content)
"""


def stub(folder: Path, side: str, scale: float = 1.0, body: str = STUB) -> str:
    file = folder / side
    file.write_text(body.format(python=sys.executable, side=side, scale=scale))
    file.chmod(0o755)
    return os.fspath(file)


def run(folder: Path, torch: str, mindspore: str, *options: str) -> tuple[int, str]:
    (folder / "spec.py").write_text(SPEC)
    arguments = [str(folder / "spec.py"), "--torch", torch, "--mindspore", mindspore, "--rewritten", str(folder), *options]
    result = CliRunner().invoke(command, arguments, standalone_mode=False)
    if result.exception:
        raise result.exception
    return result.return_value, result.output


def test_a_model_that_holds(tmp_path: Path) -> None:
    status, output = run(tmp_path, stub(tmp_path, "torch"), stub(tmp_path, "mindspore"), "--plot", str(tmp_path / "plots"))
    assert status == 0
    assert "small: holds" in output
    assert "first module" not in output
    image = ElementTree.fromstring((tmp_path / "plots" / "small.svg").read_text())
    assert len(image.findall("{http://www.w3.org/2000/svg}circle")) == 3


def test_a_model_that_differs(tmp_path: Path) -> None:
    status, output = run(tmp_path, stub(tmp_path, "torch"), stub(tmp_path, "mindspore", 1.5))
    assert status == 1
    assert "small: differs" in output
    assert "first module that differs: second (5.0e-01)" in output
    assert "outputs        1 compared, largest relative error 5.0e-01, 1 beyond 0.001, worst 00000" in output


def test_a_side_that_fails(tmp_path: Path) -> None:
    failing = stub(tmp_path, "torch", body='#!{python}\nraise ValueError("no such layer")\n')
    status, output = run(tmp_path, failing, stub(tmp_path, "mindspore"))
    assert (status, output) == (1, "small: not compared; torch: ValueError: no such layer\n")


def test_wrong_use(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no model other"):
        run(tmp_path, "python", "python", "--model", "other")
    with pytest.raises(UsageError, match="No such file"):
        run(tmp_path, str(tmp_path / "nowhere"), "python")
    (tmp_path / "empty.py").write_text("MODELS = {}\n")
    with pytest.raises(UsageError, match="names no model"):
        names_in(tmp_path / "empty.py")
    with pytest.raises(UsageError, match=r"missing\.py"):
        names_in(tmp_path / "missing.py")


def test_what_counts_as_different(tmp_path: Path) -> None:
    for side, shape in (("torch", (2,)), ("mindspore", (3,))):
        np.savez(tmp_path / f"{side}_modules.npz", **{"00000 norm": np.zeros(2)})
        np.savez(tmp_path / f"{side}_outputs.npz", **{"00000": np.ones(shape), "00001": np.array([np.nan, np.inf])})
        np.savez(tmp_path / f"{side}_losses.npz", losses=np.ones(2))
        weight = "norm.weight" if side == "torch" else "norm.gamma"
        np.savez(tmp_path / f"{side}_gradients.npz", **{weight: np.ones(2)} | ({"other": np.ones(1)} if side == "torch" else {}))
    proof = compare("small", tmp_path)
    assert not proof.holds
    assert proof.first_module is None
    first, second = proof.differences["outputs"]
    assert (first.error, first.note, second.error) == (float("inf"), "shape (3,) for (2,)", 0.0)
    weight, other = proof.differences["gradients"]
    assert (weight.error, other.note) == (0.0, "MindSpore has none")


def test_gradients_are_found_under_the_names_and_axes_of_mindspore_s_own_layers(tmp_path: Path) -> None:
    names = {"torch": ("a.weight", "b.weight", "c.bias"), "mindspore": ("a.embedding_table", "b.weight", "c.beta")}
    for side, shape in (("torch", (2, 3)), ("mindspore", (2, 1, 3))):
        for part in ("modules", "outputs", "losses"):
            np.savez(tmp_path / f"{side}_{part}.npz", **{"00000 x": np.ones(shape if part == "outputs" else 2)})
        table, rows, bias = names[side]
        np.savez(tmp_path / f"{side}_gradients.npz", **{table: np.ones(4), rows: np.arange(6.0).reshape(shape), bias: np.ones(3)})
    differences = compare("small", tmp_path).differences
    assert [each.error for each in differences["gradients"]] == [0.0, 0.0, 0.0]
    assert differences["outputs"][0].note == "shape (2, 1, 3) for (2, 3)"


def test_plot_of_errors_without_bounds() -> None:
    differences = (Difference("<a>", 0.0), Difference("b", float("inf")), Difference("c", float("nan")))
    image = ElementTree.fromstring(show.plot(Proof("x & y", {"modules": differences})))
    heights = [float(circle.attrib["cy"]) for circle in image.findall("{http://www.w3.org/2000/svg}circle")]
    assert heights == [280.0, 40.0, 40.0]


@pytest.mark.verify
def test_with_both_frameworks(tmp_path: Path) -> None:
    pytest.importorskip("torch")
    pytest.importorskip("mindspore")
    for folder, library in (("original", "from torch import nn"), ("rewritten", "from mindaudit_data.recipes import modules as nn")):
        (tmp_path / folder).mkdir()
        text = "class Net(nn.Sequential):\n    def __init__(self):\n        super().__init__(nn.Linear(3, 4), nn.GELU(), nn.Linear(4, 2))\n"
        (tmp_path / folder / "small.py").write_text(f"{library}\n\n\n{text}")
    options = ("--original", str(tmp_path / "original"), "--rewritten", str(tmp_path / "rewritten"), "--steps", "3")
    status, output = run(tmp_path, sys.executable, sys.executable, *options)
    assert (status, output.splitlines()[0]) == (0, "small: holds")


@pytest.mark.parametrize(("found", "error"), [(1.1e-5, 0.1), (1e-5, 0.0)])
def test_small_gradients_are_held_against_themselves(found: float, error: float, tmp_path: Path) -> None:
    """A gradient of 1e-5 beside one of 1 counts; what is no more than the rounding of the largest one does not."""
    for side, second, third in (("torch", 1e-5, 0.0), ("mindspore", found, 1e-10)):
        for part in ("modules", "outputs", "losses"):
            np.savez(tmp_path / f"{side}_{part}.npz", **{"00000 x": np.ones(1)})
        np.savez(tmp_path / f"{side}_gradients.npz", first=np.ones(2), second=np.full(2, second), third=np.full(2, third))
    gradients = compare("small", tmp_path).differences["gradients"]
    assert [each.error for each in gradients] == pytest.approx([0.0, error, 1e-4], abs=1e-6)
    assert [each.differs for each in gradients] == [False, bool(error), False]
