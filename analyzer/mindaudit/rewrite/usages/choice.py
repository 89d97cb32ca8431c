"""The user's choices for a rewrite, which decide the findings that are applied."""

from __future__ import annotations

from dataclasses import dataclass

from mindaudit.model import Certainty, Finding, Usage, is_substitute
from mindaudit.rewrite.imports.recipe_names import is_recipe
from mindaudit.rewrite.usages.default_dtype import goes_by_default
from mindaudit_data import counterparts

LAYERS = "torch.nn."
TENSOR = "torch.Tensor."
_GROUPS = "torch.distributed."
"""Processes that work together, or one that runs alone, for which MindSpore has no group."""
DISTRIBUTIONS = "torch.distributions."
DEVICE_OF = "device_of"
OVERWRITTEN = "overwritten"
"""The recipe of an in-place call inside of an expression."""
ANY = "any_"
"""Begins the names of recipes that call a method on what may be a tensor or another object."""
_DERIVED = ("torch.autograd.Function", "torch.autograd.function.FunctionCtx.save_for_backward")
"""What programs derive from, and what its methods ask of their context."""
FUNCTIONS = "torch.nn.functional."
_CERTAINTIES: tuple[Certainty, ...] = ("certain", "likely", "possible")


@dataclass(frozen=True, slots=True)
class Choice:
    """Which findings are applied."""

    only_supported: bool = False
    recipes: bool = False
    """Whether composable ones are too: they call the recipes of `mindaudit_data`."""
    taken: frozenset[str] = frozenset()
    """Names that mean something else in the file, so that recipes go by another there."""
    min_certainty: Certainty = "likely"
    """How sure it must be that a usage is torch's."""
    modules: bool | None = None
    """Whether layers stay as they are written and come from the counterpart of torch.nn; None to decide by their uses."""
    renamed: tuple[tuple[str, str], ...] = ()
    """Attributes of networks that have another name than they had, each with its old one."""
    parts: frozenset[str] = frozenset()
    """Attributes of tensors for which there is a recipe that takes any object, and which a class of the project has, too."""
    imitated: frozenset[str] = frozenset()
    """Methods of tensors that a class of the project has, too, whose objects stand for tensors."""
    default_dtype: bool = False
    """Whether the project sets torch's default dtype, so that tensors without a dtype are made by the counterparts, which go by it."""

    def applies(self, finding: Finding) -> bool:
        """Whether the substitution of a finding is applied."""
        usage = finding.usage
        if usage.kind == "import" or finding.substitution is None or not is_substitute(finding.differences):
            return False
        return finding.verdict in self._verdicts and self._is_sure(usage) and (finding.recipe is None or self.is_free(finding.recipe))

    def _is_sure(self, usage: Usage) -> bool:
        return _CERTAINTIES.index(usage.certainty) <= _CERTAINTIES.index(self.min_certainty)

    def stays(self, usage: Usage) -> bool:
        """Whether a usage of torch.nn, torch.distributed or what programs derive from is served by a counterpart as it is written.

        A function whose result is not used changes its input, which that of the counterpart leaves as it was.
        """
        if usage.statement and usage.torch_name.startswith(FUNCTIONS):
            return False
        if self.default_dtype and goes_by_default(usage):
            return True
        families = (LAYERS, _GROUPS, *_DERIVED) if self.modules else _DERIVED
        is_left = usage.torch_name.startswith(families) and self.stands_for(usage.torch_name)
        return is_left and not (usage.torch_name.startswith(_GROUPS) and counterparts.raises(usage.torch_name))

    def stands_for(self, name: str) -> bool:
        """Whether a name of torch or of another library has a counterpart."""
        return self.recipes and counterparts.has(name)

    @property
    def _verdicts(self) -> tuple[str, ...]:
        if self.only_supported:
            return ("supported",)
        return ("supported", "equivalent", "composable") if self.recipes else ("supported", "equivalent")

    def brings(self, recipe: str) -> bool:
        """Whether a file may call a recipe, and there is one of this name."""
        return self.recipes and self.is_free(recipe)

    def is_free(self, recipe: str) -> bool:
        """Whether there is a recipe of that name, which means nothing else in the file."""
        return is_recipe(recipe) and recipe not in self.taken


def refused(finding: Finding) -> bool:
    """Whether there is no MindSpore API, and the counterpart is a distribution's."""
    usage, name = finding.usage, finding.usage.torch_name
    is_distribution = usage.kind in ("call", "base") and name.startswith(DISTRIBUTIONS) and not counterparts.raises(name)
    return finding.verdict in ("custom-op", "unknown") and is_distribution
