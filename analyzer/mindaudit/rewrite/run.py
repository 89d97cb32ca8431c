"""Rewrites the files of a project in memory: from paths to old and new texts."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path

from mindaudit.audit.collect_files import collect_files
from mindaudit.audit.pipeline import resolved
from mindaudit.audit.processes import in_copies, worth
from mindaudit.audit.progress import Progress, silent, watched
from mindaudit.cache.facts import FactsCache
from mindaudit.classify.custom_mappings import table_of
from mindaudit.config.folders import cache_file
from mindaudit.config.schema import Config
from mindaudit.facts import expressions as ex
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import SourceFile
from mindaudit.resolve import Project
from mindaudit.resolve.queries.shadowed_names import NAMES
from mindaudit.resolve.symbols.class_hierarchy import class_bases
from mindaudit.resolve.values import atoms as at
from mindaudit.rewrite.definitions.cell_names import uses_members_of_modules, uses_names_of_cell
from mindaudit.rewrite.definitions.renamed_attributes import Renamed, with_other_names
from mindaudit.rewrite.imports.bindings import Imports
from mindaudit.rewrite.imports.starred import hiding
from mindaudit.rewrite.one_file import Job, is_rewritten, outcome_of
from mindaudit.rewrite.text.blanks import with_blanks
from mindaudit.rewrite.usages.choice import Choice
from mindaudit.rewrite.usages.default_dtype import sets_default_dtype
from mindaudit.rewrite.usages.family import chosen_before, needs_modules
from mindaudit.rewrite.usages.own_lines import with_own_lines
from mindaudit.rewrite.writing.outcome import Outcome
from mindaudit.rewrite.writing.templates import templates
from mindaudit.sources.discover import data_files, discover
from mindaudit.sources.read import read
from mindaudit_data import counterparts


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
    files = list(map(read, found.files))
    sources, facts = collect_files(files, config.jobs, progress, FactsCache(cache_file() if config.cache else None))
    sources = [_parsed_with_blanks(source, facts) for source in sources]
    choice = choice or Choice()
    project, renamed = _prepared(resolved(sources, facts), sources, facts, config, choice)
    choice = replace(choice, renamed=tuple(renamed.old.items()))
    outcomes = rewritten(project, renamed.sources, facts, config, choice, progress, beside)
    data = data_files(paths, config.exclude, config.gitignore, config.folder.resolve()) if choice.recipes else {}
    filled = templates(data, Imports(table_of(config), frozenset(_own(sources)) | beside))
    return [*(_of_file(*each) for each in zip(outcomes, sources, renamed.sources, files, strict=True)), *filled]


def _prepared(
    project: Project, sources: Sequence[SourceFile], facts: dict[str, ModuleFacts], config: Config, choice: Choice
) -> tuple[Project, Renamed]:
    """The project in which networks do not use names of a Cell's own, and in-place methods of graphs have lines of their own."""
    if choice.only_supported:
        return project, Renamed(sources, {})
    fixed = {source.name for source in sources if is_rewritten(source.text)}
    mode = config.targets[0].mode
    renamed = with_other_names(project, sources, facts, mode, fixed)
    project = _again(project, sources, renamed.sources, facts)
    moved = [
        each if each.name in fixed else new
        for each, new in zip(renamed.sources, with_own_lines(project, renamed.sources, mode), strict=True)
    ]
    return _again(project, renamed.sources, moved, facts), replace(renamed, sources=moved)


def _again(project: Project, before: Sequence[SourceFile], after: Sequence[SourceFile], facts: dict[str, ModuleFacts]) -> Project:
    """The project with changed files; their facts are made anew."""
    changed = [new for new, old in zip(after, before, strict=True) if new is not old]
    if not changed:
        return project
    facts |= collect_files(changed, 1)[1]
    return resolved(after, facts)


