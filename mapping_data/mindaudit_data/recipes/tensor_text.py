"""Tensors as torch prints them: "tensor([1., 2.])". MindSpore prints them as NumPy does. PyNative mode.

Where a result was recorded for gradients torch names the function that made it; here the operator that MindSpore ran has torch's name.
Where this is imported, all tensors of the program have torch's text, also in what nobody sees beforehand: logs, data classes, tables.
"""

from __future__ import annotations

import itertools
import math
import sys
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache, partial, wraps
from typing import Any, NamedTuple

import mindspore
import numpy as np
from mindspore import Parameter, Tensor

from mindaudit_data.recipes.default_dtype import get_default_dtype
from mindaudit_data.recipes.dtype_text import dtype_text
from mindaudit_data.recipes.recorded_paths import is_differentiable, node_of, nodes_behind
from mindaudit_data.recipes.replaced_operators import Operator, replace_operator

_PROFILES: dict[str, dict[str, Any]] = {
    "default": {"precision": 4, "threshold": 1000, "edgeitems": 3, "linewidth": 80},
    "short": {"precision": 2, "threshold": 1000, "edgeitems": 2, "linewidth": 80},
    "full": {"precision": 4, "threshold": math.inf, "edgeitems": 3, "linewidth": 80},
}
_options: dict[str, Any] = {**_PROFILES["default"], "sci_mode": None}
_USUAL = {mindspore.float32: mindspore.complex64, mindspore.float64: mindspore.complex128, mindspore.float16: mindspore.complex64}
"""For each default dtype that of complex numbers; neither is named."""
_OPENING = "tensor("
_FUNCTIONS = {
    **dict.fromkeys(("AddExt", "Adds", "AddScalar"), "Add"),
    **dict.fromkeys(("SubExt", "Subs", "SubScalar"), "Sub"),
    **dict.fromkeys(("Muls", "MulScalar"), "Mul"),
    **dict.fromkeys(("Divs", "RealDiv"), "Div"),
    **dict.fromkeys(("PowTensorScalar", "Square"), "Pow"),
    **dict.fromkeys(("MatMul", "MatMulExt"), "Mm"),
    "BatchMatMul": "Bmm",
    "Dense": "Addmm",
    "ReLU": "Relu",
    "Reshape": "View",
    "Concat": "Cat",
    "Gather": "Index",
    "SelectView": "Select",
    "TransposeExtView": "Transpose",
    "StridedSlice": "Slice",
    "ExpandDims": "Unsqueeze",
    "Identity": "Clone",
    "BroadcastTo": "Expand",
    "GatherD": "Gather",
    "Cast": "ToCopy",
    "Contiguous": "Clone",
    "Conv2D": "Convolution",
    "CumSum": "Cumsum",
    "GatherNd": "Index",
    "MatrixInverse": "LinalgInvEx",
    "PadV3": "ConstantPadNd",
    "MaxPoolWithArgmaxV2": "MaxPool2DWithIndices",
    "ProdExt": "Prod",
    "ReduceMax": "Amax",
    "ReduceMin": "Amin",
    "ReverseV2": "Flip",
    "Select": "Where",
    "SiLU": "Silu",
    "Tile": "Repeat",
    "TopK": "Topk",
    "Unstack": "Unbind",
}
"""torch's names of operators that MindSpore names otherwise."""
_COMPOSED = (
    ("NllLoss", "Cast Select Div AddExt "),
    ("NllLoss", "Select Div AddExt Muls "),
    ("MseLoss", "MeanExt Square SubExt "),
    ("MseLoss", "SumExt Square SubExt "),
    ("MseLoss", "ReduceMean Square SubExt "),
    ("MseLoss", "ReduceSum Square SubExt "),
    ("SmoothL1Loss", "MeanExt Select Less Abs "),
    ("BinaryCrossEntropyWithLogits", "Cast MeanExt AddExt Mul "),
    ("BinaryCrossEntropy", "MeanExt Select Greater Mul "),
    ("Softmax", "Cast Div Exp SubExt "),
    ("LogSoftmax", "Cast SubExt SubExt Cast "),
    ("Softplus", "Cast Select Greater Muls "),
    ("Std", "Select EqScalar Divs SumExt "),
    ("Var", "Divs SumExt Square SubExt "),
    ("LinalgVectorNorm", "Select EqScalar SumExt Select "),
    ("Logsumexp", "Squeeze Cast AddExt Log "),
)
"""torch's names of what recipes and MindSpore's functions compose, by the operators that they end with."""
_LONGEST = 4
_REDUCING = {"SumExt": "Sum", "MeanExt": "Mean", "ReduceMean": "Mean"}
"""Those whose name in torch also tells whether some dimensions are left."""
_WHOLE = {
    "Sub": "RsubBackward1",
    "ClampScalar": "ClampBackward1",
    "Max": "MaxBackward1",
    "MaxDim": "MaxBackward0",
    "Min": "MinBackward1",
    "MinDim": "MinBackward0",
}
"""Those of which torch has several forms."""


