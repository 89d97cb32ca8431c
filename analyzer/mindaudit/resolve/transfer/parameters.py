"""The value of a parameter: from its annotation, its default, the arguments passed in the project, and conventions of torch."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from mindaudit.facts.records import Function, Parameter
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.annotations import instance_of
from mindaudit.resolve.symbols.class_hierarchy import is_network, project_ancestors, torch_bases
from mindaudit.resolve.symbols.decorators import decorator_names, is_class_method
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.atoms import Pair
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import CONTEXT, FUNCTION

_TYPED: Final = (at.List, at.Set, at.Iterator, at.Dict)
_SIMPLE: Final = (at.Tensor, at.Constant, at.Plain)
_REFINED: Final = (at.Object, at.Instance, at.List, at.Tuple, at.Dict, at.Made)
"""Declared types for which the passed values may be more precise."""
_SEQUENCES: Final = frozenset({at.List, at.Set, at.Iterator, at.Tuple, at.Items, at.Grown})
_OF_FUNCTIONS: Final = frozenset({"forward", "backward", "setup_context"})
_RECEIVERS: Final = frozenset({"self", "cls", "mcs", "ctx"})
_ANY_TENSOR: Final = at.Tensor(None, None, False)


def parameter(evaluator: Evaluator, module: int, number: int, name: str) -> Value:
    """The value of a parameter of a function."""
    assumed = evaluator.assumed(module, number, name)
    if assumed is not None:
        return assumed
    function = evaluator.function(module, number)
    receiver = _receiver(evaluator, module, number, function, name)
    if receiver is not None:
        return receiver
    param = next(p for p in function.params if p.name == name)
    declared = instance_of(evaluator, module, param.annotation)
    passed = evaluator.passed(module, number, name)
    if function.name in _OF_FUNCTIONS and passed is None and not declared.atoms:
        given = _by_autograd(evaluator, module, number, param)
        if given is not None:
            return given
    if param.kind in ("*", "**"):
        return _variadic(param, declared, passed or v.BOTTOM)
    if passed is None:
        passed = evaluator.value(module, param.default) if param.default >= 0 else v.BOTTOM
    value = _guessed(evaluator, module, function, _combined(evaluator, declared, passed))
    return v.caused(value, v.CONFIG) if function.name == "__init__" else value


def _receiver(evaluator: Evaluator, module: int, number: int, function: Function, name: str) -> Value | None:
    """self or cls of a method. If calls pass the first parameter through the class, it is none: the class is a namespace."""
    if function.class_ < 0 or not function.params or function.params[0].name != name:
        return None
    names = decorator_names(evaluator, module, number)
    if "staticmethod" in names or (name not in _RECEIVERS and evaluator.passed(module, number, name) is not None):
        return None
    if is_class_method(evaluator, module, number) or function.name in ("__new__", "__init_subclass__", "__class_getitem__"):
        return v.one(at.Class(module, function.class_))
    return v.one(at.Object(module, function.class_))


def _by_autograd(evaluator: Evaluator, module: int, number: int, param: Parameter) -> Value | None:
    """What torch passes to methods of a torch.autograd.Function: the context first, tensors to backward."""
    function, behind_class = evaluator.function(module, number), is_class_method(evaluator, module, number)
    if function.class_ < 0 or FUNCTION not in torch_bases(evaluator, module, function.class_):
        return None
    if function.params.index(param) == behind_class and (function.name != "forward" or param.name == "ctx"):
        return v.one(at.Instance(CONTEXT, None))
    if function.name != "backward":
        return None
    return v.holder(at.List, v.tensor()) if param.kind == "*" else v.tensor()


def _variadic(param: Parameter, declared: Value, passed: Value) -> Value:
    """The value of `*` or `**` of a function."""
    if passed.atoms:
        return passed
    return v.dict_of((), declared) if param.kind == "**" else v.holder(at.List, declared)


def _combined(evaluator: Evaluator, declared: Value, passed: Value) -> Value:
    """A declared type is trusted and refined by passed values; without one, the passed values count, with less certainty."""
    if declared.atoms and not declared.open:
        return _declared(evaluator, declared, passed)
    if not passed.atoms:
        return replace(v.TOP, cause=passed.cause)
    return replace(v.weaken(passed, v.LIKELY), open=passed.open or all(v.is_none(atom) for atom in passed.atoms))


def _declared(evaluator: Evaluator, declared: Value, passed: Value) -> Value:
    """The declared value; passed containers, networks and constants are more precise."""
    if all(type(atom) is at.Tensor or v.is_none(atom) for atom in declared.atoms):
        return _declared_tensor(declared, passed)
    if any(isinstance(atom, _REFINED) for atom in declared.atoms):
        return _refined(evaluator, declared, passed)
    if passed.atoms and not passed.open and all(_is_text_or_none(atom) for atom in passed.atoms):
        return v.weaken(passed, v.LIKELY)
    if _is_number(declared) and passed.atoms and not passed.open and all(type(atom) is at.Tensor for atom in passed.atoms):
        return v.weaken(passed, v.LIKELY)  # every call in the project passes a tensor, which torch formats as a number
    return v.caused(declared, passed.cause)


def _is_number(declared: Value) -> bool:
    """Whether a floating-point number is declared."""
    return all(type(atom) is at.Plain and atom.type_name == "float" for atom in declared.atoms)


def _is_text_or_none(atom: Atom) -> bool:
    return type(atom) is at.Constant and atom.type_name in ("str", "NoneType")


def _declared_tensor(declared: Value, passed: Value) -> Value:
    """A value that is declared as a tensor, with the dtype and shape of the tensors that are passed."""
    if passed.atoms and not passed.open and all(type(atom) is at.Made for atom in passed.atoms):
        return v.weaken(passed, v.LIKELY)  # every call in the project passes something else
    tensors = [atom for atom in passed.atoms if type(atom) is at.Tensor]
    if not any(atom.dynamic or atom.dtype for atom in tensors):
        return declared
    others = replace(declared, atoms=declared.atoms - {_ANY_TENSOR})
    return v.join((others, Value(frozenset(tensors), False, v.CERTAIN, passed.cause)))


def _refined(evaluator: Evaluator, declared: Value, passed: Value) -> Value:
    """A value that is declared as a container or an object, with what is passed for it."""
    if _is_typed(declared):
        return v.join((declared, _exactly(evaluator, declared, passed)))
    exact = replace(passed, open=False, level=v.CERTAIN if _is_as_declared(evaluator, declared, passed) else v.LIKELY)
    return v.join((declared, exact)) if exact.atoms else declared


def _is_as_declared(evaluator: Evaluator, declared: Value, passed: Value) -> bool:
    """Whether all that is passed is known to be of the declared type."""
    classes = {(atom.module, atom.number) for atom in declared.atoms if type(atom) is at.Object}
    return all(
        atom in declared.atoms
        or (type(atom) is at.Object and not classes.isdisjoint(project_ancestors(evaluator, atom.module, atom.number)))
        for atom in v.in_order(passed.atoms)
    )


def _exactly(evaluator: Evaluator, declared: Value, passed: Value) -> Value:
    """The passed containers, if containers of a known type are declared; their declared element types are trusted."""
    kinds: set[type] = {type(atom) for atom in declared.atoms}
    held = v.join([_typed_elements(atom) for atom in declared.atoms if isinstance(atom, _TYPED)])
    atoms = [_holding(evaluator, atom, held) for atom in v.in_order(passed.atoms) if type(atom) in _SEQUENCES or type(atom) is at.Dict]
    allowed = kinds | {at.Grown} | (_SEQUENCES if kinds & _SEQUENCES else frozenset())
    return Value(frozenset([atom for atom in atoms if type(atom) in allowed]), False, declared.level, passed.cause, passed.depth)


def _typed_elements(atom: at.List | at.Set | at.Iterator | at.Dict) -> Value:
    """The elements of a declared container, by its type."""
    return atom.others if isinstance(atom, at.Dict) else atom.elements


def _is_typed(declared: Value) -> bool:
    """Whether every declared container has a declared type of elements."""
    return all(_says_what_it_holds(atom) if isinstance(atom, _TYPED) else isinstance(atom, _SIMPLE) for atom in declared.atoms)


def _says_what_it_holds(atom: at.List | at.Set | at.Iterator | at.Dict) -> bool:
    elements = _typed_elements(atom)
    return bool(elements.atoms) and not elements.open


def _holding(evaluator: Evaluator, atom: Atom, held: Value) -> Atom:
    """A container whose elements are replaced by the declared ones."""
    match atom:
        case at.Dict(pairs):
            return at.Dict(tuple([Pair(pair.key, _declared(evaluator, held, pair.value)) for pair in pairs]), held)
        case at.Tuple(items) | at.Items(items):
            return type(atom)(tuple([_declared(evaluator, held, item) for item in items]))
        case at.List(elements) | at.Set(elements) | at.Iterator(elements) | at.Grown(elements):
            return type(atom)(_declared(evaluator, held, elements))
    return atom


def _guessed(evaluator: Evaluator, module: int, function: Function, value: Value) -> Value:
    """By convention, an unknown parameter of a forward is a tensor."""
    if function.name != "forward" or function.class_ < 0 or not is_network(evaluator, module, function.class_):
        return value
    if not all(v.is_none(atom) for atom in value.atoms):
        return value
    return replace(v.join((replace(value, open=False), v.tensor(level=v.LIKELY))), level=v.LIKELY, open=False)
