"""Names, numbers and strings, f-strings with their fields."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from functools import lru_cache

from mindaudit.collect import nodes
from mindaudit.collect.tokens import MismatchError, Tokens, field_end
from mindaudit.collect.walker import Walker

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
        if not is_callee and self.expressions[index][0] in ("import", "from", "name"):
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
            return self.intern(("fstring", ()))

    def visit_ConcatenatedString(self, node: nodes.ConcatenatedString) -> int:
        left = self.expression(node.left)
        start = self.outer_start
        right = self.expression(node.right)
        self.start = start
        a, b = self.expressions[left], self.expressions[right]
        if a[0] == b[0] == "const" and a[1] == b[1]:
            return self.constant(a[2] + b[2])
        return self.intern(("fstring", (left, right)))

    def visit_Ellipsis(self, node: nodes.Ellipsis) -> int:
        self.leaf(node, "...")
        return self.intern(("const", "ellipsis", None))

    def visit_FormattedString_TemplatedString(self, node: nodes.FormattedString) -> int:
        if self.tokens is None:
            return self.intern(("fstring", tuple(self._fields(node.parts))))
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
        return self.intern(("fstring", fields))

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
        return self.intern(("unknown",)) if set(value) & set("\\{}") else self.constant(value)

    def _fields(self, parts: Iterable[nodes.FormattedStringText | nodes.FormattedStringExpression]) -> Iterable[int]:
        for part in parts:
            if isinstance(part, nodes.FormattedStringExpression):
                yield self.expression(part.expression)
                if part.conversion or part.format_spec or part.equal:
                    yield self.intern(("unknown",))
                if part.format_spec:
                    yield from self._fields(part.format_spec)
            else:
                yield self._literal(part)