def set_printoptions(
    precision: int | None = None,
    threshold: float | None = None,
    edgeitems: int | None = None,
    linewidth: int | None = None,
    profile: str | None = None,
    sci_mode: bool | None = None,
) -> None:
    """What `tensor_text` goes by: decimal places, numbers in all, numbers at each edge, columns, and whether to write exponents."""
    _options.update(_PROFILES.get(profile or "", {}))
    given = {"precision": precision, "threshold": threshold, "edgeitems": edgeitems, "linewidth": linewidth}
    _options.update({name: value for name, value in given.items() if value is not None})
    _options["sci_mode"] = sci_mode


def tensor_text(x: Any) -> Any:
    """What `str` gives in torch for a tensor, a dtype, or a list, a tuple, a set or a dictionary of such; anything else as it is."""
    return _shown(x, False)


def sizes_text(x: Any) -> Any:
    """As `tensor_text`, of what holds sizes: tuples of whole numbers are such."""
    return _shown(x, True)


def tensor_in_text(x: Any) -> Any:
    """What stands in a formatted string for `tensor_text`'s argument: a tensor without axes is a number there."""
    return x.item() if isinstance(x, Tensor) and not x.ndim and not _is_parameter(x) else tensor_text(x)


def _shown(x: Any, sizes: bool) -> Any:
    """The text of a tensor, a dtype or a holder; a set without dtypes, and anything else, as it is."""
    is_shown = any(map(_is_dtype, x)) if type(x) is set else type(x) in _HOLDERS
    return _held(x, sizes) if is_shown or isinstance(x, Tensor) or _is_dtype(x) else x


def _is_dtype(x: Any) -> bool:
    return isinstance(x, mindspore.Type)


def _of_list(x: list[Any], sizes: bool) -> str:
    return f"[{', '.join([_held(each, sizes) for each in x])}]"


def _of_tuple(x: tuple[Any, ...], sizes: bool) -> str:
    if sizes and all(type(each) is int for each in x):
        return f"torch.Size({list(x)})"
    return f"({', '.join([_held(each, sizes) for each in x])}{',' if len(x) == 1 else ''})"


def _of_set(x: set[Any], sizes: bool) -> str:
    return f"{{{', '.join([_held(each, sizes) for each in x])}}}" if x else repr(x)


def _of_dict(x: dict[Any, Any], sizes: bool) -> str:
    return "{" + ", ".join(f"{key!r}: {_held(value, sizes)}" for key, value in x.items()) + "}"


def _of_ordered(x: OrderedDict[Any, Any], sizes: bool) -> str:
    """A state, as which such a dictionary counts here: its tensors are no parameters in torch."""
    x = OrderedDict([(key, value.data if isinstance(value, Parameter) else value) for key, value in x.items()])
    held = _of_dict(x, sizes) if sys.version_info >= (3, 12) else _of_list([(key, value) for key, value in x.items()], sizes)
    return f"OrderedDict({held if x else ''})"


