"""Whether a call gives a tensor that nothing else holds, so that nobody sees how it changes."""

from __future__ import annotations

from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import CallSite
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.values import atoms as at
from mindaudit_data import views

MAY_SHARE: Final = views.ATTRIBUTES | views.SINGLE | views.SEVERAL | {
    "__getitem__", "adjoint", "as_strided", "as_tensor", "asarray", "atleast_1d", "atleast_2d", "atleast_3d", "bfloat16", "bool",
    "broadcast_tensors", "buffers", "byte", "char", "contiguous", "cpu", "cuda", "data", "double", "float", "from_numpy",
    "get_buffer", "get_parameter", "getitem", "half", "indices", "int", "long", "parameters", "positive", "requires_grad_",
    "resolve_conj", "resolve_neg", "short", "to", "type", "type_as", "values", "view_as_complex", "view_as_real",
}  # fmt: skip
"""What gives views, or returns its input where there is nothing to do: changing its result changes the input."""
_GIVING_ITSELF: Final = frozenset({"Identity", "Dropout", "Dropout1d", "Dropout2d", "Dropout3d", "AlphaDropout", "Flatten", "Unflatten"})
"""Layers that may give their input, or a view of it."""
_FORWARD: Final = "forward"
_COMPUTED = (ex.Call, ex.Binary, ex.Unary)


def gives_new(evaluator: Evaluator, module: int, site: CallSite) -> bool:
    """Whether all that is called computes its result: a layer of torch, or a function of the project that returns what it computes."""
    value = evaluator.value(module, site.callee)
    return bool(value.atoms) and not value.open and all(_computes(evaluator, atom) for atom in value.atoms)


def _computes(evaluator: Evaluator, atom: at.Atom) -> bool:
    match atom:
        case at.Instance(name):
            return name.rpartition(".")[2] not in _GIVING_ITSELF
        case at.Function(module, number) | at.Method(module, number):
            return _returns_computed(evaluator, module, number)
        case at.Object(module, number):
            owners = project_ancestors(evaluator, module, number)
            found = [
                (m, f)
                for m, c in owners
                for f, each in enumerate(evaluator.facts[m].functions)
                if (each.class_, each.name) == (c, _FORWARD)
            ]
            return bool(found) and _returns_computed(evaluator, *found[0])
    return False


def _returns_computed(evaluator: Evaluator, module: int, number: int) -> bool:
    """Whether each result is that of an operator or of a call that gives no view."""
    expressions = evaluator.facts[module].expressions
    results = [expressions[index] for index in evaluator.facts[module].functions[number].results]
    callees = [expressions[each.callee] for each in results if isinstance(each, ex.Call)]
    shared = any(isinstance(each, ex.Attribute) and each.name in MAY_SHARE for each in callees)
    return bool(results) and not shared and all(isinstance(each, _COMPUTED) for each in results)
