from __future__ import annotations

import pytest

from mindaudit.tables.official_page import LEAST_ROWS, OfficialPageError, OfficialRow, parse

HEAD = "# Mapping\n\n## PyTorch 2.1\n\n| PyTorch 2.1 APIs | MindSpore APIs | Descriptions |\n| --- | --- | --- |\n"


def line(torch_name: str, mindspore_name: str, description: str = "[Consistent](https://example.org)") -> str:
    return f"| [{torch_name}](https://example.org/{torch_name}.html) | [{mindspore_name}](https://example.org) | {description} |\n"


def page(*extra: str, rows: int = LEAST_ROWS) -> str:
    return HEAD + "".join(line(f"torch.api{i}", f"mindspore.mint.api{i}") for i in range(rows)) + "".join(extra)


def test_rows_are_read() -> None:
    rows = parse(
        page(
            line("torch.all", "mindspore.ops.all", "[diff](https://example.org)"),
            "\n### Notes\n\n| Parameter | Function |\n| - | - |\n| out | x |\n",
        )
    )
    assert rows[0] == OfficialRow("torch.api0", "mindspore.mint.api0", consistent=True)
    assert rows[-1] == OfficialRow("torch.all", "mindspore.ops.all", consistent=False)
    assert len(rows) == LEAST_ROWS + 1


def test_rows_come_once_and_without_escapes() -> None:
    rows = parse(
        page(
            line(r"torch.nn.functional.adaptive\_avg\_pool1d", "mindspore.mint.x"),
            line("torch.api0", "mindspore.mint.api0"),
            line("torch.none", ""),
        )
    )
    assert rows[-1].torch_name == "torch.nn.functional.adaptive_avg_pool1d"
    assert len(rows) == LEAST_ROWS + 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no table"),
        ("<!DOCTYPE html><html><body>Sign in</body></html>", "a web page"),
        ("# Nothing\n\nhere\n", "no table"),
        (page(rows=3), "only 3 rows"),
        (page(line("torch.all", "mindspore.ops.all"))[:-30], "the middle of a row"),
        (page("| [torch.all](x) | [mindspore.ops.all](x) |\n"), "2 cells in a table of 3 columns"),
        (page().replace("MindSpore APIs", "Our APIs"), "the columns are PyTorch 2.1 APIs, Our APIs"),
        (page().replace("PyTorch 2.1 APIs", "Source"), "the columns are Source"),
    ],
)
def test_a_damaged_page_is_refused(text: str, message: str) -> None:
    with pytest.raises(OfficialPageError, match=message):
        parse(text)
