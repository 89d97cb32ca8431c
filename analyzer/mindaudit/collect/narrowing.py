"""Records the tests under which names are narrowed, and the names that a walrus binds in code that may not run."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mindaudit.collect.scopes import Environment, attribute_key
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex

_FIXED = (ex.Constant, ex.Import, ex.FunctionValue, ex.ClassValue)
"""What no test says more about."""
_DEEPEST = 3
"""So many `not`, `and` and `or` in each other are looked through."""


def narrow(walk: Walk, test: int, positive: bool) -> Environment:
    """Narrow the names in a test, in place, for code that runs if it holds (or does not), and return their previous values."""
    env, expressions = walk.scope.env, walk.expressions
    before: Environment = {}
    if isinstance(expressions[test], (ex.Constant, ex.Phi)):
        return before
    for name, value in _bound(walk, test, positive).items():
        before[name], env[name] = env[name], value
    mentioned = _mentioned(walk, test, _DEEPEST)
    for name, value in [item for item in env.items() if item[1] in mentioned]:
        if not isinstance(expressions[value], _FIXED):
            before.setdefault(name, value)
            env[name] = walk.intern(ex.Narrowed(value, test, positive))
    for value in _typed_attributes(walk, test, positive, _DEEPEST) if walk.scope.function and not walk.scope.is_class else ():
        key = attribute_key(value)
        before.setdefault(key, env.get(key, value))
        env[key] = walk.intern(ex.Narrowed(value, test, positive))
    return before


def _typed_attributes(walk: Walk, test: int, positive: bool, depth: int) -> Iterator[int]:
    """The attributes that are of a known type if a test holds (or does not): `isinstance(self.x, Tensor)`.

    What a test excludes is not used: a method that is called next often sets the attribute.
    """
    match walk.expressions[test]:
        case ex.Call(_, [ex.PassedArgument(expression=value), *_]) if positive and isinstance(walk.expressions[value], ex.Attribute):
            yield value
        case ex.Unary("Not", operand) if depth:
            yield from _typed_attributes(walk, operand, not positive, depth - 1)
        case ex.Boolean(operator, operands) if depth and positive == (operator == "And"):
            for part in operands:
                yield from _typed_attributes(walk, part, positive, depth - 1)


def _mentioned(walk: Walk, test: int, depth: int) -> set[int]:
    """The expressions whose type or None-ness a test decides."""
    match walk.expressions[test]:
        case ex.Call(_, arguments):
            return {argument.expression for argument in arguments[:1]} | {test}
        case ex.Comparison(_, operands):
            return set(operands)
        case ex.Unary(_, operand):
            return _mentioned(walk, operand, depth - 1) if depth else set()
        case ex.Boolean(_, operands):
            return {m for part in operands for m in _mentioned(walk, part, depth - 1)} if depth else set()
    return {test}


def _bound(walk: Walk, test: int, positive: bool) -> Mapping[str, int]:
    """The values that walruses in a test have given to names if it holds (or does not)."""
    match walk.expressions[test]:
        case ex.Unary("Not", operand):
            return _bound(walk, operand, not positive)
        case ex.Boolean(operator, _) if positive == (operator == "And"):
            return walk.bound_if_all_run.get(test, {})
    return {}


def leave_optional(walk: Walk, mark: int, before: Environment) -> Environment:
    """End a part of an expression that may not run: names that were narrowed for it are again what they were before.

    A name that a walrus has bound in it (those behind `mark` in `walruses`) may have its new value or the old one. Returns the new ones.
    """
    env = walk.scope.env
    old: dict[str, int | None] = {}
    for name, value in walk.walruses[mark:]:
        old.setdefault(name, before.get(name, value))
    bound = {name: env[name] for name in old if name in env}
    env.update(before)
    for name, value in bound.items():
        was = old[name]
        env[name] = value if was in (None, value) else walk.intern(ex.Join(tuple(sorted({was, value}))))
    return bound
