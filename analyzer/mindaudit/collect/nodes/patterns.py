"""Patterns of match statements."""

from __future__ import annotations

from collections.abc import Sequence

from mindaudit.collect.nodes.expressions import BaseExpression, Name, Node


class MatchPattern(Node):
    pass


class MatchValue(MatchPattern):
    value: BaseExpression


class MatchSingleton(MatchPattern):
    value: BaseExpression


class MatchSequenceElement(Node):
    value: MatchPattern


class MatchStar(Node):
    name: Name | None


class MatchList(MatchPattern):
    patterns: Sequence[MatchSequenceElement | MatchStar]


class MatchTuple(MatchPattern):
    patterns: Sequence[MatchSequenceElement | MatchStar]


class MatchMappingElement(Node):
    key: BaseExpression
    pattern: MatchPattern


class MatchMapping(MatchPattern):
    elements: Sequence[MatchMappingElement]
    rest: Name | None


class MatchKeywordElement(Node):
    key: Name
    pattern: MatchPattern


class MatchClass(MatchPattern):
    cls: BaseExpression
    patterns: Sequence[MatchSequenceElement]
    kwds: Sequence[MatchKeywordElement]


class MatchAs(MatchPattern):
    pattern: MatchPattern | None
    name: Name | None


class MatchOrElement(Node):
    pattern: MatchPattern


class MatchOr(MatchPattern):
    patterns: Sequence[MatchOrElement]
