"""The interface for the position of the expression that was walked last; `tokens.py` and `spans.py` implement it."""

from __future__ import annotations

import libcst as cst


class Positions:
    """Follows a walk in source order, and knows the span of the expression that was walked last.

    After an expression was walked, `start` and `end` span it without its own parentheses, `outer_start` and `outer_end` with them. Methods
    raise MismatchError when the text does not hold what the walk meets.
    """

    __slots__ = ("end", "outer_end", "outer_start", "start", "text")

    exact = False
    """Whether every node's span is known, so that there is no need to follow."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.start = self.end = self.outer_start = self.outer_end = 0

    def leaf(self, node: cst.CSTNode, value: str) -> None:
        """Process a node that is one token, spelled `value`, and set its span."""
        raise NotImplementedError

    def keyword(self, word: str) -> None:
        """Process a soft keyword, such as `match`, and set its span if possible."""
        raise NotImplementedError

    def open(self, bracket: str) -> int:
        """Process an opening bracket and return a number for `close`."""
        raise NotImplementedError

    def close(self, opened: int) -> None:
        """Process the bracket that closes the numbered one, and set the span from one to the other if possible."""
        raise NotImplementedError

    def enter(self, node: cst.BaseExpression) -> int:
        """Process a node's own opening parentheses and return a number for `leave`."""
        raise NotImplementedError

    def leave(self, node: cst.BaseExpression, opened: int) -> None:
        """Process the closing parentheses, and set the outer span."""
        raise NotImplementedError

    def take_span(self, node: cst.CSTNode) -> None:
        """Set the span of a node, if exact."""

    def skip_dots(self) -> None:
        """Process the dots of a relative import."""

    def passed(self) -> int:
        """The end of what was processed last, if that is known."""
        return 0

    def done(self) -> None:
        """Process the end of the text."""
