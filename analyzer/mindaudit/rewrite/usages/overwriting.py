"""The substitutions of in-place calls whose receiver would keep its old value."""

from __future__ import annotations

from dataclasses import replace

from mindaudit.classify.inplace import OTHERS
from mindaudit.classify.judge import Judge
from mindaudit.model import LOST, Finding, Usage
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.usages.choice import OVERWRITTEN, TENSOR, Choice
from mindaudit.rewrite.usages.in_place import BECOMES, is_last_read
from mindaudit.rewrite.usages.saved_values import from_copy

_RESHAPING = frozenset(
    f"torch.Tensor.{name}_"
    for name in ("as_strided", "resize", "resize_as", "squeeze", "swapaxes", "swapdims", "t", "transpose", "unsqueeze")
)
"""What gives its receiver another shape: a store into all elements cannot."""
_MAY_GIVE_ITSELF = frozenset({
    "to", "type", "type_as", "float", "double", "half", "bfloat16", "int", "long", "short", "bool", "char", "byte", "cpu", "cuda",
    "contiguous", "flatten", "ravel", "real", "resolve_conj", "resolve_neg", "coalesce", "to_dense", "pin_memory", "positive",
})  # fmt: skip
"""Methods of tensors that give the tensor itself where nothing is to be done."""


def overwriting(finding: Finding, choice: Choice, places: Places, judge: Judge) -> Finding:
    """The finding of an in-place call whose receiver would keep its old value, with something to write where that is no loss.

    Outside of graphs a recipe overwrites the receiver; what `x.data` gives is a copy in MindSpore: `x` itself is overwritten. In a graph,
    and where the receiver gets another shape, the new value alone is written where nothing reads the receiver afterwards.
    """
    targets = [each.removesuffix(LOST) for each in finding.differences if each.endswith(LOST)]
    if not targets or finding.substitution is None:
        return finding
    others = tuple(each for each in finding.differences if not each.endswith(LOST))
    eager, reshapes = places.is_eager(finding.usage.span[0]), finding.usage.torch_name in _RESHAPING
    if reshapes and _is_made_here(finding.usage, judge):
        return replace(finding, differences=others)
    if (not eager or reshapes) and is_last_read(targets[0], finding.usage.span, places):
        return replace(finding, differences=(*others, OTHERS))
    recipe = BECOMES if reshapes else OVERWRITTEN
    if not eager or not choice.brings(recipe):
        return finding
    target = _reshaped(finding.usage, judge) or targets[0]
    owner = target.removesuffix(".data")
    value = from_copy(finding.substitution, target, finding.usage, places)
    text = f"{recipe}({owner}, {value}){target.removeprefix(owner)}"
    return replace(finding, verdict="composable", substitution=text, recipe=finding.recipe or recipe, differences=others)


def _reshaped(usage: Usage, judge: Judge) -> str:
    """The receiver as it is written, if an in-place method gives it another shape: a store into it reaches the elements of the old one."""
    inner = judge.judged.get(usage.receiver.span) if usage.receiver else None
    if inner is None or usage.receiver is None or inner.kind != "call" or inner.torch_name not in _RESHAPING:
        return ""
    return judge.splicer.render(usage.receiver.span)


def _is_made_here(usage: Usage, judge: Judge) -> bool:
    """Whether the receiver is the result of another method of tensors, so that its shape is unknown otherwise."""
    made = judge.judged.get(usage.receiver.span) if usage.receiver else None
    name = made.torch_name if made and made.kind == "call" else ""
    return name.startswith(TENSOR) and not name.endswith("_") and name.removeprefix(TENSOR) not in _MAY_GIVE_ITSELF
