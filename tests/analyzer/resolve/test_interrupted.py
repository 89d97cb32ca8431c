"""Ctrl-C while values are evaluated ends in KeyboardInterrupt wherever it strikes: compiled code must not trip over what is half done."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

from mindaudit.collect import collect
from mindaudit.facts import expressions as ex
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.solver.evaluator import Evaluator

TEXT = """
import torch
def act(name):
    return {"relu": torch.relu, "abs": torch.abs}[name]
def both(x):
    return act("relu")(x) + act("abs")(x)
both(torch.ones(2))
"""


def resolve() -> None:
    source = SourceFile("a.py", "a.py", TEXT)
    Project.resolved([source], [collect(source)]).usages("a.py")


@pytest.mark.parametrize("kind", [ex.Attribute, ex.Subscript, ex.Call, ex.Name])
def test_an_interrupt_stays_one(kind: type, monkeypatch: pytest.MonkeyPatch) -> None:
    resolve()
    handler, strikes = Evaluator.handlers[kind], iter(())

    def struck(*arguments: Any) -> Any:
        if next(strikes):
            raise KeyboardInterrupt
        return handler(*arguments)

    monkeypatch.setitem(Evaluator.handlers, kind, struck)
    for place in count():
        strikes = at(place)
        try:
            resolve()
        except KeyboardInterrupt:
            continue
        assert place > 0
        break


def at(place: int) -> Iterator[bool]:
    return (number == place for number in count())
