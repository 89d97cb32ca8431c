"""Names of a library that needs torch, and that stays, where a recipe stands for them: `torchvision.ops.nms` after `import torchvision`."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator

from mindaudit.rewrite.imports.recipe_names import OTHER_NAME, is_recipe
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes
from mindaudit_data import counterparts


def library_names(places: Places, taken: Container[str]) -> Iterator[Change]:
    """Their uses as the names of the recipes, or as the other names of those that mean something else in the file."""
    staying = {name for name, full in places.bound.items() if counterparts.module_for(full) == ""}
    for node in nodes(places.tree):
        if not isinstance(node, ast.Attribute) or not isinstance(node.ctx, ast.Load) or not is_recipe(node.attr):
            continue
        full = places.full_name(node)
        if ast.unparse(node).partition(".")[0] in staying and counterparts.has(full) and counterparts.is_module(full.rpartition(".")[0]):
            span, name = places.span(node), node.attr + OTHER_NAME * (node.attr in taken)
            yield Change(span, ((span, name),), None, name)
