"""match statements: their subject and patterns."""

from __future__ import annotations

from mindaudit.collect import nodes
from mindaudit.collect.definitions import DefinitionWalker
from mindaudit.collect.scopes import join
from mindaudit.facts import expressions as ex


class PatternWalker(DefinitionWalker):
    """Walks match statements."""

    def visit_Match(self, node: nodes.Match) -> None:
        if self.tokens:
            self.leaf(node, "match")
        self.take_span(node)
        start = self.start
        subject = self.expression(node.subject)
        self.event("match", (subject,), start, self.outer_end)
        before = self.scope.env
        ends = [before]
        for case in node.cases:
            self.scope.env = dict(before)
            if self.tokens:
                self.leaf(case, "case")
            self._pattern(case.pattern, subject)
            if case.guard:
                self.expression(case.guard)
            if not self.suite(case.body):
                ends.append(self.scope.env)
        self.scope.env = join(self.intern, ends)

    def _pattern(self, node: nodes.Node, subject: int) -> None:
        """Walk a pattern's expressions in order and bind its names to what is not known further."""
        if isinstance(node, (nodes.MatchValue, nodes.MatchSingleton)):
            self.expression(node.value)
        elif isinstance(node, nodes.MatchClass):
            self.expression(node.cls)
            self._patterns(node, subject)
        elif isinstance(node, (nodes.MatchAs, nodes.MatchStar)):
            if isinstance(node, nodes.MatchAs) and node.pattern:
                self._pattern(node.pattern, subject)
            if node.name:
                self.leaf(node.name, node.name.value)
                self.bind(node.name.value, subject if isinstance(node, nodes.MatchAs) else self.intern(ex.Unknown()))
            elif self.tokens and isinstance(node, nodes.MatchAs):
                self.leaf(node, "_")
        elif isinstance(node, nodes.MatchMappingElement):
            self.expression(node.key)
            self._pattern(node.pattern, self.intern(ex.Unknown()))
        elif isinstance(node, nodes.MatchKeywordElement):
            self.leaf(node.key, node.key.value)
            self._pattern(node.pattern, self.intern(ex.Unknown()))
        else:
            self._patterns(node, subject)

    def _patterns(self, node: nodes.Node, subject: int) -> None:
        """Walk what a pattern consists of."""
        inner = self.intern(ex.Element(subject)) if isinstance(node, (nodes.MatchList, nodes.MatchTuple)) else subject
        for field in ("patterns", "elements", "kwds"):
            for part in getattr(node, field, None) or ():
                self._pattern(_inner_pattern(part), inner)
        rest = getattr(node, "rest", None)
        if rest:
            self.leaf(rest, rest.value)
            self.bind(rest.value, self.intern(ex.Unknown()))


def _inner_pattern(part: nodes.Node) -> nodes.Node:
    """The pattern in an alternative or a sequence's element."""
    if isinstance(part, nodes.MatchOrElement):
        return part.pattern
    return part.value if isinstance(part, nodes.MatchSequenceElement) else part
