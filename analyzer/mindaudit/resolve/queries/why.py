"""How a value was derived, step by step, for users who doubt."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts.records import Expression
from mindaudit.model import Lines
from mindaudit.resolve.queries.project import Project
from mindaudit.resolve.solver.dependence import operands
from mindaudit.resolve.solver.evaluator import Program
from mindaudit.resolve.values import domain as v
from mindaudit.resolve.values.domain import Atom, Value

_DEEPEST: Final = 5
_MOST_SHOWN: Final = 6
_CAUSES: Final = ("", ", a constant", ", from the configuration", ", from a shape", ", from tensor data")
_WORDS: Final = {
    "join": "one of several, where branches meet", "phi": "its value before a loop or from the loop's end",
    "narrow": "narrowed by a test",
    "ifexp": "a conditional expression", "elem": "an element of an iteration", "item": "unpacked", "sub": "a subscript",
    "grow": "a container that grew",
    "annotated": "a value with an annotation", "binary": "an operator", "compare": "a comparison",
    "list": "a list", "tuple": "a tuple", "dict": "a dict", "comp": "a comprehension", "func": "a function", "class": "a class",
}  # fmt: skip


def explain(project: Project, name: str, text: str, line: int) -> Iterator[str]:
    """Lines of text on every call that ends on a line of the file that reports call `name`."""
    program, module = project.program, project.names[name]
    lines = Lines.of(text)
    named = {usage.span: usage for usage in project.usages(name) if usage.kind == "call"}
    for site in sorted(program.facts[module].calls, key=lambda s: (s.end, -s.start)):
        if lines.position(site.end - 1)[0] != line:
            continue
        usage = named.get((site.start, site.end))
        written = " ".join(text[site.start : site.end].split())
        yield f"{written if len(written) < 80 else written[:77] + '…'}"
        alternatives = f" or {', '.join(usage.alternatives)}" if usage and usage.alternatives else ""
        yield f"  is {usage.torch_name}{alternatives}, {usage.certainty}" if usage else "  is no call of torch"
        yield from _derivation(program, module, site.callee, 1, set())


def _derivation(program: Program, module: int, index: int, depth: int, seen: set[int]) -> Iterator[str]:
    """One line for an expression, then those for what it is made from."""
    e = program.expression(module, index)
    value = program.value(module, index)
    yield f"  {'  ' * depth}{_spelled(program, module, e)}: {_described(program, value)}"
    if depth >= _DEEPEST or index in seen:
        return
    seen.add(index)
    if e[0] == "param":
        passed = program.passed(module, e[1], e[2])
        if passed is not None:
            yield f"  {'  ' * (depth + 1)}calls in the project pass {_described(program, passed)}"
    inner = (
        program.facts[module].slots[e[1]] if e[0] == "phi" else () if e[0] in ("const", "name", "import", "from", "param") else operands(e)
    )
    for operand in inner:
        if operand >= 0 and program.expression(module, operand)[0] != "const":
            yield from _derivation(program, module, operand, depth + 1, seen)


def _spelled(program: Program, module: int, e: Expression) -> str:
    """An expression in a few words."""
    match e[0]:
        case "attr":
            return f"attribute {e[2]}"
        case "call":
            return "a call's result"
        case "param":
            return f"parameter {e[2]} of {program.function(module, e[1]).qualname}"
        case "import":
            return f"import {e[1]}"
        case "from":
            return f"from {'.' * e[2]}{e[1]} import {e[3]}"
        case "name":
            return f"name {e[2]}"
    return _WORDS.get(e[0], str(e[0]))


def _described(program: Program, value: Value) -> str:
    """A value in a few words."""
    shown = tuple(v.in_order(value.atoms))
    parts = [_atom(program, atom) for atom in shown[:_MOST_SHOWN]]
    parts += [f"{len(shown) - _MOST_SHOWN} more"] if len(shown) > _MOST_SHOWN else []
    parts += ["perhaps something else"] if value.open else []
    level = ("possible", "likely", "certain")[value.level] if value.atoms else "unknown"
    return f"{' or '.join(parts) or 'nothing'} ({level}{_CAUSES[value.cause]})"


def _atom(program: Program, atom: Atom) -> str:
    match atom[0]:
        case "torch" | "external" | "builtin":
            return str(atom[1])
        case "tensor":
            return f"a {atom[1] + ' ' if atom[1] else ''}tensor{' of a shape made from data' if atom[3] else ''}"
        case "instance" | "made":
            return f"a {atom[1]}"
        case "bound":
            return f"method {atom[1]}"
        case "class" | "object":
            name = program.class_(atom[1], atom[2]).qualname
            return f"class {name}" if atom[0] == "class" else f"a {name}"
        case "function" | "method":
            return f"function {program.function(atom[1], atom[2]).qualname}"
        case "constant":
            return repr(atom[2])
        case "plain":
            return f"a {atom[1]}"
        case "partial":
            return f"partial of {_described(program, atom[1])}"
    return f"a {atom[0]}"
