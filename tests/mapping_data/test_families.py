"""What hand-written rows say of names that belong together: once, and without contradicting one another."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib.resources import files
from itertools import combinations

import mindaudit_data
from mindaudit.classify import adapt
from mindaudit.classify.bind import OverloadParameter, overloads
from mindaudit.classify.candidates import OFFICIAL, is_method, mindspore_names, template_of
from mindaudit.classify.signatures import signature
from mindaudit_data import Mapping
from mindaudit_data.versions import TARGETS

TABLE = mindaudit_data.load()
ROWS = [row for name in TABLE.mapped_names() for row in TABLE.mappings(name) if row.preference < OFFICIAL]
LINES = [
    line
    for file in sorted(files("mindaudit_data").joinpath("mappings").iterdir(), key=lambda file: file.name)
    if file.name != "official.csv"
    for line in csv.DictReader(file.read_text("utf-8").splitlines())
]


def meets(one: Mapping, other: Mapping) -> bool:
    """Whether there is a target on which both rows count."""
    asked = any(mindaudit_data.holds(one.since, one.until, v) and mindaudit_data.holds(other.since, other.until, v) for v in TARGETS)
    pairs = ((one.modes, other.modes), (one.backends, other.backends))
    return asked and all(not ours or not theirs or set(ours.split()) & set(theirs.split()) for ours, theirs in pairs)


def pairs() -> Iterator[tuple[Mapping, Mapping]]:
    """Rows of one name that count on one target."""
    by_name = defaultdict(list)
    for row in ROWS:
        by_name[row.torch_name].append(row)
    return ((one, other) for rows in by_name.values() for one, other in combinations(rows, 2) if meets(one, other))


def parameters(row: Mapping) -> list[list[tuple[str, str, frozenset[str]]]]:
    """What binds a call, without defaults."""
    lists: Iterable[Iterable[OverloadParameter]] = overloads(row.overload, row.torch_name, TABLE, is_method(row.torch_name, TABLE))
    return [[(each.name, each.kind, each.types) for each in every if each.name != "out"] for every in lists]


def suffix(line: dict[str, str]) -> str:
    """What the id says beside the name; "" where it does not begin with the name."""
    name, _, rest = line["id"].rpartition(":")
    return rest if name in ("*", line["torch_name"]) else ""


def test_lines_that_differ_in_the_name_alone_are_one_line() -> None:
    groups = defaultdict(list)
    for line in LINES:
        family = line["torch_name"].endswith(mindaudit_data.FAMILY)
        if suffix(line) and not family and len(re.findall(r"\(", line["torch_name"])) < 2:
            groups[suffix(line), *(cell for column, cell in line.items() if column not in ("id", "torch_name"))].append(line["torch_name"])
    tails = {key: {re.sub(r".*\)", "", name) if "(" in name else "" for name in names} for key, names in groups.items()}
    assert [names for key, names in groups.items() if len(names) > 1 and tails[key] == {""}] == []


def test_no_two_rows_of_a_name_give_the_same_code_for_the_same_calls() -> None:
    same = [
        (one.id, other.id)
        for one, other in pairs()
        if one.template and (one.template, one.when) == (other.template, other.when) and parameters(one) == parameters(other)
    ]
    assert same == []


def test_rows_of_one_name_condition_and_preference_agree() -> None:
    conditions = (
        (one, other) for one, other in pairs() if (one.overload, one.when, one.preference) == (other.overload, other.when, other.preference)
    )
    assert [(one.id, other.id) for one, other in conditions] == []


def test_nothing_is_promised_behind_an_unconditional_denial() -> None:
    denials = ("custom-op", "unknown")
    hidden = [(one.id, other.id) for one, other in pairs() if one.verdict in denials and other.verdict not in denials]
    unconditional = {row.id for row in ROWS if not row.when and not row.overload}
    hidden = [each for each in hidden if each[0] in unconditional]
    assert hidden == []


def test_the_same_code_under_the_same_condition_has_one_verdict_or_a_note_that_tells_why() -> None:
    verdicts = defaultdict(set)
    for row in ROWS:
        if row.template:
            verdicts[row.template, row.when, row.overload, row.adapt, row.note].add(row.verdict)
    assert [key for key, found in verdicts.items() if len(found) > 1] == []


def test_what_is_renamed_exists_on_both_sides() -> None:
    wrong = []
    for row in ROWS:
        template = template_of(row)
        renames = adapt.parse(row.adapt).renames if template else {}
        for old, new in renames.items():
            if not any(old == name for every in parameters(row) for name, _, _ in every):
                wrong.append(f"{row.id}: no overload has {old}")
            if template and not takes(row, mindspore_names(template, row.torch_name.startswith("torch.Tensor.")), new):
                wrong.append(f"{row.id}: {row.template} takes no {new}")
    assert wrong == []


def takes(row: Mapping, names: Iterable[str], parameter: str) -> bool:
    """Whether one of these APIs has a parameter on some target of the row, or its parameters are not known."""
    versions = [version for version in TARGETS if mindaudit_data.holds(row.since, row.until, version)]
    found = [signature(name, version, TABLE) for name in names for version in versions]
    return not found or any(every is None or any(each.name == parameter or each.kind == "**" for each in every) for every in found)


def test_what_is_dropped_is_not_written_or_renamed() -> None:
    wrong = []
    for row in ROWS:
        template, adaptation = template_of(row), adapt.parse(row.adapt)
        if set(adaptation.drops) & ((template.uses if template else set()) | set(adaptation.renames)):
            wrong.append(row.id)
    assert wrong == []


def test_no_evidence_is_kept_of_a_row_that_is_gone() -> None:
    evidence = csv.DictReader(files("mindaudit_data").joinpath("evidence.csv").read_text("utf-8").splitlines())
    assert {each["mapping"] for each in evidence} - {row.id for name in TABLE.mapped_names() for row in TABLE.mappings(name)} == set()
