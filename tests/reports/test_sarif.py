"""SARIF keeps the standard's form, names results so that edits elsewhere do not, and carries suppressions and call paths."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from samples import hostile, large, older, project
from sarif_subset import LOG

from mindaudit.model import AROUND, FileAudit
from mindaudit_reports import Options, Renderer, Rule, Selection


def rendered(*audits: Any, **options: Any) -> dict[str, Any]:
    text = Renderer("sarif").render(audits, Options(**options))
    content: dict[str, Any] = json.loads(text)
    return content


def results(audit: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = rendered(audit)["runs"][0]["results"]
    return found


@pytest.mark.parametrize(
    "audits", [(project(),), (hostile(),), (large(300),), (older(), project())], ids=["project", "hostile", "large", "two"]
)
def test_keeps_the_form(audits: tuple[Any, ...]) -> None:
    log = rendered(*audits)
    jsonschema.validate(log, LOG)
    assert len(log["runs"]) == len(audits)
    for run in log["runs"]:
        rules = run["tool"]["driver"]["rules"]
        assert all(rules[result["ruleIndex"]]["id"] == result["ruleId"] for result in run["results"])


@pytest.mark.skipif("SARIF_SCHEMA" not in os.environ, reason="set SARIF_SCHEMA to the path of OASIS's sarif-schema-2.1.0.json")
@pytest.mark.parametrize("audit", [project(), hostile(), large(300)], ids=["project", "hostile", "large"])
def test_keeps_the_published_schema(audit: Any) -> None:
    jsonschema.validate(rendered(audit), json.loads(Path(os.environ["SARIF_SCHEMA"]).read_text("utf-8")))


def test_every_code_is_a_result_with_its_place() -> None:
    found = {result["ruleId"]: result for result in results(project())}
    assert sorted(found) == ["MA101", "MA102", "MA103", "MA104", "MA106", "MA203", "MA301", "MA306", "MA402", "MA901", "MA903"]
    igamma = found["MA101"]
    assert igamma["level"] == "error"
    assert igamma["message"]["text"].startswith("torch.igamma: Searched")
    place = igamma["locations"][0]
    assert place["physicalLocation"]["artifactLocation"] == {"uri": "net/model.py", "uriBaseId": "%SRCROOT%"}
    assert place["physicalLocation"]["region"] == {"startLine": 17, "startColumn": 30, "endLine": 17, "endColumn": 48}
    assert place["logicalLocations"][0]["fullyQualifiedName"] == "Block.forward"


def test_paths_start_where_the_scan_ran() -> None:
    inside = {
        result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results(replace(project(), root="src/app"))
    }
    assert "src/app/net/model.py" in inside
    here = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results(replace(project(), root="."))}
    assert "net/model.py" in here


def test_a_comment_that_accepts_is_a_suppression() -> None:
    accepted = [result for result in results(project()) if "suppressions" in result]
    assert [(result["ruleId"], result["suppressions"]) for result in accepted] == [
        ("MA306", [{"kind": "inSource", "justification": "the mask has a fixed count"}])
    ]


def test_a_call_path_is_a_code_flow() -> None:
    (syntax,) = [result for result in results(project()) if "codeFlows" in result]
    steps = [step["location"] for step in syntax["codeFlows"][0]["threadFlows"][0]["locations"]]
    assert [step["message"]["text"] for step in steps] == ["Net.forward", "Block.forward", "zero-argument super is rejected."]
    assert steps[-1]["physicalLocation"]["region"]["startLine"] == 8


def test_fingerprints_survive_ten_lines_at_the_top() -> None:
    audit = project()
    files = [file for file in audit.files if file.findings and not file.cells]
    files = [replace(file, suppressed=(), gave_up=()) for file in files]
    before = fingerprints(replace(audit, files=tuple(files)))
    after = fingerprints(replace(audit, files=tuple(pushed_down(file) for file in files)))
    assert {name: line + 10 for name, line in before.items()} == after
    assert len(before) == 11


def pushed_down(file: FileAudit) -> FileAudit:
    return replace(
        file,
        text="# note\n" * 10 + file.text,
        findings=tuple(replace(one, usage=replace(one.usage, span=later(one.usage.span))) for one in file.findings),
        hazards=tuple(replace(one, span=later(one.span)) for one in file.hazards),
        third_party=tuple(replace(one, span=later(one.span)) for one in file.third_party),
        suppressed=(),
        gave_up=(),
    )


def later(span: tuple[int, int]) -> tuple[int, int]:
    return span[0] + 70, span[1] + 70


def fingerprints(audit: Any) -> dict[str, int]:
    return {
        result["partialFingerprints"]["primaryLocationLineHash"]: result["locations"][0]["physicalLocation"]["region"]["startLine"]
        for result in results(audit)
    }


def test_rules_bring_their_pages() -> None:
    rules = {"MA203": Rule("MA203", "Boolean mask as an index", "## What it does", "用布尔掩码做索引")}

    def rule_in(lang: str) -> dict[str, Any]:
        found = rendered(project(), rules=rules, lang=lang)["runs"][0]["tool"]["driver"]["rules"]
        return next(one for one in found if one["id"] == "MA203")

    rule = rule_in("en")
    assert rule["help"]["markdown"] == "## What it does"
    assert rule_in("zh")["shortDescription"]["text"] == rule_in("zh")["help"]["text"] == "用布尔掩码做索引"
    assert rule["defaultConfiguration"] == {"level": "warning"}


def test_a_path_that_no_encoding_can_write() -> None:
    audit = project()
    odd = replace(audit, files=tuple(replace(file, path=f"\ud800{file.path}") for file in audit.files))
    places = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in results(odd)}
    assert "%5Cud800net/model.py" in places


def test_a_sure_substitution_is_a_fix() -> None:
    (conv,) = [result for result in results(project()) if result["message"]["text"].startswith("torch.nn.Conv2d")]
    (change,) = conv["fixes"][0]["artifactChanges"]
    (replacement,) = change["replacements"]
    assert replacement["deletedRegion"] == {"startLine": 9, "startColumn": 21, "endLine": 9, "endColumn": 64}
    assert replacement["insertedContent"]["text"].startswith("nn.Conv2d(channels, channels, 3, pad_mode=")
    assert "from mindspore import nn" in conv["fixes"][0]["description"]["text"]
    assert not any("fixes" in result for result in rendered(project(), no_source=True)["runs"][0]["results"])


def test_a_pattern_of_several_statements_is_no_fix() -> None:
    audit = project()
    files = [replace(file, findings=tuple(replace(each, differences=(AROUND,)) for each in file.findings)) for file in audit.files]
    assert any("fixes" in result for result in results(audit))
    assert not any("fixes" in result for result in results(replace(audit, files=tuple(files))))


def test_notes_are_left_out_of_a_long_log_and_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mindaudit_reports.sarif.MOST", 10)
    assert {result["level"] for result in results(project())} == {"error", "warning"}
    told = rendered(project())["runs"][0]["invocations"][0]["toolExecutionNotifications"][0]["message"]["text"]
    assert "7 notes are left out" in told
    jsonschema.validate(rendered(project()), LOG)
    whole = rendered(project(), selection=Selection(lowest="note"))["runs"][0]
    assert "note" in {result["level"] for result in whole["results"]}
    assert "toolExecutionNotifications" not in whole["invocations"][0]


def test_a_configured_level_counts() -> None:
    audit = project()
    model = next(file for file in audit.files if file.path == "net/model.py")
    raised = tuple(replace(one, severity="error") for one in model.findings)
    assert {result["level"] for result in results(replace(audit, files=(replace(model, findings=raised, hazards=()),)))} == {
        "error",
        "warning",
    }
