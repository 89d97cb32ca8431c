"""The workbook opens with pandas and openpyxl and gives the text back, never a formula."""

from __future__ import annotations

import io
import sys

import openpyxl
import pandas
import pytest
from samples import HOSTILE, hostile, older, project

from mindaudit.output.clean import cell_text
from mindaudit_reports import Options, Renderer, ReportError


def rendered(*audits: object, **options: object) -> io.BytesIO:
    content = Renderer("xlsx").render(audits, Options(**options))  # type: ignore[arg-type]
    assert isinstance(content, bytes)
    return io.BytesIO(content)


def sheet(name: str, *audits: object) -> pandas.DataFrame:
    return pandas.read_excel(rendered(*audits), sheet_name=name, keep_default_na=False, dtype={"target": str})


def test_sheets() -> None:
    assert openpyxl.load_workbook(rendered(project())).sheetnames == ["Summary", "APIs", "Call sites", "Hazards", "Files", "Charts"]
    figures = dict(sheet("Summary", project()).itertuples(index=False))
    assert (figures["MindSpore"], figures["sites"], figures["custom-op"], figures["files problem"]) == ("2.10", 18, 1, 1)
    assert figures["readiness"] == round(14 / 17, 4)
    assert list(sheet("Call sites", project()).columns[:5]) == ["path", "line", "column", "kind", "torch_name"]
    assert len(sheet("Call sites", project())) == 18
    assert list(sheet("Hazards", project())["code"]) == ["MA402", "MA301", "MA203"]
    conv = sheet("APIs", project()).set_index("torch_name").loc["torch.nn.Conv2d"]
    assert (conv["table"], conv["area"], conv["verdict"], conv["sites"], conv["equivalent"]) == ("operator", "layer", "equivalent", 1, 1)
    files = sheet("Files", project()).set_index("path")
    assert (files.loc["broken.py", "code"], files.loc["broken.py", "line"]) == ("MA901", 7)


def test_hostile_text_comes_back_as_text() -> None:
    names = list(sheet("Call sites", hostile())["torch_name"][: len(HOSTILE)])
    assert names == [cell_text(bad) for bad in HOSTILE]
    assert names[3:6] == list(HOSTILE[3:6])
    cells = [cell for one in openpyxl.load_workbook(rendered(hostile())) for row in one.iter_rows() for cell in row]
    assert {cell.data_type for cell in cells} <= {"s", "n"}
    assert not [cell for cell in cells if cell.hyperlink]


def test_the_first_sheet_is_drawn() -> None:
    charts = openpyxl.load_workbook(rendered(project(), lang="zh"))["Summary"]._charts
    assert len(charts) == 2
    assert [series.cat.strRef.f for series in charts[1].series] == ["Charts!$D$1:$D$2"] * 2


def test_several_targets_stand_beside_each_other() -> None:
    assert sheet("Call sites", older(), project()).groupby("target").size().to_dict() == {"MindSpore 2.4": 18, "MindSpore 2.10": 18}


def test_an_empty_audit_has_its_sheets() -> None:
    audit = project()
    assert len(openpyxl.load_workbook(rendered(type(audit)("", audit.target, (), "0", "0"))).sheetnames) == 6


def test_same_input_same_bytes() -> None:
    assert rendered(hostile()).getvalue() == rendered(hostile()).getvalue()


def test_without_source() -> None:
    content = pandas.read_excel(rendered(project(), no_source=True), sheet_name=None)
    assert "channels" not in "".join(frame.to_csv() for frame in content.values())


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(ReportError, match=r"pip install 'mindaudit\[xlsx\]'"):
        rendered(project())
