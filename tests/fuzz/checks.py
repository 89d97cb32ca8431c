"""What must hold for whatever the tool is given. Every check raises when it does not."""

from __future__ import annotations

import ast
import json
import re
import traceback
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from hashlib import blake2b
from pathlib import Path
from random import Random
from typing import Any

from edits import check_edits
from inputs import Input, as_json

from mindaudit.audit.collect_files import collect_files
from mindaudit.audit.engine import assemble, scan
from mindaudit.audit.pipeline import judge
from mindaudit.audit.progress import silent
from mindaudit.cache.results import unpack_judged
from mindaudit.classify import classify
from mindaudit.classify.custom_mappings import table_of
from mindaudit.collect import CollectError, collect
from mindaudit.collect.collector import walked
from mindaudit.collect.guard import TooDeepError, check
from mindaudit.collect.parser import parse_module
from mindaudit.collect.spans import LayoutError, Spans
from mindaudit.collect.tokens import MismatchError, Tokens
from mindaudit.config import files as config_file
from mindaudit.config.schema import Config
from mindaudit.errors import UsageError
from mindaudit.facts.records import ModuleFacts
from mindaudit.hazards.checking import rules
from mindaudit.hazards.framework.view import FileView
from mindaudit.model import Audit, FileAudit, SourceFile
from mindaudit.policy import baseline
from mindaudit.resolve import Project
from mindaudit.resolve.queries.shadowed_names import shadowed_names
from mindaudit.rewrite.run import rewrite
from mindaudit.sources.discover import discover
from mindaudit.sources.read import read
from mindaudit_reports import ReportError, formats
from mindaudit_reports.json import load_all

FAILED = re.compile(r"the analysis failed|the parser (failed|crashed)|the rule \w+ failed")
INVALID = re.compile(r"\(<unknown>, line \d+\)|recursion depth")
SHIFT = "# a comment\n\n# another\n"
THOROUGH = 16
"""One input in so many also goes through every format, rewriting and the comparisons."""
LARGEST = 30_000
"""Bytes up to which an input is: they all together have as long as one audit may take."""


class Wrong(AssertionError):
    """The tool gave what it must not give."""


def run(given: Input, folder: Path) -> bytes:
    """Write the files of an input into an empty folder and check what the tool makes of them; a digest of all results."""
    for name, data in given.files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    random = Random(given.name)
    with _no_warnings():
        if given.kind in ("settings", "rows"):
            text = check_settings(folder)
        elif given.kind == "baseline":
            text = check_baseline(folder)
        elif given.kind == "report":
            text = check_report(folder / "audit.json", random)
        else:
            small = sum(map(len, given.files.values())) < LARGEST
            text = check_audit(folder, small and random.random() * THOROUGH < 1, random)
    return blake2b(text.replace(str(folder), "").encode("utf-8", "surrogatepass"), digest_size=8).digest()


@contextmanager
def _no_warnings() -> Iterator[None]:
    """Python's warnings about audited code are no business of whoever audits it."""
    seen: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("always")
        warnings.showwarning = lambda message, *_: seen.append(f"a warning: {message}, from {_place(traceback.extract_stack())}")  # type: ignore[assignment]
        yield
    if seen:
        raise Wrong(seen[0])


def _place(stack: Sequence[traceback.FrameSummary]) -> str:
    """The innermost frame of the tool."""
    return next(
        (
            f"{Path(frame.filename).name}:{frame.lineno}"
            for frame in reversed(stack)
            if "/tests/" not in frame.filename and "mindaudit" in frame.filename
        ),
        "nowhere",
    )


