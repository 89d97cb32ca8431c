"""The HTML page holds everything in one file and shows audited text as text."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import zlib
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from samples import HOSTILE, hostile, large, older, project

from mindaudit.output.clean import visible
from mindaudit_reports import Options, Renderer
from mindaudit_reports import json as report_json

SECTIONS = ["overview", "effort", "blockers", "hazards", "modules", "operators", "functions", "structure"]
SECTIONS += ["tricks", "reuse", "checkpoints", "third", "steps", "method", "findings"]


def rendered(*audits: object, **options: object) -> str:
    page = Renderer("html").render(audits, Options(**options))  # type: ignore[arg-type]
    assert isinstance(page, str)
    return page


class Page(HTMLParser):
    """The elements of a page, their attributes, and the text of scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.raw: dict[str, list[str]] = {"script": [], "style": []}
        self.text: list[str] = []
        self.inside = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        self.inside = tag if tag in self.raw else ""
        if self.inside:
            self.raw[tag].append("")

    def handle_endtag(self, tag: str) -> None:
        self.inside = ""

    def handle_data(self, data: str) -> None:
        if self.inside:
            self.raw[self.inside][-1] += data
        else:
            self.text.append(data)


def embedded(page: Page) -> dict[str, list[object]]:
    content: dict[str, list[object]] = json.loads(zlib.decompress(base64.b64decode(page.raw["script"][1])))
    return content


def names(data: dict[str, list[object]]) -> set[str]:
    return set(map(str, data["id"]))


@pytest.mark.parametrize("audit", [project(), hostile()], ids=["project", "hostile"])
def test_nothing_is_fetched_and_only_our_script_and_style_may_run(audit: object) -> None:
    page = Page(rendered(audit))
    assert [tag for tag, _ in page.elements if tag in {"link", "img", "iframe", "object", "base", "embed"}] == []
    assert [tag for tag, attributes in page.elements if "src" in attributes or any(name.startswith("on") for name in attributes)] == []
    assert [one for _, attributes in page.elements for one in [attributes.get("href")] if one and not one.startswith("#")] == []
    policy = next(attributes["content"] for _, attributes in page.elements if attributes.get("http-equiv") == "Content-Security-Policy")
    hashes = [base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (page.raw["script"][2], page.raw["style"][0])]
    assert policy == (
        f"default-src 'none'; script-src 'sha256-{hashes[0]}'; style-src 'sha256-{hashes[1]}'; base-uri 'none'; form-action 'none'"
    )
    assert [len(page.raw[kind]) for kind in ("script", "style")] == [3, 1]


def test_hostile_text_is_text() -> None:
    page = Page(rendered(hostile()))
    strings = embedded(page)["strings"]
    for bad in HOSTILE:
        assert visible(bad) in strings
        assert any(" ".join(visible(bad).split()) in text for text in page.text)
    assert not re.search(r"[\x00\x07\x1b\u202e\u2066\u200f]", rendered(hostile()))


def test_the_headline_stands_beside_its_coverage() -> None:
    text = "".join(Page(rendered(project())).text)
    assert "of 17 sites in scope are supported or equivalent; 4 of 5 files were audited" in text
    assert "1 site (6 %) unknown" in text
    assert "Blocked by torch.igamma: no counterpart at 1 site." in text
    assert "with the 1 unknown API" in text


def test_day_commit_and_version_stand_on_top() -> None:
    stamped = replace(project(), made="2026-11-23", commit="0123456789abcdef" * 2 + "01234567")
    text = " ".join("".join(Page(rendered(stamped)).text).split())
    assert "2026-11-23 · commit提交 0123456789 · mindaudit 0.1.0" in text
    assert "commit提交" not in "".join(Page(rendered(project())).text)


