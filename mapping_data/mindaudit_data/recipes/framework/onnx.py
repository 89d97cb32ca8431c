"""`torch.onnx`: `mindspore.export(…, file_format="ONNX")` exports networks."""

from mindaudit_data.recipes.framework.missing import Missing
from mindaudit_data.recipes.framework.unavailable import no, nothing

is_in_onnx_export = no
register_custom_op_symbolic = nothing
export = Missing("torch.onnx.export")
