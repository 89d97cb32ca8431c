"""Names of methods: those that tensors share with other types, those that the project defines, and how often each is written."""

from __future__ import annotations

from collections import Counter
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.resolve.solver.evaluator import Evaluator

SHARED: Final = frozenset(name for kind in (str, bytes, dict, list, set, tuple, int, float, complex, range, slice) for name in dir(kind))
"""Those of built-in types."""
ARRAY_NAMES: Final = frozenset({
    "all", "any", "argmax", "argmin", "argsort", "clip", "conj", "copy", "cumprod", "cumsum", "data", "device", "diagonal", "dot",
    "dtype", "fill", "flatten", "imag", "item", "max", "mean", "min", "ndim", "nonzero", "prod", "put", "ravel", "real", "repeat",
    "reshape", "resize", "round", "searchsorted", "shape", "size", "sort", "squeeze", "std", "strides", "sum", "swapaxes", "T", "mT",
    "take", "tolist", "trace", "transpose", "var", "view",
})  # fmt: skip
MODULE_NAMES: Final = frozenset({"to", "cuda", "cpu", "xpu", "ipu", "float", "half", "double", "bfloat16", "requires_grad_"})
_CALCULATIONS: Final = frozenset({
    "abs", "add", "corrcoef", "cov", "diff", "div", "eq", "ge", "gt", "le", "lt", "ne", "mul", "sub", "pow", "median", "log", "exp",
    "quantile", "long", "bool", "int",
})  # fmt: skip
COMMON_WORDS: Final = frozenset({
    "apply", "apply_", "type", "share_memory_", "register_hook", "backward", "mode", "name", "names", "norm", "rename", "select", "split",
    "where", "unique", "map_", "map2_", "align_to", "index", "is_shared",
})  # fmt: skip
SCALED: Final = frozenset({"add", "sub"})
"""Methods that older programs call with a number before the other tensor; sets and patterns have them, too."""
AMBIGUOUS: Final = ARRAY_NAMES | MODULE_NAMES | _CALCULATIONS | COMMON_WORDS


def method_names(facts: ModuleFacts) -> set[str]:
    """The names of the methods that a file defines."""
    return {f.name for f in facts.functions if f.class_ >= 0}


def project_names(evaluator: Evaluator) -> frozenset[str]:
    """The method names of all project classes."""
    found: frozenset[str] = evaluator.once("methods", None, lambda: frozenset(n for f in evaluator.facts.values() for n in method_names(f)))
    return found


def written(facts: ModuleFacts) -> set[str]:
    """The names of attributes that a file writes."""
    return {e.name for e in facts.expressions if isinstance(e, ex.Attribute)}


def use_counts(evaluator: Evaluator) -> Counter[str]:
    """In how many files an attribute's name is written."""
    counts: Counter[str] = evaluator.once("use", None, lambda: _use_counts(evaluator))
    return counts


def _use_counts(evaluator: Evaluator) -> Counter[str]:
    return Counter(name for facts in evaluator.facts.values() for name in written(facts))