def check_audit(folder: Path, thorough: bool, random: Random) -> str:
    """Audit a folder: every file one row, nothing failed inside, spans within the text, JSON that reads back as the same."""
    config = Config(jobs=1, cache=False, gitignore=True)
    try:
        audit = scan([folder], config)
    except UsageError:
        if (folder / ".gitignore").exists():
            return ""
        raise
    failed = [
        problem.message for file in audit.files for problem in (file.problem, *file.gave_up) if problem and FAILED.search(problem.message)
    ]
    if failed:
        _repeat(folder, config)
        raise Wrong(failed[0])
    _check_files(audit, folder)
    text = as_json([audit])
    if as_json(load_all(text)) != text:
        raise Wrong("the JSON report does not read back as the same report")
    for file in audit.files:
        _check_spans(file)
        _check_substitutions(file)
    if thorough:
        check_formats([audit], () if random.random() < 0.25 else ("html", "xlsx"))
        check_rewriting(folder, config)
        check_shift(folder, audit, config)
        for file in audit.files:
            if file.problem is None and not file.cells:
                check_positions(file)
        check_order(folder, audit, config, random)
        check_edits(folder, audit, random)
    return text


def _check_files(audit: Audit, folder: Path) -> None:
    on_disk = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.suffix in (".py", ".ipynb"))
    if [file.path for file in audit.files] != on_disk and not (folder / ".gitignore").exists():
        raise Wrong(f"the files are {on_disk}, the report has {[file.path for file in audit.files]}")


def _check_spans(file: FileAudit) -> None:
    spans = [("usage", finding.usage.torch_name, finding.usage.span) for finding in file.findings]
    spans += [("hazard", hazard.code, hazard.span) for hazard in file.hazards]
    spans += [("third party", found.name, found.span) for found in file.third_party]
    for what, name, (start, end) in spans:
        if not 0 <= start < end <= len(file.text):
            raise Wrong(f"the {what} {name} spans {start}:{end} of {len(file.text)} characters")
        if file.text[start].isspace() or file.text[end - 1].isspace():
            raise Wrong(f"the {what} {name} spans blanks: {file.text[start:end]!r}")


def _check_substitutions(file: FileAudit) -> None:
    if any(finding.substitution for finding in file.findings) and _is_python(file.text):
        for finding in file.findings:
            text = finding.substitution
            # Python reads no more than 200 nested brackets, and a chain of calls may become nested ones
            if (
                text
                and sum(map(text.count, "([{")) < 200
                and finding.usage.kind == "call"
                and not _is_python(f"({text}\n)")
                and not _is_python(text)
            ):
                raise Wrong(f"the substitution of {finding.usage.torch_name} is no Python: {text!r}")


def _is_python(text: str) -> bool:
    try:
        with warnings.catch_warnings(action="ignore"):
            ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return False
    return True


def _repeat(folder: Path, config: Config) -> None:
    """The steps of an audit once more without what contains their failures, so that the traceback tells where one arises."""
    sources = [source for source in map(read, discover([folder]).files) if source.problem is None]
    parsed, facts = [], []
    for source in sources:
        try:
            check(source.text)
            facts.append(collect(source))
            parsed.append(source)
        except (CollectError, TooDeepError):
            continue
    project = Project.resolved(parsed, facts)
    for source, each in zip(parsed, facts, strict=True):
        _judge(project, source, each, config)


def _judge(project: Project, source: SourceFile, facts: ModuleFacts, config: Config) -> None:
    classify(project.usages(source.name), source.text, config.targets[0], table_of(config), shadowed_names(facts))
    project.third_party(source.name)
    view = FileView(project, source.name, source.text)
    for rule in rules().values() if view.concerned() else ():
        list(rule.check(view))


def check_formats(reports: Sequence[Any], skipped: Sequence[str] = ()) -> None:
    """Every format can write it; some take much longer than others."""
    for each in formats().values():
        if each.name in skipped:
            continue
        try:
            written = each.render(reports)
        except ReportError:
            continue
        if isinstance(written, str):
            written.encode("utf-8")


def check_rewriting(folder: Path, config: Config) -> None:
    """What was valid Python is rewritten into valid Python, or refused for a reason."""
    for outcome in rewrite([folder], config):
        if INVALID.search(outcome.problem) and outcome.path.suffix == ".py" and _is_python(outcome.old):
            raise Wrong(f"{outcome.name} was rewritten into no Python: {outcome.problem}")


