"""`torch.nn.Module` as a Cell: what a Module can do, with torch's names, order and rules, while MindSpore sees an ordinary Cell.

MindSpore 2.10, PyNative and graph mode.
"""

from __future__ import annotations

import copy
from abc import ABCMeta
from collections import OrderedDict
from collections.abc import Callable
from functools import partial
from types import FunctionType
from typing import Any

import mindspore
from mindspore import nn

from ...deep_copy import keep_apart
from ...no_gradients import forget_gradients, record_gradients
from ...scope import compiled_as
from ...shared_memory import in_shared_memory
from ...typed_tensors import dtype_named
from ._attributes import Attributes, OwnAttribute, name_children, name_kept_modules
from ._hooks import Hooks, leave_callers, with_own_callers
from ._state import State
from ._traversal import Traversal, named_modules

try:  # the type of its protocols derives from that of Python's own
    from typing_extensions import Protocol
except ImportError:
    from typing import Protocol  # type: ignore[assignment]

__all__ = ["Module", "ModuleType", "name_children"]

# The compiler unrolls loops, and each round is a call inside the one before: its own limit is 1,000. A program may set another one later.
mindspore.set_recursion_limit(10_000)


class TypeOfModuleType(type):
    """The type of types of modules: a base may stand before another one that derives from it.

    torch's modules have no type of their own, so that programs write `class Both(ABCMeta, type(Network))`.
    """

    def mro(cls) -> list[type]:
        """The order of the bases; without those that others derive from where Python finds none."""
        try:
            return super().mro()
        except TypeError:
            bases = [each for each in cls.__bases__ if not any(other is not each and issubclass(other, each) for other in cls.__bases__)]
            if len(bases) == len(cls.__bases__):
                raise
            return [cls, *TypeOfModuleType(cls.__name__, tuple(bases), {}).__mro__[1:]]


