"""Rewrites the files of a project in memory: from paths to old and new texts."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from mindaudit.audit.collect_files import collect_files
from mindaudit.audit.pipeline import resolved
from mindaudit.audit.processes import in_copies, worth
from mindaudit.audit.progress import Progress, silent, watched
from mindaudit.cache.facts import FactsCache
from mindaudit.classify import Table
from mindaudit.classify.custom_mappings import table_of
from mindaudit.classify.judge import Judge
from mindaudit.config.folders import cache_file
from mindaudit.config.schema import Config
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import Class, ModuleFacts
from mindaudit.hazards.checking import find
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Cell, Finding, Hazard, SourceFile, Span, Target, ThirdParty
from mindaudit.resolve import Project
from mindaudit.resolve.queries.shadowed_names import NAMES
from mindaudit.resolve.solver.evaluator import Evaluator
from mindaudit.resolve.symbols.class_hierarchy import class_bases, is_network, project_ancestors, subclasses
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.aliases import settled_aliases
from mindaudit.rewrite.bindings import Imports
from mindaudit.rewrite.branches import straightened
from mindaudit.rewrite.cell_names import uses_names_of_cell
from mindaudit.rewrite.choice import OVERWRITTEN, Choice
from mindaudit.rewrite.compile_time import DECORATOR, CompileTime, at_compile_time
from mindaudit.rewrite.edits import Edits, inside, part, plan, spliced
from mindaudit.rewrite.family import chosen_before, needs_modules
from mindaudit.rewrite.imports import COPIED, HEADER, Wanted, settled
from mindaudit.rewrite.in_place import WHOLE
from mindaudit.rewrite.judged import judged
from mindaudit.rewrite.leftovers import TOLD, TRAINING, add_leftovers, remark_on, remark_on_hazard
from mindaudit.rewrite.local_functions import define, local_functions
from mindaudit.rewrite.local_imports import add_moved
from mindaudit.rewrite.marks import mark, unmark
from mindaudit.rewrite.mended import add_mended, changes
from mindaudit.rewrite.notebook import cell_marks, with_code
from mindaudit.rewrite.places import Places
from mindaudit.rewrite.recipe_names import recipes_in, still_used, taken
from mindaudit.rewrite.redirect import redirected
from mindaudit.rewrite.served import is_served
from mindaudit.rewrite.structure import add_metaclasses, renamed
from mindaudit.rewrite.tidy import tidied
from mindaudit.rewrite.trees import parsed
from mindaudit.rewrite.wrap import wrapped
from mindaudit.sources.discover import discover
from mindaudit.sources.read import read
from mindaudit_data import counterparts

OWN_BACKWARD = "MA608"
"""A pattern whose counterpart graphs run without its backward."""
WRITTEN = "MA612"
"""A write that is lost, which no finding tells of."""
OF_CELLS = "MA428"
"""A hazard of MindSpore's own cells that the counterpart of torch's modules does not have."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one file."""

    path: Path
    name: str
    """As reports call it."""
    old: str
    new: str
    applied: int = 0
    """Usages whose substitution is in the new text, also those that read the same."""
    remarks: int = 0
    problem: str = ""
    """Why the file was left as it is."""
    fresh: bool = False
    """Whether the file is not there yet."""

    @property
    def changed(self) -> bool:
        """Whether there is anything to write."""
        return self.new != self.old


@dataclass(frozen=True, slots=True)
class _Job:
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


def rewrite(
    paths: Sequence[str | os.PathLike[str]],
    config: Config,
    choice: Choice | None = None,
    progress: Progress = silent,
    beside: frozenset[str] = frozenset(),
) -> list[Outcome]:
    """What the files at and beneath `paths` become for the first target. Nothing is written.

    `beside` names further packages that are rewritten too, so that imports of them stay.
    Raises UsageError for paths that do not exist or hold nothing to rewrite.
    """
    found = discover(paths, config.exclude, config.gitignore, config.folder.resolve())
    sources, facts = collect_files(list(map(read, found.files)), config.jobs, progress, FactsCache(cache_file() if config.cache else None))
    return rewritten(resolved(sources, facts), sources, facts, config, choice or Choice(), progress, beside)