def check_shift(folder: Path, audit: Audit, config: Config) -> None:
    """Comments and blank lines on top move positions and change nothing else."""
    files = [folder / file.path for file in audit.files if file.path.endswith(".py") and file.problem is None]
    before = {file: file.read_bytes() for file in files}
    if not files or not all(data[:1].isascii() and b"coding" not in data[:200] for data in before.values()):
        return
    for file, data in before.items():
        file.write_bytes(SHIFT.encode() + data)
    after = scan([folder], config)
    for file, data in before.items():
        file.write_bytes(data)
    moved = {str(file.relative_to(folder)) for file in files}
    for old, new in zip(audit.files, after.files, strict=True):
        by = len(SHIFT) if old.path in moved else 0
        if _said(old, by) != _said(new, 0):
            different = next(iter(set(_said(old, by)) ^ set(_said(new, 0))))
            raise Wrong(f"three lines on top changed {old.path}: {different}")


def _said(file: FileAudit, by: int) -> list[str]:
    """What an audit says about a file, with all positions moved."""
    rows: list[tuple[object, ...]] = []
    for finding in file.findings:
        place = [position + by for position in finding.usage.span]
        rows.append(
            (place, finding.usage.torch_name, finding.usage.certainty, finding.verdict, finding.substitution, finding.reason, finding.code)
        )
    rows += [([position + by for position in hazard.span], hazard.code, hazard.message, hazard.severity) for hazard in file.hazards]
    return list(map(repr, rows))


def check_positions(file: FileAudit) -> None:
    """Both ways to find positions agree, but for the keyword of a try; on Python 3.12 libcst's code generator stops at long chains."""
    tree = parse_module(file.text)
    with warnings.catch_warnings(action="ignore"):
        try:
            quick, exact = walked(tree, file.path, Tokens(file.text)), walked(tree, file.path, Spans(file.text, tree))
        except (MismatchError, LayoutError, RecursionError):
            return
    for one, other in zip((*quick.sites, *quick.calls, *quick.events), (*exact.sites, *exact.calls, *exact.events), strict=True):
        if one != other and getattr(one, "kind", "") != "try":
            raise Wrong(f"by tokens {one}, by the code generator {other}")


def check_order(folder: Path, audit: Audit, config: Config, random: Random) -> None:
    """The order in which files are read has no influence."""
    found = discover([folder])
    sources, facts = collect_files(list(map(read, found.files)), 1)
    shuffled = random.sample(sources, len(sources))
    again = assemble(found, shuffled, unpack_judged(judge(shuffled, facts, config, silent, shuffled)), config)
    by_name = {file.path: file for file in again.files}
    for file in audit.files:
        if _said(file, 0) != _said(by_name[file.path], 0):
            different = next(iter(set(_said(file, 0)) ^ set(_said(by_name[file.path], 0))))
            raise Wrong(f"another order of files changed {file.path}: {different}")


def check_settings(folder: Path) -> str:
    """A configuration is taken or refused in one line; what is taken can be used."""
    try:
        file = config_file.find(folder)
        config = config_file.load(file) if file else Config(folder=folder, mappings=("rows.csv",), recipes=("rows_recipes.py",))
        audit = scan([folder / "src"], _contained(config))
        return as_json([audit])
    except UsageError as error:
        if not str(error).strip():
            raise Wrong("an error without words") from error
        return str(error).replace(str(folder), "")


def _contained(config: Config) -> Config:
    from dataclasses import replace

    return replace(config, jobs=1, cache=False)


def check_baseline(folder: Path) -> str:
    """A baseline is taken or refused in one line; what is taken can be compared with and written again."""
    audit = scan([folder / "input.py"], Config(jobs=1, cache=False))
    try:
        accepted = baseline.load(folder / "baseline.json")
    except UsageError as error:
        return str(error).replace(str(folder), "")
    compared = baseline.compare(baseline.entries(audit), accepted)
    baseline.without(audit, accepted)
    return baseline.dump((*compared.known, *compared.new, *compared.stale))


def check_report(file: Path, random: Random) -> str:
    """A JSON report is taken or refused in one line; what is taken can be written in every format, as often as one likes."""
    try:
        reports = load_all(file.read_bytes())
    except ReportError as error:
        return str(error)
    text = as_json(reports) if reports else ""
    if reports and random.random() < 0.3:
        check_formats(reports, () if random.random() < 0.25 else ("html", "xlsx"))
    if text:
        json.loads(text)
    return text