def _parsed_with_blanks(source: SourceFile, facts: dict[str, ModuleFacts]) -> SourceFile:
    """A file that the parser refuses, with blanks for the tabs that indent it if it takes that; its facts are added."""
    again = replace(source, text=with_blanks(source.text), problem=None) if source.problem and source.text and not source.cells else source
    if again.text == source.text:
        return source
    (parsed,), more = collect_files([again], 1)
    facts |= more
    return source if parsed.problem else parsed


def _of_file(outcome: Outcome, source: SourceFile, renamed: SourceFile, file: SourceFile) -> Outcome:
    """The outcome for the text that was read, not for the one with blanks or other names."""
    if renamed.text == file.text or source.cells:
        return outcome
    return replace(outcome, old=file.text, new=outcome.new if outcome.changed or renamed is not source else file.text)


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
        files = [(project.usages(source.name), source.text) for source in sources if source.name in facts] if choice.recipes else []
        choice = replace(choice, default_dtype=sets_default_dtype(files, target, table))
        if choice.recipes and choice.modules is None:
            modules = chosen_before(source.text for source in sources if is_rewritten(source.text))
            if modules is None:
                modules = (
                    _extends_libraries(project, facts) or uses_names_of_cell(project, facts) or uses_members_of_modules(project, facts)
                )
                modules = modules or choice.default_dtype or needs_modules(files, target, table, choice)
            choice = replace(choice, modules=modules)
        choice = replace(choice, parts=frozenset(_parts(facts)), imitated=frozenset(_imitated(facts)))
        own, spread = frozenset(_own(sources)) | beside, frozenset(_spread(sources, facts))
        job = Job(project, facts, target, table, choice, frozenset(_shared(facts, own)), own, spread, hiding(facts), _texts(sources))
        tasks: list[Callable[[], Outcome | None]] = [partial(outcome_of, source, job) for source in sources]
        with in_copies(tasks, worth(config.jobs, sum(len(source.text) for source in sources)), None) as outcomes:
            done = list(watched(outcomes, "rewrite", len(tasks), progress))
    return [outcome or _crashed(source) for source, outcome in zip(sources, done, strict=True)]


def _texts(sources: Sequence[SourceFile]) -> dict[str, str]:
    return {source.name: source.text for source in sources if source.problem is None}


def _extends_libraries(project: Project, facts: Mapping[str, ModuleFacts]) -> bool:
    """Whether a class derives from one of a library over torch: what that library's networks are made of, its own must be, too."""
    places = ((project.names[name], number) for name, each in facts.items() for number in range(len(each.classes)))
    bases = (class_bases(project.evaluator, *place) for place in places)
    named = (atom.name.partition(".")[0] for base in bases for atom in base.atoms if isinstance(atom, at.External))
    return any(counterparts.module_for(name) == "" for name in named)


def _parts(facts: Mapping[str, ModuleFacts]) -> Iterator[str]:
    """The methods and parts of tensors that classes of the project have, too, and that recipes ask any object for."""
    for name in ("clone", "cpu", "cuda", "detach", "imag", "norm", "real", "size", "std", "to", "transpose", "var"):
        if any(name in each.body or name in each.stores for file in facts.values() for each in file.classes):
            yield name


_OF_TENSORS = frozenset(
    "bmm cumsum detach device diag diagonal dim div dtype exp expand item log matmul mean mul ndim norm numel permute prod repeat "  # noqa: SIM905
    "requires_grad reshape shape size sqrt squeeze sub sum t to_dense transpose unsqueeze view".split()
)
"""Names by which a class is known to imitate tensors."""
_MOST_BY_CHANCE = 6
"""More of them than that no class has that stands for something else: a network has a size, a distribution a mean."""


def _imitated(facts: Mapping[str, ModuleFacts]) -> Iterator[str]:
    """The methods of the project's classes whose objects stand for tensors."""
    for each in (each for file in facts.values() for each in file.classes):
        if len(_OF_TENSORS & {*each.body, *each.stores}) > _MOST_BY_CHANCE:
            yield from each.body


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
