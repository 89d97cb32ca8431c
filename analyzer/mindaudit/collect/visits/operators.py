"""Operators, conditional expressions, and other expressions with operands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import cast

import libcst as cst

from mindaudit.collect.narrowing import leave_optional, narrow
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex

_SIGNS = {cst.Not: "not", cst.Minus: "-", cst.Plus: "+", cst.BitInvert: "~"}


def binary(walk: Walk, node: cst.BinaryOperation) -> int:
    at = walk.at
    left = walk.expression(node.left)
    start = at.outer_start
    right = walk.expression(node.right)
    at.start, at.end = start, at.outer_end
    index = walk.intern(ex.Binary(cast("ex.BinaryOperator", type(node.operator).__name__), left, right))
    walk.site("binary", index)
    return index


def unary(walk: Walk, node: cst.UnaryOperation) -> int:
    at = walk.at
    operand = walk.expression(node.expression)
    operator = type(node.operator)
    at.start, at.end = max(at.text.rfind(_SIGNS[operator], 0, at.outer_start), 0), at.outer_end
    at.take_span(node)
    negated = walk.expressions[operand]
    if operator is cst.Minus and isinstance(negated, ex.Constant) and negated.type_name in ("int", "float"):
        return walk.constant(-negated.value)  # type: ignore[operator]  # of these types it is a number
    index = walk.intern(ex.Unary(cast("ex.UnaryOperator", operator.__name__), operand))
    if operator is cst.Not:
        walk.event("not", (operand,), at.start, at.end)
    else:
        walk.site("unary", index)
    return index


def boolean(walk: Walk, node: cst.BooleanOperation) -> int:
    at = walk.at
    operator = cast("ex.BooleanOperator", type(node.operator).__name__)
    left = walk.expression(node.left)
    start = at.outer_start
    mark = len(walk.walruses)
    before = narrow(walk, left, operator == "And")
    right = walk.expression(node.right)
    at.start, at.end = start, at.outer_end
    walk.event("bool", (left, right), at.start, at.end)
    index = walk.intern(ex.Boolean(operator, (left, right)))
    walk.bound_if_all_run[index] = {**walk.bound_if_all_run.get(left, {}), **leave_optional(walk, mark, before)}
    return index


def comparison(walk: Walk, node: cst.Comparison) -> int:
    at = walk.at
    operands = [walk.expression(node.left)]
    start = at.outer_start
    operands += [walk.expression(target.comparator) for target in node.comparisons]
    at.start, at.end = start, at.outer_end
    operators = tuple([cast("ex.ComparisonOperator", type(target.operator).__name__) for target in node.comparisons])
    index = walk.intern(ex.Comparison(operators, tuple(operands)))
    walk.site("compare", index)
    return index


def conditional(walk: Walk, node: cst.IfExp) -> int:
    """The body is before the test in the source: narrowings and bindings of the test are filled in when it is walked."""
    at, env = walk.at, walk.scope.env
    slot, pending = walk.slot()
    before, mark = dict(env), len(walk.walruses)
    bound = {name: walk.slot() for name in _names_bound(node.test)}
    env.update((name, value) for name, (_, value) in bound.items())
    for name in _tested_names(node.test):
        if name in env:
            env[name] = walk.intern(ex.Narrowed(env[name], pending, True))
    body = walk.expression(node.body)
    start = at.outer_start
    for name in bound.keys() - before.keys():
        del env[name]
    leave_optional(walk, mark, before)
    test = walk.expression(node.test)
    test_span = at.start, at.end
    walk.slots[slot] = (test,)
    for name, (filled, _) in bound.items():
        walk.slots[filled] = (walk.load(name),)
    mark, restored = len(walk.walruses), narrow(walk, test, False)
    other = walk.expression(node.orelse)
    leave_optional(walk, mark, restored)
    at.start, at.end = start, at.outer_end
    walk.event("ifexp", (test, body, other), *test_span)
    return walk.intern(ex.Conditional(test, body, other))


def _tested_names(node: cst.BaseExpression) -> list[str]:
    """The plain names that a conditional expression's test is about."""
    match node:
        case cst.Name(value=name) | cst.NamedExpr(target=cst.Name(value=name)):
            return [name]
        case cst.Call(args=[cst.Arg(value=cst.Name() as tested), *_]) | cst.Comparison(left=(cst.Name() | cst.NamedExpr()) as tested):
            return _tested_names(tested)
        case cst.UnaryOperation(expression=operand):
            return _tested_names(operand)
        case cst.BooleanOperation(left=left, right=right):
            return _tested_names(left) + _tested_names(right)
    return []


def _names_bound(node: cst.BaseExpression) -> Iterator[str]:
    """The names that a conditional expression's test binds."""
    match node:
        case cst.NamedExpr(target=cst.Name(value=name)):
            yield name
        case cst.Comparison(left=operand) | cst.UnaryOperation(expression=operand):
            yield from _names_bound(operand)
        case cst.Call(args=arguments):
            for argument in arguments:
                yield from _names_bound(argument.value)
        case cst.BooleanOperation(left=left, right=right):
            yield from _names_bound(left)
            yield from _names_bound(right)


def walrus(walk: Walk, node: cst.NamedExpr) -> int:
    at = walk.at
    assert isinstance(node.target, cst.Name)
    name = node.target.value
    at.leaf(node.target, name)
    start = at.start
    value = walk.expression(node.value)
    walk.walruses.append((name, walk.scope.env.get(name)))
    walk.bind(name, value)
    at.start, at.end = start, at.outer_end
    walk.event("walrus", (value,), start, at.end)
    return value


def starred(walk: Walk, node: cst.StarredElement) -> int:
    return walk.intern(ex.Starred(walk.expression(node.value)))


def awaited(walk: Walk, node: cst.Await) -> int:
    at = walk.at
    value = walk.expression(node.expression)
    at.start, at.end = max(at.text.rfind("await", 0, at.outer_start), 0), at.outer_end
    at.take_span(node)
    walk.event("await", (value,), at.start, at.end)
    return walk.intern(ex.Awaited(value))


def yielded(walk: Walk, node: cst.Yield) -> int:
    at = walk.at
    if node.value is None:
        value = walk.constant(None)
        at.start = max(at.text.find("yield", at.passed()), 0)
        at.outer_end = at.start + len("yield")
    else:
        value = walk.expression(node.value.item if isinstance(node.value, cst.From) else node.value)
        if isinstance(node.value, cst.From):
            value = walk.intern(ex.Element(value))
        at.start = max(at.text.rfind("yield", 0, at.outer_start), 0)
    at.end = at.outer_end
    at.take_span(node)
    walk.scope.yields.append(value)
    walk.event("yield", (value,), at.start, at.end)
    return walk.intern(ex.Yielded(value))
