"""Hazards whose mending the rewriter writes itself.

- Of a mask of several dimensions MindSpore reads `x[mask, :]` wrongly; `x[mask]` is the same.
- Arrays and numbers of numpy become tensors where they are indices.
- An operator between complex and real numbers becomes a recipe.
- Parts of a result that are read by name are read by number, or named by a recipe.
- `map` with a function that reads local variables becomes a comprehension where the graph compiler asks for it.
- A set that is asked for a member becomes a tuple in graphs.
- A device that is unpacked beside sizes becomes a recipe.
- What a list pops inside of an expression gets a name before it in graphs.
- A name that one side of a branch binds is bound in front of it in graphs.
- What is stored through a selection that may be empty is stored only where it is not.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from mindaudit.classify.splice import Splicer, inner_first
from mindaudit.classify.table import Table
from mindaudit.model import Hazard, Span, Usage
from mindaudit.rewrite.edits import Edits, inside, newline, spliced
from mindaudit.rewrite.half_bound import bound_before
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.popped import popped
from mindaudit.rewrite.trees import nodes, parsed

MASKED = "MA203"
OF_NUMPY = "MA505"
EMPTY = "MA506"
COMPLEX = "MA507"
MAPPED = "MA413"
SET = "MA408"
DEVICE = "MA432"
DEVICE_TEXT = "device_text"
"""The recipe that gives a tensor's device in graphs."""
NAMED = "named_result"
"""The recipe that gives the parts of a result their names."""
_OPERATOR = re.compile(r"[\s)]*?(?P<sign>\s*[-+*/]\s*)[\s(]*")
"""What stands between two operands, with their parentheses; comments and continued lines are left to a person."""
_ATOMS = (ast.Name, ast.Attribute, ast.Call, ast.Subscript, ast.Tuple, ast.List, ast.ListComp)
"""What needs no parentheses after `in`."""
_OPERATORS = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div"}


@dataclass(frozen=True, slots=True)
class Change:
    """What is written around and inside an expression that stays, so that changes and substitutions can lie in one another."""

    span: Span
    pieces: tuple[tuple[Span, str], ...]
    """From left to right; the first begins the span and the last ends it."""
    hazard: Hazard | None = None
    recipe: str = ""

    def text(self, splicer: Splicer) -> str:
        """The changed expression, with what is inside it as the splicer has it."""
        found, position = [], self.span[0]
        for (start, end), new in self.pieces:
            found += [splicer.render((position, start)) if position < start else "", new]
            position = end
        return "".join(found)


def changes(
    text: str, usages: Sequence[Usage], hazards: Sequence[Hazard], places: Places, table: Table, recipes: bool, mode: str
) -> list[Change]:
    """The changes that mend hazards of a file and read parts of results by number, each after those inside it."""
    by_span = {each.span: each for each in hazards if each.code == COMPLEX} if recipes else {}
    found = [change for hazard in hazards if hazard.code == OF_NUMPY and (change := _as_tensor(hazard, text))]
    found += [_device(hazard, text) for hazard in hazards if hazard.code == DEVICE and recipes]
    found += _comprehensions(text, usages, hazards, places) if mode == "graph" else ()
    found += [Change(each.hazard.span, ((each.hazard.span, each.name),), each.hazard) for each in popped(text, hazards, places)]
    if sets := {each.span: each for each in hazards if each.code == SET and each.severity == "error"}:
        tests = (node for node in nodes(parsed(text)) if isinstance(node, ast.Compare))
        found += [change for node in tests if (change := _membership(node, sets, text, places))]
    if named := {usage.span: fields for usage in usages if (fields := _fields(usage, table))}:
        found += _named(text, named, places, recipes)
    if by_span:
        operations = ((node, places.span(node)) for node in nodes(parsed(text)) if isinstance(node, ast.BinOp))
        found += [change for node, span in operations if span in by_span and (change := _by_recipe(node, by_span[span], text, places))]
    return sorted(found, key=lambda change: inner_first(change.span))


def _fields(usage: Usage, table: Table) -> list[str]:
    """The names of the parts of a result that is read by name, nothing where it has none."""
    api = table.torch_api(usage.torch_name) if usage.kind == "call" and usage.result_named else None
    parts = re.search(r"namedtuple\(([^)]*)\)", api.returns) if api else None
    return re.findall(r"(\w+)=", parts[1]) if parts else []


