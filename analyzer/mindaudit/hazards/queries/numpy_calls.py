"""Calls of NumPy on tensors."""

from __future__ import annotations

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.view import FileView

_ELEMENTWISE = "elementwise"


def makes_array(view: FileView, call: Call) -> bool:
    """Whether a function of NumPy in a network works element by element: of a tensor torch makes a tensor, MindSpore an array."""
    return view.in_graph(call.site.function) and any(view.evaluator.torch.external(name) == _ELEMENTWISE for name in call.names)
