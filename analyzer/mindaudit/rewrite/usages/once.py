"""Evaluates only once what a substitution uses several times: `overwritten(f(x), mint.mul(f(x), 2))` would call `f` twice.

In PyNative mode only: graph mode supports no assignment inside of an expression.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindaudit.classify.judge import Judge
from mindaudit.model import Argument, Finding, Span, Usage
from mindaudit.rewrite.text.edits import Edits, inside, spliced
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import Offsets
from mindaudit.sources.syntax import or_none, parse_enclosed

_NAME = "value"
_CHEAP = frozenset({"bool", "float", "getattr", "hasattr", "int", "isinstance", "len", "list", "range", "str", "tuple", "type"})
"""Functions that give the same at once again."""
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_Met = tuple[ast.expr, bool]
"""An expression, and whether it is surely evaluated."""


def computed_once(finding: Finding, judge: Judge, places: Places) -> Finding:
    """The finding with a substitution that binds each argument that calls something to a name where it is first computed.

    Where that comes first whatever is the case; not in the body of a class, where the name would become an attribute.
    """
    usage, text = finding.usage, finding.substitution
    if text is None or usage.kind != "call" or judge.target.mode != "pynative" or inside(usage.span, places.iterated):
        return finding
    own = or_none(parse_enclosed, judge.splicer.render(usage.span))
    given = {judge.splicer.render(each.span) for each in (*_receivers(usage, judge), *usage.arguments)}
    for argument in sorted(given, key=lambda each: (-len(each), each)):
        if text.count(argument) > 1 and "(" in argument and own is not None and _times(argument, own) == 1:
            text = _bound(text, argument, usage.span, places)
    return finding if text == finding.substitution else replace(finding, substitution=text)


def _times(argument: str, tree: ast.expr) -> int:
    """How often the user's code computes it: two random draws count as two."""
    wanted = or_none(parse_enclosed, argument)
    return sum(ast.dump(node) == ast.dump(wanted) for node in ast.walk(tree)) if wanted is not None else 0


def _receivers(usage: Usage | None, judge: Judge) -> Iterator[Argument]:
    """The receiver of a method, and the receivers of the calls that returned it."""
    while usage and usage.receiver:
        yield usage.receiver
        usage = judge.judged.get(usage.receiver.span)


def _name_at(span: Span, places: Places) -> str:
    """How a new name begins at a place: in a module it is none that `import *` carries on; "" where there can be none."""
    if inside(span, places.bodies):
        return _NAME
    return "" if places.around(span[0], ast.ClassDef) else f"_{_NAME}"


def _bound(text: str, argument: str, span: Span, places: Places) -> str:
    """The text with an argument computed once; unchanged if that is not possible."""
    tree = or_none(parse_enclosed, text)
    wanted = or_none(parse_enclosed, argument)
    if tree is None or wanted is None or not _computes(wanted):
        return text
    met = [each for each in _evaluated(tree, True) if ast.dump(each[0]) == ast.dump(wanted)]
    beginning = _name_at(span, places)
    if len(met) < 2 or not met[0][1] or not beginning:
        return text
    taken = _known(places.tree) | _known(tree)
    name = next(name for name in _names(beginning) if name not in taken)
    offsets, first = Offsets(f"({text}\n)"), met[0][0]
    spans = [(start - 1, end - 1) for start, end in (offsets.span(node) for node, _ in met)]
    passed = any(isinstance(node, ast.Call) and first in node.args for node in ast.walk(tree))
    assigned = f"{name} := {text[slice(*spans[0])]}"
    new = spliced(text, Edits([(spans[0], assigned if passed else f"({assigned})"), *((span, name) for span in spans[1:])]))
    return new if or_none(parse_enclosed, new) is not None else text


def _known(tree: ast.AST) -> set[str]:
    """The names of a file or an expression; those of functions and imports, too, which may have a place in it later."""
    found = {node.id if isinstance(node, ast.Name) else node.arg for node in ast.walk(tree) if isinstance(node, ast.Name | ast.arg)}
    return found | {node.name for node in ast.walk(tree) if isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.alias))}


def _names(beginning: str) -> Iterator[str]:
    return (f"{beginning}_{number}" if number > 1 else beginning for number in itertools.count(1))


def _computes(node: ast.expr) -> bool:
    """Whether evaluating an expression takes time or may give different results."""
    calls = (each.func for each in ast.walk(node) if isinstance(each, ast.Call))
    return any(not (isinstance(called, ast.Name) and called.id in _CHEAP) for called in calls)


def _evaluated(node: ast.AST, sure: bool) -> Iterator[_Met]:
    """The expressions in the order in which Python evaluates them, outer ones before what they are made of."""
    if isinstance(node, ast.expr):
        yield node, sure
    for part, always in _parts(node):
        yield from _evaluated(part, sure and always)


def _parts(node: ast.AST) -> Sequence[tuple[ast.AST, bool]]:
    """What an expression is made of, in order, each with whether it is always evaluated."""
    match node:
        case ast.IfExp(test=test, body=body, orelse=orelse):
            return [(test, True), (body, False), (orelse, False)]
        case ast.BoolOp(values=[first, *others]):
            return [(first, True), *((each, False) for each in others)]
        case ast.Compare(left=left, comparators=[second, *others]):
            return [(left, True), (second, True), *((each, False) for each in others)]
        case ast.Lambda() | ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return [(each, False) for each in ast.iter_child_nodes(node)]
    return [(each, True) for each in ast.iter_child_nodes(node)]
