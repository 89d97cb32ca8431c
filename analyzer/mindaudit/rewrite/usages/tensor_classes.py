"""Calls of torch's classes of tensors with a size: in MindSpore a shape is a tuple, as values can be, so each call says what it gets.

Often the class is in a variable: `Tensor = torch.cuda.FloatTensor if cuda else torch.FloatTensor`, then `Tensor(x.shape)`.
"""

from __future__ import annotations

import ast
import re
from dataclasses import replace
from typing import Final

from mindaudit.classify.judge import Judge
from mindaudit.model import Argument, Finding, Usage
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.usages.choice import Choice

_ANY: Final = "AnyTensor"
_CLASS: Final = re.compile(r"torch\.(cuda\.)?\w*Tensor")
_SHAPE: Final = re.compile(r"(?<!_space)\.(shape|size\(\))$")
"""A shape, as far as is seen; that of a space of actions or observations is a plain tuple, which holds values here."""
_SIZE: Final = frozenset({"size"})


def is_surely_tensor(usage: Usage) -> bool:
    """Whether a variable that is called can hold nothing but `torch.Tensor`, whose counterpart takes other arguments."""
    return usage.torch_name == "torch.Tensor" and usage.kind == "call" and usage.certainty == "certain" and not usage.alternatives


def as_value(finding: Finding, places: Places, choice: Choice) -> Finding:
    """The finding of `torch.Tensor` as a value that is called later, by the recipe that takes sizes: MindSpore's class does not.

    Such a value is one of two, makes what a `defaultdict` lacks, or is an attribute of an object.
    """
    usage = finding.usage
    if usage.kind != "reference" or usage.torch_name != "torch.Tensor" or not choice.brings(_ANY) or not _is_called_later(usage, places):
        return finding
    return replace(finding, verdict="composable", substitution=_ANY, recipe=_ANY, imports=())


def _is_called_later(usage: Usage, places: Places) -> bool:
    """Whether a class is kept to be called, and no part of a test or of an annotation."""
    for node in places.around(usage.span[0], ast.expr, ast.stmt):
        match node:
            case ast.IfExp(body=body, orelse=other) if usage.span in (places.span(body), places.span(other)):
                return True
            case ast.Call(func=ast.Name(id="defaultdict") | ast.Attribute(attr="defaultdict"), args=[first, *_]):
                return places.span(first) == usage.span
            case ast.Assign(targets=[ast.Attribute()], value=value) if places.span(value) == usage.span:
                return True
    return False


def with_size(usage: Usage, text: str) -> Usage:
    """A call of a class of tensors that gets the shape of what nobody knows, as one that gets a size; `text` is its file's."""
    if not _makes_tensor(usage) or len(usage.arguments) != 1:
        return usage
    (argument,) = usage.arguments
    is_shape = not argument.value.types and not argument.star and _SHAPE.search(text[slice(*argument.span)])
    return replace(usage, arguments=(replace(argument, value=replace(argument.value, types=_SIZE)),)) if is_shape else usage


def by_variable(usage: Usage, judge: Judge) -> Finding | None:
    """The finding of a call through a variable that gets a size, which is written number by number; None where it stays."""
    if not _makes_tensor(usage) or usage.callee is None or not _is_size(usage.arguments):
        return None
    callee, size = judge.splicer.render(usage.callee), judge.splicer.render(usage.arguments[0].span)
    return replace(judge.finding(usage), verdict="equivalent", substitution=f"{callee}(*{size})", imports=(), recipe=None)


def _makes_tensor(usage: Usage) -> bool:
    names = (usage.torch_name, *usage.alternatives)
    return usage.kind == "call" and not usage.held and all(map(_CLASS.fullmatch, names))


def _is_size(arguments: tuple[Argument, ...]) -> bool:
    return [(each.keyword, each.star, each.value.types) for each in arguments] == [(None, "", _SIZE)]