def test_effort_by_module_is_drawn_and_can_be_sorted() -> None:
    page = Page(rendered(large(9000)))
    bars = [attributes for tag, attributes in page.elements if tag == "rect" and attributes.get("class") == "worst"]
    widths = [float(str(bar["width"])) for bar in bars]
    assert widths[0] == 100
    assert widths == sorted(widths, reverse=True)
    assert {attributes["data-order"] for _, attributes in page.elements if "data-order" in attributes} == {
        "path",
        "sites",
        "ready",
        "hazards",
        "days",
    }


@pytest.mark.parametrize(
    "section",
    SECTIONS,
)
def test_every_section_is_there_and_linked(section: str) -> None:
    page = Page(rendered(project()))
    ids = [attributes.get("id") for _, attributes in page.elements]
    assert section in ids
    assert ("a", {"href": f"#{section}"}) in page.elements


def test_ids_are_unique() -> None:
    ids = [attributes["id"] for _, attributes in Page(rendered(large(300))).elements if "id" in attributes]
    assert len(ids) == len(set(ids))


def test_the_table_holds_every_finding() -> None:
    data = embedded(Page(rendered(project())))
    assert {len(data[name]) for name in ("judged", "place", "line", "column", "instead", "text", "from", "marked")} == {21}
    assert len(names(data)) == 21


def test_links_to_hazards_lead_to_rows() -> None:
    page = Page(rendered(project()))
    links = {attributes["href"] for tag, attributes in page.elements if tag == "a" and str(attributes.get("href")).startswith("#f-")}
    assert len(links) == 3
    assert links <= {f"#f-{name}" for name in names(embedded(page))}


def test_language() -> None:
    assert '<html lang="en" data-lang="en">' in rendered(project())
    page = rendered(project(), lang="zh")
    assert '<html lang="zh-Hans" data-lang="zh">' in page
    assert "<title>PyTorch 到 MindSpore 迁移审计 · project</title>" in page


def test_without_source() -> None:
    page = rendered(project(), no_source=True)
    assert "channels" not in page
    text = "".join(Page(page).text)
    assert "This page holds excerpts" not in text
    assert "Made without source code" in text
    assert "This page holds excerpts" in "".join(Page(rendered(project())).text)


def test_from_a_json_report() -> None:
    page = Page(rendered(replace(report_json.load(Renderer("json").render([project()])), sources={})))
    assert "Made from a JSON report" in "".join(page.text)
    assert "nn.Conv2d(channels, channels, 3, padding=1)" in embedded(page)["strings"]


def test_a_base_class_is_shown_with_its_class() -> None:
    audit = project()
    model = next(file for file in audit.files if file.path == "net/model.py")
    base = replace(model.findings[0], usage=replace(model.findings[0].usage, torch_name="torch.optim.Optimizer"))
    text = "".join(Page(rendered(replace(audit, files=(replace(model, findings=(base,)),)))).text)
    assert "net/model.py:6 class Block(nn.Module):" in text


def test_backticks_in_sentences_are_code() -> None:
    audit = project()
    model = next(file for file in audit.files if file.path == "net/model.py")
    told = [replace(model.hazards[0], message="`a<b` is odd"), replace(model.hazards[0], code="MA403", message="one ` alone")]
    page = rendered(replace(audit, files=(replace(model, hazards=tuple(told)),)))
    assert "<code>a&lt;b</code> is odd" in page
    assert "one ` alone" in page


def test_targets_are_compared() -> None:
    text = "".join(Page(rendered(older(), project())).text)
    assert "From 2.4 to 2.10: APIs that become supported or equivalent" in text
    assert "Targets compared" not in "".join(Page(rendered(project())).text)


def test_a_page_of_twenty_thousand_findings_stays_small() -> None:
    assert len(rendered(large(20_000)).encode()) < 2_000_000


def test_same_input_same_bytes() -> None:
    assert rendered(hostile()) == rendered(hostile())


def test_an_empty_project() -> None:
    audit = project()
    text = "".join(Page(rendered(type(audit)("", audit.target, (), "0", "0"))).text)
    assert "No use of torch was found." in text
    assert "No hazard found." in text
