"""Changes expressions that graph mode does not support into equivalent ones that it supports.

- `map` with a function that reads other names than its own, or with a `partial` over tuples, becomes a comprehension.
- `zip` with `strict` becomes a recipe.
- `filter(None, xs)` becomes a comprehension, `cast(kind, x)` becomes `x`, and `^` of truth values becomes `!=`.
- A set on the right of `in` becomes a tuple, and positional-only parameters become ordinary ones.
- The device of a tensor becomes a recipe, and so does the first of a network's parameters where its dtype or device is read.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindaudit.model import Hazard, Span, Usage
from mindaudit.rewrite.expressions.asked_devices import asked
from mindaudit.rewrite.text.change import Change, called_on_owner, refused
from mindaudit.rewrite.text.edits import inside
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import nodes, parsed

MAPPED = "MA413"
LAMBDA = "MA442"
SET = "MA408"
PARAMETERS = "MA418"
DEVICE = "MA432"
OF_TENSORS = "torch.Tensor.device"
DEVICE_TEXT = "device_text"
"""The recipe that gives a tensor's device in graph mode."""
POSITIONAL = "MA468"
EXCLUSIVE = "MA464"
_XOR = re.compile(r"[\s)]*(?P<sign>\^)[\s(]*")
"""What stands between two operands, with their parentheses; comments and continued lines are left to a person."""
ZIP = "zip_strict"
"""The recipe that compares the lengths of what it zips."""
FIRST_PARAMETER = "first_parameter"
"""The recipe that gives a network's first parameter in graph mode."""
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Tuple, ast.List, ast.ListComp)
"""What needs no parentheses after `in`."""
_FOR = " for item in "


