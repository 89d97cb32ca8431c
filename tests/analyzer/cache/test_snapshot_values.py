"""With the arguments of a snapshot all expressions have the values that they have in the whole project, whichever is asked for first."""

from __future__ import annotations

from random import Random

import pytest

from mindaudit.cache.snapshot.evaluator import SnapshotEvaluator
from mindaudit.cache.snapshot.renumbering import Renumbering
from mindaudit.cache.snapshot.snapshot import take
from mindaudit.collect import collect
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.torch_catalog import Torch

INCOMPLETE = """
from torch import nn

class Pair:
    def __init__(self, ratio=None, layers=()):
        self.ratio = tuple((each, each) for each in ratio) if ratio else self.own()
        self.layers = nn.Sequential(*self.made(layers))

    def own(self):
        return (self.ratio[0], self.ratio[1])

    def made(self, layers):
        return [*layers, *self.layers]

    def again(self):
        return Pair((self.ratio[0], 1.5), [nn.ReLU(), *self.layers])

Pair((0.5, 0.7), [nn.Linear(3, 3)]).again().again()
"""
"""Attributes that are made from themselves, and hold nothing when they are first read."""
GROWING = """
def grown(entries, n):
    found = {}
    for key in entries:
        found.update(found)
        found[key] = found
    while n:
        n = n - 1
        found = {"inner": found}
    return grown(found, n) if n else found

grown({"a": 1}, 3)
"""
"""A dict that contains itself."""


@pytest.mark.parametrize("text", [INCOMPLETE, GROWING])
@pytest.mark.parametrize("seed", range(4))
def test_values_follow_from_arguments_alone(text: str, seed: int) -> None:
    source = SourceFile("one.py", "one.py", text)
    facts = collect(source)
    project = Project.resolved([source], [facts])
    resumed = _resumed(project, facts)
    known = project.evaluator.values_of(0)
    places = [place for place, value in enumerate(known) if isinstance(value, v.Value)]
    if seed:
        Random(seed).shuffle(places)
    assert places
    assert {place: resumed.value(0, place) for place in places} == {place: known[place] for place in places}


def _resumed(project: Project, facts: ModuleFacts) -> SnapshotEvaluator:
    snapshot = take(project)
    assert snapshot is not None
    return SnapshotEvaluator(snapshot, Renumbering({}), {}, lambda _: facts, ["one.py"], Torch())
