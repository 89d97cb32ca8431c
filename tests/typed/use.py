"""What a typed project does with the packages; `tox -e types` has mypy and pyright read it against the installed wheel. It is never run."""

from __future__ import annotations

from pathlib import Path
from typing import assert_type

import mindaudit
import mindaudit_data
import mindaudit_reports
from mindaudit.audit.result import ScanResult
from mindaudit.config.schema import Config
from mindaudit.errors import MindauditError
from mindaudit.model import Audit, FileAudit, Finding, Hazard, Place, Target
from mindaudit_reports import Estimate, Options, Summary


def audited(folder: Path) -> list[str]:
    """Names with their verdicts."""
    config = Config(targets=(Target("2.7", "pynative", "cpu"),))
    audit = mindaudit.scan([folder, "src"], config)
    assert_type(audit, ScanResult)
    assert_type(audit.summary(), Summary)
    assert_type(audit.effort(), Estimate)
    return [told(file, finding) for file in audit.files for finding in file.findings]


def told(file: FileAudit, finding: Finding) -> str:
    """One finding on one line."""
    place = file.place(finding)
    assert_type(place, Place)
    assert_type(place.line, int)
    return f"{file.path}:{place.line} {finding.usage.torch_name} {finding.verdict} {finding.substitution or ''}"


def hazards(audit: Audit) -> dict[str, list[Hazard]]:
    """Hazards by code."""
    found: dict[str, list[Hazard]] = {}
    for file in audit.files:
        for hazard in file.hazards:
            assert_type(hazard.code, str)
            found.setdefault(hazard.code, []).append(hazard)
    return found


def written(audit: Audit, file: Path) -> None:
    """A page about an audit."""
    try:
        mindaudit_reports.write(audit, "html", file, Options(lang="zh"))
    except (MindauditError, mindaudit_reports.ReportError) as error:
        print(error)


assert_type(mindaudit_data.targets(), tuple[str, ...])
