"""A project that is open in an editor: changed files are read again, and open documents replace their files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from mindaudit.audit.collect_files import collect_one
from mindaudit.audit.engine import assemble
from mindaudit.audit.pipeline import Resolution, judge, judge_again
from mindaudit.cache.results import unpack_judged
from mindaudit.cache.snapshot.snapshot import take
from mindaudit.collect import collect
from mindaudit.collect.edited_text import Statements
from mindaudit.config.files import find, load
from mindaudit.config.schema import Config
from mindaudit.errors import MindauditError, UsageError
from mindaudit.facts.records import ModuleFacts
from mindaudit.model import FileAudit, Problem, SourceFile
from mindaudit.resolve import Project
from mindaudit.sources.discover import Discovery, discover
from mindaudit.sources.notebook import Code
from mindaudit.sources.read import read

Stamp = tuple[int, int]


class CancelledError(Exception):
    """The answer is not wanted any more."""


@dataclass(slots=True)
class _Known:
    """What was read and collected of one file."""

    stamp: Stamp | None
    """Time and size of the file on disk; None for an open document."""
    source: SourceFile
    facts: ModuleFacts | None


@dataclass
class Session:
    """The project in one folder."""

    root: Path
    config: Config = field(default_factory=Config)
    complaint: str = ""
    """What is wrong with the configuration, if anything; then the last good one holds."""
    _known: dict[str, _Known] = field(default_factory=dict)
    _trees: dict[str, Statements] = field(default_factory=dict)
    """The trees of open documents, by path."""
    _found: Discovery | None = None
    _real_paths: dict[str, str] = field(default_factory=dict)
    """Where files really lie, by path; links may lead elsewhere after a refresh."""
    _last: Resolution | None = None
    """The project as it was when it was last resolved as a whole."""

    def refresh(self) -> None:
        """Read the configuration again and look for files that came or went."""
        self._found, self.complaint = None, ""
        self._real_paths.clear()
        try:
            file = find(self.root)
            self.config = replace(load(file) if file else Config(), jobs=1)
        except UsageError as error:
            self.complaint = str(error)

    def audit(self, documents: Mapping[str, Code], cancelled: Callable[[], bool] = lambda: False) -> dict[str, FileAudit]:
        """The audits of the open documents, given by real path with their code, in the context of the whole project.

        Raises CancelledError soon after `cancelled` says so.
        """
        found = self._discovery(documents)
        self._trees = {path: trees for path, trees in self._trees.items() if os.path.realpath(path) in documents}
        known = [self._file(file, documents, cancelled) for file in found.files]
        facts = {each.source.name: each.facts for each in known if each.facts is not None}
        sources = [each.source for each in known]

        def watch(step: str, done: int, total: int, file: str = "", seconds: float = 0.0) -> None:
            if cancelled():
                raise CancelledError

        config = replace(self.config, targets=self.config.targets[:1])
        asked = [source for source in sources if self._real(source) in documents]
        judged = judge_again(self._last, sources, facts, config, watch, asked) if self._last else None
        if judged is None:
            judged = judge(sources, facts, config, watch, asked, partial(self._remember, facts))
        audit = assemble(found, asked, unpack_judged(judged), config)
        return {os.path.realpath(found.root / file.path): file for file in audit.files}

    def _again(self, file: SourceFile) -> Callable[[SourceFile], ModuleFacts]:
        """The collector of an open document, most of which is unchanged."""
        return partial(collect, parse=self._trees.setdefault(file.path, Statements()).parse)

    def _remember(self, facts: Mapping[str, ModuleFacts], project: Project) -> None:
        self._last = Resolution(facts, take(project))

    def _discovery(self, documents: Mapping[str, Code]) -> Discovery:
        """The project's files, and open documents that are none of them: new ones, and stubs."""
        if self._found is None:
            try:
                self._found = discover([self.root], self.config.exclude, self.config.gitignore, self.config.folder.resolve())
            except MindauditError:
                self._found = Discovery(self.root, (), frozenset())
        paths, root = {self._real(file) for file in self._found.files}, self._found.root
        others = [Path(path) for path in documents if path not in paths and Path(path).is_relative_to(root)]
        more = [SourceFile(str(path), path.relative_to(root).as_posix()) for path in others if not path.exists() or self._is_stub(path)]
        files = sorted((*self._found.files, *more), key=lambda file: file.name)
        return replace(self._found, files=tuple(files))

    def _real(self, file: SourceFile) -> str:
        """The real path of a file, as open documents are named."""
        if file.path not in self._real_paths:
            self._real_paths[file.path] = os.path.realpath(file.path)
        return self._real_paths[file.path]

    def _is_stub(self, path: Path) -> bool:
        """Whether a file is a stub that the configuration does not exclude."""
        try:
            return path.suffix == ".pyi" and bool(discover([path], self.config.exclude, base=self.config.folder.resolve()).files)
        except UsageError:
            return False

    def _file(self, file: SourceFile, documents: Mapping[str, Code], cancelled: Callable[[], bool]) -> _Known:
        if cancelled():
            raise CancelledError
        known, code = self._known.get(file.path), documents.get(self._real(file))
        stamp = _stamp(file.path) if code is None else None
        if known is not None and (known.stamp == stamp if code is None else Code.of(known.source) == code):
            return known
        source = read(file) if code is None else replace(file, **code._asdict(), problem=None)
        outcome = source.problem or collect_one(source, self._again(file) if code else None)
        # what cannot be parsed just now, since somebody is typing, is to other files what it was before
        problem, facts = (outcome, known.facts if known else None) if isinstance(outcome, Problem) else (None, outcome)
        self._known[file.path] = _Known(stamp, replace(source, problem=problem), facts)
        return self._known[file.path]


def _stamp(path: str) -> Stamp:
    try:
        found = Path(path).stat()
    except OSError:
        return (0, 0)
    return (found.st_mtime_ns, found.st_size)
