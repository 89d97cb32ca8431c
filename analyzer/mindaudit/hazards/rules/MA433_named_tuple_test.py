"""Tests for named tuples, which are plain tuples in graph mode."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_MAKERS = frozenset({"collections.namedtuple", "typing.NamedTuple"})
_NAME = re.compile(r"\w+(\.\w+)*")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is `isinstance` with a named tuple class, alone or among other classes; with tuples among them it is true."""
    for call in view.calls_of("builtins.isinstance"):
        kinds = _kinds(view, call.operands[1].expression) if len(call.operands) == 2 and view.in_graph(call.site.function) else ()
        is_true = any(at.Builtin("tuple") in view.value(kind).atoms for kind in kinds)
        if not is_true and any(_is_named(view, view.module, kind) for kind in kinds):
            test = _test(view, call, kinds)
            yield view.hit(call, v.LIKELY, None, variant="fields" if test else "", test=test)


def _kinds(view: FileView, index: int) -> tuple[int, ...]:
    """The classes of a test."""
    e = view.unnarrowed(index)
    return e.items if isinstance(e, ex.TupleDisplay) else (index,)


def _test(view: FileView, call: Call, kinds: Sequence[int]) -> str:
    """A test for tuples with these fields, or objects of other classes, of something that has a name; "" where it cannot be written."""
    tested = view.text_of(call.operands[0])
    nodes = view.syntax.at(call.operands[1].span)[:1]
    classes = nodes[0].elts if nodes and isinstance(nodes[0], ast.Tuple) else nodes
    if not _NAME.fullmatch(tested) or len(classes) != len(kinds):
        return ""
    tests = [_one(view, tested, kind, node) for kind, node in zip(kinds, classes, strict=True)]
    return f"({' or '.join(tests)})" if all(tests) else ""


def _one(view: FileView, tested: str, kind: int, node: ast.AST) -> str:
    """The test for one class; "" for a named tuple of unknown fields, and for classes of torch, which have other names."""
    if _is_named(view, view.module, kind):
        fields = _fields(view, view.module, kind)
        parts = [f"isinstance({tested}, tuple)", *(f"hasattr({tested}, {_quoted(field)})" for field in fields)]
        return " and ".join(parts) if fields else ""
    is_own = all(isinstance(atom, at.Class | at.Builtin) for atom in view.value(kind).atoms)
    return f"isinstance({tested}, {view.syntax.source(node)})" if is_own and isinstance(node, ast.expr) else ""


def _quoted(field: str) -> str:
    return f'"{field}"'


def _fields(view: FileView, module: int, index: int) -> tuple[str, ...]:
    """The names of the fields of a named tuple class; none where they are not known, or there are several such classes."""
    match v.only(view.evaluator.value(module, index)):
        case at.Partial(arguments=(bound,)) as partial if _is_maker(partial):
            held = v.only(bound.value)
            return tuple(name for each in (held.items if isinstance(held, at.Tuple) else ()) for name in v.constants(each, "str"))
        case at.Class(number=number, module=module):
            class_ = view.evaluator.class_(module, number)
            inherited = (fields for base in class_.bases if (fields := _fields(view, module, base)))
            return next(inherited, tuple(class_.annotations))
    return ()


def _is_named(view: FileView, module: int, index: int) -> bool:
    """Whether an expression of a file is such a class, or a call or name that makes one."""
    e = view.evaluator.expression(module, index)
    if _makes(view, module, index) or (isinstance(e, ex.Call) and _makes(view, module, e.callee)):
        return True
    classes = [atom for atom in view.evaluator.value(module, index).atoms if isinstance(atom, at.Class)]
    return bool(classes) and all(_derives(view, each) for each in classes)


def _makes(view: FileView, module: int, index: int) -> bool:
    return any(_is_maker(atom) for atom in view.evaluator.value(module, index).atoms)


def _is_maker(atom: v.Atom) -> bool:
    """Whether something is `namedtuple`, the class `NamedTuple`, or a class whose fields `namedtuple` got."""
    if isinstance(atom, at.Partial):
        return any(isinstance(each, at.External) and each.name.startswith("collections.namedtuple") for each in atom.function.atoms)
    return isinstance(atom, at.External) and atom.name in _MAKERS


def _derives(view: FileView, class_: at.Class) -> bool:
    ancestors = project_ancestors(view.evaluator, class_.module, class_.number)
    return any(_is_named(view, module, base) for module, number in ancestors for base in view.evaluator.class_(module, number).bases)
