"""What is left of torch in a program that was rewritten: `from mindaudit_data.recipes import framework as torch`.

Calls that MindSpore answers are rewritten where they stand. Here is the rest: dtypes and devices as values, scopes, decorators, switches,
and torch's functions for what is called by another name. What asks for compilers, tracers and devices hears that they are not there.
"""

from __future__ import annotations

import math

from mindspore import Parameter, Tensor

from mindaudit_data.recipes import modules as nn
from mindaudit_data.recipes.framework import (
    _C,
    __config__,
    _utils,
    amp,
    ao,
    autograd,
    backends,
    compiler,
    cuda,
    distributed,
    distributions,
    fft,
    fx,
    hub,
    jit,
    library,
    linalg,
    multiprocessing,
    onnx,
    ops,
    optim,
    overrides,
    quasirandom,
    random,
    serialization,
    sparse,
    special,
    testing,
    torch_version,
    types,
    utils,
    version,
)
from mindaudit_data.recipes.framework.amp import autocast
from mindaudit_data.recipes.framework.creation import *
from mindaudit_data.recipes.framework.deterministic import *
from mindaudit_data.recipes.framework.deterministic import _assert, _check
from mindaudit_data.recipes.framework.devices import device, get_default_device, set_default_device
from mindaudit_data.recipes.framework.dtypes import *
from mindaudit_data.recipes.framework.functions import *
from mindaudit_data.recipes.framework.gradients import enable_grad, inference_mode, is_grad_enabled, no_grad, set_grad_enabled
from mindaudit_data.recipes.framework.missing import Missing, found_or_missing
from mindaudit_data.recipes.framework.random import Generator, default_generator, initial_seed, manual_seed, seed
from mindaudit_data.recipes.framework.random_numbers import *
from mindaudit_data.recipes.framework.renamed import *
from mindaudit_data.recipes.framework.serialization import load, save
from mindaudit_data.recipes.framework.spectral import *
from mindaudit_data.recipes.framework.storages import *
from mindaudit_data.recipes.framework.symbols import SymBool, SymFloat, SymInt, sym_float, sym_int, sym_max, sym_min, sym_not
from mindaudit_data.recipes.framework.version import __version__
from mindaudit_data.recipes.framework.windows import *
from mindaudit_data.recipes.tensor_text import print_as_torch
from mindaudit_data.recipes.typed_tensors import *

print_as_torch()

as_subclass = Missing("torch.as_subclass")
e, inf, nan, newaxis, pi = math.e, math.inf, math.nan, None, math.pi
