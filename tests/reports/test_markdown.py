"""The pull-request comment is short, folds its details and lets no audited text act."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from samples import hostile, large, older, project

from mindaudit.model import Audit
from mindaudit_reports import Options, Renderer, ReportError, diff, json
from mindaudit_reports.markdown import code, plain
from mindaudit_reports.views.build import as_report

MARKDOWN = Renderer("markdown")


def rendered(*audits: object, **options: object) -> str:
    text = MARKDOWN.render(audits, Options(**options))  # type: ignore[arg-type]
    assert isinstance(text, str)
    return text


def test_the_comment() -> None:
    text = rendered(project())
    assert text.startswith("## mindaudit: 82 % ready for MindSpore 2.10, graph mode, Ascend\n")
    assert "| custom-op | 1 | 6 % |" in text
    assert "<details><summary>Top blockers (2)</summary>" in text
    assert "<details><summary>To investigate (1)</summary>" in text
    assert "| MA301 | error | if on tensor data | 1 | 1 |" in text
    assert text.count("<details>") == text.count("</details>") == 4


def test_long_lists_are_cut() -> None:
    assert len(rendered(large(20_000))) < 65_536
    assert "and 3 more" in rendered(many_problems())


def many_problems() -> Audit:
    audit = project()
    return replace(audit, files=tuple(replace(audit.files[0], path=f"broken{number}.py") for number in range(23)))


def test_targets() -> None:
    text = rendered(older(), project(), lang="zh")
    assert text.index("目标对比") < text.index("## mindaudit")
    assert "| `torch.nn.functional.relu` | 1 |" in text


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("a | b", "`a \\| b`"),
        ("`tick`", "`` `tick` ``"),
        ("``", "``` `` ```"),
        ("two\nlines", "`two lines`"),
        ("", ""),
        ("\x1b[31m", "`\\x1b[31m`"),
    ],
)
def test_code(text: str, written: str) -> None:
    assert code(text) == written


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<script>", "&#60;script&#62;"),
        ("[link](javascript:x)", "\\[link\\](javascript:x)"),
        ("@team see #12", "&#64;team see &#35;12"),
        ("a | *b* `c` $d$", "a &#124; \\*b\\* \\`c\\` &#36;d&#36;"),
        ("http://x.example www.x.example", "http&#58;//x.example www&#46;x.example"),
        ("&amp;", "&#38;amp;"),
    ],
)
def test_plain(text: str, written: str) -> None:
    assert plain(text) == written


def test_hostile_text_does_not_act() -> None:
    text = re.sub(r"(`+).*?\1", "", rendered(hostile()))
    assert not re.search(r"<(?!/?(details|summary|sub)>)", text)
    assert not re.search(r"[\x00\x07\x1b\u202e]", text)
    assert len({line.count("|") for line in rendered(project()).splitlines() if line.startswith("| MA")} - {0}) <= 2


def test_difference() -> None:
    old = as_report(project(), Options())
    fresh = replace(old.hazards[1], function="Block.other")
    new = replace(old, usages=tuple(one for one in old.usages if one.torch_name != "torch.igamma"), hazards=(*old.hazards, fresh))
    text = MARKDOWN.render_diff(diff(old, new))
    assert "Done or ready: **82 % → 88 %**" in text
    assert "<details><summary>New (1)</summary>" in text
    assert "| `net/model.py:15` | MA301 | The branch depends on the values of a tensor. |" in text
    assert "<details><summary>Mended (1)</summary>" in text
    assert "Nothing changed." in MARKDOWN.render_diff(diff(old, old))


def test_difference_between_targets() -> None:
    old, new = (as_report(audit, Options()) for audit in (older(), project()))
    text = MARKDOWN.render_diff(diff(old, new))
    assert "The reports have different targets: MindSpore 2.4, graph mode, Ascend and MindSpore 2.10, graph mode, Ascend." in text
    assert "| `net/model.py:9` | `torch.nn.Conv2d` | unknown | equivalent |" in text


def test_difference_on_the_terminal() -> None:
    old, new = (as_report(audit, Options()) for audit in (older(), project()))
    text = Renderer("term").render_diff(diff(old, new), Options(width=200))
    assert text.startswith("Done or ready: 71 % → 82 %\n")
    assert "The reports have different targets: MindSpore 2.4, graph mode, Ascend and MindSpore 2.10, graph mode, Ascend." in text
    assert "0 mended, 0 new, 2 judged otherwise" in text
    assert re.search(r"^custom-op +supported +1$", text, re.MULTILINE)
    assert "Nothing changed." in Renderer("term").render_diff(diff(old, old))
    fresh = replace(new, hazards=(*new.hazards, replace(new.hazards[1], function="Block.other")))
    assert re.search(r"^net/model.py:15 +MA301 +The branch", Renderer("term").render_diff(diff(new, fresh)), re.MULTILINE)


def test_difference_as_json() -> None:
    old, new = (as_report(audit, Options()) for audit in (older(), project()))
    content = json.json.loads(Renderer("json").render_diff(diff(old, new)))
    assert list(content) == ["old", "new", "mended", "introduced", "changed", "progress"]
    assert [(one["from"], one["usage"]["verdict"]) for one in content["changed"]] == [("unknown", "equivalent"), ("custom-op", "supported")]
    assert content["old"]["summary"]["readiness"] < content["new"]["summary"]["readiness"]


def test_not_every_format_compares() -> None:
    old = as_report(project(), Options())
    with pytest.raises(ReportError, match="cannot be written as csv"):
        Renderer("csv").render_diff(diff(old, old))
