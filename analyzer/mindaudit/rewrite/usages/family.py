"""Decides whether the layers of a project become MindSpore's own, or stay unchanged and come from the counterpart of torch.nn."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from mindaudit.classify import Table
from mindaudit.classify.judge import Judge
from mindaudit.model import Target, Usage
from mindaudit.rewrite.text.lines import BLANKS
from mindaudit.rewrite.usages.choice import LAYERS, Choice

_FUNCTIONS = ("torch.nn.functional.", "torch.nn.init.")
_MODULE = "torch.nn.Module"
_ON_MODULES = ("torch.optim.swa_utils.",)
"""What changes the layers of a network that it gets."""
_SET = re.compile(r"\.train\(")
_TRAINING = re.compile(r"\bself\.training\b")
_DEPENDING = re.compile(r"torch\.nn\.(?:(?:Feature)?(?:Alpha)?Dropout[123]?d?|(?:Lazy|Sync)?BatchNorm(?:[123]d)?|RReLU)")
"""What is another in training than in evaluation."""
_RECIPES = r"(?:mindaudit_data\.recipes|\.*(?:\w+\.)*mindspore_recipes)"
_COUNTERPARTS = re.compile(rf"^\s*from{BLANKS}{_RECIPES}(?:\.modules\b|{BLANKS}import{BLANKS}modules\b)", re.MULTILINE)
_CELLS = re.compile(r"^\s*class \w+\((?:mindspore\.)?nn\.Cell\)", re.MULTILINE)

_REGISTERED = re.compile(r"\bregister_buffer\(\s*(?:name\s*=\s*)?[\"'](\w+)[\"']")
_STORE = r"(?:\[[^\n=]*\])?\s*(?:[-+*/%@&|^]|//|\*\*|<<|>>)?=(?!=)"


def chosen_before(texts: Iterable[str]) -> bool | None:
    """The decision of an earlier run, by the files that it has rewritten; None if they do not show it."""
    for text in texts:
        if _COUNTERPARTS.search(text):
            return True
        if _CELLS.search(text):
            return False
    return None


def needs_modules(files: Iterable[tuple[Sequence[Usage], str]], target: Target, table: Table, choice: Choice) -> bool:
    """Whether some file, given by its usages and text, does more with a layer than a Cell can.

    One such place decides for the whole project: layers of two kinds do not fit together.
    """
    texts: list[str] = []
    names: set[str] = set()
    for usages, text in files:
        names |= {usage.torch_name for usage in usages}
        judge = Judge(text, target, table, frozenset())
        if any(_is_layers(usage) and _beyond_cell(usage, judge, choice) for usage in usages):
            return True
        texts.append(text)
    return any(name.startswith(_ON_MODULES) for name in names) or _sets_buffers(texts) or _begins_in_training(texts, names)


def _begins_in_training(texts: Sequence[str], names: Collection[str]) -> bool:
    """Whether something depends on the mode, and nothing sets it: a Cell begins in evaluation mode, a module in training mode."""
    depends = any(map(_DEPENDING.fullmatch, names)) or any(map(_TRAINING.search, texts))
    return depends and not any(map(_SET.search, texts))


def _sets_buffers(texts: Sequence[str]) -> bool:
    """Whether a buffer changes somewhere, by an assignment, an item or a method in place.

    A Cell refuses to set one to what is no Buffer, and in a graph it loses the items that are stored.
    """
    names = {name for text in texts for name in _REGISTERED.findall(text)}
    stores = re.compile(rf"\.(?:{'|'.join(sorted(names))})(?:\.data)?(?:{_STORE}|\.[a-z]\w*_\()")
    return bool(names) and any(stores.search(text) for text in texts)


def _is_layers(usage: Usage) -> bool:
    return usage.torch_name.startswith(LAYERS) and not usage.torch_name.startswith(_FUNCTIONS)


def _beyond_cell(usage: Usage, judge: Judge, choice: Choice) -> bool:
    """A class that is passed on, tested for or inherited from keeps torch's signature; so does one that gets arguments unseen."""
    if usage.kind in ("reference", "base"):
        return usage.torch_name != _MODULE
    if usage.kind not in ("call", "attribute"):
        return False
    finding = judge.finding(usage)
    return not choice.applies(finding) or finding.verdict == "composable" or bool(finding.differences)
