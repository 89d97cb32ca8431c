"""Prints the public names of the MindSpore that runs it, as JSON: `python -m importers.mindspore_probe > names.json`.

Runs inside the environment of each released package, so it needs nothing but MindSpore.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import json
import re
import sys
import types
from collections.abc import Iterator
from typing import Any, NamedTuple

from importers.signatures import Signature, SignatureParameter, from_inspection, from_stub

NAMESPACES = [
    "mindspore",
    "mindspore.amp",
    "mindspore.communication",
    "mindspore.communication.comm_func",
    "mindspore.communication.management",
    "mindspore.common",
    "mindspore.common.dtype",
    "mindspore.common.initializer",
    "mindspore.context",
    "mindspore.dataset",
    "mindspore.dataset.audio",
    "mindspore.dataset.config",
    "mindspore.dataset.text",
    "mindspore.dataset.transforms",
    "mindspore.dataset.utils",
    "mindspore.dataset.vision",
    "mindspore.experimental.optim",
    "mindspore.experimental.optim.lr_scheduler",
    "mindspore.experimental.es",
    "mindspore.hal",
    "mindspore.mindrecord",
    "mindspore.mint",
    "mindspore.mint.distributed",
    "mindspore.mint.fft",
    "mindspore.mint.linalg",
    "mindspore.mint.nn",
    "mindspore.mint.nn.functional",
    "mindspore.mint.nn.init",
    "mindspore.mint.optim",
    "mindspore.mint.special",
    "mindspore.mint.utils",
    "mindspore.multiprocessing",
    "mindspore.nn",
    "mindspore.nn.dynamic_lr",
    "mindspore.nn.learning_rate_schedule",
    "mindspore.nn.probability",
    "mindspore.nn.probability.bijector",
    "mindspore.nn.probability.distribution",
    "mindspore.nn.utils",
    "mindspore.numpy",
    "mindspore.numpy.fft",
    "mindspore.ops",
    "mindspore.ops.communication",
    "mindspore.ops.function",
    "mindspore.ops.operations",
    "mindspore.parallel",
    "mindspore.parallel.nn",
    "mindspore.profiler",
    "mindspore.recompute",
    "mindspore.rewrite",
    "mindspore.runtime",
    "mindspore.safeguard",
    "mindspore.scipy",
    "mindspore.scipy.linalg",
    "mindspore.scipy.optimize",
    "mindspore.scipy.sparse",
    "mindspore.train",
    "mindspore.train.amp",
    "mindspore.train.callback",
    "mindspore.utils",
]
DOCUMENTED = ("mindspore.ops.function.", "mindspore.ops.operations.", "mindspore.common.")
"""Namespaces whose names are documented elsewhere, if the same object is found there."""
WITHOUT_MEMBERS = ("mindspore.ops", "mindspore.boost", "mindspore.rewrite", "mindspore.nn.optim", "mindspore.nn.wrap", "mindspore.context")
BACKENDS = re.compile(r"Supported Platforms?:?\s*\n+\s*((?:``\w+``[\s,]*)+)")
OLD_NAMES = frozenset({"axis", "keepdims", "keep_dims"})
DUNDERS = frozenset({"__getitem__", "__setitem__", "__len__", "__iter__", "__call__"})


class Described(NamedTuple):
    """What is written down about a name."""

    kind: str
    backends: list[str]
    parameters: list[SignatureParameter] | None


def namespaces() -> dict[str, types.ModuleType]:
    """The public modules that this version has."""
    found = {}
    for path in NAMESPACES:
        try:
            found[path] = importlib.import_module(path)
        except ImportError:
            continue
    return found


def is_own(value: Any) -> bool:
    """Whether a class or function is MindSpore's."""
    return str(getattr(value, "__module__", "")).startswith(("mindspore", "_c_dataengine", "_c_expression"))


def names() -> Iterator[tuple[str, Any]]:
    """Every public name with its value; methods are left to `members`."""
    for path, module in namespaces().items():
        yield path, module
        listed = set(getattr(module, "__all__", ()))
        for name in sorted(listed | set(dir(module))):
            value = getattr(module, name, None)
            if name.startswith("_") or value is None or isinstance(value, types.ModuleType):
                continue
            if name in listed or is_own(value) or is_own(type(value)):
                yield f"{path}.{name}", value


def members(path: str, cls: type) -> Iterator[tuple[str, Any]]:
    """The public methods and attributes that a class defines itself or takes from a base outside the public modules."""
    bases = [base for base in cls.__mro__ if base is cls or (base.__module__.startswith("mindspore._c_") and path == "mindspore.Tensor")]
    for name in sorted({name for base in bases for name in vars(base)}):
        if not name.startswith("_") or (name in DUNDERS and path == "mindspore.Tensor"):
            yield f"{path}.{name}", inspect.getattr_static(cls, name)


def has_members(path: str, cls: type) -> bool:
    """Whether the methods of a class are rows: not those of primitives, which are only called, nor those of a mere import."""
    namespace = path.rpartition(".")[0]
    primitive = any(base.__name__ == "Primitive" for base in cls.__mro__)
    return not primitive and not path.startswith(DOCUMENTED) and namespace not in WITHOUT_MEMBERS and is_own(cls)


