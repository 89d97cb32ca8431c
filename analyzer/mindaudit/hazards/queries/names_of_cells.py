"""The names that MindSpore's Cell has for itself and that a network must not use for anything else."""

from __future__ import annotations

from typing import Final

from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import project_ancestors

STATE: Final = frozenset({"_params", "_cells"})
"""Where a Cell keeps its own parts."""
_READ: Final = frozenset(
    {
        "_add_mixed_precision_flag", "_backward_hook", "_backward_pre_hook", "_cast", "_cell_tag", "_construct_sig", "_forget",
        "_forward_hook", "_forward_hook_always_called", "_forward_hook_with_kwargs", "_forward_pre_hook", "_forward_pre_hook_with_kwargs",
        "_func_graph_flags", "_lazy_backward_hook", "_lazy_backward_pre_hook", "_lazy_forward_hook", "_lazy_forward_pre_hook",
        "_lazy_load_state_dict_post_hooks", "_lazy_load_state_dict_pre_hooks", "_lazy_state_dict_hooks", "_lazy_state_dict_pre_hooks",
        "_param_prefix", "_phase", "_recompute_cell", "_set_module", "_shard_fn", "_user_parameters", "cells_and_names", "extend_repr",
        "has_bprop", "mixed_precision_type",
    }
)  # fmt: skip
"""What a Cell, or the modules of the recipes, read or call in any mode."""
_ASKED: Final = frozenset(
    {
        "cell_init_args", "cells_and_names", "check_names", "check_names_and_refresh_name", "compile_and_run", "compile_cache",
        "compile_phase", "generate_scope", "get_flags", "get_parameters", "get_scope", "init_parameters_data", "jit_config_dict",
        "name_cells", "parameters_and_names", "parameters_dict", "phase", "phase_cache", "_set_scope",
        "_children_scope_recursive",
    }
)  # fmt: skip
"""What MindSpore asks a Cell for when it compiles it, or calls."""
_CALLED: Final = frozenset({"insert_child_to_cell", "insert_param_to_cell", "set_train", "trainable_params", "untrainable_params"})
"""Methods that MindSpore and its users call on a Cell: an attribute hides them, a method of a class may stand for them."""
_SET: Final = frozenset(
    {
        "_amp_level", "_auto_prefix", "_bprop_debug", "_cell_backward_hook", "_cell_backward_pre_hook", "_check_name", "_compile_cache",
        "_compile_phase", "_compiled", "_create_time", "_dynamic_shape_inputs", "_exist_names", "_exist_objs", "_has_config_recompute",
        "_has_mutable_args_list", "_id", "_in_strategy", "_init_flag", "_is_check_and_refresh", "_is_recursion_hook", "_jit_config_dict",
        "_jit_graph_name", "_out_strategy", "_params_list", "_phase_cache", "_primitives", "_scope", "_set_buffer", "arguments_key",
        "cell_type", "grad_ops_label", "is_top_cell", "requires_grad", "_lazy_construct_sig", "_lazy_forward_hook_always_called",
        "_lazy_forward_hook_with_kwargs", "_lazy_forward_pre_hook_with_kwargs", "_lazy_non_persistent_buffers_set",
        "_lazy_user_parameters", "_parallel_parameter_merge_net_dict", "_parallel_parameter_name_list", "_parameter_layout_dict",
        "_saved_tensors_pack_hook", "_saved_tensors_unpack_hook",
    }
)  # fmt: skip
"""What a Cell sets on each object, which hides what the class defines by that name."""
FORWARD: Final = "forward"
CONSTRUCT: Final = "construct"
"""What MindSpore calls the forward of a Cell."""


def kind_of_store(name: str) -> str:
    """What an attribute takes the place of that is set on a network: "state", "own", "graph" (in graphs alone), or "" for nothing."""
    return "own" if name in _CALLED else _kind(name)


def _kind(name: str) -> str:
    return "state" if name in STATE else "own" if name in _READ else "graph" if name in _ASKED else ""


def kind_of_definition(evaluator: Evaluator, module: int, number: int, name: str) -> str:
    """The same of what the body of a class defines; "method" for a second `construct`."""
    if name == CONSTRUCT:
        ancestors = project_ancestors(evaluator, module, number)
        return "method" if any(FORWARD in evaluator.class_(*each).body for each in ancestors) else ""
    return _kind(name) or ("own" if name in _SET else "")
