"""The JSON report keeps schema 2, whatever it holds, and reads back as it was."""

from __future__ import annotations

import json
from dataclasses import replace

import jsonschema
import pytest
from samples import hostile, large, older, project

from mindaudit.model import Mitigation
from mindaudit_reports import Effort, Options, Renderer, ReportError, formats
from mindaudit_reports import json as report_json
from mindaudit_reports.views.build import as_report

FORMAT = Renderer("json")


def rendered(*audits: object, **options: object) -> str:
    text = FORMAT.render(audits, Options(**options))  # type: ignore[arg-type]
    assert isinstance(text, bytes)
    return text.decode()


@pytest.mark.parametrize("audit", [project(), hostile(), large(250)], ids=["project", "hostile", "large"])
def test_keeps_the_schema(audit: object) -> None:
    jsonschema.validate(json.loads(rendered(audit)), report_json.schema())


def test_the_schema_refuses_what_it_does_not_know() -> None:
    content = json.loads(rendered(project()))
    content["usages"][0]["verdict"] = "fine"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(content, report_json.schema())


def test_fields_and_their_order() -> None:
    content = json.loads(rendered(project()))
    keys = "schema tool root target summary effort files usages third_party hazards accepted problems sources"
    assert list(content) == keys.split()
    assert content["target"] == {"mindspore": "2.10", "mode": "graph", "backend": "ascend", "torch": "2.13", "syntax": "lax"}
    usage = "path line column end_line end_column function kind torch_name alternatives written certainty context verdict code"
    usage += " mindspore_name substitution imports recipe differences reason evidence severity"
    assert list(content["usages"][0]) == usage.split()
    hazard = "path line column end_line end_column function code certainty cause severity context message mitigation call_path message_zh"
    assert list(content["hazards"][0]) == hazard.split()
    assert list(content["third_party"][0]) == ["path", "line", "column", "end_line", "end_column", "name", "substitute"]


def test_positions_and_text_of_a_span() -> None:
    content = json.loads(rendered(project()))
    conv = next(usage for usage in content["usages"] if usage["torch_name"] == "torch.nn.Conv2d")
    assert conv["written"] == "nn.Conv2d(channels, channels, 3, padding=1)"
    assert (conv["path"], conv["line"], conv["column"], conv["end_line"], conv["end_column"]) == ("net/model.py", 9, 21, 9, 64)


def test_a_notebook_counts_lines_inside_the_cell() -> None:
    places = [(usage["path"], usage["line"], usage["column"]) for usage in json.loads(rendered(project()))["usages"][:2]]
    assert places == [("look.ipynb#cell2", 2, 5), ("look.ipynb#cell5", 1, 5)]


def test_the_summary() -> None:
    assert json.loads(rendered(project()))["summary"] == {
        "files": {"analyzed": 3, "no-torch": 1, "problem": 1},
        "sites": 18,
        "by_verdict": {"supported": 10, "equivalent": 4, "composable": 1, "custom-op": 1, "unknown": 1, "out-of-scope": 1},
        "readiness": round(14 / 17, 4),
        "executed_share": round(15 / 18, 4),
        "by_grade": {
            "executed-here": 15,
            "executed-elsewhere": 0,
            "tested-upstream": 0,
            "used-in-field": 0,
            "signature": 1,
            "official": 1,
            "none": 1,
        },
        "evidence_weight": 0.8611,
        "gradients_share": 0.0,
    }


def test_nothing_in_scope_has_no_readiness() -> None:
    audit = project()
    summary = json.loads(rendered(type(audit)("", audit.target, audit.files[:2], "0", "0")))["summary"]
    assert (summary["readiness"], summary["executed_share"]) == (None, None)


def test_places_where_the_analysis_gave_up_are_reported() -> None:
    files = {file["path"]: file for file in json.loads(rendered(project()))["files"]}
    assert files["train.py"]["problem"] == {"code": "MA903", "message": "too many types (and 1 more in this file)", "line": 5}
    assert files["broken.py"]["problem"] == {"code": "MA901", "message": "unexpected indent", "line": 7}


def test_same_input_same_bytes() -> None:
    assert rendered(hostile()) == rendered(hostile())


def test_a_stamp_only_when_asked_for() -> None:
    audit = project()
    stamped = type(audit)(audit.root, audit.target, audit.files, "0.1.0", "2026.11", stamp="2026-11-21T05:00:00Z")
    assert json.loads(rendered(stamped))["stamp"] == "2026-11-21T05:00:00Z"
    assert "stamp" not in json.loads(rendered(audit))


def test_without_source() -> None:
    text = rendered(project(), no_source=True)
    jsonschema.validate(json.loads(text), report_json.schema())
    assert "channels" not in text
    assert "ops.where" not in text
    assert "torch.nn.Conv2d" in text


def test_code_quoted_in_sentences_is_source_too() -> None:
    audit = project()
    model = next(file for file in audit.files if file.hazards)
    told = replace(model.hazards[1], message="`x.sum()` is read", message_zh="读取 `x.sum()`", mitigation=Mitigation("Not `x.sum()`."))
    bare = as_report(replace(audit, files=(replace(model, hazards=(told,)),)), Options(no_source=True)).hazards[0]
    assert (bare.message, bare.message_zh, bare.mending.en) == ("… is read", "读取 …", "Not ….")


@pytest.mark.parametrize("audit", [project(), hostile()], ids=["project", "hostile"])
def test_reads_back(audit: object) -> None:
    text = rendered(audit)
    back = report_json.load(text.encode())
    assert rendered(back) == text
    direct = as_report(audit, Options())  # type: ignore[arg-type]
    assert (back.usages, back.files, back.third_party, back.summary) == (direct.usages, direct.files, direct.third_party, direct.summary)
    assert (back.accepted, back.hazards, back.problems) == (direct.accepted, direct.hazards, direct.problems)


