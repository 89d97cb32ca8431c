"""Rewrites one file of a project: from its findings and hazards to its new text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from pathlib import Path

from mindaudit.classify import Table
from mindaudit.classify.candidates import is_in_place
from mindaudit.classify.judge import Judge
from mindaudit.classify.splice import inner_first
from mindaudit.facts.records import ModuleFacts
from mindaudit.hazards.checking import find
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Cell, Finding, Hazard, SourceFile, Span, Target, ThirdParty, Usage
from mindaudit.resolve import Project
from mindaudit.rewrite.definitions.cell_names import remarks_on_cells
from mindaudit.rewrite.definitions.compile_time import DECORATOR, CompileTime, at_compile_time
from mindaudit.rewrite.definitions.local_functions import define, local_functions
from mindaudit.rewrite.definitions.networks import modules, networks
from mindaudit.rewrite.definitions.optimizers import remarks_on_early_attributes
from mindaudit.rewrite.definitions.renamed_attributes import remarks_on_weights
from mindaudit.rewrite.definitions.structure import add_metaclasses, renamed
from mindaudit.rewrite.imports.aliases import settled_aliases
from mindaudit.rewrite.imports.bindings import Imports
from mindaudit.rewrite.imports.local_imports import add_moved
from mindaudit.rewrite.imports.recipe_names import by_other_names, recipes_in, still_used, taken
from mindaudit.rewrite.imports.redirect import redirected
from mindaudit.rewrite.imports.settled import COPIED, HEADER, Wanted, settled
from mindaudit.rewrite.imports.starred import with_own_names
from mindaudit.rewrite.mended import add_mended, changes
from mindaudit.rewrite.statements.branches import straightened
from mindaudit.rewrite.statements.caught_errors import caught_errors
from mindaudit.rewrite.tensors.empty_parts import empty_parts
from mindaudit.rewrite.tensors.found_positions import found_positions
from mindaudit.rewrite.tensors.lone_positions import lone_positions
from mindaudit.rewrite.tensors.masked_numbers import masked_numbers
from mindaudit.rewrite.tensors.numpy_functions import numpy_functions
from mindaudit.rewrite.tensors.numpy_numbers import numpy_numbers
from mindaudit.rewrite.tensors.numpy_sizes import numpy_sizes
from mindaudit.rewrite.tensors.other_shapes import other_shapes
from mindaudit.rewrite.tensors.read_positions import read_positions
from mindaudit.rewrite.tensors.shown_texts import shown_texts
from mindaudit.rewrite.tensors.stored_rows import stored_rows
from mindaudit.rewrite.tensors.tensor_bounds import tensor_bounds
from mindaudit.rewrite.tensors.unsure_containers import unsure_containers
from mindaudit.rewrite.tensors.unsure_formats import unsure_formats
from mindaudit.rewrite.tensors.unsure_gradients import DIFFERENTIATE, KEPT_SINCE, unsure_gradients
from mindaudit.rewrite.tensors.unsure_indices import unsure_indices
from mindaudit.rewrite.tensors.unsure_operands import unsure_operands
from mindaudit.rewrite.text.change import REPORTED, Change
from mindaudit.rewrite.text.clashes import leave_out_clashes
from mindaudit.rewrite.text.edits import Edits, inside, part, spliced
from mindaudit.rewrite.text.lines import with_line_feeds
from mindaudit.rewrite.text.marks import mark, unmark
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import parsed
from mindaudit.rewrite.usages.choice import OVERWRITTEN, Choice
from mindaudit.rewrite.usages.chosen_modules import chosen_modules
from mindaudit.rewrite.usages.complex_stores import complex_stores
from mindaudit.rewrite.usages.data_swaps import data_swaps
from mindaudit.rewrite.usages.device_objects import device_objects
from mindaudit.rewrite.usages.eager_places import eager_places, hosted_places
from mindaudit.rewrite.usages.held_items import change_held_items
from mindaudit.rewrite.usages.in_place import BECOMES
from mindaudit.rewrite.usages.judged import judged
from mindaudit.rewrite.usages.leftovers import TRAINING, add_leftovers, remark_on, remark_on_hazard
from mindaudit.rewrite.usages.library_names import library_names
from mindaudit.rewrite.usages.named_modules import named_modules
from mindaudit.rewrite.usages.own_calls import own_calls
from mindaudit.rewrite.usages.plan import plan
from mindaudit.rewrite.usages.references import WHOLE
from mindaudit.rewrite.usages.served import is_served
from mindaudit.rewrite.usages.unsure_changes import changed_inputs, unsure_changes, unsure_methods, unsure_parts
from mindaudit.rewrite.usages.unsure_moves import unsure_moves
from mindaudit.rewrite.writing.notebook import cell_marks, with_code
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.rewrite.writing.tidy import tidied
from mindaudit.rewrite.writing.wrap import wrapped
from mindaudit.sources.syntax import UNREADABLE, or_none
from mindaudit_data.versions import holds

OWN_BACKWARD = "MA608"
"""A pattern whose counterpart runs in graph mode without its backward."""
WRITTEN = "MA612"
"""A write that is lost, for which there is no finding."""
_OVERWRITES = re.compile(rf"(\w+ = )?(?:{OVERWRITTEN}|{BECOMES})\(")
OF_CELLS = "MA428"
"""A hazard of MindSpore's own cells that the counterpart of torch's modules does not have."""
OF_VMAP = frozenset({"MA442", "MA447"})
"""Hazards of PyNative mode that MindSpore's own `vmap` has and the recipe in its place does not."""


