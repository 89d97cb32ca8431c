"""`torch.distributed` of a program that runs alone: one process of rank 0.

Programs that ask `is_initialized` run as they are; several processes need `mindspore.communication` and `mindspore.mint.distributed`.
"""

from __future__ import annotations

from typing import Any

from mindaudit_data.recipes.framework.missing import Missing
from mindaudit_data.recipes.framework.unavailable import no, nothing, one, zero

is_available = is_initialized = is_torchelastic_launched = is_mpi_available = is_nccl_available = is_gloo_available = no
get_rank = get_node_local_rank = zero
get_world_size = one
barrier = destroy_process_group = nothing
all_gather = Missing("torch.distributed.all_gather")
all_reduce = Missing("torch.distributed.all_reduce")
broadcast = Missing("torch.distributed.broadcast")
fsdp = Missing("torch.distributed.fsdp")
group = Missing("torch.distributed.group")
init_process_group = Missing("torch.distributed.init_process_group")
new_group = Missing("torch.distributed.new_group")
reduce = Missing("torch.distributed.reduce")
tensor = Missing("torch.distributed.tensor")
ProcessGroup: Any = Missing("torch.distributed.ProcessGroup")
ReduceOp: Any = Missing("torch.distributed.ReduceOp")
