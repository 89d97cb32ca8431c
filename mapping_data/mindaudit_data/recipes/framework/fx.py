"""`torch.fx`: there is no tracer; what only prepares for one stays without effect, so that modules can be imported."""

from __future__ import annotations

from mindaudit_data.recipes.framework.missing import Missing
from mindaudit_data.recipes.modules import Module
from mindaudit_data.recipes.unchanged import unchanged


def wrap(fn_or_name: object) -> object:
    """What it gets."""
    return fn_or_name


def is_fx_tracing() -> bool:
    """Never."""
    return False


_compatibility = compatibility = unchanged
Graph = Missing("torch.fx.Graph")
GraphModule = Missing("torch.fx.GraphModule", Module)
Interpreter = Missing("torch.fx.Interpreter")
Node = Missing("torch.fx.Node")
Proxy = Missing("torch.fx.Proxy")
Tracer = Missing("torch.fx.Tracer")
Transformer = Missing("torch.fx.Transformer")
symbolic_trace = Missing("torch.fx.symbolic_trace")
