"""The rewriting steps that mend hazards; `changes` calls them in order.

Tensors and indices:
- Indices whose results have another shape in MindSpore are applied step by step, masks behind other parts by a recipe; a store of a number
  through `...` and a mask becomes
  `masked_fill`; in graph mode `x[mask] = y[mask]` and `x[mask] += y` become `where` (masked_stores.py). The order of the others is
  left to a recipe in PyNative mode (ordered_indices.py).
- NumPy arrays and numbers used as indices become tensors, byte masks become boolean masks, and tensors formatted in strings become numbers.
- Where a list that is an index is empty, an empty tensor stands for it.
- A gathered tensor is copied before items of it are assigned. A store through a selection that may be empty runs only if it is not.
- A slice with a step on a middle axis is applied with that axis first, on CPU; what may be empty is taken without a gradient.
- Sums of masks become floating-point numbers, ranges are divided as floating-point numbers, and casts to integers stop gradients.
- A tensor that graph mode unpacks as arguments becomes the list of its parts.
- Parts of a result that are read by name are read by position, or named by a recipe (result_parts.py).
- What is reduced and may have no element gets a neutral one from a recipe, and what is joined goes without it (empty_reductions.py).
- A number beside a float64 tensor becomes a float64 tensor (exact_numbers.py).
- NumPy operands beside tensors are converted by a recipe (numpy_operands.py). An operator of complex and real numbers becomes a recipe;
  a shift of a tensor and `~` of integers become functions. `str` of a dtype becomes a recipe that gives torch's text.
- In PyNative mode a store into a view goes through a recipe or a slice; in graph mode a write to `.data` becomes a write to the
  parameter or buffer itself, and a write to a view a new tensor (written_state.py).
- A constant that graph mode would change for good by `t += x` becomes a new tensor, `t = t + x` (changed_constants.py).
- Values computed under `no_grad` pass `stop_gradient` (gradient_scopes.py).
- The handle of a hook that a `with` enters goes through a recipe, in both modes (hook_scopes.py).

For graph mode:
- Expressions that it does not support (for_graphs.py); builtins that it leaves to Python, and `functools.wraps`, by recipes
  (called_recipes.py). `{**a, "b": c}` becomes the recipe `merged_dicts` (merged_dicts.py).
- An item that `pop` takes inside of an expression gets a name before it (popped.py). Methods that change containers become assignments,
  or statements of their own (own_statements.py).
- The class of a module is read as its attribute, and compared by a recipe; that of a container or a tensor is tested by `isinstance`
  (module_classes.py). `super()` in a class with subclasses names its class. Members of enumerations are compared by
  value; what may be a list is tested for its class before it is compared with a number.
- Modules and settings in a dict are read by key.
- A string that `%` formats over several lines is joined to one (joined_lines.py); f-strings with other results call `format`.
- A lambda that is called is written in a line of its own; one that would be lost becomes a function (local_functions.py).
- A name that only one side of a branch or a loop binds is bound before it (half_bound.py).
- Generators collect what they yield in a list (yielded.py).
- Loops with `else`, and comprehensions with two loops (loops.py); `match`, and names assigned in tests (branches.py).
- An attribute that a function writes and then reads gets a local name (attribute_locals.py).
- Lines left of their function are indented (margins.py), and `del` of names is removed (deleted.py).
- A function that a method of the same name calls gets a second name (own_names.py).
- A frozen dataclass whose fields have no hash gets that of `object`, which the compiler asks for (hashable.py).
- A class of parameters makes its objects by its base's `__new__` (made_parameters.py), in PyNative mode, too.
- An optimizer's own attributes are set after its base's constructor is called (optimizers.py).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from mindaudit.classify.splice import inner_first
from mindaudit.classify.table import Table
from mindaudit.model import Hazard, Span, Usage
from mindaudit.rewrite.definitions.attribute_locals import attribute_locals
from mindaudit.rewrite.definitions.hashable import hashes
from mindaudit.rewrite.definitions.local_functions import local_functions
from mindaudit.rewrite.definitions.made_parameters import made_parameters
from mindaudit.rewrite.definitions.optimizers import base_first
from mindaudit.rewrite.definitions.own_names import own_names
from mindaudit.rewrite.expressions.called_recipes import called_recipes
from mindaudit.rewrite.expressions.for_graphs import (
    casts,
    comprehensions,
    devices,
    differences,
    filters,
    first_parameters,
    memberships,
    plain_parameters,
    zips,
)
from mindaudit.rewrite.expressions.joined_lines import joined
from mindaudit.rewrite.expressions.merged_dicts import merged_dicts
from mindaudit.rewrite.expressions.module_classes import module_classes, plain_classes
from mindaudit.rewrite.expressions.replaced import REPLACED, called_instead, operations, replaced, wrapped
from mindaudit.rewrite.expressions.result_parts import parts_by_number
from mindaudit.rewrite.statements.branches import assigned_before, chains
from mindaudit.rewrite.statements.deleted import without_deletions
from mindaudit.rewrite.statements.half_bound import bound_before
from mindaudit.rewrite.statements.hook_scopes import hook_scopes
from mindaudit.rewrite.statements.loops import one_in_another, without_else
from mindaudit.rewrite.statements.margins import indented
from mindaudit.rewrite.statements.own_statements import own_statements
from mindaudit.rewrite.statements.popped import popped
from mindaudit.rewrite.statements.yielded import collected
from mindaudit.rewrite.tensors.begun_recordings import begun_recordings
from mindaudit.rewrite.tensors.changed_constants import changed_constants
from mindaudit.rewrite.tensors.complex_parts import complex_parts
from mindaudit.rewrite.tensors.empty_reductions import empty_reductions
from mindaudit.rewrite.tensors.exact_numbers import exact_numbers
from mindaudit.rewrite.tensors.gradient_scopes import without_gradients
from mindaudit.rewrite.tensors.gradient_state import (
    data_stores,
    deleted_gradients,
    gradient_state,
    learned_steps,
    needed_gradients,
)
from mindaudit.rewrite.tensors.masked_stores import changed_selections, masked_stores, selected_stores
from mindaudit.rewrite.tensors.named_gradients import named_gradients
from mindaudit.rewrite.tensors.numpy_operands import numpy_operands
from mindaudit.rewrite.tensors.ordered_indices import ordered_indices
from mindaudit.rewrite.tensors.written_state import computed_anew, written_state, written_through
from mindaudit.rewrite.text.change import Change
from mindaudit.rewrite.text.edits import Edits, inside, part
from mindaudit.rewrite.text.lines import indent_before, is_last, newline
from mindaudit.rewrite.text.places import Places

EMPTY = "MA506"


def changes(
    text: str, usages: Sequence[Usage], hazards: Sequence[Hazard], places: Places, table: Table, recipes: bool, mode: str
) -> list[Change]:
    """The changes that mend hazards of a file and read parts of results by number, each after those inside it."""
    found = [*wrapped(text, hazards, recipes and mode == "pynative")]
    found += replaced(text, hazards, places)
    found += joined(text, hazards)
    ways = memberships, filters, casts, differences, plain_parameters, popped, without_else, chains, assigned_before, masked_stores
    found += [each for way in ways for each in way(text, hazards, places)]
    found += exact_numbers(text, hazards, places, recipes)
    found += own_statements(text, hazards, places)
    found += [each.change() for each in local_functions(text, hazards, places)]
    found += own_names(text, hazards, places)
    found += made_parameters(usages, places) if recipes else ()
    found += module_classes(text, hazards, places, recipes)
    found += called_instead(text, hazards, places) if recipes else ()
    found += hook_scopes(places) if recipes else ()
    found += written_through(text, usages, hazards, places, recipes) if mode == "pynative" else ()
    found += attribute_locals(text, hazards, places, recipes)
    found += comprehensions(text, usages, hazards, places) if mode == "graph" else ()
    found += without_gradients(text, usages, hazards, places) if recipes else ()
    if recipes and mode == "pynative":
        found += (*gradient_state(text, hazards, places), *data_stores(text, places), *deleted_gradients(text, usages, places))
        found += (*learned_steps(text, usages, places), *begun_recordings(text, usages, places), *named_gradients(text, places))
        found += (*needed_gradients(text, usages, places), *complex_parts(text, hazards, places))
    by_recipes = (first_parameters, called_recipes, zips, one_in_another, numpy_operands, merged_dicts, empty_reductions)
    found += [each for way in by_recipes for each in way(text, hazards, places)] if recipes else []
    found += devices(text, usages, hazards, places) if recipes and mode == "graph" else ()
    found += (*base_first(text, usages, places), *hashes(text, places)) if mode == "graph" else ()
    by_graphs = collected, written_state, computed_anew, selected_stores, changed_selections, changed_constants, plain_classes
    found += [each for way in by_graphs for each in way(text, hazards, places)] if mode == "graph" else []
    found += parts_by_number(text, usages, table, places, recipes, mode)
    found += operations(text, hazards, places, recipes)
    found += ordered_indices(text, hazards, found, places) if recipes and mode == "pynative" else ()
    return sorted(found, key=lambda change: inner_first(change.span))


def add_mended(text: str, edits: Edits, hazards: Sequence[Hazard], mended: Sequence[Change], places: Places, mode: str) -> list[Hazard]:
    """Adds the changes that are not inside a substitution; returns the hazards that are left to the user."""
    covered = [span for span, _ in edits.replaced]
    edits.recipes |= {change.recipe for change in mended if change.recipe}
    mended = [change for change in mended if not _is_over(change, covered)]
    outside = [change for change in mended if not inside(change.span, [span for span in covered if span != change.span])]
    removed = [span for change in outside for span in change.removed()]
    written = _written(text, edits, outside)
    edits.replaced = [(span, new) for span, new in edits.replaced if not inside(span, removed)]
    edits.replaced += _in_order({each: pieces for each, pieces in written.items() if not _is_moved(each, removed)})
    lines = bound_before(text, hazards, places) | without_deletions(text, hazards, places)
    lines |= {hazard: edit for hazard, edit in indented(text, hazards, places).items() if not inside(edit[0], covered)}
    edits.replaced += sorted(set(lines.values()))
    edits.replaced += [((place, place), line) for change in mended if change.line for place, line in [change.line]]
    done = [*(hazard for change in mended for hazard in (change.hazard, *change.others)), *lines]
    return [each for each in hazards if each not in done and not (mode == "pynative" and _guarded(each, text, edits))]


def _written(text: str, edits: Edits, changes: Sequence[Change]) -> dict[Change, tuple[tuple[Span, str], ...]]:
    """The pieces of changes, those inside others first: a part that moves takes along what changes in it."""
    written = dict[Change, tuple[tuple[Span, str], ...]]()
    for change in changes:
        so_far = Edits([*edits.replaced, *_in_order(written)]) if change.moved else edits
        written[change] = change.written(partial(part, text, edits=so_far))
    return written


def _is_moved(change: Change, removed: Sequence[Span]) -> bool:
    """Whether another change takes away what a change is of."""
    return inside(change.span, [span for span in removed if span not in change.removed()])


def _in_order(written: Mapping[Change, Sequence[tuple[Span, str]]]) -> list[tuple[Span, str]]:
    """The pieces of nested changes, so that what begins and ends at one place stands in the right order."""
    changes = [*written]
    return [piece for change in reversed(changes) for piece in written[change][:-1]] + [written[change][-1] for change in changes]


def _is_over(change: Change, covered: Sequence[Span]) -> bool:
    """Whether mending code would replace a substitution."""
    written = [span for span, new in change.pieces if new and span[0] < span[1]]
    return change.hazard is not None and change.hazard.code in REPLACED and any(inside(span, written) for span in covered)


def _guarded(hazard: Hazard, text: str, edits: Edits) -> bool:
    """Whether a store now stands under a test of what it selects: a statement alone in its line, of which nothing else changes."""
    statement = hazard.mitigation.replaces if hazard.mitigation else None
    if hazard.code != EMPTY or statement is None:
        return False
    indent = indent_before(text, statement[0])
    if indent is None or not is_last(text, statement[1]):
        return False
    before = statement[0], statement[0]
    unscoped = [(span, new) for span, new in edits.replaced if span != before or not new.endswith(": ")]  # without `with …: `
    target = part(text, hazard.span, Edits(unscoped))
    test = before, f"if {target}.size:{newline(text)}{indent}    "
    edits.replaced.insert(0, test)  # before what is inserted at the same place
    return True
