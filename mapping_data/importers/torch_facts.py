"""What introspection cannot tell about torch: whose packages are no API, which private names people write, what spellings run."""

from __future__ import annotations

SKIPPED_PACKAGES = (
    "torch.testing.",
    "torch.contrib",
    "torch.ao.ns",
    "torch.ao.pruning",
    "torch.ao.quantization.experimental",
    "torch.ao.quantization.pt2e",
    "torch.distributed.benchmarks",
    "torch.distributed.flight_recorder",
    "torch.distributed.elastic.rendezvous",
    "torch.distributed.elastic.agent",
    "torch.distributed.elastic.events",
    "torch.distributed.elastic.metrics",
    "torch.distributed.elastic.timer",
    "torch.distributed.launcher",
    "torch.jit.frontend",
    "torch.jit.annotations",
    "torch.jit.mobile",
    "torch.jit.unsupported_tensor_ops",
    "torch.fx.experimental",
    "torch.fx.passes",
    "torch.onnx.symbolic_",
    "torch.onnx.ops",
    "torch.utils.benchmark.examples",
    "torch.utils.benchmark.op_fuzzers",
    "torch.utils.bottleneck",
    "torch.utils.hipify",
    "torch.utils.model_dump",
    "torch.utils.viz",
    "torch.utils.data.datapipes.gen_pyi",
    "torch.utils.data.datapipes.utils",
    "torch.utils.jit",
    "torch.utils.serialization",
    "torch.quantization.fx",
    "torch.classes",
    "torch.ops",
)
"""Names (with everything below) that are tools around torch, or spaces filled at run time."""

PRIVATE_NAMES = frozenset(
    [
        "torch.nn.modules.module._IncompatibleKeys",
        "torch.nn.functional._canonical_mask",
        "torch.nn.functional._in_projection_packed",
        "torch.nn.init._no_grad_uniform_",
        "torch.nn.modules.transformer._get_clones",
        "torch.nn.modules.transformer._get_activation_fn",
        "torch._utils._flatten_dense_tensors",
        "torch._utils._unflatten_dense_tensors",
        "torch._utils._take_tensors",
        "torch.nn.modules.utils._pair",
        "torch.nn.modules.utils._single",
        "torch.nn.modules.utils._triple",
        "torch.nn.modules.utils._quadruple",
        "torch.nn.modules.utils._ntuple",
        "torch.nn.modules.utils._reverse_repeat_tuple",
        "torch.nn.modules.conv._ConvNd",
        "torch.nn.modules.conv._ConvTransposeNd",
        "torch.nn.modules.batchnorm._BatchNorm",
        "torch.nn.modules.batchnorm._NormBase",
        "torch.nn.modules.instancenorm._InstanceNorm",
        "torch.nn.modules.dropout._DropoutNd",
        "torch.nn.modules.loss._Loss",
        "torch.nn.modules.loss._WeightedLoss",
        "torch.nn.modules.pooling._MaxPoolNd",
        "torch.nn.init._calculate_fan_in_and_fan_out",
        "torch.nn.init._no_grad_trunc_normal_",
        "torch.nn.init._calculate_correct_fan",
        "torch.optim.lr_scheduler._LRScheduler",
    ]
)
"""Private names that released projects import often enough to have to be known (counted over the packages of the call-site survey)."""

UNLISTED_NAMES = (
    "torch.__version__",
    "torch.backends.cuda.matmul.allow_tf32",
    "torch.backends.cuda.matmul.allow_fp16_reduced_precision_reduction",
    "torch.backends.cuda.matmul.allow_bf16_reduced_precision_reduction",
    "torch.classes",
    "torch.distributed.group.WORLD",
    "torch.ops",
    "torch.version.cuda",
    "torch.version.hip",
)
"""Public names that no listing shows."""

PRIVATE_MEMBERS = frozenset({"_values", "_indices", "_coalesced_", "_make_subclass", "_make_wrapper_subclass"})
"""Private methods of tensors that people call."""

PRIVATE_PREFIXES = (
    "_foreach_",
    "_check",
    "_assert",
    "_scaled_mm",
    "_grouped_mm",
    "_shape_as_tensor",
    "_nested_tensor_from_mask",
    "_softmax_backward_data",
)
"""Private functions of the top level that people call."""

PRIVATE_MODULES = (
    "torch._dynamo",
    "torch._dynamo.config",
    "torch._dynamo.utils",
    "torch._inductor",
    "torch._inductor.config",
    "torch._utils",
    "torch._VF",
    "torch.distributed._functional_collectives",
    "torch.distributed._tensor",
    "torch.distributed._composable.fsdp",
    "torch.utils._pytree",
    "torch.utils.data._utils.collate",
)
"""Private modules whose public members people import."""

HELD_MODULES = {"F": "torch.nn.functional", "nn": "torch.nn", "init": "torch.nn.init"}
"""The names under which modules of torch hold these modules, which people import from there."""

IMPLEMENTATION_MODULES = (
    "torch.nn.modules.",
    "torch.functional.",
    "torch.quantization.",
    "torch.nn.quantized",
    "torch.nn.quantizable",
    "torch.nn.qat",
    "torch.nn.intrinsic",
    "torch.cuda.comm",
)
"""Where objects live or used to live, but are not documented."""

PREFERRED_NAMES = frozenset(
    {"torch.amp.GradScaler", "torch.Tensor", "torch.autocast", "torch.Generator", "torch.device", "torch.dtype", "torch.Size"}
)
"""Documented names that are neither the shortest nor found by the general rule."""

DTYPE_OF_RESULT = dict.fromkeys(
    [
        "eq",
        "ne",
        "lt",
        "le",
        "gt",
        "ge",
        "equal_elements",
        "greater",
        "greater_equal",
        "less",
        "less_equal",
        "not_equal",
        "isclose",
        "isfinite",
        "isinf",
        "isnan",
        "isneginf",
        "isposinf",
        "isreal",
        "isin",
        "logical_and",
        "logical_or",
        "logical_xor",
        "logical_not",
        "signbit",
        "bool",
        "is_same_element",
        "__eq__",
        "__ne__",
        "__lt__",
        "__le__",
        "__gt__",
        "__ge__",
        "all",
        "any",
    ],
    "bool",
) | dict.fromkeys(
    ["argmax", "argmin", "argsort", "argwhere", "nonzero", "count_nonzero", "multinomial", "one_hot", "long"],
    "int64",
)
DTYPE_OF_RESULT |= {
    "float": "float32",
    "double": "float64",
    "half": "float16",
    "bfloat16": "bfloat16",
    "int": "int32",
    "short": "int16",
    "char": "int8",
    "byte": "uint8",
}
"""Operators whose result has the same dtype whatever is passed."""

OPERATOR_SPELLINGS = {
    "torch.unique": "_unique2",
    "torch.Tensor.unique": "_unique2",
    "torch.unique_consecutive": "unique_consecutive",
    "torch.Tensor.unique_consecutive": "unique_consecutive",
    "torch.argwhere": "nonzero",
    "torch.Tensor.argwhere": "nonzero",
    "torch.Tensor.__getitem__": "index",
    "torch.Tensor.__bool__": "_local_scalar_dense",
    "torch.Tensor.__int__": "_local_scalar_dense",
    "torch.Tensor.__float__": "_local_scalar_dense",
    "torch.Tensor.__index__": "_local_scalar_dense",
    "torch.Tensor.tolist": "_local_scalar_dense",
    "torch.Tensor.item": "_local_scalar_dense",
    "torch.nn.functional.one_hot": "one_hot",
}
"""Spellings that run an operator of another name, for its tags."""
