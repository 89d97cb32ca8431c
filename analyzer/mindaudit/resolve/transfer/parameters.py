"""What a parameter can be: its annotation, its default, what calls in the project pass, and conventions of torch."""

from __future__ import annotations

from typing import Final

from mindaudit.facts.records import Function, Parameter
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.symbols.attributes import decorator_names
from mindaudit.resolve.symbols.class_hierarchy import is_network, project_ancestors, torch_bases
from mindaudit.resolve.transfer.annotations import instance_of
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import CONTEXT, FUNCTION

_TYPED: Final = frozenset({"list", "set", "iterator", "dict"})
_SEQUENCES: Final = frozenset({"list", "set", "iterator", "tuple", "items", "grown"})
_OF_FUNCTIONS: Final = frozenset({"forward", "backward", "setup_context"})


def parameter(program: Program, module: int, number: int, name: str) -> Value:
    """The value of a parameter of a function."""
    assumed = program.assumed(module, number, name)
    if assumed is not None:
        return assumed
    function = program.function(module, number)
    receiver = _receiver(program, module, number, function, name)
    if receiver is not None:
        return receiver
    param = next(p for p in function.params if p.name == name)
    declared = instance_of(program, module, param.annotation)
    passed = program.passed(module, number, name)
    if function.name in _OF_FUNCTIONS and passed is None and not declared.atoms:
        given = _by_autograd(program, module, function, param)
        if given is not None:
            return given
    if param.kind in ("*", "**"):
        return _variadic(param, declared, passed or v.NEVER)
    if passed is None:
        passed = program.value(module, param.default) if param.default >= 0 else v.NEVER
    value = _combined(program, declared, passed)
    value = _guessed(program, module, function, param, value)
    if function.name == "__init__" and value.cause < v.CONFIG:
        value = v.caused(value, v.CONFIG)
    return value


def _receiver(program: Program, module: int, number: int, function: Function, name: str) -> Value | None:
    """self or cls of a method."""
    if function.class_ < 0 or not function.params or function.params[0].name != name:
        return None
    names = decorator_names(program, module, number)
    if "staticmethod" in names:
        return None
    if "classmethod" in names or function.name in ("__new__", "__init_subclass__", "__class_getitem__"):
        return v.one("class", module, function.class_)
    return v.one("object", module, function.class_)


def _by_autograd(program: Program, module: int, function: Function, param: Parameter) -> Value | None:
    """What torch itself passes to the methods of a torch.autograd.Function: its context first, tensors to backward."""
    if function.class_ < 0 or FUNCTION not in torch_bases(program, module, function.class_):
        return None
    if param is function.params[0] and (function.name != "forward" or param.name == "ctx"):
        return v.one("instance", CONTEXT, None)
    if function.name != "backward":
        return None
    return v.holder("list", v.tensor()) if param.kind == "*" else v.tensor()


def _variadic(param: Parameter, declared: Value, passed: Value) -> Value:
    if param.kind == "**":
        return passed if passed.atoms else v.dict_of((), declared)
    return passed if passed.atoms else v.holder("list", declared)


def _combined(program: Program, declared: Value, passed: Value) -> Value:
    """A declared type is believed, and what is passed may say more; without one, all that is passed, weaker, and perhaps more."""
    if declared.atoms and not declared.open:
        return _declared(program, declared, passed)
    if not passed.atoms:
        return v.UNKNOWN._replace(cause=passed.cause)
    is_none = all(a[:2] == ("constant", "NoneType") for a in passed.atoms)
    return v.weaken(passed, v.LIKELY)._replace(open=passed.open or is_none)


def _declared(program: Program, declared: Value, passed: Value) -> Value:
    """The declared value; what arrives is more exact for containers, networks and constants."""
    if all(a[0] == "tensor" or a[:2] == ("constant", "NoneType") for a in declared.atoms):
        if passed.atoms and not passed.open and all(a[0] == "made" for a in passed.atoms):
            return v.weaken(passed, v.LIKELY)  # every call in the project passes something else
        arriving = [a for a in passed.atoms if a[0] == "tensor"]
        if arriving and any(a[3] or a[1] for a in arriving):
            return v.join(
                (
                    declared._replace(atoms=declared.atoms - {("tensor", None, None, False)}),
                    Value(frozenset(arriving), False, v.CERTAIN, passed.cause),
                )
            )
        return declared
    if any(a[0] in ("object", "instance", "list", "tuple", "dict", "made") for a in declared.atoms):
        if _is_typed(declared):
            return v.join((declared, _exactly(program, declared, passed)))
        exact = passed._replace(open=False, level=v.CERTAIN if _is_as_declared(program, declared, passed) else v.LIKELY)
        return v.join((declared, exact)) if exact.atoms else declared
    if passed.atoms and not passed.open and all(a[0] == "constant" and a[1] in ("str", "NoneType") for a in passed.atoms):
        return v.weaken(passed, v.LIKELY)
    return v.caused(declared, passed.cause)


def _is_as_declared(program: Program, declared: Value, passed: Value) -> bool:
    """Whether all that is passed is known to be of the declared type."""
    classes = {a[1:3] for a in declared.atoms if a[0] == "object"}
    return all(
        a in declared.atoms or (a[0] == "object" and not classes.isdisjoint(project_ancestors(program, a[1], a[2])))
        for a in v.in_order(passed.atoms)
    )


def _exactly(program: Program, declared: Value, passed: Value) -> Value:
    """The containers that arrive where containers of a known type are declared, which is believed of what they hold, too."""
    kinds = {atom[0] for atom in declared.atoms}
    held = v.join(atom[-1] for atom in declared.atoms if atom[0] in _TYPED)
    atoms = [_holding(program, atom, held) for atom in v.in_order(passed.atoms) if atom[0] in _SEQUENCES or atom[0] == "dict"]
    allowed = kinds | {"grown"} | (_SEQUENCES if kinds & _SEQUENCES else frozenset())
    return Value(frozenset(atom for atom in atoms if atom[0] in allowed), False, declared.level, passed.cause, passed.depth)


def _is_typed(declared: Value) -> bool:
    """Whether it is said of every container that is declared what it holds."""
    return all(
        atom[-1].atoms and not atom[-1].open if atom[0] in _TYPED else atom[0] in ("tensor", "constant", "plain") for atom in declared.atoms
    )


def _holding(program: Program, atom: Atom, held: Value) -> Atom:
    """A container with what it holds taken for what is declared."""
    match atom[0]:
        case "dict":
            return "dict", tuple((key, _declared(program, held, value)) for key, value in atom[1]), held
        case "tuple" | "items":
            return atom[0], tuple(_declared(program, held, value) for value in atom[1])
    return atom[0], _declared(program, held, atom[1])


def _guessed(program: Program, module: int, function: Function, param: Parameter, value: Value) -> Value:
    """A forward's parameter of which nothing is known is a tensor, by convention."""
    if function.name != "forward" or function.class_ < 0 or not is_network(program, module, function.class_):
        return value
    known = {a for a in value.atoms if a[:2] != ("constant", "NoneType")}
    if known:
        return value
    return v.join((value._replace(open=False), v.tensor(level=v.LIKELY)))._replace(level=v.LIKELY, open=False)
