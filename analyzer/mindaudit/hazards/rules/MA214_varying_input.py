"""Input of the network whose shape changes from batch to batch."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.facts import expressions as ex
from mindaudit.facts.expressions import Expression
from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_RANDOM_SIZES = (
    "RandomResize", "v2.RandomResize", "v2.RandomShortestSize", "v2.ScaleJitter", "v2.RandomZoomOut", "RandomShortestSize", "ScaleJitter",
)  # fmt: skip
_RESIZING = tuple(f"torchvision.transforms.{name}" for name in _RANDOM_SIZES)
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
            yield view.hit(site, v.LIKELY, "shape", variant="tokenizer", callee=callee)


def _loader(view: FileView, call: Call) -> Iterator[Hit]:
    drop_last = call.argument("drop_last")
    keeps = drop_last is None or v.constants(view.value(drop_last.expression), "bool") == [False]
    if keeps and not call.starred and not call.argument("batch_sampler") and not _evaluates(view, call):
        size = call.argument("batch_size")
        yield view.hit(
            call, call.level, "shape", variant="drop_last", construct="drop_last", batch_size=view.text_of(size) if size else "1"
        )


def _evaluates(view: FileView, call: Call) -> bool:
    """Whether a loader is for evaluation, by its dataset's name, or loads single samples or in order."""
    text = view.text_of(call.argument("dataset")).lower()
    shuffle = call.argument("shuffle")
    size = call.argument("batch_size")
    in_order = shuffle is None or v.constants(view.value(shuffle.expression), "bool") == [False]
    single = size is None or v.constants(view.value(size.expression), "int") == [1]
    return single or (in_order and call.argument("sampler") is None) or any(word in text for word in _EVALUATING)


def _collating(view: FileView) -> Iterator[Hit]:
    """`max` over the lengths of samples in a function that is a collate function by name or use."""
    names = {
        number
        for number, function in enumerate(view.facts.functions)
        if "collate" in function.name or "collate" in function.qualname.lower()
    }
    for call in view.calls_of("torch.utils.data.DataLoader"):
        passed = call.argument("collate_fn")
        atoms = view.value(passed.expression).atoms if passed else ()
        names |= {atom.number for atom in atoms if isinstance(atom, at.Function) and atom.module == view.module}
    for call in view.calls_of("builtins.max"):
        if call.site.function in names and any(_measures(view, operand.expression) for operand in call.operands[:1]):
            yield view.hit(call, v.LIKELY, "shape", variant="collate")


def _measures(view: FileView, index: int) -> bool:
    """Whether an expression goes over sizes of samples: `len(s) for s in samples`, `[s.shape[0] for …]`, a list of lengths."""
    e = view.expression(index)
    if isinstance(e, ex.Call):
        return any(_measures(view, argument.expression) for argument in e.arguments)
    return isinstance(e, ex.Comprehension) and _is_size(view, e.element)


def _is_size(view: FileView, index: int) -> bool:
    match view.expression(index):
        case ex.Call(callee):
            return _is_sizing(view.expression(callee))
        case ex.Subscript(base):
            return _is_size(view, base)
        case ex.Attribute(_, name):
            return name == "shape"
    return False


def _is_sizing(callee: Expression) -> bool:
    match callee:
        case ex.Name(_, name):
            return name == "len"
        case ex.Attribute(_, name):
            return name in ("size", "numel")
    return False


def _is_longest(view: FileView, index: int) -> bool:
    value = view.value(index)
    return v.constants(value, "bool") == [True] or v.constants(value, "str") == ["longest"]