_HOLDERS: dict[type, Callable[[Any, bool], str]] = {
    list: _of_list, tuple: _of_tuple, set: _of_set, dict: _of_dict, OrderedDict: _of_ordered,
}  # fmt: skip


def _held(x: Any, sizes: bool) -> str:
    """What `repr` gives of something, alone or in what holds it."""
    if isinstance(x, Tensor):
        return _text(x)
    if _is_dtype(x):
        return dtype_text(x)
    return _HOLDERS[type(x)](x, sizes) if type(x) in _HOLDERS else repr(x)


def _is_parameter(x: Tensor) -> bool:
    return isinstance(x, Parameter) and not hasattr(x, "persistent")  # a buffer is a Parameter for MindSpore only


def _text(x: Tensor) -> str:
    values = _values(x)
    shown = _numbers(values) if x.size else "[]"
    width, parts = len(shown) - shown.rfind("\n") + 1 + len(_OPENING) * ("\n" not in shown), [_OPENING + shown]
    for suffix in _suffixes(x):
        is_wide = width + len(suffix) + 2 > _options["linewidth"]
        parts.append(f",\n{' ' * len(_OPENING)}{suffix}" if is_wide else f", {suffix}")
        width = len(_OPENING) + len(suffix) if is_wide else width + len(suffix) + 2
    return f"{'Parameter containing:' + chr(10) if _is_parameter(x) else ''}{''.join(parts)})"


def _values(x: Tensor) -> np.ndarray:
    """The numbers of a tensor, in a dtype that NumPy has."""
    return (x.float() if x.dtype == mindspore.bfloat16 else x).asnumpy()


def _suffixes(x: Tensor) -> list[str]:
    """What follows the numbers."""
    found = [f"size={tuple(x.shape)}"] if not x.size and x.ndim != 1 else []
    default = get_default_dtype()
    if x.dtype != default and (not x.size or x.dtype not in (mindspore.int64, mindspore.bool_, _USUAL.get(default))):
        found.append(f"dtype={dtype_text(x.dtype)}")
    is_parameter = isinstance(x, Parameter)
    if not ((x.is_floating_point() or x.is_complex()) and x.requires_grad if is_parameter else is_differentiable(x)):
        return found
    node = None if is_parameter else node_of(x)
    return [*found, "requires_grad=True" if node is None or node.is_leaf() else f"grad_fn=<{_function(node, x.ndim)}>"]


def _function(node: Any, rank: int) -> str:
    """The name of what torch calls backward; recipes compute some functions in float64 and cast the result."""
    path = _path(node)
    composed = next((name for name, operators in _COMPOSED if path.startswith(operators)), "")
    if composed:
        return f"{composed}Backward0"
    while node.name() == "Cast" and (below := node.next_functions[0][0]) is not None and not below.is_leaf():
        node = below
    operator = node.name()
    if operator in _REDUCING:
        return f"{_REDUCING[operator]}Backward{int(rank > 0)}"
    return _WHOLE.get(operator) or f"{_FUNCTIONS.get(operator, operator)}Backward0"


def _path(node: Any) -> str:
    """The names of an operation and of the three before it, each the first that was recorded of what went into the one behind."""
    names: list[str] = []
    while node is not None and len(names) < _LONGEST:
        names.append(node.name())
        node = next(iter(nodes_behind(node) or ()), None)
    return "".join(f"{each} " for each in names)


class _Form(NamedTuple):
    """How the real numbers of a tensor are written."""

    write: Callable[[Any], str]
    width: int

    def of(self, value: Any) -> str:
        """A number with spaces before it."""
        return self.write(value).rjust(self.width)


