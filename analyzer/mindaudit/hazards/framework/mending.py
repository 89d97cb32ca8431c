"""The mending code for a target: the first template of a page that is valid Python and calls only APIs of the target's release."""

from __future__ import annotations

import ast
import textwrap
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from mindaudit.hazards.framework.syntax import parsed
from mindaudit.model import Target
from mindaudit_data import mindspore_catalog

_ALIASES: Final = {"mindspore": "mindspore", "ms": "mindspore", "mint": "mindspore.mint", "ops": "mindspore.ops"}
"""What these names mean in a template."""


def mending(templates: Sequence[str], fields: Mapping[str, str], target: Target) -> str:
    """The code to write on a target; "" where no template gives any."""
    rendered = (template.format_map(fields) for template in templates)
    return next((code for code in rendered if _is_usable(code, target.mindspore)), "")


@cache
def _is_usable(code: str, version: str) -> bool:
    tree = parsed(textwrap.dedent(code)) if code else None
    return tree is not None and all(mindspore_catalog().kind(name, version) for name in _called(tree))


def _called(tree: ast.Module) -> set[str]:
    """The MindSpore APIs that code calls."""
    names = (_dotted(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {f"{_ALIASES[head]}.{rest}" for head, dot, rest in (name.partition(".") for name in names) if dot and head in _ALIASES}


def _dotted(node: ast.expr) -> str:
    """`a.b.c` as text; "" for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    owner = _dotted(node.value) if isinstance(node, ast.Attribute) else ""
    return f"{owner}.{node.attr}" if owner and isinstance(node, ast.Attribute) else ""
