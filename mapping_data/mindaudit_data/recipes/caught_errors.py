"""Errors of operations that a program catches. PyNative mode: MindSpore runs operations while the program goes on, so that an error
comes later, outside of the `try`, and it stops recording for gradients where one came.
"""

from __future__ import annotations

import sys
from typing import Any

from mindspore.common import api

from mindaudit_data.recipes.no_gradients import resume_recording

_OF_OPERATION = "C++ Call Stack"


def finished(value: Any = None) -> Any:
    """The value, after all operations have ended: an error of one of them is raised here."""
    executor = getattr(api, "_pynative_executor", None)
    if executor is not None:
        executor.sync()
    return value


def caught(errors: Any) -> Any:
    """What an `except` names, which is asked for this while an error is there: what follows is recorded for gradients as before.

    Where torch raises RuntimeError, MindSpore's operations raise ValueError and TypeError, too: these belong to it.
    """
    resume_recording()
    error = sys.exc_info()[1]
    classes = errors if isinstance(errors, tuple) else (errors,)
    is_of_operation = isinstance(error, ValueError | TypeError) and _OF_OPERATION in str(error)
    return (*classes, type(error)) if is_of_operation and RuntimeError in classes else errors