def describe(path: str, value: Any) -> Described:
    """Kind, documented backends and parameters of a name."""
    document = inspect.getdoc(value) or ""
    stated = BACKENDS.search(document)
    backends = sorted(word.lower() for word in re.findall(r"``(\w+)``", stated.group(1))) if stated else []
    return Described(kind_of(path, value), backends, parameters_of(path.rpartition(".")[2], value, document))


def kind_of(path: str, value: Any) -> str:
    """The catalog's word for what a name stands for."""
    if isinstance(value, types.ModuleType):
        return "module"
    if isinstance(value, type):
        return "dtype" if path.count(".") == 1 and "dtype" in value.__module__ else "class"
    if isinstance(value, property) or inspect.isdatadescriptor(value):
        return "property"
    if inspect.isroutine(value) or isinstance(value, staticmethod | classmethod) or callable(value):
        owner = path.rpartition(".")[0].rpartition(".")[2]
        return "method" if owner[:1].isupper() else "function"
    return "dtype" if "type" in type(value).__name__.lower() or type(value).__module__.endswith("typing") else "constant"


def parameters_of(name: str, value: Any, document: str) -> list[SignatureParameter] | None:
    """The parameters of a callable: what inspection says, or the docstring where that says nothing; None when neither does."""
    if isinstance(value, property | types.ModuleType) or not (callable(value) or isinstance(value, staticmethod | classmethod)):
        return None
    method = isinstance(value, types.FunctionType) and "." in value.__qualname__ and "<locals>" not in value.__qualname__
    function = value.__func__ if isinstance(value, staticmethod | classmethod) else value
    told = from_inspection(behind_decorator(function), drop_first=method or isinstance(value, classmethod))
    if type(value).__module__.startswith("mindspore") and not isinstance(value, type):
        told = from_inspection(type(value).__call__, drop_first=True)
    if isinstance(value, type) and is_vague(told):
        told = from_inspection(behind_decorator(inspect.getattr_static(value, "__init__")), drop_first=True) or told
    vague = is_vague(told)
    documented = documented_parameters(name, document) or (argument_section(document) if vague else [])
    if documented and (vague or len(documented) > len(told[0].parameters)):
        return documented
    return list(told[0].parameters) if told else None


def is_vague(told: list[Signature]) -> bool:
    """Whether inspection says nothing but that there are arguments."""
    return not told or {p.kind for p in told[0].parameters} == {"*var", "**var"}


def behind_decorator(function: Any) -> Any:
    """The function that a decorator keeps in its closure without saying so."""
    code = getattr(function, "__code__", None)
    if code is None or hasattr(function, "__wrapped__") or not code.co_flags & inspect.CO_VARKEYWORDS:
        return function
    kept = [cell.cell_contents for cell in function.__closure__ or ()]
    return next((behind_decorator(each) for each in kept if isinstance(each, types.FunctionType)), function)


def argument_section(document: str) -> list[SignatureParameter]:
    """The parameters that a docstring's list of arguments names, with the defaults that it states."""
    section = re.search(r"^Args:\n(.*?)(?=^\S|\Z)", document, re.MULTILINE | re.DOTALL)
    entries = re.split(r"^    (?=\S)", section.group(1), flags=re.MULTILINE)[1:] if section else []
    found = []
    for entry in entries:
        named = re.match(r"(\*{0,2})(\w+) ?\(", entry)
        default = re.search(r"Default: *`{0,2}([^`\n]+?)`{0,2}[ .,]", entry)
        if named:
            kind = {"*": "*var", "**": "**var"}.get(named.group(1), "both")
            found.append(SignatureParameter(named.group(2), kind, default.group(1) if default else ""))
    return found


def documented_parameters(name: str, document: str) -> list[SignatureParameter]:
    """The fullest signature that a docstring states, in today's parameter names where it states several generations."""
    pattern = re.compile(rf"^(?:\.\. (?:function|method):: )?(?:[\w.]+\.)?{re.escape(name)}\((.*?)\)(?: *->.*)?$", re.MULTILINE)
    found = [parameters for text in pattern.findall(document) if (parameters := _parsed(text)) is not None]
    today = [parameters for parameters in found if not OLD_NAMES & {p.name for p in parameters}]
    return max(today if any(today) else found, key=len, default=[])


def _parsed(text: str) -> list[SignatureParameter] | None:
    try:
        node = ast.parse(f"def f({text}): ...").body[0]
    except SyntaxError:
        return None
    return list(from_stub(node).parameters) if isinstance(node, ast.FunctionDef) else None


def survey() -> dict[str, Any]:
    """All names: alias, kind, backends, parameters."""
    values = dict(names())
    homes = {id(value): path for path, value in reversed(values.items()) if not path.startswith(DOCUMENTED)}
    table: dict[str, Any] = {}
    for path, value in values.items():
        alias = homes.get(id(value), "") if path.startswith(DOCUMENTED) and callable(value) else ""
        kind, backends, parameters = describe(path, value)
        table[path] = {"kind": kind, "alias_of": alias, "backends": backends, "parameters": [] if alias else parameters}
        if isinstance(value, type) and not alias and kind == "class" and has_members(path, value):
            for member, raw in members(path, value):
                table[member] = describe(member, raw)._asdict() | {"alias_of": ""}
    return table


if __name__ == "__main__":
    surveyed = survey()
    json.dump(surveyed, sys.stdout)
