"""Narrowing: the value that remains of a variable in the branch where a test holds, or where it does not."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from mindaudit.facts import expressions as ex
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.annotations import instance_of_torch
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors, torch_bases
from mindaudit.resolve.transfer.containers import element
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value
from mindaudit.resolve.values.torch_catalog import TENSOR, Torch

_LIST: Final = (at.List, at.Items, at.Grown)
_CONTAINERS: Final[dict[str, tuple[type, ...]]] = {
    "list": _LIST, "tuple": (at.Tuple, at.Fields), "dict": (at.Dict,), "set": (at.Set,),
}  # fmt: skip
_CALLABLE: Final = (at.Torch, at.Class, at.Function, at.Method, at.Partial, at.TorchMethod, at.Object, at.Instance)
_ALWAYS_CALLABLE: Final = (at.Class, at.Function, at.Method, at.Partial, at.TorchMethod)
_NEVER_CALLABLE: Final = (at.Constant, at.Plain, at.Tuple, at.List, at.Items, at.Dict, at.Set, at.Fields, at.Grown)
_LIBRARY_TYPES: Final[dict[str, tuple[type, ...]]] = {
    "partial": (at.Partial,), "FunctionType": (at.Function,), "MethodType": (at.Method,), "Callable": _CALLABLE, "Mapping": (at.Dict,),
    "Sequence": (*_LIST, at.Tuple), "Iterable": (*_LIST, at.Tuple, at.Set, at.Dict, at.Iterator, at.Tensor, at.Fields),
}  # fmt: skip
_COMPARED_BY_NAME: Final = (at.Torch, at.Class, at.Function)


def narrow(evaluator: Evaluator, module: int, value: Value, index: int, test: int, positive: bool) -> Value:
    """`value`, the value of expression `index`, where `test` is true (or false)."""
    match e := evaluator.expression(module, test):
        case ex.Phi():
            known = _only_value(evaluator, module, test)
            return value if known is None else narrow(evaluator, module, value, index, known, positive)
        case ex.Unary("Not", operand):
            return narrow(evaluator, module, value, index, operand, not positive)
        case ex.Boolean(operator, operands) if (operator == "And") == positive:
            for part in operands:
                value = narrow(evaluator, module, value, index, part, positive)
            return value
        case ex.Call():
            return _by_call(evaluator, module, value, index, e, positive)
        case ex.Comparison(operators) if len(operators) == 1:
            return _by_comparison(evaluator, module, value, index, e, positive)
    return v.without(value, "NoneType") if positive and _same(evaluator, module, index, test) else value


def _only_value(evaluator: Evaluator, module: int, index: int) -> int | None:
    """The one expression behind slots with one value each; None if there are several, or the slots of loops refer to each other."""
    seen = set()
    e = evaluator.expression(module, index)
    while type(e) is ex.Phi:
        values = evaluator.facts[module].slots[e.slot]
        if len(values) != 1 or index in seen:
            return None
        seen.add(index)
        index = values[0]
        e = evaluator.expression(module, index)
    return index


def _same(evaluator: Evaluator, module: int, index: int, other: int) -> bool:
    """Whether two expressions have the same value, apart from earlier narrowings."""
    while index != other:
        e = evaluator.expression(module, index)
        if type(e) is not ex.Narrowed:
            return False
        index = e.value
    return True


def _by_comparison(evaluator: Evaluator, module: int, value: Value, index: int, e: ex.Comparison, positive: bool) -> Value:
    operator, (left, right) = e.operators[0], e.operands
    if not _same(evaluator, module, index, left):
        return value
    against = v.only(evaluator.value(module, right))
    if against and v.is_none(against) and operator in ("Is", "IsNot", "Equal", "NotEqual"):
        return v.NONE if (operator in ("Is", "Equal")) == positive else v.without(value, "NoneType")
    if type(against) is at.Constant and operator in ("Equal", "NotEqual"):
        return _equal(value, against) if (operator == "Equal") == positive else replace(value, atoms=value.atoms - {against})
    if operator == ("In" if positive else "NotIn"):
        return _members(value, element(evaluator, evaluator.value(module, right)))
    return value


def _equal(value: Value, constant: at.Constant) -> Value:
    """A value that equals a constant: the constant, or a tensor of such an element."""
    tensors = [v.one(atom, level=value.level, cause=value.cause) for atom in v.in_order(value.atoms) if type(atom) is at.Tensor]
    return v.join([v.one(constant), *tensors]) if tensors and constant.type_name != "str" else v.one(constant)


def _members(value: Value, elements: Value) -> Value:
    """The part of a value that can be an element of a container."""
    if elements.open or not elements.atoms or value.open:
        return v.without(value, "NoneType")
    return replace(value, atoms=frozenset([atom for atom in value.atoms if _can_be_among(atom, elements)]))


def _can_be_among(atom: Atom, elements: Value) -> bool:
    """Whether a thing can be one of the elements."""
    if atom in elements.atoms:
        return True
    if type(atom) is at.Constant:
        return at.Plain(atom.type_name) in elements.atoms
    return not isinstance(atom, _COMPARED_BY_NAME)


def _by_call(evaluator: Evaluator, module: int, value: Value, index: int, e: ex.Call, positive: bool) -> Value:
    arguments = [argument.expression for argument in e.arguments if argument.keyword is None]
    if not arguments or not _same(evaluator, module, index, arguments[0]):
        return value
    match v.only(evaluator.value(module, e.callee)):
        case at.Builtin("isinstance") if len(arguments) == 2:
            return _instances(evaluator, value, _classes(evaluator.value(module, arguments[1])), positive)
        case at.Torch("torch.is_tensor"):
            return _instances(evaluator, value, (at.Torch(TENSOR),), positive)
        case at.Builtin("callable"):
            return replace(value, atoms=frozenset([atom for atom in value.atoms if _is_callable(evaluator, atom) is not (not positive)]))
    return value


def _is_callable(evaluator: Evaluator, atom: Atom) -> bool | None:
    """Whether a thing can be called; None where that is not known."""
    if isinstance(atom, _ALWAYS_CALLABLE) or (type(atom) is at.Torch and evaluator.torch.kind(atom.name) in ("class", "function")):
        return True
    return False if isinstance(atom, _NEVER_CALLABLE) else None


@lru_cache(maxsize=1000)
def _classes(value: Value) -> tuple[Atom, ...]:
    """The classes in the second argument of isinstance."""
    found: list[Atom] = []
    for atom in value.atoms:
        found += [a for inner in atom.items for a in _classes(inner)] if isinstance(atom, (at.Tuple, at.Items)) else [atom]
    return tuple(found)


def _instances(evaluator: Evaluator, value: Value, classes: tuple[Atom, ...], positive: bool) -> Value:
    """The part of a value that is an instance of one of the classes (or is not)."""
    decided = {atom: _is_among(evaluator, atom, classes) for atom in v.in_order(value.atoms)}
    if not positive:
        return replace(value, atoms=frozenset([atom for atom, is_one in decided.items() if is_one is not True]))
    matching = frozenset([atom for atom, is_one in decided.items() if is_one is not False])
    if not value.open and (matching or evaluator.in_call_context):
        return replace(value, atoms=matching)
    made = [each for class_ in sorted(classes, key=v.spelled) if (each := _made(evaluator, class_, value.cause)).atoms]
    specific = [replace(value, atoms=matching, open=False)] if matching else []
    known = v.join([*specific, *([] if matching and len(made) <= 1 else made)])
    return known if known.atoms else replace(v.TOP, cause=value.cause)


def _is_among(evaluator: Evaluator, atom: Atom, classes: tuple[Atom, ...]) -> bool | None:
    """Whether an atom is an instance of one of the classes; None when that is not known."""
    if type(atom) is at.Object:
        return _any(_is_object_instance(evaluator, atom, class_) for class_ in classes)
    # made once, since the same atoms meet the same tests in many functions
    known: bool | None = evaluator.once(
        "among", (atom, classes), lambda: _any(_is_instance(evaluator.torch, atom, each) for each in classes)
    )
    return known


def _any(answers: Iterable[bool | None]) -> bool | None:
    known = [*answers]
    return True if True in known else None if None in known else False


def _is_object_instance(evaluator: Evaluator, atom: at.Object, class_: Atom) -> bool | None:
    """Whether an instance of a project class is one of another class; None when that is not known."""
    match class_:
        case at.Torch(name):
            return any(evaluator.torch.derives(base, name) for base in torch_bases(evaluator, atom.module, atom.number))
        case at.Class(module, number):
            return (module, number) in project_ancestors(evaluator, atom.module, atom.number)
    return _is_instance(evaluator.torch, atom, class_)


def _is_instance(torch: Torch, atom: Atom, class_: Atom) -> bool | None:
    """Whether an atom is an instance of a class that knows its instances by their kind; None when that is not known."""
    match class_:
        case at.Torch(name):
            return _is_torch_instance(torch, atom, name)
        case at.Class():
            return False
        case at.Builtin("type"):
            return type(atom) is at.Class or (type(atom) is at.Torch and torch.kind(atom.name) == "class")
        case at.Builtin(name):
            return _is_builtin_instance(atom, name)
        case at.External(name, None):
            library = _LIBRARY_TYPES.get(name.rpartition(".")[2])
            return isinstance(atom, library) if library else None
    return None


def _is_torch_instance(torch: Torch, atom: Atom, name: str) -> bool:
    """Whether an atom is an instance of a torch class."""
    match atom:
        case at.Tensor():
            return name == TENSOR
        case at.Instance(torch_class):
            return torch.derives(torch_class, name)
    return False


def _is_builtin_instance(atom: Atom, name: str) -> bool:
    """Whether an atom is an instance of a built-in type; bool counts as int."""
    if name in _CONTAINERS:
        return isinstance(atom, _CONTAINERS[name]) or atom == at.Plain(name) or (name == "tuple" and atom == at.Plain("size"))
    return v.type_name(atom) in (("int", "bool") if name == "int" else (name,))


def _made(evaluator: Evaluator, class_: Atom, cause: int) -> Value:
    """An instance of a class."""
    match class_:
        case at.Torch(name):
            return instance_of_torch(evaluator, name)
        case at.Class(module, number):
            return v.one(at.Object(module, number))
        case at.Builtin("list" | "tuple"):
            return v.holder(at.List, v.TOP, cause)
        case at.Builtin("dict"):
            return v.dict_of((), v.TOP)
        case at.Builtin(name):
            return v.plain(name, cause)
        case at.External(name, None):
            return v.one(at.Made(name), cause=cause)
    return v.TOP
