"""The part of SARIF 2.1.0 that reports use, as a JSON Schema: names, required members and allowed values as the standard gives them.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html, sections 3.13 to 3.51. Members that reports do not write are left out,
so that a slip in a name is noticed.
"""

from __future__ import annotations

from typing import Any


def item(required: str, **members: Any) -> dict[str, Any]:
    """An object with these members and no others."""
    return {"type": "object", "properties": members, "required": required.split(), "additionalProperties": False}


def several(one: dict[str, Any], least: int = 0) -> dict[str, Any]:
    return {"type": "array", "items": one, "minItems": least}


TEXT = {"type": "string"}
POSITIVE = {"type": "integer", "minimum": 1}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
MESSAGE = item("text", text=TEXT, markdown=TEXT)
REGION = item("startLine", startLine=POSITIVE, startColumn=POSITIVE, endLine=POSITIVE, endColumn=POSITIVE)
ARTIFACT = item("uri", uri={"type": "string", "format": "uri-reference"}, uriBaseId=TEXT)
LOCATION = item(
    "",
    physicalLocation=item("artifactLocation", artifactLocation=ARTIFACT, region=REGION),
    logicalLocations=several(item("fullyQualifiedName", fullyQualifiedName=TEXT, kind=TEXT)),
    message=MESSAGE,
)
STEP = item("location", location=LOCATION)
REPLACEMENT = item("deletedRegion", deletedRegion=REGION, insertedContent=item("text", text=TEXT))
CHANGE = item("artifactLocation replacements", artifactLocation=ARTIFACT, replacements=several(REPLACEMENT, 1))
RESULT = item(
    "ruleId ruleIndex level message locations partialFingerprints",
    ruleId=TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level=LEVEL,
    message=MESSAGE,
    locations=several(LOCATION, 1),
    partialFingerprints={"type": "object", "additionalProperties": TEXT},
    codeFlows=several(item("threadFlows", threadFlows=several(item("locations", locations=several(STEP, 1)), 1))),
    fixes=several(item("artifactChanges", description=MESSAGE, artifactChanges=several(CHANGE, 1))),
    suppressions=several(item("kind", kind={"enum": ["inSource", "external"]}, justification=TEXT)),
)
RULE = item(
    "id",
    id=TEXT,
    name=TEXT,
    shortDescription=MESSAGE,
    help=MESSAGE,
    defaultConfiguration=item("level", level=LEVEL),
    properties={"type": "object"},
)
NOTIFICATION = item("message", level=LEVEL, message=MESSAGE)
INVOCATION = item("executionSuccessful", executionSuccessful={"type": "boolean"}, toolExecutionNotifications=several(NOTIFICATION))
RUN = item(
    "tool results",
    tool=item("driver", driver=item("name", name=TEXT, version=TEXT, rules=several(RULE))),
    automationDetails=item("id", id=TEXT),
    invocations=several(INVOCATION),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    results=several(RESULT),
    properties={"type": "object"},
)
LOG = item("version runs", **{"$schema": TEXT, "version": {"const": "2.1.0"}, "runs": several(RUN)})