def rewritten(
    project: Project,
    sources: Sequence[SourceFile],
    facts: Mapping[str, ModuleFacts],
    config: Config,
    choice: Choice,
    progress: Progress = silent,
    beside: frozenset[str] = frozenset(),
) -> list[Outcome]:
    """What the files of a project become for the first target."""
    target, table = config.targets[0], table_of(config)
    with warnings.catch_warnings(action="ignore"):
        if choice.recipes and choice.modules is None:
            files = ((project.usages(source.name), source.text) for source in sources if source.name in facts)
            modules = chosen_before(source.text for source in sources if _is_rewritten(source.text))
            if modules is None:
                modules = _extends_libraries(project, facts) or uses_names_of_cell(project, facts)
                modules = modules or needs_modules(files, target, table, choice)
            choice = replace(choice, modules=modules)
        own, spread = frozenset(_own(sources)) | beside, frozenset(_spread(sources, facts))
        job = _Job(project, facts, target, table, choice, frozenset(_shared(facts, own)), own, spread)
        tasks: list[Callable[[], Outcome | None]] = [partial(_outcome, source, job) for source in sources]
        with in_copies(tasks, worth(config.jobs, sum(len(source.text) for source in sources)), None) as outcomes:
            done = list(watched(outcomes, "rewrite", len(tasks), progress))
    return [outcome or _crashed(source) for source, outcome in zip(sources, done, strict=True)]


def _extends_libraries(project: Project, facts: Mapping[str, ModuleFacts]) -> bool:
    """Whether a class derives from one of a library over torch: what that library's networks are made of, its own must be, too."""
    places = ((project.names[name], number) for name, each in facts.items() for number in range(len(each.classes)))
    bases = (class_bases(project.evaluator, *place) for place in places)
    named = (atom.name.partition(".")[0] for base in bases for atom in base.atoms if isinstance(atom, at.External))
    return any(counterparts.module_for(name) == "" for name in named)


def _crashed(source: SourceFile) -> Outcome:
    return Outcome(Path(source.path), source.name, source.text, source.text, problem="its process ended while it was rewritten")


def _shared(facts: Mapping[str, ModuleFacts], own: Container[str]) -> Iterator[str]:
    """Names that some file imports from a file of the project, or can only have from one that it imports as a whole."""
    for each in facts.values():
        for expression in each.expressions:
            match expression:
                case ex.FromImport(module, level, name) if level or (root := module.partition(".")[0]) in own or not _is_foreign(root):
                    yield name
                case ex.Name(_, name) if each.stars and name not in each.exports:
                    yield name


def _is_foreign(library: str) -> bool:
    """Whether a library surely imports nothing from the project."""
    return library.startswith(("torch", "mindspore")) or library in sys.stdlib_module_names


def _spread(sources: Sequence[SourceFile], facts: Mapping[str, ModuleFacts]) -> Iterator[str]:
    """The short names that imports of ours bind and that are modules of the project, where files of it import stars."""
    if any(each.stars for each in facts.values()):
        yield from NAMES & {part.removesuffix(".py") for source in sources for part in source.name.split("/")} - {"mindspore"}


def _own(sources: Sequence[SourceFile]) -> Iterator[str]:
    """The names at the top of a project: of its folder, which may be a package itself, and of what lies in it.

    In a package, a part that is called as a library is no module of that name: `import torch` means the library there. What has a
    counterpart is meant anywhere, as in packages without `__init__.py`.
    """
    is_package = any(source.name == "__init__.py" for source in sources)
    for source in sources:
        yield Path(source.path).parents[source.name.count("/")].name
        part = source.name.partition("/")[0].removesuffix(".py")
        stands = counterparts.module_for(part)
        if stands is None or not (stands or is_package):
            yield part


