"""Calls of NumPy on tensors, and whether a project uses NumPy."""

from __future__ import annotations

import sys

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.libraries import ARRAY_NUMBER, maker
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

_ELEMENTWISE = "elementwise"
_SEQUENCES = (at.List, at.Items, at.Tuple, at.Grown)


def makes_array(view: FileView, call: Call) -> bool:
    """Whether a function of NumPy in a network works element by element: of a tensor torch makes a tensor, MindSpore an array."""
    return view.in_graph(call.site.function) and is_elementwise(view, call)


def is_elementwise(view: FileView, call: Call) -> bool:
    """Whether a function of NumPy works element by element."""
    return any(view.evaluator.torch.external(name) == _ELEMENTWISE for name in call.names)


def uses_numpy(view: FileView) -> bool:
    """Whether a file of the project imports NumPy, or makes arrays of tensors, `x.numpy()`."""
    facts = view.evaluator.facts
    return bool(view.evaluator.once("uses numpy", None, lambda: any(map(_shows_numpy, facts.values()))))


def may_be_numpy(view: FileView, index: int) -> bool:
    """Whether an expression may be what NumPy holds: it is that at times, another library gives it, or nothing is known of it."""
    return view.is_unknown(index) or any(is_of_numpy(atom) or _is_foreign(atom) for atom in view.value(index).atoms)


def _is_foreign(atom: Atom) -> bool:
    """Whether another library makes a thing, which NumPy's functions may stand behind; the standard library only by a module's name."""
    library = maker(atom).partition(".")[0]
    return library == "importlib" or (bool(library) and library not in sys.stdlib_module_names)


def is_numpy(view: FileView, index: int) -> bool:
    """Whether all that is known of an expression is what NumPy holds."""
    atoms = view.value(index).atoms
    return bool(atoms) and all(map(is_of_numpy, atoms))


def is_number_of_numpy(view: FileView, index: int) -> bool:
    """Whether all that is known of an expression is what NumPy's functions give for numbers."""
    atoms = view.value(index).atoms
    return bool(atoms) and all(maker(atom) == ARRAY_NUMBER for atom in atoms)


def is_of_numpy(atom: Atom) -> bool:
    """Whether NumPy makes a thing."""
    return maker(atom).startswith("numpy.")


def may_hold_numpy(value: Value) -> bool:
    """Whether a list or tuple may hold what NumPy makes."""
    lists = [atom for atom in value.atoms if isinstance(atom, _SEQUENCES)]
    return any(is_of_numpy(atom) for each in lists for held in v.held_values(each) for atom in held.atoms)


def _shows_numpy(facts: ModuleFacts) -> bool:
    for each in facts.expressions:
        match each:
            case ex.Import(module=name) | ex.FromImport(module=name) | ex.Attribute(name=name):
                if name.partition(".")[0] == "numpy":
                    return True
    return False
