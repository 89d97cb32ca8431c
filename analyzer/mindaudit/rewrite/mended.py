"""Hazards whose mending the rewriter writes itself.

- Indices of which MindSpore makes another shape are written in steps, stores through a mask behind `...` by masked_fill (masked_stores.py).
- Arrays and numbers of numpy become tensors where they are indices, masks of bytes become truth values, and tensors become numbers where
  strings format them. What is gathered and then stored into is copied. Ranges that graphs divide become floating point numbers,
  gradients stop at casts to integers. A tensor that graphs unpack as arguments becomes the list of its parts.
  Sums of masks become floating-point numbers.
- Beside an operator, a recipe makes numbers and tensors of what NumPy holds (numpy_operands.py).
- An operator between complex and real numbers becomes a recipe, a shift of a tensor and `~` of integers a function.
- `str` of a dtype becomes a recipe that writes torch's text.
- Parts of a result that are read by name are read by number, or named by a recipe (result_parts.py).
- What the graph compiler refuses is written as it takes it (for_graphs.py).
- Builtins that graphs leave to Python, and `functools.wraps`, which they see through, become recipes (called_recipes.py).
- What a list pops inside of an expression gets a name before it in graphs.
- The class of a module is read as its attribute in graphs, and compared by a recipe (module_classes.py).
- `super()` of a class with subclasses names its class, modules and settings of a dict are read by their keys, members of
  enumerations are compared by value. What may be a list is asked for its class before it is compared with a number.
- A text that `%` formats over several lines stands in one, f-strings that graphs write otherwise call `format`.
- A lambda that graphs call stands in a line of its own; one that graphs make becomes a function where they lose it (local_functions.py).
- A name that one side of a branch or a loop binds is bound in front of it in graphs.
- Loops with `else`, and comprehensions with two loops (loops.py); `match`, and what a test assigns first (branches.py).
- An attribute that a graph writes and reads in one function gets a local name (attribute_locals.py).
- What is stored into a view as a whole, in PyNative mode, is stored into a slice of it, which writes through.
- What is written to `.data` of a parameter or buffer is written to itself in graphs, to a view that they refuse anew (written_state.py).
- Lines left of their function are indented for graphs (margins.py).
- A function that a method of its name calls gets a second name for graphs (own_names.py).
- `del` of names is left away in graphs; what `no_grad` encloses goes through `stop_gradient` (gradient_scopes.py).
- What methods of containers change is made anew in graphs, or changed in a way that they take, in a statement of its own.
- Slices with a step on an axis between others take it where that axis comes first, on CPU.
- What is stored through a selection that may be empty is stored only where it is not.
"""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator, Sequence

from mindaudit.classify.splice import inner_first
from mindaudit.classify.table import Table
from mindaudit.model import Hazard, Span, Usage
from mindaudit.rewrite.attribute_locals import attribute_locals
from mindaudit.rewrite.branches import assigned_before, chains
from mindaudit.rewrite.called_recipes import called_recipes
from mindaudit.rewrite.change import Change, refused
from mindaudit.rewrite.deleted import without_deletions
from mindaudit.rewrite.edits import Edits, indent_before, inside, is_last, newline, part
from mindaudit.rewrite.for_graphs import (
    casts,
    comprehensions,
    devices,
    differences,
    filters,
    first_parameters,
    memberships,
    plain_parameters,
    zips,
)
from mindaudit.rewrite.gradient_scopes import without_gradients
from mindaudit.rewrite.gradient_state import begun_loops, data_stores, gradient_state, learned_steps
from mindaudit.rewrite.half_bound import bound_before
from mindaudit.rewrite.joined_lines import joined
from mindaudit.rewrite.local_functions import local_functions
from mindaudit.rewrite.loops import one_in_another, without_else
from mindaudit.rewrite.margins import indented
from mindaudit.rewrite.marks import tokens
from mindaudit.rewrite.masked_stores import masked_stores
from mindaudit.rewrite.module_classes import module_classes
from mindaudit.rewrite.numpy_operands import numpy_operands
from mindaudit.rewrite.own_names import own_names
from mindaudit.rewrite.own_statements import own_statements
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.popped import popped
from mindaudit.rewrite.result_parts import parts_by_number
from mindaudit.rewrite.trees import nodes, parsed
from mindaudit.rewrite.written_state import computed_anew, written_state

