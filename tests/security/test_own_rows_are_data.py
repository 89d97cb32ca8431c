"""A configuration may come with the audited project, so the expressions in its mapping rows are computed and never handed to Python."""

from __future__ import annotations

import csv
import json
import time
from pathlib import Path

import pytest

from mindaudit.classify.argument_texts import CannotFillError, fold
from mindaudit.classify.template import BadTemplateError, parse
from mindaudit.cli import run

HOSTILE = [
    "().__class__.__base__.__subclasses__()[dim]",
    "dim.__class__",
    "__import__('os').system('touch mark') or dim",
    "(lambda: dim)()",
    "[x for x in (dim,)]",
    "open('mark', 'w') and dim",
    "(dim := 1)",
    "eval('1') + dim",
    "max(dim, key=abs)",
]


@pytest.mark.parametrize("expression", HOSTILE)
def test_what_reaches_beyond_arithmetic_is_no_template(expression: str) -> None:
    with pytest.raises(BadTemplateError):
        parse(f"mint.sum({{{expression}}})")


@pytest.mark.parametrize("expression", HOSTILE[:3])
def test_a_row_with_it_is_wrong_configuration(
    tmp_path: Path, expression: str, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("mindaudit.toml").write_text('mappings = ["own.csv"]\n')
    with Path("own.csv").open("w", newline="") as file:
        csv.writer(file).writerows([("torch_name", "verdict", "template"), ("torch.sum", "supported", f"mint.sum({{{expression}}})")])
    Path("a.py").write_text("import torch\nx = torch.sum(torch.ones(3), dim=0)\n")
    assert run(["scan", "."]) == 2
    assert "own.csv, line 2: template is not in the language" in capfd.readouterr().err
    assert not Path("mark").exists()


@pytest.mark.parametrize(
    ("expression", "values"),
    [
        ("10 ** decimals", {"decimals": 999_999_999}),
        ("10 ** -decimals", {"decimals": -999_999_999}),
        ("9 ** (9 ** (9 ** n))", {"n": 9}),
        ("n * n * n * n", {"n": 10**9}),
        ("text * n", {"text": "a", "n": 10**12}),
        ("shape * n", {"shape": (0,), "n": 10**12}),
        ("text % n", {"text": "%1000000000d", "n": 1}),
    ],
)
def test_no_figure_in_audited_code_keeps_it_busy(expression: str, values: dict[str, object]) -> None:
    with pytest.raises(CannotFillError):
        fold(expression, values)


@pytest.mark.parametrize(
    ("expression", "values", "written"),
    [
        ("10 ** decimals", {"decimals": 2}, "100"),
        ("('bilinear', 'nearest')[mode]", {"mode": 1}, "'nearest'"),
        ("'a' if some else 'b'", {"some": 0}, "'b'"),
        ("device or 0", {"device": None}, "0"),
        ("a and b", {"a": 1, "b": 2}, "2"),
        ("tuple(size)", {"size": [1, 2]}, "(1, 2)"),
        ("1 < n <= 3", {"n": 3}, "True"),
        ("n in (1, 2)", {"n": 3}, "False"),
        ("-n // 2", {"n": 3}, "-2"),
        ("[n, +n][0] + len(s)", {"n": 3, "s": "ab"}, "5"),
        ("n is not None", {"n": 0}, "True"),
    ],
)
def test_what_rows_need_is_computed(expression: str, values: dict[str, object], written: str) -> None:
    assert fold(expression, values) == written


def test_a_call_with_an_absurd_figure_is_audited_at_once(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("import torch\nx = torch.ones(2).round(decimals=999_999_999)\n")
    begun = time.monotonic()
    assert run(["scan", str(tmp_path), "--backend", "cpu", "-o", str(tmp_path / "audit.json")]) == 0
    assert time.monotonic() - begun < 20
    usages = json.loads((tmp_path / "audit.json").read_text())["usages"]
    assert "torch.Tensor.round" in [usage["torch_name"] for usage in usages]
