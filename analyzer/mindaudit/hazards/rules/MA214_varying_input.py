"""Input of the network whose shape changes from batch to batch."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.base import Call, FileView, Hit
from mindaudit.resolve.values import domain as v

_RESIZING = tuple(
    f"torchvision.transforms.{name}"
    for name in (
        "RandomResize",
        "v2.RandomResize",
        "v2.RandomShortestSize",
        "v2.ScaleJitter",
        "v2.RandomZoomOut",
        "RandomShortestSize",
        "ScaleJitter",
    )
)
_EVALUATING = ("val", "test", "eval", "infer", "predict")


def check(view: FileView) -> Iterator[Hit]:
    """Hits: padding to the longest sample, collate functions that measure, loaders that keep the last batch, random sizes, tokenizers."""
    for call in view.calls_of("torch.nn.utils.rnn.pad_sequence"):
        yield view.hit(call, call.level, "shape")
    for call in view.calls_of("torch.utils.data.DataLoader"):
        yield from _loader(view, call)
    for call in view.calls_of(*_RESIZING):
        yield view.hit(call, call.level, "shape", variant="resize")
    yield from _collating(view)
    yield from _tokenizing(view)


def _tokenizing(view: FileView) -> Iterator[Hit]:
    """Calls in the manner of tokenizers that pad to the longest text."""
    if "padding" not in view.text:
        return
    for site in view.facts.calls:
        padding = next((a for a in site.arguments if a.keyword == "padding"), None)
        others = {a.keyword for a in site.arguments}
        if padding and others & {"truncation", "return_tensors"} and _is_longest(view, padding.expression):
            callee = view.source((site.callee_start, site.callee_end))
            yield view.hit(Call(site, frozenset(), v.LIKELY), v.LIKELY, "shape", variant="tokenizer", callee=callee)


def _loader(view: FileView, call: Call) -> Iterator[Hit]:
    drop_last = next((a for a in call.site.arguments if a.keyword == "drop_last"), None)
    keeps = drop_last is None or v.constants(view.value(drop_last.expression), "bool") == [False]
    given = {operand.keyword for operand in call.operands}
    if keeps and not call.starred and "batch_sampler" not in given and not _evaluates(view, call):
        size = call.operand(1, "batch_size")
        yield view.hit(
            call, call.level, "shape", variant="drop_last", construct="drop_last", batch_size=view.text_of(size) if size else "1"
        )


def _evaluates(view: FileView, call: Call) -> bool:
    """Whether a loader is for evaluation, by its dataset's name, or loads single samples or in order."""
    text = view.text_of(call.operand(0, "dataset")).lower()
    shuffle = call.operand(2, "shuffle")
    size = call.operand(1, "batch_size")
    in_order = shuffle is None or v.constants(view.value(shuffle.expression), "bool") == [False]
    single = size is None or v.constants(view.value(size.expression), "int") == [1]
    return single or (in_order and call.operand(9, "sampler") is None) or any(word in text for word in _EVALUATING)


def _collating(view: FileView) -> Iterator[Hit]:
    """`max` over the lengths of samples in a function that is a collate function by name or use."""
    names = {
        number
        for number, function in enumerate(view.facts.functions)
        if "collate" in function.name or "collate" in function.qualname.lower()
    }
    for call in view.calls_of("torch.utils.data.DataLoader"):
        passed = call.operand(9, "collate_fn")
        names |= {a[-1] for a in view.value(passed.expression).atoms if a[:2] == ("function", view.module)} if passed else set()
    for call in view.calls_of("builtins.max"):
        if call.site.function in names and call.operands and _measures(view, call.operands[0].expression):
            yield view.hit(call, v.LIKELY, "shape", variant="collate")


def _measures(view: FileView, index: int) -> bool:
    """Whether an expression goes over sizes of samples: `len(s) for s in samples`, `[s.shape[0] for …]`, a list of lengths."""
    e = view.expression(index)
    if e[0] == "call":
        return any(_measures(view, argument) for _, argument in e[2])
    if e[0] != "comp":
        return False
    return _is_size(view, e[2])


def _is_size(view: FileView, index: int) -> bool:
    e = view.expression(index)
    match e[0]:
        case "call":
            callee = view.expression(e[1])
            return (callee[:1] == ("name",) and callee[2] == "len") or (callee[0] == "attr" and callee[2] in ("size", "numel"))
        case "sub":
            return _is_size(view, e[1])
        case "attr":
            return bool(e[2] == "shape")
    return False


def _is_longest(view: FileView, index: int) -> bool:
    value = view.value(index)
    return v.constants(value, "bool") == [True] or v.constants(value, "str") == ["longest"]