def _is_rewritten(text: str) -> bool:
    return any(line.startswith((HEADER, COPIED)) for line in text.splitlines())


def _outcome(source: SourceFile, job: _Job) -> Outcome:
    same = Outcome(Path(source.path), source.name, source.text, source.text)
    if source.problem is not None:
        return replace(same, problem=source.problem.message)
    if _is_rewritten(source.text):
        return same
    try:
        outcome = _rewritten(same, job, source.cells)
        return _notebook(outcome, source.cells) if source.cells and outcome.changed else outcome
    except (OSError, ValueError, SyntaxError, RecursionError, MemoryError) as error:
        return replace(same, problem=str(error))


def _notebook(outcome: Outcome, cells: Sequence[Cell]) -> Outcome:
    """The outcome of a notebook's code as one of its file."""
    whole = outcome.path.read_text("utf-8")
    before = spliced(outcome.old, Edits(cell_marks(outcome.old, cells)))
    return replace(outcome, old=whole, new=with_code(whole, before, outcome.new))


def _rewritten(same: Outcome, job: _Job, cells: Sequence[Cell]) -> Outcome:
    text = mark(same.old)
    choice = replace(job.choice, taken=taken(text))
    findings, edits = _planned(same.name, text, job, choice)
    while clashes := still_used(text, edits, recipes_in(edits)):
        choice = replace(choice, taken=choice.taken | clashes)
        findings, edits = _planned(same.name, text, job, choice)
    recipes = recipes_in(edits)
    imports = Imports(job.table, job.own) if choice.recipes else None
    if spliced(text, edits) == text and not recipes and not (imports and redirected(text, imports)[0] != text):
        return replace(same, applied=edits.applied)
    edits.replaced = [*cell_marks(text, cells), *edits.replaced]
    new = spliced(text, edits)
    if not choice.only_supported and not choice.modules:
        new = renamed(new, _networks(same.name, job, findings, choice))
    new, statements = settled_aliases(straightened(tidied(new, text), text))
    new = unmark(settled(new, text, Wanted(job.target.mindspore, job.shared - recipes, recipes, edits.missing, imports, job.written_out)))
    for name, statement in statements.items():
        new = new.replace(name, statement)
    new = wrapped(new, same.old, same.path)
    parsed(new)
    return replace(same, new=new, applied=edits.applied, remarks=len(edits.remarks))


def _planned(name: str, text: str, job: _Job, choice: Choice) -> tuple[Sequence[Finding], Edits]:
    places = Places(text, job.own)
    found = () if choice.only_supported else find(job.project, name, text, job.target).found
    timed = _at_compile_time(name, text, found, places, job, choice)
    hazards = [each for each in found if not timed.covers(each)]
    usages = job.project.usages(name)
    mended = [] if choice.only_supported else changes(text, usages, hazards, places, job.table, choice.recipes, job.target.mode)
    findings = judged(usages, text, places, job.target, job.table, choice, mended)
    silent = {each.usage for each in findings if is_served(each, choice, job.table, job.target.mindspore)}
    edits = plan(text, findings, choice, silent)
    if not choice.only_supported:
        calls = job.project.third_party(name, lambda called: job.table.substitute(called, job.target.mindspore))
        named = (call for call in calls if call.substitute and not choice.stands_for(call.name) and _is_named(call, places))
        edits.remarks += [(call.span[0], remark_on(call)) for call in named]
        add_leftovers(text, edits, findings, places, Judge("x", job.target, job.table, frozenset()), choice)
        if choice.modules:
            add_metaclasses(text, edits, _modules(name, job), places)
        edits.replaced += timed.lines.values()
        edits.recipes |= {DECORATOR} if timed.lines else set()
        left = add_mended(text, edits, hazards, mended, places, job.target.mode)

        def rendered(span: Span) -> str:
            inner = plan(text, [each for each in findings if inside(each.usage.span, [span])], choice, silent)
            add_mended(text, inner, (), [each for each in mended if inside(each.span, [span])], places, job.target.mode)
            return part(text, span, inner)

        define(text, edits, local_functions(text, hazards, places), rendered, places)
        left = add_moved(text, edits, left, places, Imports(job.table, job.own)) if choice.recipes else left
        assigned = {span for span, new in edits.replaced if _reaches(new, job.target.mode) or new.startswith(f"{OVERWRITTEN}(")}
        stored = [span for span, new in edits.replaced if new == WHOLE]
        views = [each for each in left if each.code == WRITTEN]
        written = {each for each in views if each.span in assigned or any(inside(span, [each.span]) for span in stored)}
        told = (each for each in left if _is_told(each, choice) and each not in written)
        edits.remarks += [(hazard.span[0], remark_on_hazard(hazard)) for hazard in told]
    return findings, edits


