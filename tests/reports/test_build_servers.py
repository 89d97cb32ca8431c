"""The forms that build servers read: GitLab's Code Quality and JUnit's XML."""

from __future__ import annotations

import json
from typing import Any
from xml.etree.ElementTree import Element, fromstring

import jsonschema
import pytest
from samples import hostile, large, project

from mindaudit_reports import Options, Renderer, Selection

VIOLATIONS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {
            "description": {"type": "string", "minLength": 1},
            "check_name": {"type": "string", "pattern": "^MA[0-9]{3}$"},
            "fingerprint": {"type": "string", "minLength": 1},
            "severity": {"enum": ["info", "minor", "major", "critical", "blocker"]},
            "location": {
                "type": "object",
                "properties": {
                    "path": {"type": "string", "pattern": "^[^/]"},
                    "lines": {
                        "type": "object",
                        "properties": {"begin": {"type": "integer", "minimum": 1}},
                        "required": ["begin"],
                        "additionalProperties": False,
                    },
                },
                "required": ["path", "lines"],
                "additionalProperties": False,
            },
        },
        "required": ["description", "check_name", "fingerprint", "severity", "location"],
        "additionalProperties": False,
    },
}
"""As GitLab documents it: https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format."""


def gitlab(audit: Any, **options: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(Renderer("gitlab").render([audit], Options(**options)))
    return found


def junit(audit: Any, **options: Any) -> Element:
    return fromstring(str(Renderer("junit").render([audit], Options(**options))))


@pytest.mark.parametrize("audit", [project(), hostile(), large(300)], ids=["project", "hostile", "large"])
def test_gitlab(audit: Any) -> None:
    found = gitlab(audit)
    jsonschema.validate(found, VIOLATIONS)
    names = [one["fingerprint"] for one in found]
    assert len(names) == len(set(names))


def test_gitlab_levels_and_what_is_selected() -> None:
    chosen = gitlab(project(), selection=Selection(frozenset({"MA101", "MA2", "MA306"})))
    assert {(one["check_name"], one["severity"]) for one in chosen} == {("MA101", "critical"), ("MA203", "major")}


@pytest.mark.parametrize("audit", [project(), hostile(), large(300)], ids=["project", "hostile", "large"])
def test_junit(audit: Any) -> None:
    root = junit(audit)
    assert root.tag == "testsuites"
    suites = list(root)
    assert {suite.tag for suite in suites} == {"testsuite"}
    assert set(root.attrib) <= {"name", "time", "tests", "failures", "errors"}, "Jenkins' schema knows no other"
    assert len(root.findall("*/testcase/skipped")) == sum(int(suite.get("skipped", "")) for suite in suites)
    for element in (root, *suites):
        cases = list(element.iter("testcase"))
        assert int(element.get("tests", "")) == len(cases) > 0
        assert int(element.get("failures", "")) == sum(case.find("failure") is not None for case in cases)
    assert {case.get("classname") for case in root.iter("testcase")} == {suite.get("name") for suite in suites}


def test_junit_says_what_fails_where() -> None:
    cases = {case.get("name"): case for case in junit(project()).iter("testcase")}
    assert "net/model.py:17:30 MA101 torch.igamma: Searched" in str(cases["MA101 17:30"].findtext("failure"))
    skipped = cases["MA306 16:19"].find("skipped")
    assert skipped is not None
    assert skipped.get("message") == "the mask has a fixed count"
    assert cases["MA103 9:21"].find("failure") is None