@dataclass(frozen=True, slots=True)
class Job:
    """The data shared by the files of a project."""

    project: Project
    facts: Mapping[str, ModuleFacts]
    target: Target
    table: Table
    choice: Choice
    shared: frozenset[str]
    own: frozenset[str]
    """The names of the project's packages and modules."""
    written_out: frozenset[str] = frozenset()
    """Short names that a star would carry to where a module of the project goes by them."""
    hiding: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By file, the names of recipes that would hide something in other files."""
    texts: Mapping[str, str] = field(default_factory=dict)
    """The texts of the files by name."""

    def calling(self, name: str, called: str) -> Iterator[Places]:
        """The places of all files but one, which `name` says, in which something of a name is called."""
        for other, text in self.texts.items():
            if other != name and f"{called}(" in text and (places := _places_of(text)):
                yield places


@lru_cache(maxsize=64)
def _places_of(text: str) -> Places | None:
    """The places of a text; None for one that Python does not read."""
    return or_none(Places, text)


def outcome_of(source: SourceFile, job: Job) -> Outcome:
    """The outcome for a file."""
    same = Outcome(Path(source.path), source.name, source.text, source.text)
    if source.problem is not None:
        return replace(same, problem=source.problem.message)
    if is_rewritten(source.text):
        return same
    try:
        outcome = _rewritten(same, job, source.cells)
        return _notebook(outcome, source.cells) if source.cells and outcome.changed else outcome
    except (OSError, *UNREADABLE) as error:
        return replace(same, problem=str(error))


def _notebook(outcome: Outcome, cells: Sequence[Cell]) -> Outcome:
    """The outcome for a notebook, from that of its code."""
    whole = outcome.path.read_text("utf-8")
    before = spliced(outcome.old, Edits(cell_marks(outcome.old, cells)))
    return replace(outcome, old=whole, new=with_code(whole, before, outcome.new))


def is_rewritten(text: str) -> bool:
    """Whether a file was written by an earlier run."""
    return any(line.startswith((HEADER, COPIED)) for line in text.splitlines())


def _rewritten(same: Outcome, job: Job, cells: Sequence[Cell]) -> Outcome:
    text = mark(with_line_feeds(same.old))
    choice = replace(job.choice, taken=taken(text))
    findings, edits = _planned(same.name, text, job, choice)
    while clashes := still_used(text, edits, recipes_in(edits)):
        choice = replace(choice, taken=choice.taken | clashes)
        findings, edits = _planned(same.name, text, job, choice)
    recipes = recipes_in(edits)
    imports = Imports(job.table, job.own) if choice.recipes else None
    if spliced(text, edits) == text and not recipes and not (imports and redirected(text, imports)[0] != text):
        return replace(same, applied=edits.applied)
    leave_out_clashes(text, edits)
    edits.replaced = [*cell_marks(text, cells), *edits.replaced]
    new = spliced(text, edits)
    if not choice.only_supported and not choice.modules:
        left = [each.usage.span[0] for each in findings if each.usage.kind == "base" and not choice.applies(each)]
        new = renamed(new, networks(job.project, same.name, job.facts[same.name].classes, left))
    new, statements = settled_aliases(straightened(tidied(new, text), text))
    new, recipes = with_own_names(new, recipes, job.hiding.get(same.name, frozenset()))
    new = unmark(settled(new, text, Wanted(job.target.mindspore, job.shared - recipes, recipes, edits.missing, imports, job.written_out)))
    for name, statement in statements.items():
        new = new.replace(name, statement)
    short = wrapped(new, same.old, same.path)
    new = short if or_none(parsed, short) else new  # better long lines than a file that stays as it is
    parsed(new)
    return replace(same, new=new, applied=edits.applied, remarks=len(edits.remarks))


def _planned(name: str, text: str, job: Job, choice: Choice) -> tuple[Sequence[Finding], Edits]:
    view = FileView(job.project, name, text)
    places = Places(text, job.own, eager_places(view, job.target.mode, choice.recipes), partial(job.calling, name))
    found = () if choice.only_supported else find(job.project, name, text, job.target).found
    timed = _at_compile_time(name, text, found, places, job, choice)
    answered = OF_VMAP if choice.recipes and job.target.mode == "pynative" else ()
    hazards = [each for each in found if each.code not in answered and not timed.covers(each)]
    usages = job.project.usages(name)
    mended = [] if choice.only_supported else changes(text, usages, hazards, places, job.table, choice.recipes, job.target.mode)
    mended += complex_stores(text, hazards, places, job.target.mode) if choice.recipes else ()
    mended += _of_the_unseen(name, view, places, job, choice, mended)
    if job.target.mode == "graph" and not choice.only_supported:
        mended += [*own_calls(view, places), *numpy_numbers(view, places)]
    mended = sorted(by_other_names(mended, choice.taken), key=lambda change: inner_first(change.span))
    findings = judged(usages, text, places, job.target, job.table, choice, mended)
    asked = {each.span for each in mended if is_in_place(each.recipe)}
    silent = {each.usage for each in findings if each.usage.span in asked or is_served(each, choice, job.table, job.target)}
    edits = plan(text, findings, choice, silent)
    if not choice.only_supported:
        calls = job.project.third_party(name, lambda called: job.table.substitute(called, job.target.mindspore))
        named = (call for call in calls if call.substitute and not choice.stands_for(call.name) and _is_named(call, places))
        edits.remarks += [(call.span[0], remark_on(call)) for call in named]
        changed = {each.span for each in mended}
        others = [each for each in findings if each.usage.kind != "operator" or each.usage.span not in changed]
        add_leftovers(text, edits, others, places, Judge("x", job.target, job.table, frozenset()), choice)
        if choice.recipes and job.target.mode == "pynative":
            change_held_items(edits, view)
        if not choice.modules:
            edits.remarks += remarks_on_cells(job.project, name, job.facts[name])
        else:
            add_metaclasses(text, edits, modules(job.project, name, job.facts[name].classes), places)
        edits.replaced += timed.lines.values()
        edits.recipes |= {DECORATOR} if timed.lines else set()
        edits.remarks += remarks_on_weights(text, places, dict(choice.renamed))
        edits.remarks += remarks_on_early_attributes(text, usages, places) if job.target.mode == "graph" else ()
        left = add_mended(text, edits, hazards, mended, places, job.target.mode)

        def rendered(span: Span) -> str:
            inner = plan(text, [each for each in findings if inside(each.usage.span, [span])], choice, silent)
            add_mended(text, inner, (), [each for each in mended if inside(each.span, [span])], places, job.target.mode)
            return part(text, span, inner)

        define(text, edits, local_functions(text, hazards, places), rendered, places)
        left = add_moved(text, edits, left, places, Imports(job.table, job.own)) if choice.recipes else left
        assigned = {span for span, new in edits.replaced if _reaches(new, job.target.mode) or _OVERWRITES.match(new)}
        stored = [span for span, new in edits.replaced if new == WHOLE]
        views = [each for each in left if each.code == WRITTEN]
        written = {each for each in views if each.span in assigned or any(inside(span, [each.span]) for span in stored)}
        told = (each for each in left if _is_reported(each, choice) and each not in written)
        edits.remarks += [(hazard.span[0], remark_on_hazard(hazard)) for hazard in told]
    return findings, edits


def _of_the_unseen(name: str, view: FileView, places: Places, job: Job, choice: Choice, mended: Sequence[Change]) -> list[Change]:
    """The changes of tensors that others hold, and of what no usage tells, by recipes."""
    if not choice.recipes or choice.only_supported:
        return []
    usages, is_hosted = job.project.usages(name), hosted_places(view, job.target.mode)
    found = [each for each in _trained(view, usages, places, job.target, mended) if places.is_eager(each.span[0])]
    told = {each.span for each in usages}
    changed = {*job.project.unsure_changes(name), *changed_inputs(places)} - told - {each.span for each in mended}
    unsure = [*unsure_changes(changed, places), *data_swaps(view.text, places), *stored_rows(view, places)]
    unsure += [*other_shapes(view, places), *numpy_functions(view, mended)] if job.target.mode == "pynative" else []
    unsure += caught_errors(view, usages, places)
    unsure += unsure_parts(usages, view.text, places) if job.project.reaches_torch(name) else ()
    unsure += [*unsure_indices(view, mended, places), *unsure_operands(view, mended, places)]
    unsure += found_positions(view, [*mended, *unsure], places)
    unsure += read_positions(view, [*mended, *unsure], places) if job.target.mode == "pynative" else ()
    unsure += lone_positions(view, [*mended, *unsure], places)
    unsure += tensor_bounds(view, [*mended, *unsure], places) if job.target.mode == "pynative" else ()
    unsure += [*unsure_containers(view, mended, places), *numpy_sizes(view, mended, places)]
    unsure += empty_parts(view, [*mended, *found, *unsure], places)
    unsure += masked_numbers(view, [*mended, *found, *unsure], places)
    unsure += unsure_formats(view, mended, places)
    unsure += shown_texts(view, [*mended, *unsure])
    objects = [*device_objects(view, usages, places, job.target.mode), *named_modules(view), *chosen_modules(view, places)]
    objects += library_names(places, choice.taken)
    return [*found, *(each for each in unsure if is_hosted(each.span[0])), *objects]


def _trained(view: FileView, usages: Sequence[Usage], places: Places, target: Target, mended: Sequence[Change]) -> list[Change]:
    """The methods of what may be a tensor, and what keeps gradients; for graphs only changes in place: a person writes the training."""
    reaches_torch, keeps = view.module in view.project.reaching, holds(KEPT_SINCE, "", target.mindspore)
    is_eager = target.mode == "pynative"
    gradients = [*unsure_gradients(usages, mended, places)] if is_eager and keeps and reaches_torch else []
    methods = unsure_methods(usages, view.text, places, unsure_moves(view), {each.span for each in gradients})
    if not is_eager:
        return [each for each in methods if is_in_place(each.recipe)] if reaches_torch else []
    return [*(each for each in methods if keeps or each.recipe != DIFFERENTIATE), *gradients]


def _is_named(call: ThirdParty, places: Places) -> bool:
    """Whether a call names its library, or what replaces it; a method of a library's object is covered by the import."""
    return "(" in call.substitute or places.begins_with_import(call.span)


def _reaches(new: str, mode: str) -> bool:
    """Whether new code assigns items so that the viewed tensor changes: graph mode changes only the result of a call."""
    target = new.partition(" = ")[0]
    return target.endswith("]") and not (mode == "graph" and "(" in target.partition("[")[0])


def _at_compile_time(name: str, text: str, hazards: Sequence[Hazard], places: Places, job: Job, choice: Choice) -> CompileTime:
    if job.target.mode == "pynative" or not choice.recipes:
        return CompileTime({}, ())
    return at_compile_time(FileView(job.project, name, text), text, hazards, places)


def _is_reported(hazard: Hazard, choice: Choice) -> bool:
    """Whether the target's mode does not support it; replacements of training patterns are findings.

    What a network's graph would refuse is told even if it is only possible there: what else a function gets may never be what runs.
    """
    if choice.modules and hazard.code == OF_CELLS:
        return False
    is_pattern = hazard.code.startswith(TRAINING) and hazard.code != WRITTEN and not (choice.recipes and hazard.code == OWN_BACKWARD)
    is_refused = hazard.severity == "error" and hazard.context == "network"
    return hazard.severity in REPORTED and (hazard.certainty != "possible" or is_refused) and not is_pattern
