"""Further mapping tables, damaged ones, and what loading costs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import mindaudit_data
from mindaudit_data.text import names_of, several

HEADER = ",".join(mindaudit_data.Mapping._fields)
GOOD = "torch.abs:own,torch.abs,,,,,,,5,supported,ops.abs({input}),,"


def write(folder: Path, *lines: str) -> Path:
    path = folder / "own.csv"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def test_a_further_table_adds_candidates(tmp_path: Path) -> None:
    table = mindaudit_data.load((write(tmp_path, HEADER, GOOD),))
    assert table.mappings("torch.abs")[0].id == "torch.abs:own"
    assert len(table.mappings("torch.abs")) == len(mindaudit_data.load().mappings("torch.abs")) + 1


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([], "the columns are missing"),
        ([HEADER.replace("verdict", "result"), GOOD], "expected id, torch_name"),
        ([HEADER, GOOD + ",extra"], "row 2, 14 cells instead of 13"),
        ([HEADER, GOOD, GOOD.replace("supported", "suported")], "row 3, column verdict: "),
        ([HEADER, GOOD.replace(",5,", ",five,")], "row 2, column preference: "),
        ([HEADER, GOOD.replace("torch.abs,,,,", "torch.abs,,,2,")], "row 2, column since: "),
        ([HEADER, GOOD.replace(",torch.abs,", ",abs,")], "row 2, column torch_name: "),
        ([HEADER, '"torch.abs:own'], "row 2: "),
    ],
)
def test_a_damaged_table_is_refused_with_the_place_named(tmp_path: Path, lines: list[str], message: str) -> None:
    path = write(tmp_path, *lines)
    with pytest.raises(ValueError) as caught:  # noqa: PT011 -- the message is what matters
        mindaudit_data.load((path,))
    assert str(path) in str(caught.value)
    assert message in str(caught.value)


def test_a_table_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "own.csv"
    path.write_bytes(HEADER.encode("utf-16"))
    with pytest.raises(ValueError, match=r"own\.csv"):
        mindaudit_data.load((path,))


def test_loading_imports_nothing_heavy() -> None:
    program = "import sys, mindaudit_data as d; d.load().mappings('torch.abs'); d.torch_catalog().lookup('torch.abs'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True).stdout.split()
    assert "mindaudit_data.load" in loaded
    assert {"torch", "mindspore", "numpy", "pandas", "requests", "msgspec"} & set(loaded) == set()


def test_a_recipe_holds_from_the_version_on_that_has_what_it_uses() -> None:
    (row,) = [row for row in mindaudit_data.load().mappings("torch.topk") if row.verdict == "composable"][:1]
    assert row.template.startswith("topk_int64(")
    assert row.since == "2.0"


def test_versions_compare_as_numbers() -> None:
    assert mindaudit_data.number("2.10") > mindaudit_data.number("2.9")
    assert mindaudit_data.holds("2.4", "", "2.10")
    assert mindaudit_data.holds("", "", "2.10")
    assert not mindaudit_data.holds("", "2.10", "2.10")


def test_a_line_can_be_about_several_names() -> None:
    rest = '"a, b",,,,,,20,unknown,,,'
    names = ["torch.cuda.Event", "torch.xpu.sub.Event"]
    assert several(f"*:x,torch.(cuda|xpu.sub).Event,{rest}") == [f"{name}:x,{name},{rest}" for name in names]
    assert names_of("torch.(cuda|xpu.sub).Event") == names
    assert names_of("torch.(a|b).(c|d)") == ["torch.a.c", "torch.a.d", "torch.b.c", "torch.b.d"]


def test_a_family_holds_for_names_without_rows_of_their_own() -> None:
    table = mindaudit_data.load()
    assert [row.id for row in table.mappings("torch.fx.node.Node.op")] == ["torch.fx.*:family"]
    assert "torch.fx.*:family" not in [row.id for row in table.mappings("torch.fx.wrap")]
    assert table.mappings("torch.fxx") == ()


def test_records_in_half_precision_are_read() -> None:
    table = mindaudit_data.load()
    records = {record.dtype: record for record in table.half_precision("torch.abs:mint")}
    assert set(records) == {"float16", "bfloat16"}
    assert records["float16"].matched == records["float16"].samples > 0
    assert {(record.backend, record.mode) for record in records.values()} == {("cpu", "pynative")}
