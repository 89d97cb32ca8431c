"""Which row serves a form of a call where neighbouring forms of the same API need other code."""

from __future__ import annotations

import pytest
from test_lookalikes import findings

from mindaudit.model import Target

PYNATIVE = Target("2.10", "pynative", "cpu")
HEAD = """
import numpy as np
import torch


def f(x: torch.Tensor, y, n: np.ndarray):
    {}
"""


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("torch.tensor(y)", "mindspore.tensor(y).copy()"),
        ("torch.tensor([1, 2])", "mindspore.tensor([1, 2])"),
        ("torch.tensor(range(3), dtype=torch.float32)", "mindspore.tensor(list(range(3)), dtype=mindspore.float32)"),
        ("torch.tensor(1j)", "mindspore.tensor(1j, dtype=mindspore.complex64)"),
        ("torch.as_tensor(y)", "tensor_from(y)"),
        ("torch.as_tensor(x, dtype=torch.float64)", "tensor_from(x, dtype=mindspore.float64)"),
        ("torch.as_tensor([1, 2])", "mindspore.tensor([1, 2])"),
        ("torch.as_tensor(n)", "mindspore.tensor(n)"),
        ("torch.asarray(x, copy=True)", "mindspore.tensor(x).copy()"),
        ("x.new_tensor(x)", "x.astype(x.dtype).copy()"),
        ("x.new_tensor(x, dtype=torch.int64)", "x.astype(mindspore.int64).copy()"),
        ("x.new_tensor(range(3))", "mindspore.tensor(list(range(3)), dtype=x.dtype)"),
        ("x.new_tensor(range(3), dtype=torch.int64)", "mindspore.tensor(list(range(3)), dtype=mindspore.int64)"),
        ("x.new_tensor([1])", "mindspore.tensor([1], dtype=x.dtype)"),
        ("x.new_tensor(y)", "mindspore.tensor(y, dtype=x.dtype).copy()"),
        ("torch.Tensor(x)", "x"),
        ("torch.Tensor([1])", "mindspore.tensor([1], dtype=mindspore.float32)"),
        ("torch.Tensor(y)", "tensor_of(y)"),
        ("torch.from_dlpack(x)", "mindspore.from_dlpack(mindspore.to_dlpack(x))"),
        ("torch.from_dlpack(n)", "mindspore.from_numpy(n)"),
        ("x.copy_(y)", "values_like(x, y)"),
        ("torch.min(x, y + x)", "minimum(x, y + x)"),
        ("torch.minimum(x, y)", "minimum(x, y)"),
        ("torch.maximum(x, y)", "maximum(x, y)"),
        ("x.max(y + x)", "maximum(x, y + x)"),
        ("x.copy_(torch.relu(y))", "mint.nn.functional.relu(y).astype(x.dtype).broadcast_to(x.shape).copy()"),
        ("x.copy_(1)", "ops.full_like(x, 1)"),
        ("torch.arange(2.5, dtype=torch.int64)", "ops.arange(2, dtype=mindspore.int64)"),
        ("torch.arange(0, 2.5, dtype=torch.int64)", "ops.arange(0, 2, dtype=mindspore.int64)"),
        ("torch.arange(2.5)", "ops.arange(2.5)"),
        ("x.stride()", "tuple(x.stride())"),
        ("x.is_contiguous()", "x.is_contiguous()"),
        ("x.is_contiguous(memory_format=torch.contiguous_format)", "x.is_contiguous()"),
        ("x.is_contiguous(memory_format=torch.channels_last)", "False"),
        ("x.to(device=y, dtype=torch.float64)", "x.astype(mindspore.float64)"),
        ("x.to(device=n, dtype=y)", "x.to(y)"),
        ("x.to(dtype=y)", "x.to(y)"),
        ("x.to(y)", "convert_to(x, y)"),
        ("torch.linspace(0, 1j, 3)", "linspace(0, 1j, 3)"),
        ("torch.meshgrid([x, x])", "mint.meshgrid([x, x], indexing='ij')"),
        ("torch.finfo()", "np.finfo('float32')"),
        ("torch.pow(x, 2)", "mint.pow(x, 2)"),
        ("torch.pow(x, x * 2)", "power(x, x * 2)"),
        ("torch.lerp(x.float(), x, 0.5)", "mint.lerp(x.float(), x, 0.5)"),
        ("torch.lerp(x.float(), x, 1)", "mint.lerp(x.float(), x, float(1))"),
        ("torch.lerp(x, x, y)", "interpolated(x, x, y)"),
        ("torch.log(torch.tensor(len(y) + 1))", "mint.log(mindspore.tensor(len(y) + 1).astype(mindspore.float32))"),
        ("torch.view_as_complex(x).div(y)", "complex_div(ops.Complex()(x[..., 0], x[..., 1]), y)"),
        ("torch.view_as_complex(x).mul(y)", "complex_mul(ops.Complex()(x[..., 0], x[..., 1]), y)"),
    ],
)
def test_tensors(call: str, written: str) -> None:
    assert findings(HEAD.format(f"return {call}"), PYNATIVE)[call].substitution == written


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("torch.func.grad(work)", "recorded_gradient_of(work)"),
        ("torch.func.grad(work, argnums=(0, 1))", "recorded_gradient_of(work, (0, 1))"),
        ("torch.func.grad(work, argnums=(0,))", "recorded_gradient_of(work, (0,))"),
        ("torch.func.grad(work, argnums=-1)", "recorded_gradient_of(work, -1)"),
        ("torch.func.grad(work, has_aux=True)", "recorded_gradient_of(work, has_aux=True)"),
        ("torch.func.grad_and_value(work, has_aux=True)", "recorded_gradient_and_value_of(work, has_aux=True)"),
        ("torch.func.jacrev(work, argnums=-1)", "recorded_jacobian_of(work, -1)"),
        ("torch.func.hessian(work)", "recorded_hessian_of(work)"),
        ("torch.func.vjp(work, y, y)", "recorded_vjp(work, y, y)"),
        ("torch.func.jvp(work, (y,), (y,), has_aux=True)", "recorded_jvp(work, (y,), (y,), has_aux=True)"),
        ("torch.autograd.functional.vhp(work, y, y, strict=True)", "hvp_at(work, y, y)"),
        ("torch.compile(work, mode='default')", "mindspore.jit(work)"),
        ("torch.compile(y)", "y"),
        ("torch.compile(net)", "net"),
        ("torch.compile(fullgraph=True)", "mindspore.jit()"),
        ("torch.compile(y, disable=True)", "unchanged(y)"),
        ("torch.jit.script(work)", "mindspore.jit(work)"),
        ("torch.jit.script(net)", "net"),
        ("torch.jit.trace(net, x)", "net"),
        ("torch.jit.isinstance(y, torch.Tensor)", "isinstance(y, mindspore.Tensor)"),
        ("torch.jit.isinstance(y, list[int])", "is_of_type(y, list[int])"),
        ("torch.utils.checkpoint.checkpoint(net, x)", "mindspore.recompute(net, x)"),
        ("torch.utils.checkpoint.checkpoint(work, x)", "work(x)"),
        (
            "torch.cuda.amp.GradScaler(enabled=y)",
            "mindspore.amp.DynamicLossScaler(65536.0, 2, 2000) if y else mindspore.amp.StaticLossScaler(1.0)",
        ),
    ],
)
def test_functions_and_modules(call: str, written: str | None) -> None:
    source = HEAD.format(f"net = torch.nn.Linear(2, 3)\n    return {call}") + "\n\ndef work(f):\n    return f\n"
    assert findings(source, PYNATIVE)[call].substitution == written


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("SubsetRandomSampler([1, 2])", "mindspore.dataset.SubsetRandomSampler([1, 2])"),
        ("SubsetRandomSampler(x)", "mindspore.dataset.SubsetRandomSampler(list(map(int, x)))"),
        ("WeightedRandomSampler(y, 3)", "mindspore.dataset.WeightedRandomSampler(list(map(float, y)), 3)"),
    ],
)
def test_samplers_take_numbers(call: str, written: str) -> None:
    source = HEAD.format(f"return {call}").replace("import torch\n", f"import torch\nfrom torch.utils.data import {call.split('(')[0]}\n")
    assert findings(source, PYNATIVE)[call].substitution == written


