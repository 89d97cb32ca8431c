"""The origin of an expression's value, as far as its own function shows it."""

from __future__ import annotations

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.indexing import is_slice, keys
from mindaudit.hazards.queries.masks import mask_level
from mindaudit.hazards.queries.reading import reads_data
from mindaudit.resolve.values import atoms as at

_COUNTING = frozenset(
    {"nonzero", "argwhere", "unique", "unique_consecutive", "masked_select", "bincount", "nms", "batched_nms", "repeat_interleave"}
)
_KEEPING = frozenset({
    "squeeze", "unsqueeze", "flatten", "view", "reshape", "to", "long", "int", "half", "clone", "detach", "contiguous", "sort", "t",
    "cpu", "float", "cuda", "tolist", "unbind", "flip", "add", "sub", "mul", "div", "type", "type_as", "cat", "concat",
})  # fmt: skip
_MEASURING = frozenset({"size", "numel", "nelement"})
_SIZED = frozenset({"randperm", "arange"})
_CONVERTING = frozenset({"min", "max", "int"})


def last_name(e: Expression) -> str:
    """The last part of the dotted name that an expression is written as; "" for anything else."""
    return e.name if isinstance(e, (ex.Attribute, ex.Name, ex.FromImport)) else ""


def counts(view: FileView, index: int) -> bool:
    """Whether a number is a size of a tensor that was made by data: `nonzero(m).numel()`, `len(x[mask])`, `x[mask].shape[0]`."""
    if index < 0:
        return False
    match e := view.expression(index):
        case ex.Call():
            return _counting_call(view, e)
        case ex.Subscript(base) | ex.Item(base):
            shape = view.expression(base)
            return isinstance(shape, ex.Attribute) and shape.name == "shape" and made_by_data(view, shape.base)
        case ex.Binary(_, left, right):
            return counts(view, left) or counts(view, right)
        case ex.Comparison(_, operands):
            return any(counts(view, operand) for operand in operands)
        case ex.Narrowed(value):
            return counts(view, value)
    return False


def _counting_call(view: FileView, e: ex.Call) -> bool:
    """A size, len, an extreme of sizes, or a project function that gets the tensor and gives a number."""
    callee = view.expression(e.callee)
    arguments = [argument.expression for argument in e.arguments]
    if isinstance(callee, ex.Attribute) and callee.name in _MEASURING:
        return made_by_data(view, callee.base)
    if isinstance(callee, ex.Name) and callee.name in _CONVERTING:
        return any(counts(view, argument) for argument in arguments)
    is_project = any(isinstance(atom, (at.Function, at.Method)) for atom in view.value(e.callee).atoms)
    if is_project or (isinstance(callee, ex.Name) and callee.name == "len"):
        return any(made_by_data(view, argument) for argument in arguments)
    return False


def made_by_data(view: FileView, index: int) -> bool:
    """Whether a tensor was made, in this function, by an operation with an unknown number of results, and kept that length since."""
    if index < 0:
        return False
    known = view.made_by_data
    if index not in known:
        known[index] = False  # the answer for a loop that leads back here
        known[index] = _made(view, index)
    return known[index]


def _made(view: FileView, index: int) -> bool:
    match e := view.expression(index):
        case ex.Call():
            return _called(view, e)
        case ex.Subscript():
            return _subscripted(view, e)
        case ex.Narrowed(value) | ex.Annotated(value):
            return made_by_data(view, value)
        case ex.Item(sequence):
            return isinstance(view.expression(sequence), ex.Call) and made_by_data(view, sequence)
        case ex.Join(parts) | ex.TupleDisplay(parts) | ex.ListDisplay(parts):
            return any(made_by_data(view, part) for part in parts)
        case ex.Phi(slot):
            return any(made_by_data(view, part) for part in view.facts.slots[slot])
        case ex.Binary(_, left, right):
            return made_by_data(view, left) or made_by_data(view, right)
        case ex.Unary(_, operand):
            return made_by_data(view, operand)
    return False


def _called(view: FileView, e: ex.Call) -> bool:
    callee = view.expression(e.callee)
    name = last_name(callee)
    if name == "where":
        return len(e.arguments) == 1
    if name in _COUNTING:
        return name != "repeat_interleave" or any(view.tensor(argument.expression) is not None for argument in e.arguments[-1:])
    if name in _SIZED:
        sizes = [argument.expression for argument in e.arguments if argument.keyword is None]
        return any(counts(view, size) or reads_data(view.evaluator, view.module, size) for size in sizes)
    if name not in _KEEPING:
        return False
    if isinstance(callee, ex.Attribute) and view.tensor(callee.base) is not None:
        return made_by_data(view, callee.base)
    return bool(e.arguments) and made_by_data(view, e.arguments[0].expression)


def _gives_several(view: FileView, index: int) -> bool:
    """Whether an expression is a call of `unique` that gives counts or places beside the values."""
    e = view.expression(index)
    return isinstance(e, ex.Call) and any((each.keyword or "").startswith("return_") for each in e.arguments)


def _subscripted(view: FileView, e: ex.Subscript) -> bool:
    key = view.expression(e.index)
    if isinstance(key, ex.Constant) and key.type_name == "int":
        return (view.tensor(e.base) is None or _gives_several(view, e.base)) and made_by_data(view, e.base)
    parts = [part for part in keys(view, e.index) if not is_slice(view, part)]
    if any(mask_level(view, part) is not None or made_by_data(view, part) for part in parts):
        return True
    return len(parts) < len(keys(view, e.index)) and made_by_data(view, e.base)