class ModuleType(type(Protocol), metaclass=TypeOfModuleType):  # type: ignore[misc]
    """The type of modules. Keeps `forward` and `construct` of a class the same. Abstract classes and protocols may be bases, too."""

    _is_protocol = False  # what Python's own type of protocols asks classes for

    def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any], /, **options: Any) -> Any:
        """A class that has both names."""
        _pair_up(namespace)
        # The type of protocols in typing_extensions has parameters of these names, so a class's own options must not reach it.
        if options.keys() & {"name", "bases", "namespace", "mcls"}:
            return ABCMeta.__new__(mcs, name, bases, namespace, **options)
        silent = {name: value for name, value in namespace.items() if _refuses_questions(value)}
        made = super().__new__(mcs, name, bases, {**namespace, **dict.fromkeys(silent)}, **options)
        for key, value in silent.items():
            type.__setattr__(made, key, value)
        return made

    def __init__(cls, name: str, bases: tuple[type, ...], namespace: dict[str, Any], /, **options: Any) -> None:
        super().__init__(name, bases, namespace, **options)
        if getattr(cls, "forward", None) is not getattr(cls, "construct", None):
            # A base that is no module brings its own forward or construct.
            cls.forward = _first_of_two(cls)
        if "__call__" not in namespace and not _BEFORE_GRAPHS.isdisjoint(namespace):
            cls.__call__ = _with_methods_of_cell(super(cls, cls).__call__)  # type: ignore[arg-type]

    def __setattr__(cls, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name in _TWINS:
            super().__setattr__(_TWINS[name], value)


def _refuses_questions(value: Any) -> bool:
    """Whether a value raises an error when the type of abstract classes asks whether it is abstract, which torch's type does not ask."""
    try:
        getattr(value, "__isabstractmethod__", False)
    except Exception:  # what a program's own look-up raises is its own affair
        return True
    return False


_OWN_ARGUMENT = "class_"
"""What `Cell.__new__` calls its first argument."""
_TWINS = {"forward": "construct", "construct": "forward"}


_OF_CELL = "_state_of_cell"
_BEFORE_GRAPHS = frozenset({"_predict", "_check_construct_args", "_self_check"})
"""Methods of Cell that a call in graph mode goes through before it compiles. A program's methods may have these names, too."""


def _with_methods_of_cell(call: Callable[..., Any]) -> Callable[..., Any]:
    """A call that goes through Cell's own methods; what is compiled sees the program's."""

    def called(self: Any, *args: Any, **kwargs: Any) -> Any:
        if mindspore.get_context("mode") == mindspore.GRAPH_MODE:
            self.__dict__.update({name: partial(getattr(nn.Cell, name), self) for name in _BEFORE_GRAPHS})
        try:
            return call(self, *args, **kwargs)
        finally:
            _without_methods_of_cell(self)

    return called


def _without_methods_of_cell(module: Any) -> None:
    for name in _BEFORE_GRAPHS:
        module.__dict__.pop(name, None)


def _pair_up(namespace: dict[str, Any]) -> None:
    for given, other in _TWINS.items():
        if given in namespace and other not in namespace:
            namespace[other] = namespace[given]


def _first_of_two(cls: type) -> Any:
    for base in cls.__mro__:
        for name in _TWINS:
            if name in vars(base):
                return vars(base)[name]
    raise AttributeError(f"{cls.__name__} has no forward")


def _unchanged(self: Any, mode: bool = True) -> Any:
    return self


class Module(Attributes, Traversal, State, Hooks, nn.Cell, metaclass=ModuleType):
    """Base of all layers. A subclass defines `forward` or `construct`; both names lead to it.

    New modules are in training mode, as in torch. `train`, `eval` and MindSpore's `set_train` do the same; in a graph they do nothing.
    """

    call_super_init = False
    dump_patches = False
    _version = 1

    def __new__(cls, /, *args: Any, **kwargs: Any) -> Any:
        """The object; an argument may bear any name, also that of Cell's own argument."""
        kwargs.pop(_OWN_ARGUMENT, None)
        return super().__new__(cls, *args, **kwargs)

    def __init__(self, *_: Any, **__: Any) -> None:
        own, has_bprop = self.__dict__, hasattr(type(self), "bprop")
        # Cell asks the object for these: a program's own __getattr__ must not be asked before it can answer.
        own.update(_func_graph_flags={}, bprop=None)
        nn.Cell.__init__(self)
        del own["bprop"]
        own["has_bprop"] = has_bprop
        own.update(_parameters=OrderedDict(), _modules=OrderedDict(), _buffers=OrderedDict(), _non_persistent_buffers_set=set())
        # Parameters of modules are always initialised, so that a call has nothing to check.
        own.update(training=True, _init_flag=True)

    def __getstate__(self) -> dict[str, Any]:
        """What copying and pickling keep: the attributes, as in torch, and beside them what Cell keeps elsewhere."""
        of_cell, own = nn.Cell.__getstate__(self)
        return {**own, _OF_CELL: of_cell}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Takes back what `__getstate__` gave; a program may have changed attributes in it."""
        nn.Cell.__setstate__(self, (state[_OF_CELL], {name: value for name, value in state.items() if name != _OF_CELL}))

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        """A copy whose tensors have elements of their own; one that MindSpore copies shares them with the other."""
        keep_apart(self.__dict__, memo)
        leave_callers(self, memo)
        copied = memo[id(self)] = type(self).__new__(type(self))
        copied.__setstate__(copy.deepcopy(self.__getstate__(), memo))
        with_own_callers(copied, self)
        return copied

    def forward(self, *_: Any, **__: Any) -> Any:
        """Defined by every subclass that is called. Raises NotImplementedError."""
        raise NotImplementedError(f'Module [{type(self).__name__}] is missing the required "forward" function')

    @compiled_as(_unchanged)
    def train(self, mode: bool = True) -> Any:
        """Set the module and all its children to training or, with False, to evaluation. Raises ValueError if mode is no bool."""
        if not isinstance(mode, bool):
            raise ValueError("training mode is expected to be boolean")  # noqa: TRY004 - as torch
        self.training = mode
        nn.Cell.add_flags(self, training=mode)
        self.__dict__["_phase"] = "train" if mode else "predict"
        for child in self.children():
            child.train(mode) if isinstance(child, Module) else child.set_train(mode)
        return self

    def eval(self) -> Any:
        """Set the module and all its children to evaluation."""
        return self.train(False)

    def set_train(self, mode: bool = True) -> Any:
        """The name that MindSpore has for `train`."""
        return self.train(bool(mode))

    def compile_and_run(self, *args: Any, **kwargs: Any) -> Any:
        """What MindSpore runs in graph mode. A program's own methods do not come between."""
        own = self.__dict__
        _without_methods_of_cell(self)
        if not own.get("_names_are_unique"):
            name_kept_modules(self)
            own["_names_are_unique"] = True
        own["compile"] = partial(nn.Cell.compile, self)
        try:
            return super().compile_and_run(*args, **kwargs)
        finally:
            del own["compile"]

    def apply(self, fn: Any) -> Any:
        """Call fn on every child, recursively, then on the module itself."""
        for child in self.children():
            child.apply(fn)
        fn(self)
        return self

    def requires_grad_(self, requires_grad: bool = True) -> Any:
        """Let all parameters take part in training, or none; what follows is recorded for the recipe `backward` if they do."""
        if requires_grad:
            record_gradients()
        for parameter in self.parameters():
            parameter.requires_grad = requires_grad
        return self

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Drop the gradients that the recipe `backward` has given to parameters, or make them zero; what follows is recorded for it."""
        forget_gradients(self.parameters(), set_to_none)

    def share_memory(self) -> Any:
        """The module itself, whose parameters and buffers lie in memory that processes share."""
        return in_shared_memory(self)

    def to(self, *args: Any, **kwargs: Any) -> Any:
        """Cast floating parameters and buffers to the dtype given, alone or of a tensor; devices are MindSpore's own business."""
        given = [*args, kwargs.get("dtype"), kwargs.get("tensor")]
        for value in given:
            if isinstance(value, mindspore.Tensor):
                return self._cast(value.dtype)
            if isinstance(value, mindspore.Type) or type(value) is type(mindspore.float32):
                return self._cast(value)
        return self

    def type(self, dst_type: Any) -> Any:
        """Cast all parameters and buffers to what `Tensor.type` takes."""
        return self._cast(dtype_named(dst_type), every=True)

    def float(self) -> Any:
        """Cast all floating parameters and buffers to float32."""
        return self._cast(mindspore.float32)

    def double(self) -> Any:
        """Cast all floating parameters and buffers to float64."""
        return self._cast(mindspore.float64)

    def half(self) -> Any:
        """Cast all floating parameters and buffers to float16."""
        return self._cast(mindspore.float16)

    def bfloat16(self) -> Any:
        """Cast all floating parameters and buffers to bfloat16."""
        return self._cast(mindspore.bfloat16)

    def _cast(self, dtype: Any, every: bool = False) -> Any:
        for _, module in named_modules(self):
            for state in [*module._params.values()]:
                if every or state.is_floating_point():
                    state.set_dtype(dtype)
            buffers = module.__dict__.get("_buffers", {})
            for name, buffer in buffers.items():
                if buffer is not None and not isinstance(buffer, mindspore.Parameter) and (every or buffer.is_floating_point()):
                    buffers[name] = buffer.astype(dtype)
        return self

    def cuda(self, device: Any = None) -> Any:
        """The module itself: MindSpore places tensors by its context."""
        return self

    cpu = xpu = ipu = mtia = cuda

    def extra_repr(self) -> str:
        """What stands between the brackets of the module's own line in `repr`."""
        return ""

    def extend_repr(self) -> str:
        """The name that MindSpore has for `extra_repr`."""
        return self.extra_repr()

    def __str__(self) -> str:
        """What `repr` gives. The compiler asks for it, too, and must not end where a program's own `__repr__` fails."""
        try:
            return repr(self)
        except Exception:
            if mindspore.get_context("mode") == mindspore.GRAPH_MODE:
                return self._get_name()
            raise

    def _get_name(self) -> str:
        return type(self).__name__


_ASKED_FOR_IDENTITY = frozenset({"get_extra_state", "set_extra_state"})
"""Methods that torch's Module has, too; Cell asks whether a class has its own."""

for _name, _value in vars(nn.Cell).items():
    _is_method = isinstance(_value, FunctionType) and getattr(Module, _name) is _value and _name not in _ASKED_FOR_IDENTITY
    if _name == "_non_persistent_buffers_set" or (not _name.startswith("_") and (_is_method or isinstance(_value, property))):
        setattr(Module, _name, OwnAttribute(_name, _value))