OF_NUMPY = "MA505"
FORMATTED = "MA508"
OF_BYTES = "MA509"
GATHERED = "MA510"
MAGNITUDE = "MA511"
LAMBDA = "MA437"
DIVIDED = "MA453"
INTEGERS = "MA519"
UNPACKED = "MA455"
SUMMED = "MA522"
_WRAPPED = (OF_NUMPY, FORMATTED, OF_BYTES, GATHERED, MAGNITUDE, LAMBDA, DIVIDED, INTEGERS, UNPACKED, SUMMED)
"""What is mended by code around an expression."""
EMPTY = "MA506"
COMPLEX = "MA507"
BITS = "MA512"
VIEW = "MA612"
SUPER = "MA434"
CONTAINER = "MA438"
IDENTITY = "MA414"
UPDATE = "MA416"
TEXT = "MA439"
GRADIENT = "MA465"
ABSTRACT = "MA466"
MADE = "MA421"
COMPARED = "MA449"
KEYS = "MA450"
ORDER = "MA515"
STEP = "MA521"
_REPLACED = (SUPER, CONTAINER, IDENTITY, UPDATE, TEXT, GRADIENT, ABSTRACT, MADE, COMPARED, KEYS, ORDER, BITS, STEP)
"""What is mended by other code in the place of an expression."""
_CALLED_INSTEAD = {"MA513": "dtype_text"}
"""The recipes that are called in the place of a function, by what is told about the call."""
_OPERATOR = re.compile(r"[\s)]*?(?P<sign>\s*(?:[-+*/]|<<|>>)\s*)[\s(]*")
"""What stands between two operands, with their parentheses; comments and continued lines are left to a person."""
_OPERATORS = {
    ast.Add: "complex_add", ast.Sub: "complex_sub", ast.Mult: "complex_mul", ast.Div: "complex_div",
    ast.LShift: "ops.bitwise_left_shift", ast.RShift: "ops.bitwise_right_shift",
}  # fmt: skip


def changes(
    text: str, usages: Sequence[Usage], hazards: Sequence[Hazard], places: Places, table: Table, recipes: bool, mode: str
) -> list[Change]:
    """The changes that mend hazards of a file and read parts of results by number, each after those inside it."""
    by_span = {each.span: each for each in hazards if each.code == BITS or (recipes and each.code == COMPLEX)}
    found = [change for hazard in hazards if hazard.code in _WRAPPED and (change := _wrapped(hazard, text))]
    found += replaced(text, hazards, places)
    found += joined(text, hazards)
    ways = memberships, filters, casts, differences, plain_parameters, popped, without_else, chains, assigned_before, masked_stores
    found += [each for way in ways for each in way(text, hazards, places)]
    found += own_statements(text, hazards, places)
    found += [each.change() for each in local_functions(text, hazards, places)]
    found += own_names(text, hazards, places)
    found += module_classes(text, hazards, places, recipes)
    found += called_instead(text, hazards, places) if recipes else ()
    found += written_through(text, hazards, places) if mode == "pynative" else ()
    found += attribute_locals(text, hazards, places, recipes)
    found += comprehensions(text, usages, hazards, places) if mode == "graph" else ()
    found += without_gradients(text, usages, hazards, places) if recipes else ()
    if recipes and mode == "pynative":
        found += (*gradient_state(text, hazards, places), *data_stores(text, places))
        found += (*learned_steps(text, usages, places), *begun_loops(text, usages, places))
    by_recipes = (first_parameters, called_recipes, zips, one_in_another, numpy_operands)
    found += [each for way in by_recipes for each in way(text, hazards, places)] if recipes else []
    found += devices(text, usages, hazards, places) if recipes and mode == "graph" else ()
    by_graphs = written_state, computed_anew
    found += [each for way in by_graphs for each in way(text, hazards, places)] if mode == "graph" else []
    found += parts_by_number(text, usages, table, places, recipes, mode)
    if by_span:
        operations = ((node, places.span(node)) for node in nodes(parsed(text)) if isinstance(node, ast.BinOp))
        found += [change for node, span in operations if span in by_span and (change := _by_call(node, by_span[span], text, places))]
    return sorted(found, key=lambda change: inner_first(change.span))


