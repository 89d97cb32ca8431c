"""Applies the mending code of hazards to expressions: code around or instead of them, or a call instead of an operator or another call."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import replace

from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.edits import inside
from mindaudit.rewrite.text.marks import tokens
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import nodes, parsed

OF_NUMPY = "MA505"
FORMATTED = "MA508"
OF_BYTES = "MA509"
GATHERED = "MA510"
MAGNITUDE = "MA511"
LAMBDA = "MA437"
DIVIDED = "MA453"
INTEGERS = "MA519"
VARIABLE = "MA534"
UNPACKED = "MA455"
SUMMED = "MA522"
EMPTY_SLICE = "MA523"
MASK = "MA524"
EMPTY_LIST = "MA525"
COMPLEX = "MA507"
FILTERED = "MA479"
ZIPPED = "MA480"
_WRAPPED = (
    *(OF_NUMPY, FORMATTED, OF_BYTES, GATHERED, MAGNITUDE, LAMBDA, DIVIDED, INTEGERS, UNPACKED, SUMMED, EMPTY_SLICE, MASK),
    *(EMPTY_LIST, COMPLEX, FILTERED, ZIPPED, VARIABLE),
)
"""What is mended by code around an expression."""
BITS = "MA512"
POWER = "MA529"
ZERO_DIM = "MA531"
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
LIBRARY = "MA451"
PROPERTY = "MA476"
ITEMS = "MA477"
MIXED = "MA482"
NAMED = "MA433"
RAISED = "MA426"
REPLACED = (
    *(SUPER, CONTAINER, IDENTITY, UPDATE, TEXT, GRADIENT, ABSTRACT, MADE, COMPARED, KEYS, ORDER, BITS, STEP, LIBRARY, PROPERTY),
    *(ITEMS, MIXED, NAMED, RAISED),
)
"""What is mended by other code in the place of an expression."""
INDEX = "index_of_numpy"
INDEX_OF_BYTES = "index_of_bytes"
"""The recipe for an index that may be a mask of bytes."""
NUMBER = "plain_number"
"""The recipe for what may be a tensor or a number."""
_TENSOR_OF = "mindspore.tensor("
_TENSOR_OF_LIST = "mindspore.tensor(list("
_ALL = ", ..."
_NAME = re.compile(r"\w+(\.\w+)*")
_CALLED_INSTEAD = {"MA513": "dtype_text", "MA530": "get_by_name"}
"""The recipes that are called instead of a function, by the code of the hazard."""
_EAGER = frozenset({"get_by_name"})
"""Those of them that graph mode does not compile."""
_GAP = r"(?:\s|\\\n)*"
_OPERATOR = re.compile(rf"[\s)]*?(?P<sign>{_GAP}(?:\*\*|[-+*/]|<<|>>){_GAP})[\s(]*")
"""What stands between two operands, with their parentheses and the ends of continued lines; comments are left to a person."""
_NAMES: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "div", ast.Pow: "pow"}
"""The operators for which there are recipes by what they are about: `complex_add`, `zero_dim_add`."""
_SHIFTS: dict[type[ast.operator], str] = {ast.LShift: "ops.bitwise_left_shift", ast.RShift: "ops.bitwise_right_shift"}


def wrapped(text: str, hazards: Sequence[Hazard], recipes: bool) -> Iterator[Change]:
    """Expressions with the mending code around them; arrays and lists of NumPy's may be of floats, which a recipe tells.

    What is formatted and may be a number as well is left to a recipe, too.
    """
    of_numpy = {each.mitigation.replaces for each in hazards if each.code == OF_NUMPY and each.mitigation}
    for hazard in hazards:
        if hazard.code in _WRAPPED and (change := _wrapped(hazard, text)):
            (start, _), (end, _) = change.pieces
            recipe = _recipe(hazard, change, text) if recipes else ""
            if recipe:
                yield replace(change, pieces=((start, f"{recipe}("), (end, ")")), recipe=recipe)
            elif hazard.code == EMPTY_LIST and change.span in of_numpy:
                yield replace(change, pieces=((start, ""), (end, _rest(hazard))))
            else:
                yield change


def _recipe(hazard: Hazard, change: Change, text: str) -> str:
    """The recipe that is called with an expression instead of what the hazard puts around it; "" for none."""
    if hazard.code == FORMATTED:
        return NUMBER if hazard.certainty != "certain" else ""
    before = change.pieces[0][1]
    if hazard.code == OF_BYTES:
        return INDEX_OF_BYTES if before.endswith(" else ") else ""
    is_name = before == _TENSOR_OF and _NAME.fullmatch(text[slice(*change.span)])
    return INDEX if hazard.code == OF_NUMPY and (is_name or before == _TENSOR_OF_LIST) else ""


def _rest(hazard: Hazard) -> str:
    """What follows the tensor that a list becomes, which may be empty, in the code for an empty list."""
    return _ALL if hazard.mitigation and hazard.mitigation.code.endswith(_ALL) else ""


def _wrapped(hazard: Hazard, text: str) -> Change | None:
    """An expression with the mending code around it."""
    if hazard.mitigation is None or hazard.mitigation.replaces is None:
        return None
    start, end = hazard.mitigation.replaces
    before, _, after = hazard.mitigation.code.rpartition(text[start:end])
    return Change((start, end), (((start, start), before), ((end, end), after)), hazard)


def replaced(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The mending code instead of an expression, with the text of those operands that it keeps."""
    found = {span: hazard for code in REPLACED for span, hazard in refused(hazards, code).items()}
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


