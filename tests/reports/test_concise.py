"""One line per result: what grep, editors and people read."""

from __future__ import annotations

import re

import pytest
from samples import hostile, project

from mindaudit.model import Target
from mindaudit_reports import Options, Renderer, Selection
from mindaudit_reports.views.build import as_report
from mindaudit_reports.views.results import results, worst
from mindaudit_reports.views.wrapping import wrapped

FORMAT = Renderer("concise")
LINE = re.compile(r"(.+?):(\d+):(\d+) (MA\d{3}) (error|warning|note) (.+)")


def lines(audit: object, **options: object) -> list[str]:
    text = FORMAT.render([audit], Options(**options))  # type: ignore[list-item,arg-type]
    assert isinstance(text, str)
    return text.splitlines()


@pytest.mark.parametrize("audit", [project(), hostile()], ids=["project", "hostile"])
def test_every_line_has_the_form(audit: object) -> None:
    found = lines(audit)
    assert found
    assert all(LINE.fullmatch(line) for line in found)
    assert not any(line.startswith("::") for line in found)


def test_ordered_by_place_without_what_comments_accept() -> None:
    found = [LINE.fullmatch(line) for line in lines(project())]
    places = [(match[1], int(match[2]), int(match[3])) for match in found if match]
    assert places == sorted(places)
    assert not any("MA306" in line for line in lines(project()))
    assert "/home/someone/project/net/model.py:15:12 MA301 error The branch depends" in "\n".join(lines(project()))


def test_what_is_selected() -> None:
    def codes(**chosen: object) -> set[str]:
        return {line.split(" ")[1] for line in lines(project(), selection=Selection(**chosen))}  # type: ignore[arg-type]

    assert codes(select=frozenset({"MA3", "MA101"})) == {"MA301", "MA101"}
    assert codes(select=frozenset({"MA1"}), ignore=frozenset({"MA103", "MA106"})) == {"MA101", "MA102", "MA104"}
    assert codes(lowest="error") == {"MA301", "MA101"}


def test_figures_do_not_depend_on_what_is_listed() -> None:
    chosen = Options(selection=Selection(frozenset({"MA301"})))
    assert Renderer("json").render([project()], chosen) == Renderer("json").render([project()])
    assert '"MA203"' not in str(Renderer("sarif").render([project()], chosen))


def test_counted_by_code() -> None:
    assert lines(project(), statistics=True)[0] == "4 MA103 note Needs an exact adjustment"


def test_colours_only_where_wanted() -> None:
    assert "\x1b" not in "".join(lines(project()))
    colored = lines(project(), color=True)
    assert [re.sub(r"\x1b\[[\d;]*m", "", line) for line in colored] == lines(project())


def test_the_worst_come_first() -> None:
    found = worst(results(as_report(project(), Options())), 3)
    assert [result.level for result in found] == ["error", "error", "warning"]


@pytest.mark.parametrize("width", [60, 80, 100])
def test_the_screen_keeps_its_width(width: int) -> None:
    audit = project()
    relative = type(audit)("project", Target(), audit.files, "0.1.0", "2026.11")
    text = Renderer("term").render([relative], Options(width=width))
    assert isinstance(text, str)
    assert max(map(len, text.splitlines())) <= width


def test_names_break_after_a_dot_only() -> None:
    assert wrapped("torch.nn.attention.SDPBackend.CUDNN_ATTENTION", 30).split("\n") == ["torch.nn.attention.SDPBackend.", "CUDNN_ATTENTION"]
    assert wrapped("nothing known about torch.utils._pytree.tree_map", 20).split("\n") == [
        "nothing known about",
        "torch.utils._pytree.",
        "tree_map",
    ]
