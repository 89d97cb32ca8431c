"""Hooks on modules and tensors."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Event
from mindaudit.hazards.framework.hit import Hit
from mindaudit.hazards.framework.view import FileView
from mindaudit.hazards.queries.statements import compiled
from mindaudit.resolve.transfer.call_targets import targets
from mindaudit.resolve.values import domain as v

_FORWARD: Final = ("torch.nn.Module.register_forward_hook", "torch.nn.Module.register_forward_pre_hook")
_OTHERS: Final = ("full_backward_hook", "full_backward_pre_hook", "backward_hook", "state_dict_pre_hook")
_NAMES: Final = (*_FORWARD, *(f"torch.nn.Module.register_{name}" for name in _OTHERS))


def check(view: FileView) -> Iterator[Hit]:
    """Hits: where a hook is registered, and what one of a compiled layer stores into a container that is not its own."""
    yield from view.hits_of("torch.Tensor.register_hook", "torch.Tensor.register_post_accumulate_grad_hook", *_NAMES)
    hooks = frozenset(_hooks(view))
    for event in compiled(view, "store_item") if hooks else ():
        if event.function in hooks and _is_kept_elsewhere(view, event):
            yield view.hit(event, v.LIKELY, None, variant="kept", construct="kept")


def _hooks(view: FileView) -> Iterator[int]:
    """The functions of the file that it registers to be called with a layer."""
    for call in view.calls_of(*_FORWARD):
        for argument in call.site.arguments[:1]:
            for atom in view.value(argument.expression).atoms:
                yield from (target.number for target in targets(view.evaluator, atom) if target.module == view.module)


def _is_kept_elsewhere(view: FileView, event: Event) -> bool:
    """Whether a container is an attribute, or belongs to a function around."""
    return isinstance(view.unnarrowed(event.expressions[0]), ex.Attribute | ex.Name)
