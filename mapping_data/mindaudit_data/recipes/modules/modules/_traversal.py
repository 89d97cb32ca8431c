"""Ways through the tree of modules, in torch's order. Cells of MindSpore may stand anywhere in it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from mindspore import nn

from ...scope import compiled_as
from ..parameter import settled


def _children(self: Any) -> Any:
    return [child for child in self._modules.values() if child is not None]


def _named_children(self: Any) -> Any:
    return [(name, child) for name, child in self._modules.items() if child is not None]


def _member_at(self: Any, target: str, members: Any, kind: str) -> Any:
    parent, _, name = target.rpartition(".")
    return getattr(self.get_submodule(parent), name)


class Traversal:
    """Iterators over children, descendants, parameters and buffers, and access by path.

    Graphs know no generators: they go through lists of the children, where one that a module has twice stands twice. They find a
    parameter or buffer at its path without asking which of both it is.
    """

    _modules: Any

    @compiled_as(_children)
    def children(self) -> Iterator[Any]:
        """The direct children, each once."""
        for _, module in self.named_children():
            yield module

    @compiled_as(_named_children)
    def named_children(self) -> Iterator[tuple[str, Any]]:
        """The direct children with their names, each once."""
        seen: set[int] = set()
        for name, module in self._modules.items():
            if module is not None and id(module) not in seen:
                seen.add(id(module))
                yield name, module

    def modules(self, remove_duplicate: bool = True) -> Iterator[Any]:
        """The module and all its descendants, each once."""
        for _, module in self.named_modules(remove_duplicate=remove_duplicate):
            yield module

    def named_modules(self, memo: Any = None, prefix: str = "", remove_duplicate: bool = True) -> Iterator[tuple[str, Any]]:
        """The module and all its descendants with their paths."""
        return named_modules(self, memo, prefix, remove_duplicate)

    def parameters(self, recurse: bool = True) -> Iterator[Any]:
        """All parameters that are trained, each once."""
        for _, parameter in self.named_parameters(recurse=recurse):
            yield parameter

    def named_parameters(self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True) -> Iterator[tuple[str, Any]]:
        """The same with their paths."""
        return self._named_members(_own_parameters, prefix, recurse, remove_duplicate)

    def buffers(self, recurse: bool = True) -> Iterator[Any]:
        """All buffers, each once."""
        for _, buffer in self.named_buffers(recurse=recurse):
            yield buffer

    def named_buffers(self, prefix: str = "", recurse: bool = True, remove_duplicate: bool = True) -> Iterator[tuple[str, Any]]:
        """The same with their paths."""
        return self._named_members(_own_buffers, prefix, recurse, remove_duplicate)

    def _named_members(
        self, get_members_fn: Callable[[Any], Any], prefix: str = "", recurse: bool = True, remove_duplicate: bool = True
    ) -> Iterator[tuple[str, Any]]:
        seen: set[int] = set()
        modules = self.named_modules(prefix=prefix, remove_duplicate=remove_duplicate) if recurse else [(prefix, self)]
        for path, module in modules:
            for name, member in get_members_fn(module):
                if member is None or id(member) in seen:
                    continue
                if remove_duplicate:
                    seen.add(id(member))
                yield (f"{path}.{name}" if path else name), member

    def get_submodule(self, target: str) -> Any:
        """The descendant at a path; the module itself for an empty one. Raises AttributeError."""
        module: Any = self
        for name in target.split(".") if target else ():
            module = getattr(module, name)
            if not isinstance(module, nn.Cell):
                raise AttributeError(f"`{name}` is not an nn.Module")  # noqa: TRY004 - as torch
        return module

    def set_submodule(self, target: str, module: Any, strict: bool = False) -> None:
        """Put a module at a path. Raises ValueError for an empty path, AttributeError if there is nothing to replace and `strict`."""
        if not target:
            raise ValueError("Cannot set the submodule without a target name!")
        parent, _, name = target.rpartition(".")
        holder = self.get_submodule(parent)
        if strict and not hasattr(holder, name):
            raise AttributeError(f"{type(holder).__name__} has no attribute `{name}`")
        setattr(holder, name, module)

    def get_parameter(self, target: str) -> Any:
        """The parameter at a path. Raises AttributeError."""
        return self._at(target, _own_parameters, "an nn.Parameter")

    def get_buffer(self, target: str) -> Any:
        """The buffer at a path. Raises AttributeError."""
        return self._at(target, _own_buffers, "a buffer")

    @compiled_as(_member_at)
    def _at(self, target: str, members: Callable[[Any], Any], kind: str) -> Any:
        parent, _, name = target.rpartition(".")
        module = self.get_submodule(parent)
        if not hasattr(module, name):
            raise AttributeError(f"{type(module).__name__} has no attribute `{name}`")
        if name not in dict(members(module)):
            raise AttributeError(f"`{name}` is not {kind}")
        return getattr(module, name)


def named_modules(module: Any, memo: Any = None, prefix: str = "", remove_duplicate: bool = True) -> Iterator[tuple[str, Any]]:
    """A module or Cell and all its descendants with their paths, in torch's order."""
    memo = set() if memo is None else memo
    if module in memo:
        return
    if remove_duplicate:
        memo.add(module)
    yield prefix, module
    for name, child in module._cells.items():
        if child is not None:
            yield from named_modules(child, memo, f"{prefix}.{name}" if prefix else name, remove_duplicate)


def _own_parameters(module: Any) -> Any:
    own = module.__dict__
    return own["_parameters"].items() if "_parameters" in own else module._params.items()


def _own_buffers(module: Any) -> Any:
    return [(name, settled(state)) for name, state in module.__dict__.get("_buffers", {}).items()]