@pytest.mark.parametrize("audits", [[project()], [older(), project()], [hostile()]], ids=["project", "targets", "hostile"])
@pytest.mark.parametrize("name", formats())
@pytest.mark.parametrize("no_source", [False, True])
def test_every_format_later_is_the_format_at_once(audits: list[object], name: str, no_source: bool) -> None:
    dear = Effort(hours_per_day=4.0)
    text = FORMAT.render(audits, Options(no_source=no_source, effort=dear))  # type: ignore[arg-type]
    at_once = Renderer(name).render(audits, Options(lang="zh", no_source=no_source, effort=dear))  # type: ignore[arg-type]
    assert Renderer(name).render(report_json.load_all(text), Options(lang="zh", no_source=no_source)) == at_once


def test_a_report_of_schema_1_is_read() -> None:
    old = json.loads(rendered(project()))
    for key in ("effort", "problems", "sources"):
        del old[key]
    del old["target"]["syntax"]
    for key in ("by_grade", "evidence_weight", "gradients_share"):
        del old["summary"][key]
    for row in old["usages"]:
        del row["severity"], row["evidence"]["gradients"]
    for row in old["files"]:
        del row["mindspore"]
    for row in old["hazards"]:
        del row["call_path"], row["message_zh"]
        if row["mitigation"]:
            del row["mitigation"]["text_zh"]
    for row in old["accepted"]:
        for key in ("call_path", "message_zh"):
            del row["hazard"][key]
    old["schema"] = 1
    jsonschema.validate(old, report_json.schema(1))
    assert report_json.load(json.dumps(old)).problems[0].code == "MA901"
    assert len(report_json.load_all(json.dumps([old, old]))) == 2


@pytest.mark.parametrize(
    ("row", "field", "value"),
    [
        ("usages", "verdict", "fine"),
        ("usages", "line", "1"),
        ("usages", "evidence", None),
        ("hazards", "severity", "bad"),
        ("files", "status", 1),
    ],
)
def test_refuses_a_report_that_was_tampered_with(row: str, field: str, value: object) -> None:
    content = json.loads(rendered(project()))
    content[row][0][field] = value
    with pytest.raises(ReportError, match=f"does not follow schema 2: .*{row}.*{field}"):
        report_json.load(json.dumps(content))


@pytest.mark.parametrize(("part", "name"), [("by_verdict", "supported"), ("files", "problem")])
def test_refuses_a_summary_that_lacks_a_count(part: str, name: str) -> None:
    content = json.loads(rendered(project()))
    del content["summary"][part][name]
    with pytest.raises(ReportError, match=f"does not follow schema 2: summary.{part} .*{name}"):
        report_json.load(json.dumps(content))


@pytest.mark.parametrize(("part", "name"), [("verdicts", "custom-op"), ("severities", "warning")])
def test_refuses_weights_that_lack_a_price(part: str, name: str) -> None:
    content = json.loads(rendered(project()))
    del content["effort"]["weights"][part][name]
    with pytest.raises(ReportError, match=f"does not follow schema 2: effort.weights.{part} .*{name}"):
        report_json.load(json.dumps(content))


@pytest.mark.parametrize("counts", [{"supported": 10**30}, {"supported": -(10**9), "unknown": 10**9}])
def test_refuses_a_summary_that_does_not_add_up(counts: dict[str, int]) -> None:
    content = json.loads(rendered(project()))
    for verdict, more in counts.items():
        content["summary"]["by_verdict"][verdict] += more
    with pytest.raises(ReportError, match=r"does not follow schema 2: summary.by_verdict must add up to summary.sites"):
        report_json.load(json.dumps(content))


@pytest.mark.parametrize("name", formats())
def test_every_format_can_be_of_a_report_that_lacks_its_files(name: str) -> None:
    content = json.loads(rendered(project()))
    content["files"] = []
    assert content["problems"]
    assert Renderer(name).render([report_json.load(json.dumps(content))], Options())


def test_a_target_that_is_not_known_is_shown_as_it_is() -> None:
    content = json.loads(rendered(project()))
    content["target"] |= {"mode": "<odd>", "backend": "tpu"}
    back = report_json.load(json.dumps(content))
    assert "MindSpore 2.10, <odd>, tpu" in str(Renderer("term").render([back]))
    assert "&lt;odd&gt;" in str(Renderer("html").render([back]))


def test_several_targets_are_one_object() -> None:
    text = rendered(older(), project())
    content = json.loads(text)
    jsonschema.validate(content, report_json.schema())
    first = json.loads(rendered(older()))
    assert {**content, "others": None} == {**first, "others": None}
    assert content["others"] == [json.loads(rendered(project()))]
    assert [one.target.mindspore for one in report_json.load_all(text)] == ["2.4", "2.10"]
    with pytest.raises(ReportError, match="2 targets"):
        report_json.load(text)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "not a JSON report"),
        ("{}", "names no schema"),
        ("[3]", "names no schema"),
        ('{"schema": 3}', "schema 3; this mindaudit reads the schemas 1 and 2"),
        ('{"schema": true}', "schema True"),
        ('{"schema": 2}', "does not follow schema 2: .*tool"),
        ('{"schema": "1"}', "schema '1'"),
        ('{"schema": 1}', "does not follow schema 1: .*tool"),
        ("[" * 100_000, "nests too deeply"),
        ('{"schema": 1, "tool": {"\\ud800": 1}}', "does not follow schema 1"),
    ],
)
def test_refuses(content: str, message: str) -> None:
    with pytest.raises(ReportError, match=message):
        report_json.load(content)
