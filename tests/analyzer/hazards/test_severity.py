"""Severities follow the target, cover every code, and agree with what the graph compilers did."""

from __future__ import annotations

import csv
from importlib.resources import files

import pytest

from mindaudit.errors import UsageError
from mindaudit.hazards.checking import rules
from mindaudit.hazards.framework.code_page import codes, explain_code
from mindaudit.hazards.framework.severity import SeverityRow, exists, rows, severity
from mindaudit.model import Target

VERSIONS = ("1.7", "1.10", "2.0", "2.4", "2.7", "2.8", "2.9", "2.10")


def probed() -> dict[tuple[str, str, str], str]:
    """(construct, release, level) -> outcome."""
    text = (files("mindaudit_data") / "graph_syntax.csv").read_text("utf-8")
    return {(r["construct"], r["mindspore"].removesuffix(".0"), r["level"]): r["outcome"] for r in csv.DictReader(text.splitlines())}


PROBED = probed()
RELEASES = sorted({release for _, release, _ in PROBED}, key=lambda release: int(release.split(".")[1]))


@pytest.mark.parametrize("code", sorted(rules()))
@pytest.mark.parametrize("mode", ["graph", "pynative"])
def test_every_rule_has_a_severity_on_every_target(code: str, mode: str) -> None:
    for version in VERSIONS:
        for backend in ("ascend", "gpu", "cpu"):
            assert severity(code, "", Target(version, mode, backend)) in ("error", "warning", "note", None)


@pytest.mark.parametrize(
    "row", [row for row in rows() if row.evidence.startswith("probe: ")], ids=lambda row: f"{row.code} {row.construct}"
)
def test_a_severity_that_cites_a_probe_agrees_with_it(row: SeverityRow) -> None:
    construct = row.evidence.removeprefix("probe: ")
    assert (construct, "2.10", "lax") in PROBED
    for release in RELEASES:
        for mode, level in (("graph", "lax"), ("graph", "strict"), ("pynative", "eager")):
            target = Target(release, mode, "cpu", syntax="lax" if level == "eager" else level)
            if row.fits(row.construct, target) and (construct, release, level) in PROBED:
                breaks = PROBED[construct, release, level] in ("fails", "differs", "crash")
                assert breaks == (row.severity == "error") or (row.severity, row.code) == ("warning", "MA415"), release


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row.code} {row.construct} {row.backends}")
def test_a_severity_cites_a_probe_of_its_target_or_the_guides(row: SeverityRow) -> None:
    if row.evidence.startswith("probe: "):
        assert row.backends == "cpu"
        assert row.since in RELEASES
        levels = {"graph": {row.syntax or "lax"}, "pynative": {"eager"}, "any": {"lax", "eager"}}[row.modes]
        assert all((row.evidence.removeprefix("probe: "), "2.10", level) in PROBED for level in levels)
    elif row.severity == "error":
        assert row.evidence.startswith("guide")


def test_what_was_not_run_on_a_target_is_a_warning_there() -> None:
    assert severity("MA418", "", Target("2.10", "graph", "cpu")) == "error"
    assert severity("MA418", "", Target("2.10", "graph", "ascend")) == "warning"
    assert (
        severity("MA213", "repeat_interleave", Target("2.10", "graph", "ascend")) == "warning"
    )  # mint.repeat_interleave has a kernel there
    assert severity("MA401", "try", Target("2.10", "graph", "ascend")) == "error"  # the guides say so
    assert severity("MA608", "", Target("2.10", "graph", "cpu")) == "error"  # mindspore's own Function; a Cell with bprop compiles
    assert severity("MA609", "", Target("2.10", "graph", "cpu")) == "note"


def test_dynamic_shape_is_an_error_on_old_graphs_and_a_note_in_pynative() -> None:
    assert severity("MA203", "", Target("1.10", "graph", "ascend")) == "error"
    assert severity("MA203", "", Target("2.10", "graph", "ascend")) == "warning"
    assert severity("MA203", "", Target("2.10", "pynative", "ascend")) == "note"
    assert severity("MA203", "shape", Target("1.10", "graph", "ascend")) == "note"


def test_the_level_of_syntax_decides_in_graphs_alone() -> None:
    lax, strict = Target("2.10", "graph", "cpu"), Target("2.10", "graph", "cpu", syntax="strict")
    assert (severity("MA436", "any", lax), severity("MA436", "any", strict)) == (None, "error")
    assert (severity("MA305", "export", lax), severity("MA305", "export", strict)) == ("warning", "error")
    assert (severity("MA415", "", lax), severity("MA415", "", strict)) == ("warning", "error")
    assert severity("MA305", "", strict) == "warning"  # item compiles at both levels
    assert severity("MA436", "any", Target("2.10", "pynative", "cpu", syntax="strict")) is None
    assert severity("MA436", "any", Target(syntax="strict")) == "warning"  # not run on Ascend
    assert severity("MA415", "", Target(syntax="strict")) == "error"  # the guides say so


def test_lax_is_what_the_compiler_does_by_default() -> None:
    assert Target().syntax == "lax"


def test_graph_syntax_does_not_concern_pynative() -> None:
    for code in rules():
        if code.startswith("MA4"):
            assert severity(code, "", Target("2.10", "pynative", "cpu")) is None


def test_what_does_not_exist_on_a_target_is_not_looked_for() -> None:
    lax, strict = Target("2.10", "graph", "ascend"), Target("2.10", "graph", "ascend", syntax="strict")
    assert [exists("MA436", target) for target in (lax, strict, Target("2.10", "pynative", "cpu"))] == [False, True, False]
    assert exists("MA508", Target("2.10", "graph", "cpu"))  # outside of networks
    for code in rules():
        for mode in ("graph", "pynative"):
            target = Target("2.10", mode, "cpu")
            assert exists(code, target) or severity(code, "", target) is None


def test_versions_compare_by_number() -> None:
    assert severity("MA611", "add_", Target("2.7", "graph", "cpu")) == "error"
    assert severity("MA611", "add_", Target("2.10", "graph", "cpu")) is None


def test_a_code_without_rows_is_a_defect() -> None:
    with pytest.raises(KeyError, match="MA999"):
        severity("MA999", "", Target())


def test_explain_prints_page_and_severities() -> None:
    text = explain_code("ma203")
    assert text.startswith("# MA203: Boolean mask as an index\n")
    assert "## How to mend" in text
    assert "| any | before 2.0 | graph | any | any | error |" in text
    assert explain_code("MA203", "zh").startswith("# MA203: 用布尔掩码做索引")
    assert "Severity by target" not in explain_code("MA901")


def test_explain_offers_the_nearest_code() -> None:
    with pytest.raises(UsageError, match="did you mean"):
        explain_code("MA2003")
    assert codes()["MA305"] == "Tensor read on the host"