def _is_named(call: ThirdParty, places: Places) -> bool:
    """Whether a call names its library, or what replaces it; of a method of what a library made, its import tells."""
    return "(" in call.substitute or places.begins_with_import(call.span)


def _reaches(new: str, mode: str) -> bool:
    """Whether new code stores into items such that the viewed tensor gets them: a graph stores into what a call gives alone."""
    target = new.partition(" = ")[0]
    return target.endswith("]") and not (mode == "graph" and "(" in target.partition("[")[0])


def _at_compile_time(name: str, text: str, hazards: Sequence[Hazard], places: Places, job: _Job, choice: Choice) -> CompileTime:
    if job.target.mode == "pynative" or not choice.recipes:
        return CompileTime({}, ())
    return at_compile_time(FileView(job.project, name, text), text, hazards, places)


def _is_told(hazard: Hazard, choice: Choice) -> bool:
    """Whether the target's mode does not take it as it is; what is written in the stead of training patterns is told by findings."""
    if choice.modules and hazard.code == OF_CELLS:
        return False
    is_pattern = hazard.code.startswith(TRAINING) and hazard.code != WRITTEN and not (choice.recipes and hazard.code == OWN_BACKWARD)
    return hazard.severity in TOLD and hazard.certainty != "possible" and not is_pattern


def _networks(name: str, job: _Job, findings: Sequence[Finding], choice: Choice) -> list[int]:
    """The classes, by their number in source order, that are MindSpore networks once their bases are rewritten."""
    classes = job.facts[name].classes
    module = job.project.names[name]
    left = [each.usage.span[0] for each in findings if each.usage.kind == "base" and not choice.applies(each)]
    return [
        place
        for place, number in enumerate(_in_order(classes))
        if not any(classes[number].start <= start < classes[number].end for start in left)
        and (is_network(job.project.evaluator, module, number) or _is_cell(job.project.evaluator, module, number))
    ]


def _modules(name: str, job: _Job) -> list[int]:
    """The classes, by their number in source order, that derive from torch's Module, or that such classes derive from."""
    evaluator, module = job.project.evaluator, job.project.names[name]
    found = enumerate(_in_order(job.facts[name].classes))
    families = ((place, ((module, number), *subclasses(evaluator, module, number))) for place, number in found)
    return [place for place, family in families if any(is_network(evaluator, *each) for each in family)]


def _in_order(classes: Sequence[Class]) -> list[int]:
    """The numbers of classes as the source has them."""
    return sorted(range(len(classes)), key=lambda number: classes[number].start)


def _is_cell(evaluator: Evaluator, module: int, number: int) -> bool:
    """Whether a class derives from one that an earlier run has made a Cell."""
    bases = [class_bases(evaluator, *each) for each in project_ancestors(evaluator, module, number)[1:]]
    return any(isinstance(atom, at.External) and atom.name == "mindspore.nn.Cell" for base in bases for atom in base.atoms)
