"""Makes torch_apis.csv and torch_parameters.csv from the installed torch: `python -m importers.torch_catalog`.

Names and values come from the running package, signatures from `inspect`, the shipped stubs and the operator schemas, what a call returns
from annotations and schemas, corrected by torch_signatures.csv and torch_returns.csv; names that only older releases have from
torch_removed.csv.
"""

from __future__ import annotations

import inspect
import types
import warnings
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import torch

from importers.signatures import Signature, SignatureParameter, from_docstring, from_inspection, parsed
from importers.tables import DATA, read_table, write_table
from importers.torch_classes import members, public_bases
from importers.torch_facts import DTYPE_OF_RESULT, OPERATOR_SPELLINGS
from importers.torch_names import CONSTANT_TYPES, all_names, canonical_names
from importers.torch_returns import result_of
from importers.torch_stubs import function_signatures, method_signatures, operator_name, schemas, stub_functions

HERE = Path(__file__).parent
ANNOTATION_NAMESPACES = ("torch", "torch.nn", "torch.optim", "torch.utils.data", "torch.distributed", "torch.fx")
_OF_TENSORS = ("tensortype", "VariableMeta")
"""Metaclasses of classes whose calls give tensors."""
TAGS = ("dynamic_output_shape", "data_dependent_output")


class ApiRow(NamedTuple):
    """One API: a line of torch_apis.csv, and its signatures."""

    name: str
    kind: str
    alias_of: str = ""
    returns: str = ""
    bases: str = ""
    tags: str = ""
    since: str = ""
    until: str = ""
    signatures: tuple[Signature, ...] = ()


class Catalog:
    """Collects the rows."""

    def __init__(self) -> None:
        self.names = all_names()
        self.canonical = canonical_names(self.names)
        self.spellings: defaultdict[str, list[str]] = defaultdict(list)
        for path, name in self.canonical.items():
            self.spellings[name].append(path)
        self.public = {id(self.names[name].value): name for name in self.spellings if isinstance(self.names[name].value, type)}
        self.by_last_name: defaultdict[str, list[str]] = defaultdict(list)
        for name in self.public.values():
            self.by_last_name[name.rpartition(".")[2]].append(name)
        self.tags = operator_tags()
        stated = read_table(HERE / "torch_signatures.csv")
        self.signatures = {row["torch_name"]: tuple(parsed(row["signature"])) for row in stated}
        self.corrections = {row["torch_name"]: row["returns"] for row in read_table(HERE / "torch_returns.csv")}

    def rows(self) -> Iterator[ApiRow]:
        """Every row of the catalog, unsorted."""
        for path, name in self.canonical.items():
            value = self.names[path].value
            kind = kind_of(value)
            if path != name:
                yield ApiRow(path, kind, alias_of=name)
                continue
            yield self._row(name, kind, value)
            if has_members(name, value):
                yield from self._members(name, value)
        yield from removed_names()

    def _row(self, name: str, kind: str, value: Any) -> ApiRow:
        if kind == "class":
            bases = "torch.Tensor" if type(value).__name__ in _OF_TENSORS else " ".join(public_bases(value, self.public))
            return ApiRow(name, kind, bases=bases, signatures=tuple(class_signatures(name, value)))
        if kind == "function":
            signatures = self._function_signatures(name, value)
            return ApiRow(name, kind, returns=self._returns(name, signatures), tags=self._tags(name), signatures=signatures)
        returns = "" if kind == "module" else self.corrections.get(name) or self._constant_type(value)
        return ApiRow(name, kind, returns=returns)

    def _function_signatures(self, name: str, value: Any) -> tuple[Signature, ...]:
        if name in self.signatures:
            return self.signatures[name]
        if isinstance(value, types.FunctionType) or hasattr(value, "__wrapped__"):
            found = from_inspection(dispatched(value))
        else:
            found = function_signatures([name, *self.spellings[name]]) or from_inspection(value)
        if is_vague(found):
            found = from_docstring(name, value) or found
        nodes = stub_functions().get(name, [])
        if nodes and not any(signature.returns for signature in found):
            stated = function_signatures([name])
            found = [s._replace(returns=stated[min(i, len(stated) - 1)].returns) for i, s in enumerate(found)] or stated
        return tuple(found)

    def _members(self, name: str, cls: type) -> Iterator[ApiRow]:
        for member in members(cls, name, self.public):
            full = f"{name}.{member.name}"
            returns = self._returns(full, member.signatures)
            if member.kind == "method":
                signatures = self.signatures.get(full, member.signatures)
                yield ApiRow(full, "method", returns=returns, tags=self._tags(full), signatures=signatures)
            else:
                yield ApiRow(full, member.kind, returns=returns)

    def _returns(self, name: str, signatures: tuple[Signature, ...]) -> str:
        if name in self.corrections:
            return self.corrections[name]
        results = [self._fixed_dtype(name, result_of(signature.returns, self._resolve)) for signature in signatures] or ["any"]
        if name.startswith("torch.Tensor.") and name.endswith("_") and not name.endswith("__"):
            return "self"
        return results[0] if len(set(results)) == 1 else " | ".join(results)

    def _fixed_dtype(self, name: str, result: str) -> str:
        dtype = DTYPE_OF_RESULT.get(operator_name(name))
        return f"tensor[{dtype}]" if dtype and result == "tensor" else result

    def _tags(self, name: str) -> str:
        return " ".join(tag for tag in TAGS if tag in self.tags.get(name, self.tags.get(operator_name(name), ())))

    def _resolve(self, text: str) -> str:
        """The public name of the class that an annotation mentions: the full one, or the last name where annotations look."""
        last = text.rpartition(".")[2]
        for path in (text, *(f"{namespace}.{last}" for namespace in ANNOTATION_NAMESPACES)):
            if path in self.canonical and isinstance(self.names[path].value, type):
                return self.canonical[path]
        candidates = self.by_last_name.get(last, [])
        return candidates[0] if len(candidates) == 1 else ""

    def _constant_type(self, value: Any) -> str:
        for kind in (bool, int, float, str):
            if type(value) is kind:
                return kind.__name__
        if isinstance(value, torch.dtype):
            return "dtype"
        return f"instance({self.public[id(type(value))]})" if id(type(value)) in self.public else "any"


