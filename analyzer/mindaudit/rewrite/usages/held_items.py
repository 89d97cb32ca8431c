"""In-place methods of items of lists, tuples and dicts, `state[0].mul_(2)`, and such items as `out`, in PyNative mode.

Of a tensor `state[0] = state[0] * 2` does it. A tuple refuses that, and what else holds the item would not change.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span
from mindaudit.resolve.values import domain as v
from mindaudit.rewrite.text.edits import Edits
from mindaudit.rewrite.usages.choice import OVERWRITTEN, TENSOR
from mindaudit.rewrite.usages.in_place import BECOMES, RESHAPED, only_reshapes
from mindaudit.sources.syntax import or_none, parse_expression

_ANY_OWNER = "items_of"


def change_held_items(edits: Edits, view: FileView) -> None:
    """Writes by recipes what stands for in-place methods of such items."""
    owners = {span: (recipe, item) for span, recipe, item in _owners(view)}
    for number, (span, new) in enumerate(edits.replaced):
        recipe, item = owners.get(span, ("", ""))
        owner = _owner_of(item) if recipe and new.startswith(f"{item} = ") else ""
        if owner and only_reshapes(view.source(span)):
            edits.replaced[number] = (span, f"{BECOMES}({item}, {new.removeprefix(f'{item} = ')})")
            edits.recipes.add(BECOMES)
        elif owner and recipe != BECOMES and not RESHAPED.search(view.source(span)):
            value = new.removeprefix(f"{item} = ")
            by_index = f"{_ANY_OWNER}({owner}){item.removeprefix(owner)} = {value}"
            edits.replaced[number] = (span, f"{OVERWRITTEN}({item}, {value})" if recipe == OVERWRITTEN else by_index)
            edits.recipes.add(recipe)


def _owners(view: FileView) -> Iterator[tuple[Span, str, str]]:
    """The statements that change an item in place, with the recipe that does it, and the item. Of a tensor only its shape is changed so."""
    for call in view.calls_below("torch."):
        is_method = any(name.startswith(TENSOR) for name in call.names)
        changed = call.argument("out") or (call.receiver if is_method else None)
        e = view.expression(changed.expression) if changed and call.site.statement else None
        owner = view.value(e.base) if isinstance(e, ex.Subscript) else None
        if owner is not None and changed:
            recipe = BECOMES if v.is_tensor(owner) else _ANY_OWNER if owner.open or v.can_be_tensor(owner) else OVERWRITTEN
            yield call.span, recipe, view.source(changed.span)


def _owner_of(item: str) -> str:
    """What has an item, as it is written; "" for slices, at which containers have no tensors."""
    match or_none(parse_expression, item):
        case ast.Subscript(value=ast.Attribute(attr="data" | "grad")):
            return ""  # a tensor
        case ast.Subscript(value=owner, slice=key) if not isinstance(key, ast.Slice | ast.Tuple):
            return ast.get_source_segment(item, owner) or ""
    return ""
