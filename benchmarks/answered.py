#!/usr/bin/env python3
"""How much of what people write the mapping table answers: `python benchmarks/answered.py [--backend ascend] [-v]`.

Weights each torch API by its call sites in data/torch_api_frequency.tsv (19 packages, counted by name, so methods that str, list and dict
also have run high). An API counts with the first candidate that holds for the target, before any arguments are seen.
"""

from __future__ import annotations

import argparse
import csv
from collections import Counter
from pathlib import Path

import mindaudit_data
from mindaudit.classify.candidates import find, refusal, template_of
from mindaudit.classify.grading import evidence_of
from mindaudit.model import Target

FREQUENCIES = Path(__file__).parent / "data" / "torch_api_frequency.tsv"
ANSWERED = ("supported", "equivalent", "composable", "out-of-scope")


def read_frequencies() -> dict[str, int]:
    """Call sites by torch API, as the survey spells it."""
    with FREQUENCIES.open(encoding="utf-8", newline="") as file:
        return {row["torch_api"]: int(row["call_sites"]) for row in csv.DictReader(file, delimiter="\t")}


def answer(name: str, target: Target) -> tuple[str, str]:
    """The verdict and evidence grade of the first candidate; "not torch" for names that torch does not have."""
    table = mindaudit_data.load()
    api = table.torch_api(name)
    if api is None:
        return "not torch", "none"
    for candidate in find(api.name, table):
        template = template_of(candidate.row)
        if refusal(candidate, target, table) is None and mindaudit_data.holds(candidate.row.since, candidate.row.until, target.mindspore):
            return candidate.row.verdict, evidence_of(candidate, template, table, target).grade
    return "no candidate", "none"


def main() -> None:
    """Print the shares of each verdict and each evidence grade."""
    parser = argparse.ArgumentParser(description="How much of what people write the mapping table answers.")
    parser.add_argument("--version", default=Target().mindspore)
    parser.add_argument("--mode", default="pynative")
    parser.add_argument("--backend", default="cpu")
    parser.add_argument("-v", "--verbose", action="store_true", help="list the APIs that are not answered, most used first")
    options = parser.parse_args()
    target = Target(options.version, options.mode, options.backend)
    frequencies = read_frequencies()
    answers = {name: answer(name, target) for name in frequencies}
    total = sum(frequencies.values())
    for title, position in (("verdict", 0), ("evidence", 1)):
        shares: Counter[str] = Counter()
        for name, sites in frequencies.items():
            shares[answers[name][position]] += sites
        print(title + ": " + ", ".join(f"{word} {sites / total:.4f}" for word, sites in shares.most_common()))
    print(
        f"answered: {sum(sites for name, sites in frequencies.items() if answers[name][0] in ANSWERED) / total:.4f} of {total:,} call sites"
    )
    if options.verbose:
        for name, sites in sorted(frequencies.items(), key=lambda item: -item[1]):
            if answers[name][0] not in ANSWERED:
                print(f"{sites:6} {name}: {answers[name][0]}")


if __name__ == "__main__":
    main()
