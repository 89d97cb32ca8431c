"""The signatures in torch's shipped stub files and operator schemas, by public name."""

from __future__ import annotations

import ast
import functools
from collections import defaultdict
from pathlib import Path
from typing import Any

import torch

from importers.signatures import Signature, SignatureParameter, from_stub

ROOT = Path(torch.__file__).parent
NAMED_DIMENSIONS = ("EllipsisType", "ellipsis")
SCHEMA_PREFIXES = {
    "torch.linalg.": "linalg_",
    "torch.fft.": "fft_",
    "torch.special.": "special_",
    "torch.": "",
    "torch.Tensor.": "",
    "torch.nn.functional.": "",
}


def _functions(path: str) -> dict[str, list[ast.FunctionDef]]:
    found: defaultdict[str, list[ast.FunctionDef]] = defaultdict(list)
    for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name].append(node)
    return found


@functools.cache
def stub_functions() -> dict[str, list[ast.FunctionDef]]:
    """Definitions of the built-in functions, by public name."""
    found = {f"torch.{name}": nodes for name, nodes in _functions("_C/_VariableFunctions.pyi").items()}
    for path in ("_C/_nn.pyi", "nn/functional.pyi"):
        found |= {f"torch.nn.functional.{name}": nodes for name, nodes in _functions(path).items()}
    return found


@functools.cache
def stub_classes() -> dict[str, ast.ClassDef]:
    """Definitions of the built-in classes in torch's main stub, and of the named tuples that operators return."""
    found: dict[str, ast.ClassDef] = {}
    for path, prefix in (("_C/__init__.pyi", ""), ("_C/_distributed_c10d.pyi", ""), ("return_types.pyi", "return_types.")):
        for node in ast.parse((ROOT / path).read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef):
                found.setdefault(prefix + node.name, node)
    found["Tensor"] = found["TensorBase"]
    return found


def _usable(nodes: list[ast.FunctionDef], drop_first: bool) -> list[Signature]:
    signatures = [from_stub(node, drop_first) for node in nodes]
    plain = [s for s in signatures if not any(mark in p.annotation for p in s.parameters for mark in NAMED_DIMENSIONS)]
    plain = [s for s in plain if not any(p.name in ("names", "self") for p in s.parameters)] or plain
    unique: dict[tuple[Any, ...], Signature] = {}
    for signature in plain or signatures:
        unique.setdefault(tuple(p[:3] for p in signature.parameters), signature)
    return list(unique.values())


def function_signatures(names: list[str]) -> list[Signature]:
    """Signatures of a built-in function, by its public names, from the stubs or else the schemas; variants for named dimensions only if
    there are no others.
    """
    for name in names:
        if nodes := stub_functions().get(name):
            return _usable(nodes, drop_first=False)
    return next(filter(None, map(schema_signatures, names)), [])


def method_signatures(class_name: str, method: str) -> list[Signature]:
    """Signatures of a method of a built-in class (the last part of its name), without the receiver."""
    node = stub_classes().get(class_name)
    nodes = [item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == method] if node else []
    static = any(isinstance(d, ast.Name) and d.id == "staticmethod" for item in nodes for d in item.decorator_list)
    return _usable(nodes, drop_first=not static)


def attribute_annotations(class_name: str) -> dict[str, str]:
    """Annotated attributes and properties of a built-in class, with the source of their types."""
    found: dict[str, str] = {}
    node = stub_classes().get(class_name)
    for item in node.body if node else []:
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name):
            found[item.target.id] = ast.unparse(item.annotation)
        elif isinstance(item, ast.FunctionDef) and any(isinstance(d, ast.Name) and d.id == "property" for d in item.decorator_list):
            found[item.name] = ast.unparse(item.returns) if item.returns else ""
    return found


@functools.cache
def schemas() -> dict[str, list[Any]]:
    """The schemas of PyTorch's own operators by name."""
    found: defaultdict[str, list[Any]] = defaultdict(list)
    for schema in torch._C._jit_get_all_schemas():
        if schema.name.startswith("aten::"):
            found[schema.name.removeprefix("aten::")].append(schema)
    return found


def operator_name(name: str) -> str:
    """The operator that a public spelling usually stands for: `torch.linalg.det` → `linalg_det`."""
    prefix = max((p for p in SCHEMA_PREFIXES if name.startswith(p)), key=len)
    return SCHEMA_PREFIXES[prefix] + name.removeprefix(prefix)


def schema_signatures(name: str) -> list[Signature]:
    """The signatures of a built-in function read off its operator's schemas; a function's receiver is called `input`."""
    found: list[Signature] = []
    variants = schemas().get(operator_name(name), [])
    out = [SignatureParameter("out", "keyword", "None")] if any(_writes_out(schema) for schema in variants) else []
    for schema in variants:
        if _writes_out(schema):
            continue
        parameters = [_schema_parameter(argument) for argument in schema.arguments]
        signature = Signature((*parameters, *out), _schema_returns(schema))
        if not any("Dimname" in p.annotation for p in parameters) and signature not in found:
            found.append(signature)
    return found


def _writes_out(schema: Any) -> bool:
    return any(argument.is_out for argument in schema.arguments)


def _schema_parameter(argument: Any) -> SignatureParameter:
    default = repr(argument.default_value) if argument.has_default_value() else ""
    default = {"inf": "float('inf')", "-inf": "float('-inf')"}.get(default, default)
    return SignatureParameter(
        "input" if argument.name == "self" else argument.name, "keyword" if argument.kwarg_only else "both", default, str(argument.type)
    )


SCHEMA_TYPES = {
    "Tensor": "Tensor",
    "int": "int",
    "bool": "bool",
    "float": "float",
    "number": "Number",
    "List[Tensor]": "tuple[Tensor, ...]",
}


def _schema_returns(schema: Any) -> str:
    kinds = [SCHEMA_TYPES.get(str(result.type), "Any") for result in schema.returns]
    if len(kinds) == 1:
        return kinds[0]
    if all(result.name for result in schema.returns):
        return "namedtuple(" + ", ".join(f"{result.name}={kind}" for result, kind in zip(schema.returns, kinds, strict=True)) + ")"
    return f"tuple[{', '.join(kinds)}]"
