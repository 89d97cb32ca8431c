"""CSV opens as a table with the columns of the contract, and no cell is a formula."""

from __future__ import annotations

import io

import pandas
from samples import HOSTILE, hostile, older, project

from mindaudit.output.clean import spreadsheet_text
from mindaudit_reports import Options, Renderer

COLUMNS = "row path line column kind torch_name context verdict code certainty"
COLUMNS += " mindspore_name substitution reason evidence_grade severity mitigation"


def table(*audits: object, **options: object) -> pandas.DataFrame:
    text = Renderer("csv").render(audits, Options(**options))  # type: ignore[arg-type]
    assert isinstance(text, str)
    return pandas.read_csv(io.StringIO(text), keep_default_na=False, dtype={"target": str})


def test_columns_and_rows() -> None:
    rows = table(project())
    assert list(rows.columns) == COLUMNS.split()
    assert list(rows["row"]) == ["usage"] * 18 + ["hazard"] * 3
    conv = rows[rows["torch_name"] == "torch.nn.Conv2d"].iloc[0]
    assert (conv["path"], conv["line"], conv["column"], conv["verdict"], conv["code"]) == ("net/model.py", 9, 21, "equivalent", "MA103")
    assert rows["mitigation"].iloc[-1] == "Keep the shape and blank what is left out.\nx = ops.where(mask > 0, x, 0)"


def test_hostile_text_is_no_formula_and_is_all_there() -> None:
    names = list(table(hostile())["torch_name"][: len(HOSTILE)])
    assert names == [spreadsheet_text(bad) for bad in HOSTILE]
    assert not [name for name in names if name[0] in "=+-@\t\r"]
    assert [name.removeprefix("'") for name in names[3:6]] == list(HOSTILE[3:6])


def test_several_targets_stand_in_one_table() -> None:
    rows = table(older(), project())
    assert rows.groupby("target").size().to_dict() == {"MindSpore 2.10": 21, "MindSpore 2.4": 21}


def test_byte_order_mark_on_request() -> None:
    assert str(Renderer("csv").render([project()], Options(bom=True))).startswith("\ufeffrow,path")
    assert str(Renderer("csv").render([project()])).startswith("row,path")


def test_without_source() -> None:
    assert "channels" not in str(Renderer("csv").render([project()], Options(no_source=True)))
