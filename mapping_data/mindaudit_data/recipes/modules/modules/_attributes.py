"""Attributes of a module: parameters, buffers and children, registered by torch's rules and named by path for MindSpore."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from types import FunctionType, MethodType
from typing import Any

import mindspore
from mindspore import Tensor, nn
from mindspore.experimental import optim

from ..parameter import Buffer, settled

_REGISTERS = ("_parameters", "_buffers", "_modules")


class OwnAttribute:
    """A property or method of Cell that a module may use as an attribute of its own: what was assigned hides what Cell says."""

    def __init__(self, name: str, of_cell: property | FunctionType) -> None:
        self.name = name
        self.of_cell = of_cell

    def __get__(self, module: Any, owner: Any = None) -> Any:
        if module is None:
            return self
        own, name = module.__dict__, self.name
        if name in own:
            return own[name]
        register = next((own[each] for each in _REGISTERS if name in own.get(each, ())), None)
        return self.of_cell.__get__(module, owner) if register is None else _read(register[name])

    def __set__(self, module: Any, value: Any) -> None:
        module.__dict__[self.name] = value

    def __delete__(self, module: Any) -> None:
        module.__dict__.pop(self.name, None)


class Callee(nn.Cell):
    """A Cell in the stead of a function, so that graphs can call it: no child of the module that keeps it."""


_NO_CHILDREN = (Callee, nn.Optimizer, optim.Optimizer)
"""Cells that stand for what is no module in torch: their parameters are not those of the module that keeps them."""


class Attributes:
    """Registration, reading, writing and deletion of attributes."""

    @property
    def _cells(self) -> Any:
        """The children, for MindSpore."""
        return self.__dict__["_modules"]

    @_cells.setter
    def _cells(self, value: Any) -> None:
        self.__dict__["_modules"] = value

    @property
    def _params(self) -> Any:
        """The parameters and the persistent buffers, for MindSpore."""
        own = self.__dict__
        temporary = own["_non_persistent_buffers_set"]
        states = [*own["_parameters"].items(), *own["_buffers"].items()]
        return OrderedDict((name, settled(state)) for name, state in states if state is not None and name not in temporary)

    @_params.setter
    def _params(self, value: Any) -> None:
        """Nothing: a new Cell sets this to an empty dictionary."""

    def __getattr__(self, name: str) -> Any:
        own = self.__dict__
        for register in _REGISTERS:
            if register in own and name in own[register]:
                return _read(own[register][name])
        raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")

    def __setattr__(self, name: str, value: Any) -> None:
        own = self.__dict__
        if isinstance(value, Buffer) and (value.registers or name in own.get("_buffers", ())):
            self._forget(name, but="_buffers")
            self.register_buffer(name, value, value.persistent)
        elif isinstance(value, mindspore.Parameter) and not isinstance(value, Buffer):
            self._forget(name, but="_parameters")
            self.register_parameter(name, value)
        elif isinstance(value, nn.Cell) and not isinstance(value, _NO_CHILDREN):
            self._set_module(name, value)
        elif name in own.get("_parameters", ()):
            self._set_parameter(name, value)
        elif name in own.get("_modules", ()):
            if value is not None:
                raise TypeError(f"cannot assign '{type(value).__name__}' as child module '{name}' (Module or None expected)")
            own["_modules"][name] = None
            own.pop(name, None)
        elif name in own.get("_buffers", ()):
            self._set_buffer(name, value)
        else:
            _set_plain(self, name, value)

    def _set_parameter(self, name: str, value: Any) -> None:
        """None, or new data: where torch changes a parameter in place, a rewritten program assigns the result."""
        parameters = self.__dict__["_parameters"]
        if value is None:
            parameters[name] = None
        elif isinstance(value, mindspore.Tensor) and parameters[name] is not None:
            parameters[name].data = value
        else:
            raise TypeError(f"cannot assign '{type(value).__name__}' as parameter '{name}' (Parameter or None expected)")

    def __delattr__(self, name: str) -> None:
        own = self.__dict__
        for register in _REGISTERS:
            if name in own.get(register, ()):
                del own[register][name]
                own["_non_persistent_buffers_set"].discard(name)
                own.pop(name, None)
                return
        object.__delattr__(self, name)

    def register_parameter(self, name: str, param: Any) -> None:
        """Add a parameter, or None for one that is left out. Raises KeyError for a name that is taken or has a dot, TypeError."""
        self._check_name("parameter", name, "_parameters")
        if param is not None and not isinstance(param, mindspore.Parameter):
            raise TypeError(f"cannot assign '{type(param).__name__}' object to parameter '{name}' (Parameter or None required)")
        self.__dict__["_parameters"][name] = param
        if param is not None:
            param.name = _joined(self._param_prefix, name)

    def register_buffer(self, name: str, tensor: Any, persistent: bool = True) -> None:
        """Add a tensor that is not trained; a persistent one is part of the checkpoint. Raises KeyError and TypeError as above."""
        self._check_name("buffer", name, "_buffers")
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(f"cannot assign '{type(tensor).__name__}' object to buffer '{name}' (Tensor or None required)")
        own = self.__dict__
        change = own["_non_persistent_buffers_set"].discard if persistent else own["_non_persistent_buffers_set"].add
        change(name)
        own["_buffers"][name] = None
        self._set_buffer(name, tensor)

    def add_module(self, name: str, module: Any) -> None:
        """Add a child module, or None. Raises KeyError for a name that is taken or has a dot, TypeError for no module."""
        if module is not None and not isinstance(module, nn.Cell):
            raise TypeError(f"{type(module).__name__} is not a Module subclass")
        self._check_name("module", name, "_modules")
        if module is None:
            self.__dict__["_modules"][name] = None
        else:
            self._set_module(name, module)

    register_module = add_module

    def insert_child_to_cell(self, child_name: str, child_cell: Any) -> None:
        """The name that MindSpore has for `add_module`."""
        self.add_module(child_name, child_cell)

    def insert_param_to_cell(self, param_name: str, param: Any, check_name_contain_dot: bool = True) -> None:
        """The name that MindSpore has for `register_parameter`."""
        self.register_parameter(param_name, param)

    def _check_name(self, kind: str, name: str, register: str) -> None:
        own = self.__dict__
        if register not in own:
            raise AttributeError(f"cannot assign {kind} before Module.__init__() call")
        if not isinstance(name, str):
            raise TypeError(f"{kind} name should be a string. Got {type(name).__name__}")
        if "." in name:
            raise KeyError(f'{kind} name can\'t contain ".", got: {name}')
        if name == "":
            raise KeyError(f'{kind} name can\'t be empty string ""')
        if name not in own[register] and hasattr(self, name) and not _only_of_cell(self, name):
            raise KeyError(f"attribute '{name}' already exists")

    def _set_module(self, name: str, module: Any) -> None:
        if "_modules" not in self.__dict__:
            raise AttributeError("cannot assign module before Module.__init__() call")
        self._forget(name, but="_modules")
        self.__dict__["_modules"][name] = module
        if _only_of_cell(self, name):
            # Cell has a method of that name, which would hide the child.
            self.__dict__[name] = module
        name_parameters(module, _joined(self._param_prefix, name))

    def _set_buffer(self, name: str, value: Any) -> None:
        """Persistent buffers are Parameters for MindSpore, which saves nothing else."""
        if value is not None and not isinstance(value, Tensor):
            raise TypeError(f"cannot assign '{type(value).__name__}' as buffer '{name}' (Tensor or None expected)")
        own = self.__dict__
        if value is not None and name not in own["_non_persistent_buffers_set"]:
            buffer = value if isinstance(value, Buffer) else Buffer(value)
            buffer.name = _joined(self._param_prefix, name)
            if buffer is not value:
                buffer.registers = False
                buffer.remember(value)
            value = buffer
        elif isinstance(value, Buffer) and value.persistent:  # it was saved under another registration
            value = value.data
        own["_buffers"][name] = value

    def _forget(self, name: str, but: str) -> None:
        """Take a name out of all registers but one, before it is given to something else."""
        own = self.__dict__
        own.pop(name, None)
        for register in _REGISTERS:
            if register != but and register in own:
                own[register].pop(name, None)
        own.get("_non_persistent_buffers_set", set()).discard(name)


def name_parameters(cell: Any, prefix: str = "") -> None:
    """Name all parameters under a cell by their path, which makes names unique; one that is shared bears its first path."""
    named: set[int] = set()
    for path, part in cell.cells_and_names(name_prefix=prefix):
        part.__dict__["_param_prefix"] = path
        for name, state in part._params.items():
            if state is not None and id(state) not in named:
                named.add(id(state))
                state.name = _joined(path, name)


def name_children(module: Any) -> None:
    """Name the parameters of a module's children anew, after children have changed places."""
    for name, child in module._modules.items():
        if child is not None:
            name_parameters(child, _joined(module._param_prefix, name))