def _numbers(values: np.ndarray) -> str:
    """All numbers in brackets; of many only those at the edges."""
    edge = _options["edgeitems"] if values.size > _options["threshold"] else 0
    seen = _at_edges(values, edge)
    if values.dtype.kind != "c":
        form = _form(seen)
        return _nested(values, form.of, form.width + 2, len(_OPENING), edge)
    real, imaginary = _form(seen.real), _form(seen.imag)

    def write(value: Any) -> str:
        behind = imaginary.of(value.imag).lstrip()
        return f"{real.of(value.real)}{'' if behind[0] in '+-' else '+'}{behind}j"

    return _nested(values, write, real.width + imaginary.width + 3, len(_OPENING), edge)


def _at_edges(values: np.ndarray, edge: int) -> np.ndarray:
    """The numbers that are written."""
    for axis, size in enumerate(values.shape):
        if edge and size > 2 * edge:
            values = np.take(values, [*range(edge), *range(size - edge, size)], axis)
    return values


def _form(values: np.ndarray) -> _Form:
    """The form that suits all of these numbers, and its width."""
    if values.dtype.kind != "f":
        return _Form(str, max(len(str(each)) for each in values.flat))
    places, nonzero = _options["precision"], values[np.isfinite(values) & (values != 0)].astype(np.float64)
    if not nonzero.size:
        return _Form(_whole, 1)
    is_whole, least, greatest = bool((nonzero == np.ceil(nonzero)).all()), np.abs(nonzero).min(), np.abs(nonzero).max()
    is_wide = greatest / least > 1000 or greatest > 1e8 or (not is_whole and least < 1e-4)
    is_wide = is_wide if _options["sci_mode"] is None else _options["sci_mode"]
    write = partial(_real, places, "e" if is_wide else "f") if is_wide or not is_whole else _whole
    return _Form(write, max(len(write(each)) for each in nonzero))


def _real(places: int, kind: str, value: Any) -> str:
    """A number with decimal places, with an exponent if the kind is "e"."""
    return f"{float(value):.{places}{kind}}"


def _whole(value: Any) -> str:
    """A whole number with a point after it."""
    return f"{value:.0f}{'.' if np.isfinite(value) else ''}"


def _nested(values: np.ndarray, write: Callable[[Any], str], width: int, indent: int, edge: int) -> str:
    """The numbers in as many brackets as there are axes; rows break at the end of the line."""
    if values.ndim == 0:
        return write(values[()])
    is_cut = edge and len(values) > 2 * edge
    if values.ndim == 1:
        texts = [write(each) for each in values] if not is_cut else _cut(values, write, edge, " ...")
        count = max(1, (_options["linewidth"] - indent) // width)
        lines = [", ".join(texts[start : start + count]) for start in range(0, len(texts), count)]
    else:
        below = partial(_nested, write=write, width=width, indent=indent + 1, edge=edge)
        lines = _cut(values, below, edge, "...") if is_cut else [below(each) for each in values]
    return "[" + f",{chr(10) * max(values.ndim - 1, 1)}{' ' * (indent + 1)}".join(lines) + "]"


def _cut(values: Sequence[Any] | np.ndarray, write: Callable[[Any], str], edge: int, middle: str) -> list[str]:
    """The texts of what is at both edges, and a sign between them."""
    return list(itertools.chain(map(write, values[:edge]), [middle], map(write, values[len(values) - edge :])))


@cache
def print_as_torch() -> None:
    """From now on `str`, `repr` and `format` of a tensor are torch's."""
    for owner in (Tensor, Parameter):
        replace_operator(owner, "__repr__", _printed)
        replace_operator(owner, "__str__", _printed)
    replace_operator(Tensor, "__format__", _formatted)


def _printed(own: Operator) -> Operator:
    """The operator, which leaves tensors without data to MindSpore."""

    @wraps(own)
    def text(x: Any) -> Any:
        return own(x) if getattr(x, "has_init", False) or (not x._data_ptr() and x.size) else _text(x)

    return text


def _formatted(own: Operator) -> Operator:
    """The operator, for which a tensor without axes is a number."""

    @wraps(own)
    def text(x: Any, form: str) -> Any:
        return own(x, form) if x.ndim or _is_parameter(x) else format(x.item(), form)

    return text


print_as_torch()
