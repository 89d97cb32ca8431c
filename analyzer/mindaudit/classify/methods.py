"""Calls of Tensor methods that can stay unchanged, since executed calls of the same form gave torch's results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby

from mindaudit.classify.table import MethodRow, Table
from mindaudit.model import Target, Usage, Value

_OF_TENSOR = "torch.Tensor."
_SIZED = frozenset({"torch.Tensor.split", "torch.Tensor.split_with_sizes"})
"""Methods that take a list of sizes, in which MindSpore refuses tensors."""
_BY_MASKS = frozenset({"torch.Tensor.masked_fill"})
"""Methods whose kernels take no mask without elements."""
_UNRECORDED = frozenset({"torch.Tensor.nanmean"})
"""Methods that end in an error while operations are recorded: MindSpore makes a Cell with a backward of its own of them."""
_SINGLE = frozenset({"float32", "float16", "bfloat16"})
_TRIED = {
    **dict.fromkeys(("torch.Tensor.histc", "torch.Tensor.lerp", "torch.Tensor.nan_to_num", "torch.Tensor.norm"), _SINGLE),
    "torch.Tensor.cumsum": _SINGLE | {"float64", "int64"},
}
"""The only dtypes for which some methods do as torch's, by their names: kernels take no doubles, int32 is summed as such."""
_UNKNOWN = "?"
_DEVICES = (_UNKNOWN, repr("cpu"))
_FAMILIES = ("float", "int", "bool", "complex")


def form_of(usage: Usage) -> str | None:
    """The kinds of a method's arguments: `int.. keepdim=bool`, alternatives joined by `|`; None if one is unknown or starred."""
    kinds = _kinds(usage)
    return None if kinds is None or _UNKNOWN in " ".join(kinds) else " ".join(kinds)


def stays(usage: Usage, target: Target, table: Table) -> bool:
    """Whether a call of a method gives torch's result on MindSpore as it is written: every call of such a form that was run did.

    Not where parts of the result are read by name: MindSpore's methods give plain tuples. Not of a Parameter just made: plain
    tensors were run, and where torch gives the Parameter itself MindSpore's methods give a tensor. Nor where an argument may be a device,
    or lists tensors as sizes, nor of numbers beside doubles.
    """
    if usage.kind != "call" or usage.receiver is None or usage.alternatives or not usage.torch_name.startswith(_OF_TENSOR):
        return False
    if target.mode == "pynative" and usage.torch_name in _UNRECORDED:
        return False
    if usage.receiver.value.parameter or _may_name_device(usage, table) or _is_untried(usage, usage.receiver.value):
        return False
    if target.mode == "pynative" and _has_untaken_argument(usage):
        return False
    api = table.torch_api(usage.torch_name)
    if usage.result_named and api is not None and "namedtuple" in api.returns:
        return False
    kinds = _kinds(usage)
    receiver = usage.receiver.value
    family = family_of(receiver.dtype)
    rows = [
        row
        for row in _rows(usage.torch_name, target, table)
        if kinds is not None and _fits(kinds, row.arguments.split()) and (not family or row.input == family)
    ]
    possible = {*map(family_of, receiver.perhaps), *(["complex"] if receiver.complex else [])}
    return possible <= {row.input for row in rows} and bool(rows) and all(row.matched == row.samples for row in rows)


def _has_untaken_argument(usage: Usage) -> bool:
    """Whether an argument lists tensors as sizes, is a mask that may have no elements, or an index that may have no dimensions."""
    values = [each.value for each in usage.arguments]
    if usage.torch_name == _OF_TENSOR + "index_select":
        return any(value.squeezed for value in values)
    if usage.torch_name in _BY_MASKS:
        return any(value.empty for value in values)
    return usage.torch_name in _SIZED and any(map(may_list_tensors, values))


def _is_untried(usage: Usage, receiver: Value) -> bool:
    """Whether a call is of a kind that the samples lack: numbers beside doubles, kernels without doubles, exponents that can be 0.

    So are sums of whole numbers that are no int64.
    """
    if usage.torch_name == _OF_TENSOR + "pow":
        return not all(each.value.literal if each.value.constant else each.value.types == {"float"} for each in usage.arguments)
    if usage.torch_name in _TRIED:
        return receiver.dtype not in _TRIED[usage.torch_name]
    return receiver.dtype == "float64" and any("float" in each.value.types for each in usage.arguments)


def may_list_tensors(value: Value) -> bool:
    """Whether a value is a list in which tensors are, or that is computed from the elements of one."""
    return value.types == {"list"} and (bool(value.dtypes) or value.cause == "data")


def _may_name_device(usage: Usage, table: Table) -> bool:
    """Whether an argument that may name a device stands where torch takes one: MindSpore's methods know "cpu" alone.

    With it they give another tensor, where torch gives the tensor itself.
    """
    unknown = [(place, each.keyword) for place, each in enumerate(usage.arguments) if _kind(each.value) in _DEVICES]
    overloads = table.torch_overloads(usage.torch_name) if unknown else ()
    taken = [(place, each.name) for overload in overloads for place, each in enumerate(overload) if each.name == "device"]
    return any(keyword == name or (not keyword and place == at) for place, keyword in unknown for at, name in taken)


def family_of(dtype: str | None) -> str:
    """The family that a dtype belongs to: float, int, bool, complex; "" where it is not known."""
    return next((family for family in _FAMILIES if family in (dtype or "")), "")


@lru_cache(maxsize=4096)
def _rows(name: str, target: Target, table: Table) -> Sequence[MethodRow]:
    """The results of a method in a target's release and mode: those on its backend if it ran there, else those on others.

    The graph compiler knows fewer forms of methods than PyNative mode, so what ran in one mode says nothing of the other.
    """
    if table.mindspore_backends(f"mindspore.Tensor.{name.removeprefix(_OF_TENSOR)}", target.mindspore) is None:
        return ()
    rows = [row for row in table.methods(name) if (row.version, row.mode) == (target.mindspore, target.mode)]
    return [row for row in rows if row.backend == target.backend] or rows


def _kinds(usage: Usage) -> list[str] | None:
    if any(argument.star for argument in usage.arguments):
        return None
    positional = [_kind(each.value) for each in usage.arguments if not each.keyword]
    named = sorted(f"{each.keyword}={_kind(each.value)}" for each in usage.arguments if each.keyword)
    return [*_collapsed(positional), *named]


def _collapsed(kinds: Sequence[str]) -> Iterator[str]:
    """Several arguments of one kind in a row as one: how many there are depends on the tensor's rank."""
    for kind, group in groupby(kinds):
        yield kind if len(list(group)) == 1 else f"{kind}.."


def _kind(value: Value) -> str:
    if value.is_python_type:
        return "type"
    if len(value.types) != 1:
        return "|".join(sorted(value.types)) or _UNKNOWN
    (kind,) = value.types
    return (repr(value.literal).replace(" ", "_") if value.constant else _UNKNOWN) if kind == "str" else kind


def _fits(kinds: Sequence[str], form: Sequence[str]) -> bool:
    """Whether a call with these kinds of arguments may be one of a form."""
    return len(kinds) == len(form) and all(map(_may_be, kinds, form))


def _may_be(kind: str, other: str) -> bool:
    name, _, kind = kind.rpartition("=")
    own, _, other = other.rpartition("=")
    if name != own or kind.endswith("..") != other.endswith(".."):
        return False
    return kind.startswith(_UNKNOWN) or other.removesuffix("..") in kind.removesuffix("..").split("|")