def name_kept_modules(module: Any) -> None:
    """Give parameters of modules that lists, tuples and dictionaries of a module hold names of their own: a graph wants unique names.

    Such modules are no children, as in torch; those whose names no other parameter bears keep them.
    """
    _name_apart(module, "", {}, {id(module)})


def _name_apart(cell: Any, path: str, named: dict[str, Any], seen: set[int]) -> None:
    parameters = list(cell.get_parameters())
    if any(named.get(each.name, each) is not each for each in parameters):
        name_parameters(cell, path)
    named.update((each.name, each) for each in parameters)
    parts = list(cell.cells_and_names(name_prefix=path))
    seen.update(id(part) for _, part in parts)
    for place, part in parts:
        for name, value in part.__dict__.items():
            _name_held(value, _joined(place, name), named, seen)


def _name_held(value: Any, path: str, named: dict[str, Any], seen: set[int]) -> None:
    if not isinstance(value, (list, tuple, dict, nn.Cell)) or id(value) in seen:
        return
    seen.add(id(value))
    if isinstance(value, nn.Cell):
        _name_apart(value, path, named, seen)
    else:
        for name, item in value.items() if isinstance(value, dict) else enumerate(value):
            _name_held(item, f"{path}.{name}", named, seen)


@contextmanager
def names_kept(module: Any) -> Iterator[None]:
    """Within it, the children of a module may get another owner for a while: after it they and their parameters are named as before."""
    cells = [cell for _, cell in module.cells_and_names() if cell is not module]
    prefixes = [(cell, cell._param_prefix) for cell in cells]
    names = [(state, state.name) for cell in cells for state in cell._params.values() if state is not None]
    yield
    for cell, prefix in prefixes:
        cell.__dict__["_param_prefix"] = prefix
    for state, name in names:
        state.name = name


def _read(held: Any) -> Any:
    return held.read() if isinstance(held, Buffer) else held


def _set_plain(module: Any, name: str, value: Any) -> None:
    if isinstance(value, mindspore.ops.Primitive):
        value.set_prim_instance_name(name)
        module._primitives[name] = value
    object.__setattr__(module, name, value)
    if name in ("forward", "construct"):
        # a graph compiles methods alone
        method = MethodType(_without_self(value), module) if isinstance(value, FunctionType) else value
        module.__dict__["forward"] = module.__dict__["construct"] = method


def _without_self(function: Any) -> Any:
    """A method that calls a function without its object."""

    def called(self: Any, *args: Any, **kwargs: Any) -> Any:
        return function(*args, **kwargs)

    return called


def _only_of_cell(module: Any, name: str) -> bool:
    """Whether a class attribute stems from MindSpore's Cell, where torch's Module has nothing of that name."""
    of_class = getattr(type(module), name, None)
    if isinstance(of_class, OwnAttribute):
        return True
    return of_class is not None and of_class is getattr(nn.Cell, name, None)


def _joined(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name
