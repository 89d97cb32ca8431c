"""Moves between devices."""

from __future__ import annotations

from collections.abc import Iterator

from mindaudit.hazards.framework.call import Call
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values import domain as v

_MOVING = tuple(f"torch.{owner}.{name}" for owner in ("Tensor", "nn.Module") for name in ("cuda", "cpu", "to"))
_DEVICE = frozenset({at.Instance("torch.device", None), at.Plain("device")})
_DEVICES = ("cuda", "cpu", "mps", "xpu", "npu", "meta")


def check(view: FileView) -> Iterator[Hit]:
    """A hit is the first move of a function."""
    seen: set[int] = set()
    for call in sorted(view.calls_of(*_MOVING), key=lambda call: call.span):
        if call.site.function not in seen and _moves(view, call):
            seen.add(call.site.function)
            variant = "move" if len(call.site.arguments) < 2 and not call.starred else ""
            yield view.hit(call, call.level, None, variant=variant, receiver=view.source((call.site.base_start, call.site.base_end)))


def _moves(view: FileView, call: Call) -> bool:
    """Whether a call moves, and does not just cast: `to` with a device."""
    if not any(name.endswith(".to") for name in call.names):
        return True
    for operand in call.site.arguments:
        value = view.value(operand.expression)
        is_device = not _DEVICE.isdisjoint(value.atoms)
        is_name = any(text.split(":")[0] in _DEVICES for text in v.constants(value, "str"))
        if operand.keyword == "device" or is_device or is_name:
            return True
    return False
