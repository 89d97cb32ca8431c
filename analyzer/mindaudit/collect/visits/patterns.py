"""`match` statements: subject and patterns."""

from __future__ import annotations

from collections.abc import Iterable

import libcst as cst

from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex


def match(walk: Walk, node: cst.Match) -> None:
    at, scope = walk.at, walk.scope
    at.keyword("match")
    at.take_span(node)
    start = at.start
    subject = walk.expression(node.subject)
    walk.event("match", (subject,), start, at.outer_end)
    before = scope.env
    ends = [before]
    for case in node.cases:
        scope.env = dict(before)
        at.keyword("case")
        _pattern(walk, case.pattern, subject)
        if case.guard:
            walk.expression(case.guard)
        if not walk.block(case.body.body):
            ends.append(scope.env)
    scope.env = walk.join(ends)


def _pattern(walk: Walk, node: cst.MatchPattern, subject: int) -> None:
    """Walk what a pattern consists of, in order and with its own parentheses, and bind its names."""
    if isinstance(node, cst.MatchValue | cst.MatchSingleton):
        walk.expression(node.value)
        return
    opened = [walk.at.open("(") for _ in node.lpar]
    _compound(walk, node, subject)
    if opened:
        walk.at.close(opened[0])


def _compound(walk: Walk, node: cst.MatchPattern, subject: int) -> None:
    match node:
        case cst.MatchAs():
            _as(walk, node, subject)
        case cst.MatchOr(patterns=alternatives):
            for alternative in alternatives:
                _pattern(walk, alternative.pattern, subject)
        case cst.MatchList(patterns=items, lbracket=bracket):
            opened = walk.at.open("[") if bracket else -1
            _items(walk, items, walk.intern(ex.Element(subject)))
            if bracket:
                walk.at.close(opened)
        case cst.MatchTuple(patterns=items):
            _items(walk, items, walk.intern(ex.Element(subject)))
        case cst.MatchMapping():
            _mapping(walk, node)
        case cst.MatchClass():
            _class(walk, node, subject)


def _mapping(walk: Walk, node: cst.MatchMapping) -> None:
    opened = walk.at.open("{")
    for element in node.elements:
        walk.expression(element.key)
        _pattern(walk, element.pattern, walk.unknown())
    if node.rest:
        _bind(walk, node.rest, walk.unknown())
    walk.at.close(opened)


def _class(walk: Walk, node: cst.MatchClass, subject: int) -> None:
    walk.expression(node.cls)
    opened = walk.at.open("(")
    _items(walk, node.patterns, subject)
    for keyword in node.kwds:
        walk.at.leaf(keyword.key, keyword.key.value)
        _pattern(walk, keyword.pattern, walk.unknown())
    walk.at.close(opened)


def _as(walk: Walk, node: cst.MatchAs, subject: int) -> None:
    if node.pattern:
        _pattern(walk, node.pattern, subject)
    if node.name:
        _bind(walk, node.name, subject)
    else:
        walk.at.keyword("_")


def _items(walk: Walk, items: Iterable[cst.MatchSequenceElement | cst.MatchStar], subject: int) -> None:
    for item in items:
        if isinstance(item, cst.MatchSequenceElement):
            _pattern(walk, item.value, subject)
        elif item.name:
            _bind(walk, item.name, walk.unknown())
        else:
            walk.at.keyword("_")


def _bind(walk: Walk, name: cst.Name, value: int) -> None:
    walk.at.leaf(name, name.value)
    walk.bind(name.value, value)
