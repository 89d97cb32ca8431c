"""What a program gets without a command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from samples import project

import mindaudit
import mindaudit_reports
from mindaudit_reports import Effort, Options, Renderer, ReportError
from mindaudit_reports.views.build import as_report


def test_summary_and_effort() -> None:
    audit = project()
    assert mindaudit_reports.summary(audit) == as_report(audit, Options()).summary
    low, high = mindaudit_reports.effort(audit).days
    assert 0 < low < high
    assert mindaudit_reports.effort(audit, Effort(hours_per_day=4.0)).days == pytest.approx((2 * low, 2 * high))


def test_a_scan_tells_its_figures(tmp_path: Path) -> None:
    (tmp_path / "net.py").write_text("import torch\nx = torch.svd(torch.ones(2, 2))\n")
    audit = mindaudit.scan([tmp_path])
    assert audit.summary() == mindaudit_reports.summary(audit)
    assert audit.summary().sites == 2
    assert audit.effort(Effort(hours_per_day=4.0)) == mindaudit_reports.effort(audit, Effort(hours_per_day=4.0))


def test_places_are_those_of_reports() -> None:
    audit = project()
    report = as_report(audit, Options())
    ours = [file.place(finding) for file in audit.files for finding in file.findings]
    assert [(place.path, place.line, place.column, place.end_line, place.end_column) for place in ours] == [
        (row.path, row.line, row.column, row.end_line, row.end_column) for row in report.usages
    ]
    model = next(file for file in audit.files if file.hazards)
    assert [model.place(hazard).line for hazard in model.hazards] == [row.line for row in report.hazards]


def test_write(tmp_path: Path) -> None:
    mindaudit_reports.write(project(), "json", tmp_path / "audit.json")
    assert json.loads((tmp_path / "audit.json").read_text("utf-8"))["schema"] == 2
    mindaudit_reports.write(project(), "html", tmp_path / "audit.html", Options(lang="zh"))
    assert (tmp_path / "audit.html").read_text("utf-8") == Renderer("html").render([project()], Options(lang="zh"))
    with pytest.raises(ReportError, match="no format 'docx'"):
        mindaudit_reports.write(project(), "docx", tmp_path / "audit.docx")
