"""The table of what graph compilers did: complete for each release, made by the probes that are kept beside the importer."""

from __future__ import annotations

import csv
import re
from collections import Counter
from importlib.resources import files
from pathlib import Path

from importers.__main__ import PROBED

PROBES = Path(__file__).parents[2] / "mapping_data" / "importers" / "graph_syntax_probes.md"
ROWS = list(csv.DictReader((files("mindaudit_data") / "graph_syntax.csv").read_text("utf-8").splitlines()))


def test_every_probe_was_run_on_every_release() -> None:
    names = re.findall(r"^## (.+)$", PROBES.read_text("utf-8"), re.MULTILINE)
    seen = {(row["construct"], row["mindspore"], row["level"]) for row in ROWS}
    releases = {row["mindspore"] for row in ROWS}
    assert releases == {f"{version}.0" for version in PROBED}
    assert {(name, release, level) for name in names for release in releases for level in ("lax", "strict")} <= seen
    assert {construct for construct, _, _ in seen} == set(names)


def test_outcomes_are_known_words_and_rows_are_unique() -> None:
    assert {row["outcome"] for row in ROWS} <= {"ok", "differs", "fails", "crash", "none"}
    counts = Counter((row["construct"], row["mindspore"], row["backend"], row["level"]) for row in ROWS)
    assert max(counts.values()) == 1


def test_strict_syntax_accepts_nothing_that_lax_rejects() -> None:
    outcomes = {(row["construct"], row["mindspore"], row["level"]): row["outcome"] for row in ROWS}
    worse = [key for key, outcome in outcomes.items() if key[2] == "strict" and outcome == "ok" and outcomes[*key[:2], "lax"] == "fails"]
    # At the lax level the compiler leaves `pop` to Python, and mistakes what comes later; lists it compares when the graph runs.
    assert {construct for construct, *_ in worse} == {"list pop and a chunk", "list compared with a number"}