def comprehensions(text: str, usages: Sequence[Usage], hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`map` that graph mode does not support, or would not after a call of a tensor's method in a lambda becomes that of a function."""
    mapped, lost = refused(hazards, MAPPED), refused(hazards, LAMBDA)
    called = [usage.span for usage in usages if usage.kind == "call" and usage.context == "network" and usage.receiver]
    for node in nodes(parsed(text)) if mapped or lost or called else ():
        match node:
            case ast.Call(func=ast.Name(id="map"), args=[function, *iterables], keywords=[]) if iterables:
                whole, mapping = places.span(node), places.span(function)
                methods = isinstance(function, ast.Lambda) and any(inside(span, [mapping]) for span in called)
                told = [span[each] for span, each in ((mapped, whole), (lost, mapping)) if each in span]
                if told or methods:
                    element = _element(told[0], text[slice(*mapping)]) if told and not isinstance(function, ast.Lambda) else ""
                    change = _written(whole, element, iterables, places) if element else _comprehension(whole, function, iterables, places)
                    if change and not any("#" in text[slice(*span)] for span, _ in change.pieces):
                        yield replace(change, hazard=told[0] if told else None, others=tuple(told[1:]))


def _element(hazard: Hazard, function: str) -> str:
    """The call of what is behind a `partial`, where that is written instead of a call of the `partial`; "" where it is not."""
    element = hazard.mitigation.code[1:].partition(_FOR)[0] if hazard.mitigation else ""
    return "" if element.startswith(f"({function})(") else element


def _written(span: Span, element: str, iterables: Sequence[ast.expr], places: Places) -> Change:
    """A comprehension with this element over one iterable."""
    begin, end = places.span(iterables[0])
    opened, closed = ("", "") if isinstance(iterables[0], _ATOMS) else ("(", ")")
    return Change(span, (((span[0], begin), f"[{element}{_FOR}{opened}"), ((end, span[1]), f"{closed}]")))


def _comprehension(span: Span, function: ast.expr, iterables: Sequence[ast.expr], places: Places) -> Change | None:
    """`map(lambda x: …, xs)` or `map(f, xs)` as a list of the same elements; several iterables are zipped."""
    names = _parameters(function, len(iterables))
    if not names:
        return None
    first, *rest = iterables
    body = places.span(function.body if isinstance(function, ast.Lambda) else function)
    items, begin, end = ", ".join(names), places.span(first)[0], places.span(iterables[-1])[1]
    call = "" if isinstance(function, ast.Lambda) else f"({items})"
    opened, closed = ("zip(", ")") if rest else ("", "") if isinstance(first, _ATOMS) else ("(", ")")
    pieces = ((span[0], body[0]), "["), ((body[1], begin), f"{call} for {items} in {opened}"), ((end, span[1]), f"{closed}]")
    return Change(span, pieces)


def _parameters(function: ast.expr, count: int) -> list[str]:
    """The names of the elements over which a function is mapped; empty if they are not simple names."""
    match function:
        case ast.Lambda(args=ast.arguments(posonlyargs=[], args=names, vararg=None, kwonlyargs=[], kwarg=None, defaults=[])):
            return [name.arg for name in names] if len(names) == count else []
        case ast.Name() | ast.Attribute() | ast.Call():
            taken = {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}
            name = next(each for each in ("item", "each", "part") if not any(other.startswith(each) for other in taken))
            return [name] if count == 1 else [f"{name}{number}" for number in range(count)]
    return []


def memberships(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """Sets that are used only for `in` as tuples, comprehensions as lists; also through a name that is used only so or printed."""
    sets = refused(hazards, SET)
    tree = nodes(parsed(text)) if sets else ()
    named = [found for node in tree if isinstance(node, ast.FunctionDef) for found in _asked_by_name(node)]
    asked = [found for node in tree if isinstance(node, ast.Compare) for found in _members(node)]
    for found in dict.fromkeys([*asked, *named]):  # those of a function are also those of the one around it
        if (span := places.span(found)) in sets:
            start, end = span
            single = isinstance(found, ast.Set) and len(found.elts) == 1 and not text[start : end - 1].rstrip().endswith(",")
            brackets = "()" if isinstance(found, ast.Set) else "[]"
            pieces = ((start, start + 1), brackets[0]), ((end - 1, end), f"{',' * single}{brackets[1]}")
            yield Change(span, pieces, sets[span])


def _members(node: ast.Compare) -> list[ast.expr]:
    """The right side of an `in` comparison."""
    return node.comparators if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn) else []


def _asked_by_name(function: ast.FunctionDef) -> Iterator[ast.Set]:
    """The sets to which a local name is always bound, and that are used only for `in` or printed."""
    inner = [*ast.walk(function)]
    asked = {part for node in inner if isinstance(node, ast.Compare) for part in _members(node)}
    shown = {
        part.value for node in inner if isinstance(node, ast.JoinedStr) for part in node.values if isinstance(part, ast.FormattedValue)
    }
    for node in inner:
        match node:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=ast.Set() as found):
                others = {other for other in inner if isinstance(other, ast.Name) and other.id == name} - {target}
                if others <= asked | shown:
                    yield found