def called_instead(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """The calls for which a recipe is called instead, with the same arguments."""
    told = {each.span: each for each in hazards if each.code in _CALLED_INSTEAD}
    for node in nodes(parsed(text)) if told else ():
        if isinstance(node, ast.Call) and (hazard := told.get(span := places.span(node))):
            recipe = _CALLED_INSTEAD[hazard.code]
            if recipe in _EAGER and not places.is_eager(span[0]):
                continue
            yield Change(span, ((places.span(node.func), recipe), ((span[1], span[1]), "")), hazard, recipe)


def operations(text: str, hazards: Sequence[Hazard], places: Places, recipes: bool) -> Iterator[Change]:
    """Operations as calls of recipes or of functions of MindSpore's."""
    by_span = {each.span: each for each in hazards if each.code == BITS or (recipes and each.code in (COMPLEX, POWER, ZERO_DIM))}
    for node in nodes(parsed(text)) if by_span else ():
        if isinstance(node, ast.BinOp) and (hazard := by_span.get(places.span(node))) and (change := _by_call(node, hazard, text, places)):
            yield change


def recipe_of(kind: str, operator: ast.operator) -> str:
    """The recipe of an operator; "" where there is none."""
    name = _NAMES.get(type(operator), "")
    return f"{kind}_{name}" if name else ""


def _by_call(node: ast.BinOp, hazard: Hazard, text: str, places: Places) -> Change | None:
    """An operation as the call of a recipe or of a function of MindSpore's."""
    start, end = places.span(node)
    between = (places.span(node.left)[1], places.span(node.right)[0])
    operator = _OPERATOR.fullmatch(text[slice(*between)])
    called = recipe_of("complex", node.op) if hazard.code == COMPLEX else _SHIFTS.get(type(node.op), "")
    if hazard.code == ZERO_DIM:
        called = recipe_of("zero_dim", node.op)
    if hazard.code == POWER and hazard.mitigation and hazard.severity != "note":
        called = hazard.mitigation.code.partition("(")[0]
    if operator is None or not called:
        return None
    comma = (between[0] + operator.start("sign"), between[0] + operator.end("sign"))
    recipe = "" if "." in called else called
    return Change((start, end), (((start, start), f"{called}("), (comma, ", "), ((end, end), ")")), hazard, recipe)
