"""Explains step by step how the value of a callee was derived (`mindaudit scan --explain-resolution`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.model import Lines
from mindaudit.resolve.queries.project import Project
from mindaudit.resolve.solver.dependence import values_behind
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.atoms import tag_of
from mindaudit.resolve.values.domain import Atom, Value

_DEEPEST: Final = 5
_MOST_SHOWN: Final = 6
_CAUSES: Final = ("", ", a constant", ", from the configuration", ", from a shape", ", from tensor data")
_WORDS: Final[dict[type, str]] = {
    ex.Join: "one of several, where branches meet", ex.Phi: "its value before a loop or from the loop's end",
    ex.Narrowed: "narrowed by a test", ex.Conditional: "a conditional expression", ex.Element: "an element of an iteration",
    ex.Item: "unpacked", ex.Subscript: "a subscript", ex.Grown: "a container that grew", ex.Annotated: "a value with an annotation",
    ex.Binary: "an operator", ex.Comparison: "a comparison", ex.ListDisplay: "a list", ex.TupleDisplay: "a tuple",
    ex.DictDisplay: "a dict", ex.Comprehension: "a comprehension", ex.FunctionValue: "a function", ex.ClassValue: "a class",
}  # fmt: skip


def explain(project: Project, name: str, text: str, line: int) -> Iterator[str]:
    """Lines of text on every call that ends on a line of the file that reports call `name`."""
    evaluator, module = project.evaluator, project.names[name]
    lines = Lines.of(text)
    named = {usage.span: usage for usage in project.usages(name) if usage.kind == "call"}
    for site in sorted(evaluator.facts[module].calls, key=lambda s: (s.end, -s.start)):
        if lines.position(site.end - 1)[0] != line:
            continue
        usage = named.get((site.start, site.end))
        written = " ".join(text[site.start : site.end].split())
        yield f"{written if len(written) < 80 else written[:77] + '…'}"
        alternatives = f" or {', '.join(usage.alternatives)}" if usage and usage.alternatives else ""
        yield f"  is {usage.torch_name}{alternatives}, {usage.certainty}" if usage else "  is no call of torch"
        yield from _derivation(evaluator, module, site.callee, 1, set())


def _derivation(evaluator: Evaluator, module: int, index: int, depth: int, seen: set[int]) -> Iterator[str]:
    """One line for an expression, then those for what it is made from."""
    e = evaluator.expression(module, index)
    value = evaluator.value(module, index)
    yield f"  {'  ' * depth}{_spelled(evaluator, module, e)}: {_described(evaluator, value)}"
    if depth >= _DEEPEST or index in seen:
        return
    seen.add(index)
    if isinstance(e, ex.Parameter):
        passed = evaluator.passed(module, e.function, e.name)
        if passed is not None:
            yield f"  {'  ' * (depth + 1)}calls in the project pass {_described(evaluator, passed)}"
    inner = values_behind(evaluator.facts[module], e)
    for operand in inner:
        if operand >= 0 and not isinstance(evaluator.expression(module, operand), ex.Constant):
            yield from _derivation(evaluator, module, operand, depth + 1, seen)


def _spelled(evaluator: Evaluator, module: int, e: Expression) -> str:
    """An expression in a few words."""
    match e:
        case ex.Attribute(_, name):
            return f"attribute {name}"
        case ex.Call():
            return "a call's result"
        case ex.Parameter(function, name):
            return f"parameter {name} of {evaluator.function(module, function).qualname}"
        case ex.Import(source):
            return f"import {source}"
        case ex.FromImport(source, level, name):
            return f"from {'.' * level}{source} import {name}"
        case ex.Name(_, name):
            return f"name {name}"
    return _WORDS.get(type(e)) or tag_of(e)


def _described(evaluator: Evaluator, value: Value) -> str:
    """A value in a few words."""
    shown = tuple(v.in_order(value.atoms))
    parts = [_atom(evaluator, atom) for atom in shown[:_MOST_SHOWN]]
    parts += [f"{len(shown) - _MOST_SHOWN} more"] if len(shown) > _MOST_SHOWN else []
    parts += ["perhaps something else"] if value.open else []
    level = ("possible", "likely", "certain")[value.level] if value.atoms else "unknown"
    return f"{' or '.join(parts) or 'nothing'} ({level}{_CAUSES[value.cause]})"


def _atom(evaluator: Evaluator, atom: Atom) -> str:
    match atom:
        case at.Torch(name) | at.External(name) | at.Builtin(name):
            return name
        case at.Tensor(dtype, _, dynamic):
            return f"a {dtype + ' ' if dtype else ''}tensor{' of a shape made from data' if dynamic else ''}"
        case at.Instance(name) | at.Made(name) | at.Plain(name):
            return f"a {name}"
        case at.TorchMethod(name):
            return f"method {name}"
        case at.Class(module, number):
            return f"class {evaluator.class_(module, number).qualname}"
        case at.Object(module, number):
            return f"a {evaluator.class_(module, number).qualname}"
        case at.Function(module, number) | at.Method(module, number):
            return f"function {evaluator.function(module, number).qualname}"
        case at.Constant(_, value):
            return repr(value)
        case at.Partial(function):
            return f"partial of {_described(evaluator, function)}"
    return f"a {tag_of(atom)}"