def kind_of(value: Any) -> str:
    """The catalog's word for what a name stands for."""
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, type) or type(value).__name__ == "tensortype":
        return "class"
    if isinstance(value, torch.dtype):
        return "dtype"
    if isinstance(value, CONSTANT_TYPES):
        return "constant"
    wrapper = inspect.getattr_static(value, "__wrapped__", None) is not None or type(value).__name__ in (
        "_PartialWrapper",
        "instancemethod",
        "FlexAttentionHOP",
    )
    return "function" if inspect.isroutine(value) or wrapper else "constant"


def has_members(name: str, value: Any) -> bool:
    """Whether the methods of a class are rows; the legacy tensor types have torch.Tensor's."""
    return isinstance(value, type) and type(value).__name__ != "tensortype" and not name.startswith(("torch._", "torch.nn.functional."))


def dispatched(value: Any) -> Any:
    """The function behind torch's internal switches on boolean arguments (`max_pool2d` with or without indices), else the value itself."""
    code = getattr(value, "__code__", None)
    if code is not None and "if_false" in code.co_freevars:
        return dispatched(value.__closure__[code.co_freevars.index("if_false")].cell_contents)
    return value


def class_signatures(name: str, cls: type) -> list[Signature]:
    """How a class is called."""
    if getattr(cls, "__init__", None) is torch.nn.Module.__init__ and name != "torch.nn.Identity":
        return [Signature(())]
    found = from_inspection(cls)
    if is_vague(found):
        last = name.rpartition(".")[2]
        stated = method_signatures(last, "__init__") or method_signatures(last, "__new__")
        found = stated or from_inspection(inspect.getattr_static(cls, "__init__"), drop_first=True) or found
    return [signature for signature in found if not is_vague([signature])] or found


def is_vague(signatures: list[Signature]) -> bool:
    """Whether the signatures say nothing but that there are arguments."""
    return not signatures or (bool(signatures[0].parameters) and all(p.kind in ("*var", "**var") for p in signatures[0].parameters))


def operator_tags() -> dict[str, frozenset[str]]:
    """PyTorch's own operator tags by operator name, and joined to the spellings that do not bear the operator's name."""
    found: dict[str, frozenset[str]] = {}
    for name in schemas():
        packet = getattr(torch.ops.aten, name, None)
        overloads = [getattr(packet, overload) for overload in packet.overloads()] if packet is not None else []
        tags = {tag.name for overload in overloads for tag in overload.tags} & set(TAGS)
        if tags:
            found[name] = frozenset(tags)
    joined = {spelling: found[operator] for spelling, operator in OPERATOR_SPELLINGS.items()}
    return found | joined


def removed_names() -> Iterator[ApiRow]:
    """Names that older releases had, from torch_removed.csv."""
    for row in read_table(HERE / "torch_removed.csv"):
        yield ApiRow(row["torch_name"], row["kind"], returns=row["returns"], since=row["since"], until=row["until"])


def write(folder: Path = DATA) -> None:
    """Write both tables."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        rows = sorted({row.name: row for row in Catalog().rows()}.values(), key=lambda row: row.name)
    write_table(folder / "torch_apis.csv", ("torch_name", *ApiRow._fields[1:-1]), (row[:-1] for row in rows))
    parameters = (
        (row.name, str(overload), str(position), parameter.name, parameter.kind, parameter.default)
        for row in rows
        for overload, signature in enumerate(row.signatures)
        for position, parameter in enumerate(signature.parameters or (SignatureParameter("", ""),))
    )
    write_table(folder / "torch_parameters.csv", ("torch_name", "overload", "position", "name", "kind", "default"), parameters)


if __name__ == "__main__":
    write()
