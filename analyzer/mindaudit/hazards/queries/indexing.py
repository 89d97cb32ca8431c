"""Queries about subscripts that several rules share."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event, Site
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Span


class Subscription(NamedTuple):
    """A read by subscript."""

    site: Site
    base: int
    key: int


class Indexed(NamedTuple):
    """A subscript that is read or stored, with the parts of its key."""

    place: Site | Event
    base: int
    parts: tuple[int, ...]


def keys(view: FileView, key: int) -> tuple[int, ...]:
    """The parts of a subscript's key: those of a tuple, else itself."""
    e = view.expression(key)
    return e.items if isinstance(e, ex.TupleDisplay) else (key,)


def index_text(view: FileView, site: Site) -> tuple[str, str]:
    """The source of a subscript's base, and of its key."""
    base = view.source((site.base_start, site.base_end))
    return base, view.source((site.base_end, site.end)).strip().removeprefix("[").removesuffix("]").strip()


def subscriptions(view: FileView) -> Iterator[Subscription]:
    """All reads by subscript outside annotations."""
    for site in view.reads("subscript"):
        e = view.expression(site.expression)
        if isinstance(e, ex.Subscript):
            yield Subscription(site, e.base, e.index)


def indexed(view: FileView) -> Iterator[Indexed]:
    """All subscripts that are read, and then all that are stored."""
    for subscription in subscriptions(view):
        yield Indexed(subscription.site, subscription.base, keys(view, subscription.key))
    for event in view.events("store_item"):
        base, key = event.expressions[:2]
        yield Indexed(event, base, keys(view, key))


def indexed_tensors(view: FileView, concerned: Callable[[int], bool]) -> Iterator[tuple[Indexed, int, Sequence[ast.expr]]]:
    """The subscripts of tensors that have a part for which `concerned` holds.

    Each with how sure it is that the base is a tensor, and with the source's node of each part.
    """
    for each in indexed(view):
        level = view.tensor(each.base)
        if level is not None and any(map(concerned, each.parts)) and (nodes := index_nodes(view, each)):
            yield each, level, nodes


def origin(view: FileView, index: int) -> int:
    """The expression that a thing began as, before stores to its elements."""
    e = view.expression(index)
    while isinstance(e, ex.Grown) and e.container >= 0:
        index = e.container
        e = view.expression(index)
    return index


def origins(view: FileView, index: int) -> set[int]:
    """The expressions that a thing may have begun as, before stores to its elements, whichever branch was taken."""
    found, seen, waiting = set[int](), set[int](), [index]
    while waiting:
        index = waiting.pop()
        if index < 0 or index in seen:
            continue
        seen.add(index)
        match view.expression(index):
            case ex.Grown(container=inner) | ex.Narrowed(value=inner) if inner >= 0:
                waiting.append(inner)
            case ex.Join(values=parts):
                waiting += parts
            case ex.Phi(slot):
                waiting += view.facts.slots[slot]
            case _:
                found.add(index)
    return found


def index_nodes(view: FileView, found: Indexed) -> Sequence[ast.expr]:
    """What the source has for each part of a key; nothing where that does not come out even."""
    node = subscript_node(view, found)
    index = node.slice if node else None
    nodes = index.elts if isinstance(index, ast.Tuple) else [index] if index else []
    return nodes if len(nodes) == len(found.parts) else []


def bounds(view: FileView, part: int, node: ast.expr) -> Iterator[tuple[int, ast.expr]]:
    """The bounds of a slice that are written, each with its node; nothing for another part of a key."""
    e = view.expression(part)
    if isinstance(e, ex.Slice) and isinstance(node, ast.Slice):
        for bound, text in zip((e.lower, e.upper, e.step), (node.lower, node.upper, node.step), strict=True):
            if bound >= 0 and text is not None:
                yield bound, text


def subscript_node(view: FileView, found: Indexed) -> ast.Subscript | None:
    """The subscript in the source; None where that is not seen."""
    node = next(iter(view.syntax.at((found.place.start, found.place.end))), None)
    return node if isinstance(node, ast.Subscript) else None


def gathers(view: FileView, key: int) -> bool:
    """Whether an index gathers, which makes a copy in torch."""
    return any(view.tensor(part) is not None or isinstance(view.expression(part), ex.ListDisplay) for part in keys(view, key))


def tensor_subscripts(view: FileView) -> Iterator[tuple[Subscription, int]]:
    """Reads of tensors by subscript, with how sure it is that the base is a tensor."""
    for subscription in subscriptions(view):
        level = view.tensor(subscription.base)
        if level is not None:
            yield subscription, level


def is_slice(view: FileView, key: int) -> bool:
    """Whether a part of a subscript's key is a slice."""
    return isinstance(view.expression(key), ex.Slice)


def is_changed(view: FileView, span: Span) -> bool:
    """Whether a subscript is the target of an augmented assignment, `x[::2] += y`, where no other expression can stand."""
    match view.syntax.at(span)[:2]:
        case [ast.Subscript() as read, ast.AugAssign(target=target)]:
            return target is read
    return False
