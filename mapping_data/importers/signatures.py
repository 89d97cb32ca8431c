"""Signatures as the tables hold them, from Python objects and from stub files."""

from __future__ import annotations

import ast
import enum
import inspect
import re
import types
import typing
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

KINDS = {
    inspect.Parameter.POSITIONAL_ONLY: "positional",
    inspect.Parameter.POSITIONAL_OR_KEYWORD: "both",
    inspect.Parameter.KEYWORD_ONLY: "keyword",
    inspect.Parameter.VAR_POSITIONAL: "*var",
    inspect.Parameter.VAR_KEYWORD: "**var",
}


class SignatureParameter(NamedTuple):
    """One parameter; `default` is Python source text, "" when there is none."""

    name: str
    kind: str
    default: str = ""
    annotation: str = ""


class Signature(NamedTuple):
    """One way to call something; `returns` is the annotation's source text, "" when there is none."""

    parameters: tuple[SignatureParameter, ...]
    returns: str = ""


def default_text(value: Any) -> str:
    """A default value as Python source; "..." when it has no short spelling."""
    if isinstance(value, enum.Enum):
        return f"{type(value).__module__}.{type(value).__qualname__}.{value.name}"
    if isinstance(value, types.FunctionType | types.BuiltinFunctionType | type):
        return f"{value.__module__}.{value.__qualname__}".removeprefix("builtins.")
    if isinstance(value, tuple) and type(value) is tuple:
        inner = [default_text(item) for item in value]
        return f"({inner[0]},)" if len(inner) == 1 else f"({', '.join(inner)})"
    text = repr(value)
    if "\n" in text or len(text) > 120 or ("<" in text and not isinstance(value, str)):
        return "..."
    return {"inf": "float('inf')", "-inf": "float('-inf')", "nan": "float('nan')"}.get(text, text)


def _annotation_text(annotation: Any) -> str:
    if annotation is inspect.Parameter.empty:
        return ""
    return annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)


def from_inspection(value: Callable[..., Any], drop_first: bool = False) -> list[Signature]:
    """The signatures of a Python callable: its typing overloads, or its own one; none when it does not tell.

    `drop_first` leaves out the receiver of a function taken from a class.
    """
    overloads = typing.get_overloads(value) if isinstance(value, types.FunctionType) else []
    defaults = {p.name: p.default for p in inspect.signature(value).parameters.values()} if overloads else {}
    signatures: list[Signature] = []
    for function in overloads or [value]:
        try:
            signature = inspect.signature(function)
        except (ValueError, TypeError):
            return []
        parameters = list(signature.parameters.values())[1 if drop_first else 0 :]
        listed = tuple(
            [SignatureParameter(p.name, KINDS[p.kind], _default(p, defaults), _annotation_text(p.annotation)) for p in parameters]
        )
        signatures.append(Signature(listed, _annotation_text(signature.return_annotation)))
    return signatures


def _default(parameter: inspect.Parameter, implemented: Mapping[str, Any]) -> str:
    """A parameter's default; for `...`, which an overload writes where it has one, that of the function that runs."""
    value = implemented.get(parameter.name, parameter.default) if parameter.default is ... else parameter.default
    return "" if value is parameter.empty else default_text(value)


def from_docstring(name: str, value: Any) -> list[Signature]:
    """The signature in the first line of a docstring, if there is one: `logsigmoid(input) -> Tensor`."""
    first = next(iter((getattr(value, "__doc__", None) or "").strip().splitlines()), "")
    match = re.fullmatch(rf"(?:\w+\.)*{re.escape(name.rpartition('.')[2])}\((.*)\)(?: *-> *(.+))?", first.strip())
    if not match:
        return []
    return [signature._replace(returns=match[2] or "") for signature in parsed(match[1])]


def parsed(text: str) -> list[Signature]:
    """The signature that a parameter list written as in Python states; none if it is not Python."""
    try:
        node = ast.parse(f"def f({text}): ...").body[0]
    except SyntaxError:
        return []
    return [from_stub(node)] if isinstance(node, ast.FunctionDef) else []


def from_stub(node: ast.FunctionDef, drop_first: bool = False) -> Signature:
    """The signature that a stub's definition states."""
    arguments = node.args
    ordered = [(argument, "positional") for argument in arguments.posonlyargs] + [(argument, "both") for argument in arguments.args]
    defaults: list[ast.expr | None] = [None] * (len(ordered) - len(arguments.defaults)) + list(arguments.defaults)
    parameters = [_stub_parameter(argument, kind, default) for (argument, kind), default in zip(ordered, defaults, strict=True)]
    if drop_first and ordered:
        parameters = parameters[1:]
    if arguments.vararg:
        parameters.append(_stub_parameter(arguments.vararg, "*var", None))
    parameters += [
        _stub_parameter(argument, "keyword", default) for argument, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    ]
    if arguments.kwarg:
        parameters.append(_stub_parameter(arguments.kwarg, "**var", None))
    return Signature(tuple(parameters), ast.unparse(node.returns) if node.returns else "")


def _stub_parameter(argument: ast.arg, kind: str, default: ast.expr | None) -> SignatureParameter:
    annotation = ast.unparse(argument.annotation) if argument.annotation else ""
    return SignatureParameter(argument.arg, kind, ast.unparse(default) if default else "", annotation)
