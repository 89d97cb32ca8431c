"""Names of torch's modules that a program asks for, `module.__name__`: what stands for the modules has names of its own."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.imports.module_names import IMPORTS
from mindaudit.rewrite.text.change import Change, called_on_owner

_NAME: Final = "__name__"
_RECIPE: Final = "module_name"


def named_modules(view: FileView) -> Iterator[Change]:
    """`module.__name__` of what may be a module of torch as `module_name(module)`."""
    for site in view.facts.sites:
        match view.expression(site.expression):
            case ex.Attribute(base, name) if site.kind == "attribute" and name == _NAME and _may_be_module(view, base):
                if not _is_imported(view, span := (site.start, site.end)):
                    yield called_on_owner(view.text, span, _RECIPE)


def _is_imported(view: FileView, span: Span) -> bool:
    """Whether a name is given to a function that imports what has it."""
    match view.syntax.at(span)[:2]:
        case [_, ast.Call(func=called)]:
            return IMPORTS.search(ast.unparse(called).rpartition(".")[2]) is not None
    return False


def _may_be_module(view: FileView, base: int) -> bool:
    kind = view.evaluator.torch.kind
    return any(isinstance(atom, at.Torch) and kind(atom.name) == "module" for atom in view.value(base).atoms)
