"""Where an expression's value comes from, as far as its own function shows it."""

from __future__ import annotations

from mindaudit.hazards.framework.base import FileView
from mindaudit.hazards.queries.indexing import keys
from mindaudit.hazards.queries.masks import mask_level
from mindaudit.hazards.queries.reading import reads_data

_COUNTING = frozenset(
    {"nonzero", "argwhere", "unique", "unique_consecutive", "masked_select", "bincount", "nms", "batched_nms", "repeat_interleave"}
)
_KEEPING = frozenset({
    "squeeze", "unsqueeze", "flatten", "view", "reshape", "to", "long", "int", "half", "clone", "detach", "contiguous", "sort", "t",
    "cpu", "float", "cuda", "tolist", "unbind", "flip", "add", "sub", "mul", "div", "type", "type_as", "cat", "concat",
})  # fmt: skip
_MEASURING = frozenset({"size", "numel", "nelement"})
_SIZED = frozenset({"randperm", "arange"})


def counts(view: FileView, index: int) -> bool:
    """Whether a number is a size of a tensor that was made by data: `nonzero(m).numel()`, `len(x[mask])`, `x[mask].shape[0]`."""
    if index < 0:
        return False
    e = view.expression(index)
    match e[0]:
        case "call":
            return _counting_call(view, index)
        case "sub" | "item":
            base = view.expression(e[1])
            return base[0] == "attr" and base[2] == "shape" and made_by_data(view, base[1])
        case "binary":
            return any(counts(view, part) for part in e[2:])
        case "compare":
            return any(counts(view, part) for part in e[2])
        case "narrow":
            return counts(view, e[1])
    return False


def _counting_call(view: FileView, index: int) -> bool:
    """A size, len, an extreme of sizes, or a project function that gets the tensor and gives a number."""
    _, callee, arguments = view.expression(index)
    e = view.expression(callee)
    if e[0] == "attr" and e[2] in _MEASURING:
        return made_by_data(view, e[1])
    if e[0] == "name" and e[2] in ("min", "max", "int"):
        return any(counts(view, argument) for _, argument in arguments)
    is_project = any(atom[0] in ("function", "method") for atom in view.value(callee).atoms)
    if (e[0] == "name" and e[2] == "len") or is_project:
        return any(made_by_data(view, argument) for _, argument in arguments)
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
    e = view.expression(index)
    match e[0]:
        case "call":
            return _called(view, index)
        case "sub":
            return _subscripted(view, index)
        case "narrow" | "annotated":
            return made_by_data(view, e[1])
        case "item":
            return view.expression(e[1])[0] == "call" and made_by_data(view, e[1])
        case "join" | "tuple" | "list":
            return any(made_by_data(view, part) for part in e[1])
        case "phi":
            return any(made_by_data(view, part) for part in view.facts.slots[e[1]])
        case "binary":
            return any(made_by_data(view, part) for part in e[2:])
        case "unary":
            return made_by_data(view, e[2])
    return False


def _called(view: FileView, index: int) -> bool:
    _, callee, arguments = view.expression(index)
    e = view.expression(callee)
    name = e[2] if e[0] in ("attr", "name") else e[3] if e[0] == "from" else ""
    if name == "where":
        return len(arguments) == 1
    if name in _COUNTING:
        return name != "repeat_interleave" or any(view.tensor(argument) is not None for _, argument in arguments[-1:])
    if name in _SIZED:
        sizes = [argument for key, argument in arguments if key is None]
        return any(counts(view, size) or reads_data(view.program, view.module, size) for size in sizes)
    if name not in _KEEPING:
        return False
    is_method = e[0] == "attr" and view.tensor(e[1]) is not None
    return made_by_data(view, e[1] if is_method else arguments[0][1] if arguments else -1)


def _subscripted(view: FileView, index: int) -> bool:
    _, base, key = view.expression(index)
    if view.expression(key)[:2] == ("const", "int"):
        return view.tensor(base) is None and made_by_data(view, base)
    parts = [part for part in keys(view, key) if view.expression(part)[0] != "slice"]
    if any(mask_level(view, part) is not None or made_by_data(view, part) for part in parts):
        return True
    return len(parts) < len(keys(view, key)) and made_by_data(view, base)
