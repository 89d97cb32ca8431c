"""What a scan gives is what the formats take: the example project in every format."""

from __future__ import annotations

import io
import json
import os
import re
from pathlib import Path

import jsonschema
import openpyxl
import pandas
import pytest
from sarif_subset import LOG
from test_html import Page

from mindaudit.audit.engine import scan
from mindaudit.model import Audit
from mindaudit_reports import Options, Renderer, formats
from mindaudit_reports import json as report_json

EXAMPLE = Path(__file__).parents[2] / "examples" / "resnet50"


@pytest.fixture(scope="module")
def audit() -> Audit:
    return scan([EXAMPLE])


@pytest.mark.parametrize("name", formats())
@pytest.mark.parametrize("no_source", [False, True], ids=["source", "no source"])
def test_every_format_takes_it(audit: Audit, name: str, no_source: bool) -> None:
    assert Renderer(name).render([audit], Options(no_source=no_source))


def test_schemas(audit: Audit) -> None:
    content = json.loads(Renderer("json").render([audit]))
    jsonschema.validate(content, report_json.schema())
    jsonschema.validate(json.loads(Renderer("sarif").render([audit])), LOG)
    source = (EXAMPLE / "model.py").read_text("utf-8").splitlines()
    single = [usage for usage in content["usages"] if usage["path"] == "model.py" and usage["line"] == usage["end_line"]]
    assert len(single) > 20
    for usage in single:
        assert source[usage["line"] - 1][usage["column"] - 1 : usage["end_column"] - 1] == usage["written"]


def test_the_two_tables_of_a_migration_analysis(audit: Audit) -> None:
    text = "\n".join(Page(str(Renderer("html").render([audit]))).text)
    operators = text[text.index("What the network and the losses compute with") : text.index("Base class, containers, initialisers")]
    functions = text[text.index("Base class, containers, initialisers") : text.index("Classes that build or run layers")]
    for name in ("Conv2d", "BatchNorm2d", "ReLU", "MaxPool2d", "AdaptiveAvgPool2d", "Linear", "CrossEntropyLoss"):
        assert f"torch.nn.{name}" in operators
    for name in ("nn.Module", "nn.Sequential", "nn.init.kaiming_normal_", "optim.SGD", "distributed.init_process_group"):
        assert f"torch.{name}" in functions.replace("\n", "")


NAMES = (
    b"<img src=x onerror=alert(1)>.py",
    b'=HYPERLINK("x").py',
    "\u202egnp\u2066.py".encode(),
    b"red\x1b[31m.py",
    b"`tick` | pipe.py",
    b"caf\xe9.py",
    b"%0A,line=1.py",
)
SOURCE = """import torch
# </script><script>alert(2)</script> \u202e
weights = torch.load("</script><script>alert(3)</script>\\x1b]0;title\\x07", map_location='=HYPERLINK("http://x.example")')
if weights["{{ 7 * 7 }}"].sum() > 0:
    print(torch.abs(weights["'><b>&amp;"]))
"""


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Audit:
    """A scan of files whose names and texts aim at whoever reads the report."""
    folder = tmp_path_factory.mktemp("<b>hostile")
    for name in NAMES:
        Path(os.fsdecode(os.fsencode(folder) + b"/" + name)).write_text(SOURCE, "utf-8")
    (folder / "nul.py").write_bytes(b"import torch\nx = torch.abs(1)\x00\n")
    (folder / "long.py").write_text("import torch\nx = torch.abs('" + "a" * 1_000_000 + "')\n", "utf-8")
    return scan([folder])


@pytest.mark.parametrize("name", sorted(formats()))
def test_hostile_files_are_shown_as_text(hostile: Audit, name: str) -> None:
    assert len(hostile.files) == len(NAMES) + 2
    content = Renderer(name).render([hostile])
    if Renderer(name).binary:
        assert isinstance(content, bytes)
        cells = [cell for sheet in openpyxl.load_workbook(io.BytesIO(content)) for row in sheet.iter_rows() for cell in row]
        assert {cell.data_type for cell in cells} <= {"s", "n"}
        return
    content = content.decode() if isinstance(content, bytes) else content
    assert not re.search(r"[\x00\x07\x1b]", content)
    assert "torch.load" in content or name == "html"
    if name == "json":
        jsonschema.validate(json.loads(content), report_json.schema())
        assert any("HYPERLINK" in usage["written"] for usage in json.loads(content)["usages"])
    if name == "sarif":
        jsonschema.validate(json.loads(content), LOG)
    if name == "html":
        tags = {tag for tag, _ in Page(content).elements}
        assert not tags & {"img", "b"}
        assert "\u202e" not in content
    if name == "csv":
        table = pandas.read_csv(io.StringIO(content), keep_default_na=False, dtype=str)
        assert not [cell for column in table for cell in table[column] if cell[:1] in {"=", "+", "-", "@", "\t"}]
    if name in {"term", "markdown", "github"}:
        assert "\u202e" not in content
