"""Functions, lambdas and classes."""

from __future__ import annotations

import libcst as cst

from mindaudit.collect.scopes import Scope
from mindaudit.collect.visits.signatures import annotation, comment_types, decorators, parameters, type_parameters
from mindaudit.collect.walk import Walk
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Class, ClassKeyword, Function, Parameter


def lambda_(walk: Walk, node: cst.Lambda) -> int:
    at, outer = walk.at, walk.scope
    number = len(walk.functions)
    walk.functions.append(None)
    at.leaf(node, "lambda")
    start = at.start
    params = parameters(walk, node.params)
    mark = len(walk.walruses)
    scope = Scope(number, outer.class_, qualname=f"{outer.qualname}.<lambda>".lstrip("."), env=dict(outer.env) if outer.function else {})
    walk.enter(scope)
    for param in params:
        scope.env[param.name] = walk.intern(ex.Parameter(number, param.name))
    result = walk.expression(node.body)
    walk.leave()
    del walk.walruses[mark:]
    at.start, at.end = start, at.outer_end
    walk.functions[number] = Function(
        "<lambda>", scope.qualname, outer.function, -1, params, (), -1, (result,), (), {}, start, at.end, frozenset({"lambda"})
    )
    return walk.intern(ex.FunctionValue(number))


def function(walk: Walk, node: cst.FunctionDef) -> None:
    at, outer, name = walk.at, walk.scope, node.name.value
    decorated = decorators(walk, node)
    number = len(walk.functions)
    walk.functions.append(None)
    at.leaf(node.name, name)
    start, name_end = at.start, at.start + len(name)
    params, result = _signature(walk, node)
    scope = _function_scope(walk, number, name, params, decorated)
    walk.enter(scope)
    ended = walk.block(node.body.body)
    walk.leave()
    flags = {"async": node.asynchronous is not None, "generator": bool(scope.yields), "falls_through": not ended}
    walk.functions[number] = Function(
        name=name,
        qualname=scope.qualname,
        parent=outer.function,
        class_=outer.class_ if outer.is_class else -1,
        params=params,
        decorators=decorated,
        annotation=result,
        results=tuple(scope.results),
        yields=tuple(scope.yields),
        bindings={name: tuple(dict.fromkeys(values)) for name, values in scope.bindings.items()},
        start=start,
        end=max(at.outer_end, name_end),
        flags=frozenset(flag for flag, holds in flags.items() if holds),
    )
    walk.bind(name, walk.intern(ex.FunctionValue(number)))
    if outer.function and node.asynchronous:
        walk.event("async", (), start, name_end)


def _signature(walk: Walk, node: cst.FunctionDef) -> tuple[tuple[Parameter, ...], int]:
    """Walk the parameters and the type of the result."""
    at = walk.at
    type_parameters(walk, node.type_parameters)
    opened = at.open("(")
    params = parameters(walk, node.params)
    at.take_span(node.params)
    at.close(opened)
    end = at.end
    result = -1
    if node.returns:
        result = annotation(walk, node.returns)
        end = at.outer_end
    return comment_types(walk, end, params, result)


def _function_scope(walk: Walk, number: int, name: str, params: tuple[Parameter, ...], decorated: tuple[int, ...]) -> Scope:
    outer = walk.scope
    scope = Scope(number, outer.class_, qualname=walk.qualname(name))
    for param in params:
        scope.env[param.name] = value = walk.intern(ex.Parameter(number, param.name))
        scope.bindings[param.name] = [value]
    static = any(isinstance(e, ex.Name) and e.name == "staticmethod" for e in (walk.expressions[d] for d in decorated))
    if outer.is_class and params and not static:
        scope.self_value = scope.env[params[0].name]
    return scope


def class_(walk: Walk, node: cst.ClassDef) -> None:
    at, outer, name = walk.at, walk.scope, node.name.value
    decorated = decorators(walk, node)
    number = len(walk.classes)
    walk.classes.append(None)
    at.leaf(node.name, name)
    start, name_end = at.start, at.start + len(name)
    type_parameters(walk, node.type_parameters)
    bases, keywords = _bases(walk, node)
    scope = Scope(outer.function, number, is_class=True, qualname=walk.qualname(name))
    walk.enter(scope)
    if outer.function and not outer.is_class:
        walk.event("class", (), start, name_end)
    walk.block(node.body.body)
    walk.leave()
    walk.classes[number] = Class(
        name=name,
        qualname=scope.qualname,
        parent=outer.function,
        bases=bases,
        keywords=keywords,
        decorators=decorated,
        body=scope.env,
        annotations=scope.annotations,
        stores={attribute: tuple(stores) for attribute, stores in walk.own_stores.get(number, {}).items()},
        start=start,
        end=max(at.outer_end, name_end),
    )
    walk.bind(name, walk.intern(ex.ClassValue(number)))


def _bases(walk: Walk, node: cst.ClassDef) -> tuple[tuple[int, ...], tuple[ClassKeyword, ...]]:
    opened = walk.at.open("(") if isinstance(node.lpar, cst.LeftParen) else -1
    walk.role = "base"
    bases = tuple([_base(walk, arg) for arg in node.bases])
    walk.role = ""
    keywords = tuple([_keyword(walk, arg) for arg in node.keywords])
    if opened >= 0:
        walk.at.close(opened)
    return bases, keywords


def _base(walk: Walk, node: cst.Arg) -> int:
    base = walk.expression(node.value)
    return walk.intern(ex.Starred(base)) if node.star else base


def _keyword(walk: Walk, node: cst.Arg) -> ClassKeyword:
    if node.keyword:
        walk.at.leaf(node.keyword, node.keyword.value)
    return ClassKeyword(node.keyword.value if node.keyword else "**", walk.expression(node.value))
