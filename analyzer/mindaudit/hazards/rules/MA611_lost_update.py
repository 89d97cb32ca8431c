"""In-place methods that run on MindSpore and leave their receiver as it was."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView

_METHODS = ("add_", "sub_", "mul_", "div_", "exp_")
"""Found by running them: see the in-place rows of graph_syntax.csv."""


def check(view: FileView) -> Iterator[Hit]:
    """A hit is a call whose result is not used, so that all depends on the receiver."""
    for call in view.calls_of(*(f"torch.Tensor.{method}" for method in _METHODS)):
        receiver = call.argument("input")
        if not call.site.statement or not receiver or isinstance(view.expression(receiver.expression), ex.Subscript):
            continue  # in-place on a slice is MA612
        method = next(method for method in _METHODS if f"torch.Tensor.{method}" in call.names)
        fields = {"receiver": view.text_of(receiver), "method": method.rstrip("_"), "arguments": view.arguments_text(call.site)}
        variant = "name" if fields["receiver"].isidentifier() else ""  # an attribute may be a Parameter, which takes no tensor
        yield view.hit(call, call.level, None, variant=variant, construct=method, **fields)
