"""Modules that a program names in strings: it tests for them, looks them up, imports them by a function, or passes them to one."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from mindaudit.rewrite.text.edits import Edits
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed
from mindaudit_data import counterparts

TORCH = "torch"
MINDSPORE = "mindspore"
"""What is asked for instead of torch: what stands for torch is there and loaded wherever MindSpore is."""
MODULE = re.compile(r"torch(?:\.\w+)+")
IMPORTS = re.compile(r"(?:^|_)import(?:_|$)")
"""The names of functions that import a module by its name."""
_ASKS = re.compile(r"(?:^|_)(?:find_spec|available|version)(?:_|$)")


def add_module_names(text: str, edits: Edits, places: Places, recipes: bool) -> None:
    """Texts that name torch's modules, or with recipes other libraries that have a counterpart, name what stands for them."""
    for name, new in _renamed(parsed(text), recipes):
        edits.replaced.append((places.span(name), f'"{new}"'))


def _renamed(tree: ast.Module, recipes: bool) -> Iterator[tuple[ast.expr, str]]:
    """The texts, each with what it becomes: `"torch.fft" in sys.modules`, `import_module("einops")`, `find_spec("torch")`."""
    for node in nodes(tree):
        match node:
            case ast.Compare(left=ast.Constant(value=str(name)), ops=[ast.In() | ast.NotIn()], comparators=[ast.Attribute() as asked]):
                if ast.unparse(asked) == "sys.modules" and _is_torch(name):
                    yield node.left, MINDSPORE
            case ast.Call(func=function, args=[ast.Constant(value=str(name)) as named, *_]):
                called = ast.unparse(function).rpartition(".")[2]
                if _ASKS.search(called) and _is_torch(name):
                    yield named, MINDSPORE
                elif recipes and IMPORTS.search(called) and counterparts.is_module(name):
                    yield named, counterparts.module_for(name) or name
                else:
                    yield from _passed(node) if recipes else ()
            case ast.Call() if recipes:
                yield from _passed(node)


def _passed(call: ast.Call) -> Iterator[tuple[ast.expr, str]]:
    """The arguments of a call that are texts such as "torch.nn.modules.activation": what gets them imports them, or compares them."""
    for value in (*call.args, *(keyword.value for keyword in call.keywords)):
        match value:
            case ast.Constant(value=str(name)) if MODULE.fullmatch(name) and counterparts.is_module(name):
                yield value, counterparts.module_for(name) or name


def _is_torch(name: str) -> bool:
    return name.partition(".")[0] == TORCH
