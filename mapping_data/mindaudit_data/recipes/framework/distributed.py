"""`torch.distributed`: the group of a program that runs alone, one process of rank 0; of one that msrun starts, MindSpore's.

Alone, what collects from all processes gives what this one has. Several processes need `msrun`, and `mindspore.mint.distributed` works
for them on Ascend.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import mindspore
from mindspore import mint, ops

from mindaudit_data.recipes.framework.missing import Missing
from mindaudit_data.recipes.framework.unavailable import no, zero
from mindaudit_data.recipes.in_place_methods import any_copy_
from mindaudit_data.recipes.launched import is_launched

is_torchelastic_launched = is_mpi_available = is_nccl_available = no
get_node_local_rank = zero
_started: list[bool] = []
"""Has an element while the group of this process is there."""


class ReduceOp:
    """How all_reduce and reduce put tensors together, by torch's names."""

    SUM, AVG, MAX, MIN, PRODUCT = "sum", "avg", "max", "min", "prod"
    BAND, BOR, BXOR, PREMUL_SUM = "band", "bor", "bxor", "premul_sum"
    RedOpType = str


class Backend(str):
    """The name of a means of communication, in small letters; MindSpore chooses the means itself."""

    UNDEFINED, GLOO, NCCL, UCC, MPI, XCCL, FAKE = "undefined", "gloo", "nccl", "ucc", "mpi", "xccl", "fake"
    backend_list = [UNDEFINED, GLOO, NCCL, XCCL, UCC, MPI, FAKE]  # noqa: RUF012 - as torch has it

    def __new__(cls, name: str) -> Backend:
        """`name` in any letters."""
        return super().__new__(cls, name.lower())


class ProcessGroup:
    """All processes, or some of them."""

    def rank(self) -> int:
        """The number of this process."""
        return get_rank()

    def size(self) -> int:
        """How many processes there are."""
        return get_world_size()


class group:
    """The groups that are always there: MindSpore's functions take None for all processes."""

    WORLD: Any = None


GroupMember = group


class Work:
    """What stands for an operation that was started and is done."""

    def wait(self, timeout: Any = None) -> bool:
        """True at once."""
        return True

    def is_completed(self) -> bool:
        """True."""
        return True


def is_available() -> bool:
    """True: one process is a group, too."""
    return True


is_gloo_available = is_available


def init_process_group(
    backend: Any = None, init_method: Any = None, timeout: Any = None, world_size: int = -1, rank: int = -1, **_: Any
) -> None:
    """Makes the group of all processes. RuntimeError if there are to be several, and nothing of MindSpore's started them."""
    if is_launched():
        mindspore.communication.init()
    elif (count := world_size if world_size > 0 else int(os.environ.get("WORLD_SIZE") or 1)) > 1:
        raise RuntimeError(f"{count} processes are asked for: start the program with msrun --worker_num={count} --local_worker_num={count}")
    if _started:
        raise ValueError("trying to initialize the default process group twice!")
    _started.append(True)


def destroy_process_group(group: Any = None) -> None:
    """Gives the group up."""
    _started.clear()
    if is_launched():
        mindspore.communication.release()


def is_initialized() -> bool:
    """Whether the group is there."""
    return bool(_started)


def get_rank(group: Any = None) -> int:
    """The number of this process: 0 of one that runs alone."""
    return int(mint.distributed.get_rank(group)) if is_launched() and _started else 0


def get_world_size(group: Any = None) -> int:
    """How many processes there are: 1 for one that runs alone."""
    return int(mint.distributed.get_world_size(group)) if is_launched() and _started else 1


def get_backend(group: Any = None) -> str:
    """The name of the means of communication."""
    return str(mint.distributed.get_backend(group)) if is_launched() else "gloo"


def new_group(ranks: Any = None, *_: Any, **__: Any) -> Any:
    """A group of some of the processes."""
    return mint.distributed.new_group(ranks) if is_launched() else ProcessGroup()


def barrier(*_: Any, **__: Any) -> None:
    """Waits for all processes."""
    if is_launched():
        mint.distributed.barrier()


def _collective(name: str, alone: Callable[..., Any]) -> Callable[..., Any]:
    """The function of MindSpore's groups by its name; without a group what `alone` does with the same arguments, which is done at once."""

    def called(*args: Any, async_op: bool = False, **kwargs: Any) -> Any:
        if is_launched():
            return getattr(mint.distributed, name)(*args, **kwargs, **({"async_op": True} if async_op else {}))
        if not _started:
            raise ValueError("Default process group has not been initialized, please make sure to call init_process_group.")
        alone(*args, **kwargs)
        return Work() if async_op else None

    called.__name__ = called.__qualname__ = name
    return called


def _kept(*_: Any, **__: Any) -> None:
    """One process has the sum, the maximum and what is sent to all already."""


def _first(target: Sequence[Any] | None, source: Any, *_: Any, **__: Any) -> None:
    """Writes a tensor into the only tensor of a list."""
    if target:
        any_copy_(target[0], source)


def _given(tensor: Any, gather_list: Sequence[Any] | None = None, *_: Any, **__: Any) -> None:
    _first(gather_list, tensor)


def _taken(tensor: Any, tensors: Sequence[Any] | None = None, *_: Any, **__: Any) -> None:
    if tensors:
        any_copy_(tensor, tensors[0])


def _whole(output: Any, source: Any, *_: Any, **__: Any) -> None:
    any_copy_(output, ops.reshape(source, output.shape))


def _exchanged(outputs: Sequence[Any], inputs: Sequence[Any], *_: Any, **__: Any) -> None:
    _first(outputs, inputs[0])


def _listed(objects: list[Any], given: Any, *_: Any, **__: Any) -> None:
    objects[0] = given


def _gathered(given: Any, objects: list[Any] | None = None, *_: Any, **__: Any) -> None:
    if objects:
        objects[0] = given


def _scattered(output: list[Any], objects: list[Any] | None = None, *_: Any, **__: Any) -> None:
    if objects:
        output[0] = objects[0]


all_reduce, reduce, broadcast = (_collective(name, _kept) for name in ("all_reduce", "reduce", "broadcast"))
all_gather, gather = _collective("all_gather", _first), _collective("gather", _given)
scatter, reduce_scatter = _collective("scatter", _taken), _collective("reduce_scatter", _taken)
all_gather_into_tensor, reduce_scatter_tensor, all_to_all_single = (
    _collective(name, _whole) for name in ("all_gather_into_tensor", "reduce_scatter_tensor", "all_to_all_single")
)
all_to_all = _collective("all_to_all", _exchanged)
broadcast_object_list, all_gather_object = _collective("broadcast_object_list", _kept), _collective("all_gather_object", _listed)
gather_object, scatter_object_list = _collective("gather_object", _gathered), _collective("scatter_object_list", _scattered)
fsdp = Missing("torch.distributed.fsdp")
tensor = Missing("torch.distributed.tensor")