def devices(text: str, usages: Sequence[Usage], hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`x.device` as the call of a recipe: as an attribute it makes what it goes to unknown to the compiler.

    Devices of which something is read, there or under a name, are objects already, by another recipe.
    """
    told = refused(hazards, DEVICE)
    read = (usage.span for usage in usages if usage.torch_name == OF_TENSORS and usage.kind == "attribute" and usage.context == "network")
    objects = {places.span(node) for node in asked(places)} if told or read else ()
    for span in dict.fromkeys((*told, *read)):
        if span not in objects:
            yield called_on_owner(text, span, DEVICE_TEXT, told.get(span))


def zips(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`zip(a, b, strict=True)` as the call of a recipe, `zip(a, b, strict=False)` without the keyword."""
    refusals = refused(hazards, MAPPED)
    for node in nodes(parsed(text)) if refusals else ():
        match node:
            case ast.Call(
                func=ast.Name(id="zip") as function,
                args=[*_, last],
                keywords=[ast.keyword(arg="strict", value=ast.Constant(value) as given)],
            ) if (span := places.span(node)) in refusals:
                kept, removed = places.span(last)[1], places.span(given)[1]
                name = ZIP if value else "zip"
                pieces = (places.span(function), name), ((kept, removed), ""), ((span[1] - 1, span[1]), ")")
                yield Change(span, pieces, refusals[span], ZIP if value else "")


def filters(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`filter(None, xs)` as a comprehension of the true elements."""
    refusals = refused(hazards, MAPPED)
    for node in nodes(parsed(text)) if refusals else ():
        match node:
            case ast.Call(func=ast.Name(id="filter"), args=[_, items], keywords=[]) if (span := places.span(node)) in refusals:
                (start, end), inner = span, places.span(items)
                opened, closed = ("", "") if isinstance(items, _ATOMS) else ("(", ")")
                pieces = ((start, inner[0]), f"[item for item in {opened}"), ((inner[1], end), f"{closed} if bool(item)]")
                if not any("#" in text[slice(*each)] for each, _ in pieces):
                    yield Change(span, pieces, refusals[span])


def casts(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`cast(kind, x)` as `x`."""
    refusals = refused(hazards, MAPPED)
    for node in nodes(parsed(text)) if refusals else ():
        match node:
            case ast.Call(func=ast.Name(id="cast") | ast.Attribute(attr="cast"), args=[_, value]) if places.span(node) in refusals:
                span, inner = places.span(node), places.span(value)
                opened, closed = ("", "") if isinstance(value, _ATOMS) else ("(", ")")
                pieces = ((span[0], inner[0]), opened), ((inner[1], span[1]), closed)
                if not any("#" in text[slice(*each)] for each, _ in pieces):
                    yield Change(span, pieces, refusals[span])


def differences(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`^` of truth values as `!=`, which binds less."""
    refusals = refused(hazards, EXCLUSIVE)
    tree = nodes(parsed(text)) if refusals else ()
    operands = {part for node in tree if isinstance(node, ast.BinOp | ast.Compare | ast.UnaryOp) for part in ast.iter_child_nodes(node)}
    for node in tree:
        match node:
            case ast.BinOp(op=ast.BitXor()) if (span := places.span(node)) in refusals:
                between = places.span(node.left)[1], places.span(node.right)[0]
                if (sign := _XOR.fullmatch(text[slice(*between)])) is not None:
                    is_open = node in operands and text[span[0] - 1] + text[span[1] : span[1] + 1] != "()"
                    opened, closed = ("(", ")") if is_open else ("", "")
                    place = between[0] + sign.start("sign")
                    pieces = ((span[0], span[0]), opened), ((place, place + 1), "!="), ((span[1], span[1]), closed)
                    yield Change(span, pieces, refusals[span])


def plain_parameters(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """Parameters without the `/`, in functions that take no keywords of any name."""
    for span, hazard in refused(hazards, POSITIONAL).items():
        around = [node for node in nodes(parsed(text)) if isinstance(node, ast.FunctionDef) and inside(span, [places.span(node)])]
        if around and around[-1].args.kwarg is None:
            yield Change(span, ((span, ""),), hazard)


def first_parameters(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`next(network.parameters())` as the call of a recipe, where its dtype or device is read."""
    refusals, iterated = refused(hazards, MAPPED), refused(hazards, PARAMETERS)
    for node in nodes(parsed(text)) if refusals else ():
        match node:
            case ast.Attribute(
                value=ast.Call(
                    func=ast.Name(id="next"), args=[ast.Call(func=ast.Attribute(value=network, attr="parameters"), args=[])]
                ) as first,
                attr="dtype" | "device",
            ) if (span := places.span(first)) in refusals:
                start, end = places.span(network)
                pieces: tuple[tuple[Span, str], ...] = ((span[0], start), f"{FIRST_PARAMETER}("), ((end, span[1]), ")")
                if isinstance(network, ast.Attribute) and is_own(network.value):  # it may be a list of networks
                    pieces = ((span, f'{FIRST_PARAMETER}(self, "{network.attr}")'),)
                others = tuple(hazard for inner, hazard in iterated.items() if inside(inner, [span]))
                yield Change(span, pieces, refusals[span], FIRST_PARAMETER, others=others)