def _named(text: str, named: Mapping[Span, Sequence[str]], places: Places, recipes: bool) -> Iterator[Change]:
    """Results whose parts are read by name, `named` by the span of the call: MindSpore's functions give plain tuples.

    `torch.max(x, 1).values` is read by its number; of a variable the recipe names the parts.
    """
    tree = parsed(text)
    read = {(node.value.id, node.attr) for node in nodes(tree) if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)}
    for node in nodes(tree):
        match node:
            case ast.Attribute(value=value, attr=attr) if attr in named.get(places.span(value), ()):
                span = places.span(node)
                dot = text.rindex(".", *span)
                yield Change(span, (((dot, span[1]), f"[{named[places.span(value)].index(attr)}]"),))
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if recipes:
                start, end = span = places.span(value)
                fields = named.get(span, [])
                if any((name, field) in read for field in fields):
                    names = ", ".join(f'"{field}"' for field in fields)
                    yield Change(span, (((start, start), f"{NAMED}("), ((end, end), f", {names})")), recipe=NAMED)


def _as_tensor(hazard: Hazard, text: str) -> Change | None:
    """An index of numpy as a tensor: the mending code around the index."""
    if hazard.mitigation is None or hazard.mitigation.replaces is None:
        return None
    start, end = hazard.mitigation.replaces
    before, _, after = hazard.mitigation.code.rpartition(text[start:end])
    return Change((start, end), (((start, start), before), ((end, end), after)), hazard)


