"""Integers cast from values that may carry gradients: torch stops the gradients there, MindSpore does not."""

from __future__ import annotations

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at

_INTEGERS = frozenset({"int8", "int16", "int32", "int64", "uint8", "bool", "int", "long", "short"})
_CASTS = frozenset({"long", "int", "short", "char", "byte", "bool", "to", "type"})
_KEEPING = frozenset({
    "view", "reshape", "unsqueeze", "squeeze", "flatten", "expand", "expand_as", "transpose", "permute", "t", "repeat", "clone",
    "contiguous", "clamp", "clip",
})  # fmt: skip
_ENDING = frozenset({
    "floor", "ceil", "round", "trunc", "fix", "sign", "detach", "argmax", "argmin", "argsort", "searchsorted", "bucketize", "multinomial",
    "bernoulli", "nonzero", "unique", "bincount", "one_hot", "floor_divide", "item", "arange", "linspace", "zeros", "ones", "full", "eye",
    "rand", "randn", "randint", "tensor", "as_tensor", "from_numpy", "zeros_like", "ones_like", "full_like", "rand_like", "randn_like",
    "new_zeros", "new_ones", "new_full", "new_tensor",
})  # fmt: skip
"""What gives no gradient to what it is made from, and what is made from no tensor."""
_ARITHMETIC = frozenset({"Add", "Subtract", "Multiply", "Divide", "Power", "MatrixMultiply"})


def holds_integers(view: FileView, index: int) -> bool:
    """Whether an expression is known to be a tensor of integers or truth values."""
    return is_of(view, index, _INTEGERS)


def is_of(view: FileView, index: int, dtypes: frozenset[str]) -> bool:
    """Whether an expression is known to be a tensor of one of these dtypes."""
    atoms = view.value(index).atoms
    return bool(atoms) and all(isinstance(atom, at.Tensor) and atom.dtype in dtypes for atom in atoms)


def is_cast(view: FileView, index: int) -> bool:
    """Whether an expression is a cast to integers of what may carry gradients, perhaps in another shape."""
    match view.unnarrowed(index):
        case ex.Call(callee):
            method = view.unnarrowed(callee)
            if not isinstance(method, ex.Attribute):
                return False
            if method.name in _CASTS and holds_integers(view, index) and not holds_integers(view, method.base):
                return carries(view, method.base)
            return method.name in _KEEPING | _CASTS and is_cast(view, method.base)
        case ex.Subscript(base) | ex.Unary("-", base):
            return is_cast(view, base)
    return False


def is_cast_of(view: FileView, index: int, base: int) -> bool:
    """Whether an expression is a cast of another one to integers: `x.long()` of `x`."""
    match view.unnarrowed(index):
        case ex.Call(callee):
            method = view.unnarrowed(callee)
            if not isinstance(method, ex.Attribute) or view.unnarrowed(method.base) != view.unnarrowed(base):
                return False
            return method.name in _CASTS and holds_integers(view, index) and not holds_integers(view, base)
    return False


def carries(view: FileView, index: int) -> bool:
    """Whether a tensor is computed so that gradients may go back through it; of what a function gets nobody knows."""
    if view.tensor(index) is None or holds_integers(view, index):
        return False
    match e := view.unnarrowed(index):
        case ex.Binary(operator, left, right):
            sides = [side for side in (left, right) if view.tensor(side) is not None]
            return operator in _ARITHMETIC and not all(holds_integers(view, side) for side in sides)
        case ex.Call():
            return _is_computed(view, e)
        case ex.Subscript(base) | ex.Unary("-", base):
            return carries(view, base)
        case ex.Join(parts):
            return any(carries(view, part) for part in parts)
    return False


def _is_computed(view: FileView, call: ex.Call) -> bool:
    """Whether a call hands gradients on; what only changes a shape asks the tensor that it changes."""
    callee: Expression = view.unnarrowed(call.callee)
    name = callee.name if isinstance(callee, (ex.Attribute, ex.Name, ex.FromImport)) else ""
    if name in _KEEPING and isinstance(callee, ex.Attribute) and view.tensor(callee.base) is not None:
        return carries(view, callee.base)
    return name not in _ENDING