def called_instead(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The calls in the place of which a recipe is called, with the same arguments."""
    told = {each.span: each for each in hazards if each.code in _CALLED_INSTEAD}
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.Call) and (hazard := told.get(span := places.span(node))):
            recipe = _CALLED_INSTEAD[hazard.code]
            yield Change(span, ((places.span(node.func), recipe), ((span[1], span[1]), "")), hazard, recipe)


def written_through(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """Stores into a view by `...`, a mask or a list, which reach the view alone, as stores into a slice of it."""
    told = {each.span: each for each in hazards if each.code == VIEW and each.mitigation and each.mitigation.code}
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.Subscript) and (hazard := told.get(places.span(node))):
            end = places.span(node.value)[1]
            yield Change((end, end), (((end, end), "[:]"),), hazard)


def _wrapped(hazard: Hazard, text: str) -> Change | None:
    """An expression with the mending code around it."""
    if hazard.mitigation is None or hazard.mitigation.replaces is None:
        return None
    start, end = hazard.mitigation.replaces
    before, _, after = hazard.mitigation.code.rpartition(text[start:end])
    return Change((start, end), (((start, start), before), ((end, end), after)), hazard)


def replaced(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The mending code in the place of an expression, around those of its operands that it takes over."""
    found = {span: hazard for code in _REPLACED for span, hazard in refused(hazards, code).items()}
    found |= {hazard.span: hazard for hazard in hazards if hazard.code == ORDER}
    told = {span: hazard for span, hazard in found.items() if hazard.mitigation}
    expressions = {places.span(node): node for node in (nodes(parsed(text)) if told else ()) if isinstance(node, ast.expr)}
    comments = [token.span for token in tokens(text) if token.kind == tokenize.COMMENT] if told else []
    for span, hazard in told.items():
        code = hazard.mitigation.code if hazard.mitigation else ""
        pieces = tuple(_around(text, span, code, _operands(expressions.get(span), places)))
        if code and not any(inside(comment, [place for place, _ in pieces]) for comment in comments):
            yield Change(span, pieces, hazard)


def _around(text: str, span: Span, code: str, operands: Sequence[Span]) -> Iterator[tuple[Span, str]]:
    """What stands between operands in new code; from the first one that the code has not, it is in one piece."""
    start, position = span[0], 0
    for first, last in operands:
        place = code.find(text[first:last], position)
        if place < 0:
            break
        yield (start, first), code[position:place]
        start, position = last, place + last - first
    yield (start, span[1]), code[position:]


def _operands(node: ast.AST | None, places: Places) -> list[Span]:
    """The places of a call's arguments, of operands and of an index, if they are more than names and constants: those may change inside."""
    arguments = [*node.args, *(keyword.value for keyword in node.keywords)] if isinstance(node, ast.Call) else []
    arguments += [node.left, node.right] if isinstance(node, ast.BinOp) else [node.operand] if isinstance(node, ast.UnaryOp) else []
    if isinstance(node, ast.Subscript):
        arguments += [node.value, *(node.slice.elts if isinstance(node.slice, ast.Tuple) else ())]
    return [_inner(each, places) for each in arguments if not isinstance(each, ast.Name | ast.Constant | ast.Starred)]


def _inner(node: ast.expr, places: Places) -> Span:
    """The place of an argument; of a generator without its parentheses, which may be those of the call."""
    start, end = places.span(node)
    return (start + 1, end - 1) if isinstance(node, ast.GeneratorExp) else (start, end)


def _by_call(node: ast.BinOp, hazard: Hazard, text: str, places: Places) -> Change | None:
    """An operation as the call of a recipe or of a function of MindSpore's."""
    start, end = places.span(node)
    between = (places.span(node.left)[1], places.span(node.right)[0])
    operator = _OPERATOR.fullmatch(text[slice(*between)])
    if operator is None or type(node.op) not in _OPERATORS:
        return None
    called = _OPERATORS[type(node.op)]
    comma = (between[0] + operator.start("sign"), between[0] + operator.end("sign"))
    recipe = "" if "." in called else called
    return Change((start, end), (((start, start), f"{called}("), (comma, ", "), ((end, end), ")")), hazard, recipe)


def add_mended(text: str, edits: Edits, hazards: Sequence[Hazard], mended: Sequence[Change], places: Places, mode: str) -> list[Hazard]:
    """Adds what is not inside a substitution; gives back the hazards that a person still has to look at."""
    covered = [span for span, _ in edits.replaced]
    edits.recipes |= {change.recipe for change in mended if change.recipe}
    mended = [change for change in mended if not _is_over(change, covered)]
    outside = [change for change in mended if not inside(change.span, [span for span in covered if span != change.span])]
    removed = [span for change in outside for span, new in change.pieces if not new and span[0] < span[1]]
    written = {change: change.written(lambda span: part(text, span, edits)) for change in outside}
    edits.replaced = [(span, new) for span, new in edits.replaced if not inside(span, removed)]
    edits.replaced += [piece for change in reversed(outside) for piece in written[change][:-1]]
    edits.replaced += [written[change][-1] for change in outside]
    lines = bound_before(text, hazards, places) | without_deletions(text, hazards, places)
    lines |= {hazard: edit for hazard, edit in indented(text, hazards, places).items() if not inside(edit[0], covered)}
    edits.replaced += sorted(set(lines.values()))
    edits.replaced += [((place, place), line) for change in mended if change.line for place, line in [change.line]]
    done = [*(hazard for change in mended for hazard in (change.hazard, *change.others)), *lines]
    return [each for each in hazards if each not in done and not (mode == "pynative" and _guarded(each, text, edits))]


def _is_over(change: Change, covered: Sequence[Span]) -> bool:
    """Whether mending code would take the place of a substitution."""
    written = [span for span, new in change.pieces if new and span[0] < span[1]]
    return change.hazard is not None and change.hazard.code in _REPLACED and any(inside(span, written) for span in covered)


def _guarded(hazard: Hazard, text: str, edits: Edits) -> bool:
    """Whether a store now stands under a test of what it selects: a statement alone in its line, of which nothing else changes."""
    statement = hazard.mitigation.replaces if hazard.mitigation else None
    if hazard.code != EMPTY or statement is None:
        return False
    indent = indent_before(text, statement[0])
    if indent is None or not is_last(text, statement[1]):
        return False
    target = part(text, hazard.span, edits)
    edits.replaced.append(((statement[0], statement[0]), f"if {target}.size:{newline(text)}{indent}    "))
    return True
