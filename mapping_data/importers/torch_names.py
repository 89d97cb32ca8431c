"""Every public name of the installed torch, with the object behind it and the name that its documentation uses."""

from __future__ import annotations

import importlib
import logging
import pkgutil
import types
import warnings
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

import torch

from importers.torch_facts import (
    HELD_MODULES,
    IMPLEMENTATION_MODULES,
    PREFERRED_NAMES,
    PRIVATE_MODULES,
    PRIVATE_NAMES,
    PRIVATE_PREFIXES,
    SKIPPED_PACKAGES,
    UNLISTED_NAMES,
)

CONSTANT_TYPES = (bool, int, float, str, torch.dtype, torch.layout, torch.memory_format, torch.qscheme)
TORCH_CONSTANT_TYPES = (torch.dtype, torch.layout, torch.memory_format, torch.qscheme)
ROOTS = (
    "torch",
    "torch.nn.functional",
    "torch.linalg",
    "torch.fft",
    "torch.special",
    "torch.sparse",
    "torch.nested",
    "torch.distributed",
    "torch.autograd",
    "torch.cuda",
)


def is_private(path: str) -> bool:
    """Whether a component of a dotted path starts with an underscore."""
    return any(part.startswith("_") for part in path.split("."))


def public_modules() -> dict[str, types.ModuleType]:
    """The importable public modules of torch by path, and the private ones that people use; what cannot be imported here is left out."""
    found: dict[str, types.ModuleType] = {"torch": torch}
    logging.disable(logging.CRITICAL)
    for path in _submodule_paths(torch):
        try:
            found[path] = importlib.import_module(path)
        except Exception:
            continue
    for path, module in list(found.items()):
        for name, value in list(vars(module).items()):
            own = isinstance(value, types.ModuleType) and value.__name__ == f"{path}.{name}"
            if own and not is_private(value.__name__) and not value.__name__.startswith(SKIPPED_PACKAGES):
                found.setdefault(value.__name__, value)
    found["torch._C._nn"] = torch._C._nn
    found.update({path: importlib.import_module(path) for path in PRIVATE_MODULES})
    return dict(sorted(found.items()))


def _submodule_paths(package: types.ModuleType) -> Iterator[str]:
    for info in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
        if is_private(info.name) or info.name.startswith(SKIPPED_PACKAGES):
            continue
        yield info.name
        if info.ispkg:
            try:
                yield from _submodule_paths(importlib.import_module(info.name))
            except Exception:
                continue


def home(value: Any) -> str:
    """The module that a class or function says it comes from, or ""."""
    module = getattr(value, "__module__", None)
    if module is None:
        owner = getattr(value, "__self__", None)
        module = owner.__name__ if isinstance(owner, types.ModuleType) else getattr(owner, "__module__", None) or type(owner).__module__
    return module if isinstance(module, str) else ""


def is_torch_object(value: Any) -> bool:
    """Whether a class or function is torch's own."""
    where = home(value)
    return where == "torch" or where.startswith(("torch.", "torch_C"))


def is_typing(value: Any) -> bool:
    """Whether it is a type variable or alias rather than a class or function."""
    return not isinstance(value, type) and type(value).__module__ in ("typing", "typing_extensions", "types")


def _is_function(value: Any) -> bool:
    return isinstance(value, types.FunctionType | types.BuiltinFunctionType | types.MethodType) or hasattr(value, "__wrapped__")


class Named(NamedTuple):
    """What a name stands for."""

    value: Any
    proper: bool
    """Whether the name is exported by its module or lies on the way to where the object is defined; otherwise it is a mere import."""


def _is_held_module(path: str, name: str, value: Any) -> bool:
    """Whether a module of torch holds another one by the name that it gave it when it imported it: `torch.functional.F`."""
    is_module = isinstance(value, types.ModuleType) and path != "torch"
    return is_module and name in HELD_MODULES and value.__name__ in HELD_MODULES.values() and value.__name__ != f"{path}.{name}"


def _is_member(path: str, name: str, value: Any) -> bool:
    if name.startswith("_"):
        return f"{path}.{name}" in PRIVATE_NAMES or (path == "torch" and name.startswith(PRIVATE_PREFIXES))
    if isinstance(value, CONSTANT_TYPES):
        return (path == "torch" and isinstance(value, TORCH_CONSTANT_TYPES)) or path.startswith("torch.backends")
    if isinstance(value, types.ModuleType | torch._ops.OpOverloadPacket) or not callable(value):
        return False
    return is_torch_object(value) and (_is_function(value) or not is_typing(value))


def _defines(path: str, value: Any) -> bool:
    where = home(value) + "."
    builtin = isinstance(value, types.BuiltinFunctionType)
    return where.startswith(path + ".") or (builtin and path in ROOTS)


def members(path: str, module: types.ModuleType) -> Iterator[tuple[str, Named]]:
    """The classes, functions, constants and imported modules that a module's namespace holds, by path."""
    listed = getattr(module, "__all__", ())
    exported = {name for name in listed if not name.startswith("_")} if isinstance(listed, list | tuple) else set()
    wrapped = getattr(module, "m", None)
    hidden = set(dir(wrapped)) if isinstance(wrapped, types.ModuleType) else set()
    properties = set(dir(type(module))) - set(dir(types.ModuleType))
    for name in sorted(set(dir(module)) | exported | hidden | properties):
        value = getattr(module, name, None)
        if (name in exported and not isinstance(value, types.ModuleType)) or _is_member(path, name, value):
            proper = name in exported or _defines(path, value)
            yield f"{path}.{name}", Named(value, proper)
        elif _is_held_module(path, name, value):
            yield f"{path}.{name}", Named(value, proper=False)


def all_names() -> dict[str, Named]:
    """Every public name of torch, and the private ones that people write."""
    names: dict[str, Named] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path, module in public_modules().items():
            if path not in names:  # a function of that name in the package hides the module
                names[path] = Named(module, proper=True)
            names.update(members(path, module))
        names.update({path: Named(_reached(path), proper=True) for path in UNLISTED_NAMES})
    return names


def _reached(path: str) -> Any:
    value: Any = torch
    for part in path.split(".")[1:]:
        value = getattr(value, part)
    return value


def _preference(path: str, proper: bool) -> tuple[bool | int | str, ...]:
    """Sorts the documented name of an object first: public, exported, no implementation module, functional before top level, then short."""
    functional = path.startswith("torch.nn.functional.")
    internal = path.startswith(IMPLEMENTATION_MODULES)
    depth = 0 if functional else path.count(".")
    return path not in PREFERRED_NAMES, not proper, is_private(path), internal, depth > 2, depth, len(path), path


def canonical_names(names: dict[str, Named]) -> dict[str, str]:
    """For every name the documented public name of the same object (itself, when it is the one)."""
    groups: defaultdict[int, list[str]] = defaultdict(list)
    canonical: dict[str, str] = {}
    for path, named in names.items():
        if isinstance(named.value, CONSTANT_TYPES) or not (callable(named.value) or isinstance(named.value, types.ModuleType)):
            canonical[path] = path
        else:
            groups[id(named.value)].append(path)
    for paths in groups.values():
        best = min(paths, key=lambda path: _preference(path, names[path].proper))
        canonical.update(dict.fromkeys(paths, best))
    return canonical
