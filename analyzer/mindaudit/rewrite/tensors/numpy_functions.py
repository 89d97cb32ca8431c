"""NumPy's elementwise functions of tensors, by a recipe: torch makes a tensor of what they give, MindSpore leaves an array.

PyNative mode.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.numpy_calls import is_elementwise
from mindaudit.rewrite.text.change import Change, untouched

RECIPE: Final = "with_tensors"


def numpy_functions(view: FileView, made: Iterable[Change]) -> Iterator[Change]:
    """`np.sqrt(x)` of what may be a tensor as `with_tensors(np.sqrt, x)`, for which nothing is `made` yet."""
    is_free = untouched(made)
    for call in view.calls_below("numpy."):
        given = [each.expression for each in call.operands] if is_elementwise(view, call) else []
        if any(view.tensor(each) is not None and not view.by_convention(each) for each in given) and is_free(call.span):
            (start, end), callee = call.span, call.site.callee_end
            opened = view.text.index("(", callee) + 1
            yield Change((start, end), (((start, start), f"{RECIPE}("), ((callee, opened), ", ")), None, RECIPE)
