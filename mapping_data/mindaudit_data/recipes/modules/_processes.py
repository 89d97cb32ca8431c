"""What processes need of MindSpore: that forked ones can compute, and that parameters which are sent are shared like tensors.

MindSpore's own Process alone does the former, not those of contexts, pools and executors: a forked process that computes waits forever.
"""

from __future__ import annotations

import sys
from multiprocessing import context
from multiprocessing.reduction import ForkingPickler
from typing import Any

from mindspore import multiprocessing as of_mindspore
from mindspore._c_expression import fork_utils

from ..caught_errors import finished
from .parameter import Buffer, Parameter, settled

if sys.platform != "win32":

    class ForkProcess(context.ForkProcess):
        """A forked process in which MindSpore computes."""

        @staticmethod
        def _Popen(process_obj: Any) -> Any:  # noqa: N802 - as Python calls it
            if isinstance(process_obj, of_mindspore.Process):
                return context.ForkProcess._Popen(process_obj)
            fork_utils.prepare_before_fork()
            try:
                return context.ForkProcess._Popen(process_obj)
            finally:
                fork_utils.parent_at_fork()

        def _bootstrap(self, parent_sentinel: Any = None) -> int:
            fork_utils.child_at_fork()
            try:
                return super()._bootstrap(parent_sentinel)  # type: ignore[misc]
            finally:
                finished()  # what is still computed would end with the process

    class ForkContext(context.ForkContext):
        """Starts such processes."""

        Process = ForkProcess

    # Python's own processes, pools and executors ask these for their context
    _contexts, _default = vars(context)["_concrete_contexts"], vars(context)["_default_context"]
    if _default._default_context is _contexts["fork"]:
        _default._default_context = _contexts["fork"] = ForkContext()
    else:
        _contexts["fork"] = ForkContext()


def _sent(state: Any) -> tuple[Any, ...]:
    own = settled(state)
    return _received, (type(own), own.data, own.persistent if isinstance(own, Buffer) else own.requires_grad, own.name)


def _received(kind: type, tensor: Any, setting: bool, name: str) -> Any:
    return kind(tensor, setting, name)


for _kind in (Parameter, Buffer):
    ForkingPickler.register(_kind, _sent)