def _comprehensions(text: str, usages: Sequence[Usage], hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`map` that the graph compiler refuses, or would where a lambda's call of a tensor's method becomes that of a function."""
    mapped = {each.span: each for each in hazards if each.code == MAPPED and each.severity == "error"}
    called = [usage.span for usage in usages if usage.kind == "call" and usage.context == "network" and usage.receiver]
    for node in nodes(parsed(text)) if mapped or called else ():
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "map" and node.args:
            function = places.span(node.args[0])
            methods = isinstance(node.args[0], ast.Lambda) and any(inside(span, [function]) for span in called)
            if (hazard := mapped.get(places.span(node))) or methods:
                change = _comprehension(node, hazard, places)
                if change and not any("#" in text[slice(*span)] for span, _ in change.pieces):
                    yield change


def _comprehension(node: ast.Call, hazard: Hazard | None, places: Places) -> Change | None:
    """`map(lambda x: …, xs)` or `map(f, xs)` as a list of the same elements; several iterables are zipped."""
    match node:
        case ast.Call(func=ast.Name(id="map"), args=[function, first, *rest], keywords=[]):
            names = _parameters(function, 1 + len(rest))
        case _:
            return None
    if not names:
        return None
    span, body = places.span(node), places.span(function.body if isinstance(function, ast.Lambda) else function)
    items, begin, end = ", ".join(names), places.span(first)[0], places.span((first, *rest)[-1])[1]
    call = "" if isinstance(function, ast.Lambda) else f"({items})"
    opened, closed = ("zip(", ")") if rest else ("", "") if isinstance(first, _ATOMS) else ("(", ")")
    pieces = ((span[0], body[0]), "["), ((body[1], begin), f"{call} for {items} in {opened}"), ((end, span[1]), f"{closed}]")
    return Change(span, pieces, hazard)


def _parameters(function: ast.expr, count: int) -> list[str]:
    """What the elements are called that a function is mapped over; empty for one that is not so simple."""
    match function:
        case ast.Lambda(args=ast.arguments(posonlyargs=[], args=names, vararg=None, kwonlyargs=[], kwarg=None, defaults=[])):
            return [name.arg for name in names] if len(names) == count else []
        case ast.Name() | ast.Attribute():
            return ["item"] if count == 1 else [f"item{number}" for number in range(count)]
    return []


def _membership(node: ast.Compare, sets: Mapping[Span, Hazard], text: str, places: Places) -> Change | None:
    """A set that is only asked for a member as a tuple, a comprehension as a list."""
    match node:
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Set() | ast.SetComp() as found]):
            start, end = span = places.span(found)
            single = isinstance(found, ast.Set) and len(found.elts) == 1 and not text[start : end - 1].rstrip().endswith(",")
            brackets = "()" if isinstance(found, ast.Set) else "[]"
            pieces = ((start, start + 1), brackets[0]), ((end - 1, end), f"{',' * single}{brackets[1]}")
            return Change(span, pieces, sets[span]) if span in sets else None
    return None


def _device(hazard: Hazard, text: str) -> Change:
    """`x.device` as the call of a recipe."""
    start, end = hazard.span
    dot = text.rindex(".", start, end)
    return Change(hazard.span, (((start, start), f"{DEVICE_TEXT}("), ((dot, end), ")")), hazard, DEVICE_TEXT)


def _by_recipe(node: ast.BinOp, hazard: Hazard, text: str, places: Places) -> Change | None:
    """An operation between complex and real numbers as the call of a recipe."""
    start, end = places.span(node)
    between = (places.span(node.left)[1], places.span(node.right)[0])
    operator = _OPERATOR.fullmatch(text[slice(*between)])
    if operator is None or type(node.op) not in _OPERATORS:
        return None
    recipe = f"complex_{_OPERATORS[type(node.op)]}"
    comma = (between[0] + operator.start("sign"), between[0] + operator.end("sign"))
    return Change((start, end), (((start, start), f"{recipe}("), (comma, ", "), ((end, end), ")")), hazard, recipe)


def add_mended(text: str, edits: Edits, hazards: Sequence[Hazard], mended: Sequence[Change], places: Places, mode: str) -> list[Hazard]:
    """Adds what is not inside a substitution; gives back the hazards that a person still has to look at."""
    covered = [span for span, _ in edits.replaced]
    edits.replaced += [(span, "") for span in _whole_dimensions(text, hazards, places) if not inside(span, covered)]
    edits.recipes |= {change.recipe for change in mended if change.recipe}
    outside = [change for change in mended if not inside(change.span, [span for span in covered if span != change.span])]
    edits.replaced += [piece for change in reversed(outside) for piece in change.pieces[:-1]]
    edits.replaced += [change.pieces[-1] for change in outside]
    bound = bound_before(text, hazards, places)
    edits.replaced += sorted(set(bound.values()))
    edits.replaced += [((each.place, each.place), each.statement) for each in popped(text, hazards, places)]
    done = [*(change.hazard for change in mended), *bound]
    return [each for each in hazards if each not in done and not (mode == "pynative" and _guarded(each, text, edits))]


def _guarded(hazard: Hazard, text: str, edits: Edits) -> bool:
    """Whether a store now stands under a test of what it selects: a statement alone in its line, of which nothing else changes."""
    statement = hazard.mitigation.replaces if hazard.mitigation else None
    if hazard.code != EMPTY or statement is None:
        return False
    first = text.rfind("\n", 0, statement[0]) + 1
    indent, rest = text[first : statement[0]], text[statement[1] :].partition("\n")[0].lstrip()
    if indent.strip() or (rest and not rest.startswith("#")):
        return False
    start, end = hazard.span
    inner = [((place[0] - start, place[1] - start), new) for place, new in edits.replaced if start <= place[0] and place[1] <= end]
    target = spliced(text[start:end], Edits(inner))
    edits.replaced.append(((statement[0], statement[0]), f"if {target}.size:{newline(text)}{indent}    "))
    return True


def _whole_dimensions(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Span]:
    """The parts `, :` and `, ...` that follow what is a mask somewhere in the file, where nothing else follows."""
    found = [node for node in nodes(parsed(text)) if isinstance(node, ast.Subscript) and _is_followed(node)]
    reads = {each.span for each in hazards if each.code == MASKED}
    masks = {_mask(node) for node in found if places.span(node) in reads}
    for node in found:
        if _mask(node) in masks and isinstance(node.slice, ast.Tuple):
            yield places.span(node.slice.elts[0])[1], places.span(node.slice.elts[-1])[1]


def _mask(node: ast.Subscript) -> str:
    return ast.unparse(node.slice.elts[0]) if isinstance(node.slice, ast.Tuple) else ""


def _is_followed(node: ast.Subscript) -> bool:
    """Whether an index has one part and then whole dimensions alone."""
    return isinstance(node.slice, ast.Tuple) and len(node.slice.elts) > 1 and all(map(_is_whole, node.slice.elts[1:]))


def _is_whole(part: ast.expr) -> bool:
    if isinstance(part, ast.Slice):
        return part.lower is part.upper is part.step is None
    return isinstance(part, ast.Constant) and part.value is ...
