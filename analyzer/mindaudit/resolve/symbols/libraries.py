"""What is known about other libraries: whose objects are no tensors, and which may be tensors or hold some."""

from __future__ import annotations

import math
import re
import sys
from typing import Final

from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values.domain import Atom

NO_TENSORS: Final = sys.stdlib_module_names | {
    "numpy",
    "PIL",
    "cv2",
    "pandas",
    "scipy",
    "skimage",
    "matplotlib",
    "mindspore",
    "tensorflow",
    "jax",
    "sklearn",
}

_MODULE: Final = "types.ModuleType"
_HOLDERS: Final = (
    "types.SimpleNamespace",
    _MODULE,
    "argparse.",
    "threading.local",
    "pickle.load",
    "queue.",
    "multiprocessing.",
    "concurrent.futures.",
    "contextvars.",
    "weakref.",
    "builtins.",
    "importlib.",
    "runpy.",
    "sys.modules",
)
"""What Python's own library makes to hold things of others, or gives back what others have put in: the beginnings of the names."""

ARRAY: Final = "numpy.ndarray"
ARRAY_NUMBER: Final = "numpy.ndarray[]"
"""What an array of NumPy holds, and what its functions give for numbers."""

NUMBERS: Final = {f"{owner}.{name}": getattr(math, name) for owner in ("math", "numpy") for name in ("pi", "e", "inf")}
"""The numbers that a library gives a name."""

_CONSTRUCTOR: Final = re.compile(r"(?:new|from|create|build|make|load)(?:_|$)")


def maker(atom: Atom) -> str:
    """The function or class of another library that made a thing, or of which it is an attribute; "" without one."""
    match atom:
        case at.Made(name):
            return name
        case at.External(_, made) if made is not None:
            return made
    return ""


def may_have_tensors(name: str) -> bool:
    """Whether objects of this name in another library may be tensors or hold some; False for ""."""
    return bool(name) and (name.partition(".")[0] not in NO_TENSORS or name.startswith(_HOLDERS))


def may_be_tensor(atom: Atom) -> bool:
    """Whether a thing of another library may be a tensor: what a function gives, or an attribute of what a class makes.

    What a class makes by another constructor, `Kernel.from_spec(…)`, is an instance of the class.
    """
    made = maker(atom)
    owner, _, last = made.rpartition(".")
    makes_own = owner != _MODULE and owner.rpartition(".")[2][:1].isupper() and _CONSTRUCTOR.match(last) is not None
    return may_have_tensors(made) and (isinstance(atom, at.External) or (last[:1].islower() and not makes_own))
