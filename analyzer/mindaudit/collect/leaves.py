"""Names, numbers and strings, f-strings with their fields."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import lru_cache

from mindaudit.collect import nodes
from mindaudit.collect.tokens import MismatchError, Tokens, field_end
from mindaudit.collect.walker import Walker
from mindaudit.facts import expressions as ex

_BUILT_IN = {"True": True, "False": False, "None": None}
_number_of = lru_cache(maxsize=1000)(ast.literal_eval)


class LeafWalker(Walker):
    """Walks the leaves of expressions."""

    def visit_Name(self, node: nodes.Name) -> int:
        is_callee, self.is_callee = self.is_callee, False
        name = node.value
        self.leaf(node, name)
        if name in _BUILT_IN:
            return self.constant(_BUILT_IN[name])
        index = self.load(name)
        if not is_callee and isinstance(self.expressions[index], (ex.Import, ex.FromImport, ex.Name)):
            self._site("reference", index)
        return index

    def visit_Integer_Float_Imaginary(self, node: nodes.BaseNumber) -> int:
        text = node.value
        self.leaf(node, text)
        return self.constant(_number_of(text))

    def visit_SimpleString(self, node: nodes.SimpleString) -> int:
        self.leaf(node, node.value)
        try:
            return self.constant(ast.literal_eval(node.value))
        except (ValueError, SyntaxError):
            return self.intern(ex.FormattedString(()))

    def visit_ConcatenatedString(self, node: nodes.ConcatenatedString) -> int:
        left = self.expression(node.left)
        start = self.outer_start
        right = self.expression(node.right)
        self.start = start
        a, b = self.expressions[left], self.expressions[right]
        if isinstance(a, ex.Constant) and isinstance(b, ex.Constant) and a.type_name == b.type_name:
            return self.constant(a.value + b.value)  # type: ignore[operator]  # both are str, or both bytes
        return self.intern(ex.FormattedString((left, right)))

    def visit_Ellipsis(self, node: nodes.Ellipsis) -> int:
        self.leaf(node, "...")
        return self.intern(ex.Constant("ellipsis", None))

    def visit_FormattedString_TemplatedString(self, node: nodes.FormattedString) -> int:
        if self.tokens is None:
            return self.intern(ex.FormattedString(tuple(self._fields(node.parts))))
        outer = self.tokens
        i = outer.cursor
        while i < len(outer.starts) and self.text[outer.starts[i]] in "()[]{}":
            i += 1
        if i >= len(outer.starts) or not self.text.startswith(node.start, outer.starts[i]):
            raise MismatchError(node.start)
        start, end = outer.starts[i], outer.ends[i]
        outer.cursor = i + 1
        fields = tuple(self._spelled_fields(node, start + len(node.start), end))
        self.tokens, self.start, self.end = outer, start, end
        return self.intern(ex.FormattedString(fields))

    def _spelled_fields(self, node: nodes.FormattedString, at: int, end: int) -> Iterable[int]:
        """The fields of an f-string, each with tokens of its own since the whole string is one token."""
        for part in node.parts:
            if isinstance(part, nodes.FormattedStringText):
                behind = at + len(part.value)
            else:
                behind = field_end(self.text, at, end)
                self.tokens = Tokens(self.text, at + 1, behind)
            yield from self._fields([part])
            at = behind
        if at + len(node.end) != end:
            raise MismatchError(node.end)

    def _literal(self, part: nodes.FormattedStringText | nodes.FormattedStringExpression) -> int:
        """The text between fields; unknown where it is written in another way than it reads."""
        value = getattr(part, "value", "\\")
        return self.intern(ex.Unknown()) if set(value) & set("\\{}") else self.constant(value)

    def _fields(self, parts: Iterable[nodes.FormattedStringText | nodes.FormattedStringExpression]) -> Iterable[int]:
        for part in parts:
            if isinstance(part, nodes.FormattedStringExpression):
                yield self.expression(part.expression)
                if part.conversion or part.format_spec or part.equal:
                    yield self.intern(ex.Unknown())
                if part.format_spec:
                    yield from self._fields(part.format_spec)
            else:
                yield self._literal(part)
