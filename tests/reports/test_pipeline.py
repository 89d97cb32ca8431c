"""What a scan gives is what the formats take: the example project in every format."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from sarif_subset import LOG
from test_html import Page

from mindaudit.engine import scan
from mindaudit.model import Audit
from mindaudit_reports import Format, Options, formats
from mindaudit_reports import json as report_json

EXAMPLE = Path(__file__).parents[2] / "examples" / "resnet50"


@pytest.fixture(scope="module")
def audit() -> Audit:
    return scan([EXAMPLE])


@pytest.mark.parametrize("name", formats())
@pytest.mark.parametrize("no_source", [False, True], ids=["source", "no source"])
def test_every_format_takes_it(audit: Audit, name: str, no_source: bool) -> None:
    assert Format(name).render([audit], Options(no_source=no_source))


def test_schemas(audit: Audit) -> None:
    content = json.loads(Format("json").render([audit]))
    jsonschema.validate(content, report_json.schema())
    jsonschema.validate(json.loads(Format("sarif").render([audit])), LOG)
    source = (EXAMPLE / "model.py").read_text("utf-8").splitlines()
    single = [usage for usage in content["usages"] if usage["path"] == "model.py" and usage["line"] == usage["end_line"]]
    assert len(single) > 20
    for usage in single:
        assert source[usage["line"] - 1][usage["column"] - 1 : usage["end_column"] - 1] == usage["written"]


def test_the_two_tables_of_a_migration_analysis(audit: Audit) -> None:
    text = "\n".join(Page(str(Format("html").render([audit]))).text)
    operators = text[text.index("What the network and the losses compute with") : text.index("Base class, containers, initialisers")]
    functions = text[text.index("Base class, containers, initialisers") : text.index("Classes that build or run layers")]
    for name in ("Conv2d", "BatchNorm2d", "ReLU", "MaxPool2d", "AdaptiveAvgPool2d", "Linear", "CrossEntropyLoss"):
        assert f"torch.nn.{name}" in operators
    for name in ("nn.Module", "nn.Sequential", "nn.init.kaiming_normal_", "optim.SGD", "distributed.init_process_group"):
        assert f"torch.{name}" in functions.replace("\n", "")