@pytest.mark.parametrize(
    ("read", "written"),
    [
        ("torch.finfo(x.dtype).resolution", "float(str(getattr(FloatLimits(x.dtype), 'resolution')))"),
        ("torch.iinfo(torch.int8).dtype", "str(getattr(np.iinfo(str(mindspore.int8).lower()), 'dtype'))"),
        ("x.is_sparse", 'getattr(x, "is_sparse", False)'),
    ],
)
def test_attributes(read: str, written: str) -> None:
    assert findings(HEAD.format(f"return {read}"), PYNATIVE)[read].substitution == written


def test_decorators_that_compile() -> None:
    found = findings("""
        import torch

        @torch.compile
        def f(x):
            return x

        @torch.compile(dynamic=True)
        def g(x):
            return x

        @torch.jit.script
        def h(x):
            return x

        @torch.vmap
        def k(x):
            return x
    """)
    wanted = {"torch.compile": "mindspore.jit", "torch.compile(dynamic=True)": "mindspore.jit()"}
    wanted |= {"torch.jit.script": "mindspore.jit", "torch.vmap": "vmapped"}
    assert {text: found[text].substitution for text in wanted} == wanted


def test_gradients_that_a_statement_switches_off_stay_off() -> None:
    found = findings("import torch\ntorch.set_grad_enabled(False)\nwith torch.set_grad_enabled(True):\n    pass\n", PYNATIVE)
    assert found["torch.set_grad_enabled(False)"].substitution == "gradients_enabled(False).enter()"
    assert found["torch.set_grad_enabled(True)"].substitution == "gradients_enabled(True)"


DEFAULTS = """import torch


def made(x: torch.Tensor, start=-7.0, is_sample=False):
    return {}
"""


@pytest.mark.parametrize(
    ("call", "written"),
    [
        ("torch.std(x, unbiased=is_sample)", "std(x, correction=int(is_sample))"),
        ("torch.std(x, unbiased=False)", "std(x, correction=0)"),
        ("torch.ones(3).normal_(start, 1)", "ops.add(ops.mul(ops.randn_like(mint.ones((3,))), 1), start)"),
    ],
)
def test_the_default_of_a_parameter_is_not_written_for_the_parameter(call: str, written: str) -> None:
    assert findings(DEFAULTS.format(call), PYNATIVE)[call].substitution == written
