"""torch's functions by MindSpore's of the same name and parameters, or by recipes.

For tables of functions, defaults and `getattr`. A call of a known function is replaced where it stands, by what fits its arguments.
"""

from mindspore import Tensor, is_tensor
from mindspore.mint import (
    abs,
    add,
    addbmm,
    addcdiv,
    addcmul,
    addmv,
    all,
    amax,
    amin,
    any,
    arctanh,
    atanh,
    bitwise_and,
    bitwise_not,
    bitwise_or,
    bitwise_xor,
    bmm,
    cat,
    ceil,
    chunk,
    clamp,
    clip,
    concat,
    cos,
    cosh,
    diff,
    div,
    divide,
    dstack,
    eq,
    erf,
    erfc,
    fix,
    flatten,
    flip,
    float_power,
    floor,
    fmod,
    gather,
    gcd,
    ge,
    greater,
    greater_equal,
    gt,
    hstack,
    isfinite,
    isinf,
    le,
    lerp,
    less,
    less_equal,
    logical_and,
    logical_not,
    logical_or,
    logical_xor,
    lt,
    masked_select,
    matmul,
    max,
    maximum,
    mean,
    meshgrid,
    min,
    minimum,
    mul,
    mv,
    nan_to_num,
    nansum,
    narrow,
    ne,
    neg,
    negative,
    not_equal,
    permute,
    polar,
    pow,
    prod,
    ravel,
    reciprocal,
    remainder,
    reshape,
    round,
    rsqrt,
    scatter,
    scatter_add,
    select,
    sign,
    sin,
    sinc,
    sinh,
    split,
    sqrt,
    square,
    sub,
    sum,
    swapaxes,
    t,
    take,
    tan,
    transpose,
    triu,
    trunc,
    unbind,
    unique_consecutive,
    unsqueeze,
    xlogy,
)
from mindspore.ops import (
    absolute,
    acos,
    acosh,
    addmm,
    arccos,
    arccosh,
    arcsin,
    arcsinh,
    arctan,
    arctan2,
    argmax,
    argmin,
    argwhere,
    asin,
    asinh,
    atan,
    atan2,
    baddbmm,
    bitwise_left_shift,
    bitwise_right_shift,
    block_diag,
    cartesian_prod,
    column_stack,
    conj,
    copysign,
    cov,
    deg2rad,
    diagonal,
    digamma,
    dist,
    dsplit,
    exp2,
    fliplr,
    flipud,
    floor_divide,
    fmax,
    heaviside,
    hypot,
    i0,
    igamma,
    igammac,
    imag,
    inner,
    is_complex,
    is_floating_point,
    is_nonzero,
    isposinf,
    isreal,
    kron,
    lcm,
    ldexp,
    lgamma,
    log2,
    log10,
    logaddexp,
    logaddexp2,
    logit,
    logsumexp,
    matrix_power,
    moveaxis,
    movedim,
    msort,
    multiply,
    nextafter,
    numel,
    outer,
    positive,
    rad2deg,
    real,
    relu,
    rrelu,
    sgn,
    signbit,
    subtract,
    swapdims,
    tile,
    trace,
    trapz,
    tril,
    view_as_real,
    vsplit,
    vstack,
)

from mindaudit_data.recipes.addr import addr
from mindaudit_data.recipes.as_strided import as_strided, as_strided_scatter
from mindaudit_data.recipes.average_pool import avg_pool1d
from mindaudit_data.recipes.bilinear import bilinear
from mindaudit_data.recipes.bincount import bincount
from mindaudit_data.recipes.broadcast_shapes import broadcast_shapes, broadcast_tensors
from mindaudit_data.recipes.cdist import cdist
from mindaudit_data.recipes.combinations import combinations
from mindaudit_data.recipes.complex_arithmetic import complex_allclose as allclose
from mindaudit_data.recipes.complex_arithmetic import complex_isclose as isclose
from mindaudit_data.recipes.convolution import conv1d, conv2d, conv3d
from mindaudit_data.recipes.corrcoef import corrcoef
from mindaudit_data.recipes.cross import cross
from mindaudit_data.recipes.cumprod import cumprod
from mindaudit_data.recipes.cumulative_trapezoid import cumulative_trapezoid, trapezoid
from mindaudit_data.recipes.determinant import determinant as det
from mindaudit_data.recipes.determinant import logdet, slogdet
from mindaudit_data.recipes.diag import diag, diag_embed, diagflat, diagonal_scatter
from mindaudit_data.recipes.einsum import einsum
from mindaudit_data.recipes.error_functions import erfinv
from mindaudit_data.recipes.exponential_units import expm1, log1p
from mindaudit_data.recipes.exponentials import exp, log, sigmoid, tanh
from mindaudit_data.recipes.framework.into_out import take_out
from mindaudit_data.recipes.framework.random import get_rng_state, set_rng_state
from mindaudit_data.recipes.frexp import frexp
from mindaudit_data.recipes.functional_norms import group_norm, layer_norm, rms_norm
from mindaudit_data.recipes.gradient import gradient
from mindaudit_data.recipes.histc import histc
from mindaudit_data.recipes.householder_product import ormqr
from mindaudit_data.recipes.index_put import index_put, put
from mindaudit_data.recipes.index_slices import index_add, index_copy, index_fill, index_reduce, index_select
from mindaudit_data.recipes.isin import isin
from mindaudit_data.recipes.istft import istft
from mindaudit_data.recipes.leaky_units import prelu, selu
from mindaudit_data.recipes.margin_losses import pairwise_distance
from mindaudit_data.recipes.masked_scatter import masked_scatter
from mindaudit_data.recipes.matrix_exp import matrix_exp
from mindaudit_data.recipes.max_pool import adaptive_avg_pool1d, max_pool1d, max_pool2d, max_pool3d
from mindaudit_data.recipes.mode import mode
from mindaudit_data.recipes.nonzero import nonzero
from mindaudit_data.recipes.norm import norm
from mindaudit_data.recipes.normalize import cosine_similarity
from mindaudit_data.recipes.quantile import nanquantile, quantile
from mindaudit_data.recipes.renorm import renorm
from mindaudit_data.recipes.repeat_interleave import repeat_interleave
from mindaudit_data.recipes.roll import roll
from mindaudit_data.recipes.scatter_elements import scatter_reduce
from mindaudit_data.recipes.solve_linear import inverse
from mindaudit_data.recipes.solve_triangular import cholesky_inverse, triangular_solve
from mindaudit_data.recipes.sort_int64 import kthvalue
from mindaudit_data.recipes.take_along_dim import take_along_dim
from mindaudit_data.recipes.tensor_split import hsplit, tensor_split
from mindaudit_data.recipes.tensordot import tensordot
from mindaudit_data.recipes.transposed_convolution import conv_transpose1d, conv_transpose2d, conv_transpose3d
from mindaudit_data.recipes.unflatten import unflatten
from mindaudit_data.recipes.unique_sorted import unique_sorted as unique
from mindaudit_data.recipes.unravel_index import unravel_index
from mindaudit_data.recipes.vdot import vdot

take_out(globals())
