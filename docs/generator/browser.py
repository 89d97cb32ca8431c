"""The data of the mapping browser: an index over all APIs, and shards with the rows of each.

They are scripts that hand JSON to the page, since a page that is opened from a disk may load scripts but not fetch files.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import mindaudit_data
from generator.answers import NOTHING, ApiAnswers
from generator.recipes import names_in, sources
from mindaudit.classify.candidates import Candidate
from mindaudit_data.versions import TORCH

SHARD = 256
"""APIs whose details are loaded together."""
WORDS = (
    "Search a torch name, a MindSpore name or a recipe",
    "MindSpore version",
    "Mode",
    "Backend",
    "Verdict",
    "all",
    "no candidate",
    "APIs",
    "of",
    "Show more",
    "Evidence",
    "depends on the arguments",
    "the same as",
    "Verdict by version",
    "Candidates, in order",
    "for",
    "where",
    "versions",
    "note",
    "run against torch",
    "served by the rows of",
    "The table has no candidate for it: there is no evidence either way.",
    "Nothing found.",
    "Close",
    "no code",
    *mindaudit_data.VERDICTS,
    *mindaudit_data.GRADES,
)
"""What the browser says; its script gets them in the page's language."""
LETTERS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""Number an API's different answers in its profile."""


@dataclass(slots=True)
class Numbered:
    """Values, each kept once, by number."""

    values: dict[Any, int] = field(default_factory=dict)

    def number(self, value: Any) -> int:
        """The number of a value."""
        return self.values.setdefault(value, len(self.values))


def write(apis: Sequence[ApiAnswers], folder: Path) -> None:
    """Write index and shards into a folder, which is made."""
    folder.mkdir(parents=True, exist_ok=True)
    _script(folder / "apis.js", "mindauditIndex", index(apis))
    for first in range(0, len(apis), SHARD):
        _script(
            folder / f"shard-{first // SHARD}.js",
            f"mindauditShards[{first // SHARD}]",
            [details(api) for api in apis[first : first + SHARD]],
        )


def index(apis: Sequence[ApiAnswers]) -> dict[str, Any]:
    """Names, and each API's answers by target: a profile says which of its answers holds for which target."""
    profiles, names = Numbered(), {api.name: number for number, api in enumerate(apis)}
    kinds = list(dict.fromkeys(api.kind for api in apis))
    rows = []
    for api in apis:
        if api.meant:
            rows.append([api.name, kinds.index(api.kind), names[api.meant]])
            continue
        own = Numbered()
        profile = "".join(LETTERS[own.number(answer)] for answer in api.answers)
        rows.append([api.name, kinds.index(api.kind), -1, profiles.number(profile), [_packed(answer) for answer in own.values]])
    return {
        "torch": TORCH,
        "data": mindaudit_data.__version__,
        "versions": mindaudit_data.targets(),
        "modes": mindaudit_data.MODES,
        "backends": mindaudit_data.BACKENDS,
        "verdicts": mindaudit_data.VERDICTS,
        "grades": list(mindaudit_data.GRADES),
        "kinds": kinds,
        "profiles": list(profiles.values),
        "shard": SHARD,
        "recipes": {name: file.stem for file in sources() for name in names_in(file)},
        "apis": rows,
    }


def _packed(answer: Any) -> list[Any]:
    """Verdict, grade, MindSpore name and whether arguments matter; empty where no candidate counts."""
    if answer == NOTHING:
        return []
    verdicts, grades = mindaudit_data.VERDICTS, list(mindaudit_data.GRADES)
    return [verdicts.index(answer.verdict), grades.index(answer.grade), answer.name, int(answer.conditional)]


def details(api: ApiAnswers) -> list[dict[str, Any]]:
    """The rows of an API in the order in which they are tried, with what executing them gave."""
    return [_row(candidate) for candidate in api.candidates]


def _row(candidate: Candidate) -> dict[str, Any]:
    row, note = candidate.row, candidate.row.note
    runs = [
        [record.version, record.mode, record.backend, record.state, record.samples, record.matched]
        for record in mindaudit_data.load().evidence(row.id)
    ]
    told = {
        "verdict": row.verdict,
        "code": row.template,
        "parameters": row.overload,
        "when": row.when,
        "since": row.since,
        "until": row.until,
        "modes": row.modes,
        "backends": row.backends,
        "note": note,
        "zh": mindaudit_data.in_chinese(note),
        "of": row.torch_name,
        "runs": runs,
    }
    return {key: value for key, value in told.items() if value}


def _script(file: Path, variable: str, value: object) -> None:
    """The value as a text that JSON.parse reads, which is faster than a literal of JavaScript."""
    text = json.dumps(json.dumps(value, ensure_ascii=False, separators=(",", ":")), ensure_ascii=False)
    file.write_text(f"{variable}=JSON.parse({text});\n", "utf-8")
