"""einx for MindSpore: element-wise functions, reductions and indexing of tensors whose axes have names, under that library's names."""

from mindaudit_data.recipes.einx.elementwise import (
    add,
    divide,
    equal,
    floor_divide,
    greater,
    greater_equal,
    less,
    less_equal,
    logaddexp,
    logical_and,
    logical_or,
    maximum,
    minimum,
    multiply,
    not_equal,
    subtract,
    true_divide,
    where,
)
from mindaudit_data.recipes.einx.indexing import get_at
from mindaudit_data.recipes.einx.reductions import all, any, dot, id, log_softmax, max, mean, min, prod, softmax, sum
from mindaudit_data.recipes.einx.reductions import id as rearrange
