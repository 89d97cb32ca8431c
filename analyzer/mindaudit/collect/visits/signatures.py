"""Walks the header of a function or class: parameters, type parameters, decorators, annotations, also in strings and comments."""

from __future__ import annotations

import libcst as cst
from msgspec.structs import replace

from mindaudit.collect.comments import signature_comment
from mindaudit.collect.guard import check
from mindaudit.collect.parser import parse_expression
from mindaudit.collect.tokens import MismatchError, Tokens
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Parameter, ParameterKind


def decorators(walk: Walk, node: cst.FunctionDef | cst.ClassDef) -> tuple[int, ...]:
    """Walk the decorators and return their expression indices."""
    walk.role = "decorator"
    found = tuple([walk.expression(each.decorator) for each in node.decorators])
    walk.role = ""
    return found


def type_parameters(walk: Walk, node: cst.TypeParameters | None) -> None:
    """Walk type parameters, whose bounds and defaults are expressions."""
    for each in node.params if node else ():
        walk.at.leaf(each.param.name, each.param.name.value)
        bound = each.param.bound if isinstance(each.param, cst.TypeVar) else None
        for expression in (bound, each.default):
            if expression:
                walk.expression(expression)


def parameters(walk: Walk, node: cst.Parameters) -> tuple[Parameter, ...]:
    """Walk a parameter list in source order."""
    found = [_parameter(walk, each, "positional") for each in node.posonly_params]
    found += [_parameter(walk, each, "both") for each in node.params]
    if isinstance(node.star_arg, cst.Param):
        found.append(_parameter(walk, node.star_arg, "*"))
    found += [_parameter(walk, each, "keyword") for each in node.kwonly_params]
    if node.star_kwarg:
        found.append(_parameter(walk, node.star_kwarg, "**"))
    return tuple(found)


def _parameter(walk: Walk, node: cst.Param, kind: ParameterKind) -> Parameter:
    name = node.name.value
    walk.at.leaf(node.name, name)
    declared = annotation(walk, node.annotation) if node.annotation else -1
    default = walk.expression(node.default) if node.default else -1
    return Parameter(name, kind, default, declared)


def annotation(walk: Walk, node: cst.Annotation) -> int:
    """Walk an annotation and return its expression index; a string annotation is parsed as code."""
    role, walk.role = walk.role, "annotation"
    index = walk.expression(node.annotation)
    walk.role = role
    e = walk.expressions[index]
    return _spelled(walk, e.value) if isinstance(e, ex.Constant) and isinstance(e.value, str) and e.value.strip() else index


def _spelled(walk: Walk, code: str) -> int:
    """Walk code in a string or comment and return its expression index; it leaves no sites."""
    code = code.strip()
    try:
        check(code)
        tree = parse_expression(code)
    except Exception:  # libcst raises several kinds for what is no expression
        return walk.unknown()
    calls, sites, events, functions = len(walk.calls), len(walk.sites), len(walk.events), len(walk.functions)
    at, walk.at = walk.at, Tokens(code)
    try:
        return walk.expression(tree)
    except MismatchError:
        del walk.functions[functions:]
        return walk.unknown()
    finally:
        walk.at = at
        del walk.calls[calls:], walk.sites[sites:], walk.events[events:]


def comment_types(walk: Walk, end: int, params: tuple[Parameter, ...], result: int) -> tuple[tuple[Parameter, ...], int]:
    """Parameters and result with types from a `# type: (int) -> str` comment, where they have no annotations.

    The comment stands behind the head of a function that ends at `end`.
    """
    comment = signature_comment(walk.at.text, end) if walk.has_signature_comments else None
    if comment is None:
        return params, result
    types, returned = comment
    skipped = len(params) - len(types)
    if skipped >= 0:
        types = ["..."] * skipped + types
        params = tuple([_typed(walk, each, text) for each, text in zip(params, types, strict=True)])
    return params, result if result >= 0 else _spelled(walk, returned)


def _typed(walk: Walk, param: Parameter, text: str) -> Parameter:
    return param if param.annotation >= 0 or text == "..." else replace(param, annotation=_spelled(walk, text))
