"""From `--format` and `--output` to written reports."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, cast

from mindaudit.audit.gc_pause import uncollected
from mindaudit.config.codes import named
from mindaudit.config.schema import Config, Weights
from mindaudit.config.site import SITE, rule_page
from mindaudit.errors import UsageError, unknown
from mindaudit.model import Audit
from mindaudit.output.write import check_writable, is_terminal, say, write_file, write_standard
from mindaudit_reports import Effort, Options, Renderer, Report, ReportError, Rule, formats
from mindaudit_reports.views.options import Cost, Selection

SUFFIXES = {"md": "markdown", "txt": "term", "htm": "html"}
"""Where a file's suffix is not its format's name."""


@dataclass(frozen=True, slots=True)
class Plan:
    """One report to write."""

    format: Renderer
    file: Path | None
    """None: standard output."""


def planned(options: Mapping[str, Any]) -> list[Plan]:
    """The reports that a command line asks for; who selects results or counts them wants a list of them. Errors as `plan`."""
    listing = any(options[name] for name in ("select", "ignore", "min_severity", "statistics"))
    formats = options["formats"] or (("concise",) if listing and options["output"] is None else ())
    return plan(formats, options["output"])


def plan(wanted: Sequence[str], output: str | None) -> list[Plan]:
    """The reports that the options ask for.

    Raises UsageError for an unknown format, for two reports that share a place, and for places that cannot be written.
    """
    pairs = [(name, file or None) for name, _, file in (word.partition("=") for word in wanted)]
    if output is not None:
        pairs = _with_output(pairs, output)
    plans = [Plan(_format(name), Path(file) if file else None) for name, file in pairs or [("term", None)]]
    places = [each.file for each in plans]
    for each in plans:
        if lacking := each.format.missing:
            raise UsageError(lacking)
        if each.file is not None:
            check_writable(each.file)
        if places.count(each.file) > 1:
            raise UsageError(
                f"two reports would go to {each.file or 'standard output'}; name a file for each: --format {each.format.name}=FILE"
            )
        if each.file is None and is_terminal() and each.format.binary:
            raise UsageError(f"{each.format.name} is no text for a terminal; name a file: --format {each.format.name}=FILE")
    return plans


def _with_output(pairs: list[tuple[str, str | None]], output: str) -> list[tuple[str, str | None]]:
    """`--output` is the file of the one format that has none; beside formats that have theirs, its suffix names another one."""
    free = [name for name, file in pairs if file is None]
    if len(free) > 1:
        raise UsageError(f"--output {output} fits no single format; name a file for each: --format html=FILE")
    if free:
        return [(name, file or output) for name, file in pairs]
    suffix = Path(output).suffix.removeprefix(".").lower()
    return [(SUFFIXES.get(suffix, suffix) or "term", output), *pairs]


def _format(name: str) -> Renderer:
    known = formats()
    if name not in known:
        raise unknown("format", name, known)
    return known[name]


@dataclass(frozen=True, slots=True)
class Style:
    """What the options say about how reports look."""

    no_source: bool = False
    bom: bool = False
    quiet: bool = False
    selection: Selection = field(default_factory=Selection)
    statistics: bool = False
    history: tuple[Report, ...] = ()

    @classmethod
    def of(cls, options: Mapping[str, Any]) -> Style:
        """What the command line says. Raises UsageError for a code that does not exist."""
        codes = {name: named(options[name] or "", f"--{name}") for name in ("select", "ignore")}
        selection = Selection(codes["select"], codes["ignore"], options["min_severity"])
        return cls(options["no_source"], options["bom"], options["quiet"], selection, options["statistics"], _earlier(options["history"]))


def write(plans: Sequence[Plan], audits: Sequence[Audit | Report], config: Config, style: Style) -> None:
    """Render every report, then write them all; nothing is written if one cannot be rendered."""
    with uncollected(), _plainly():
        contents = [each.format.render(audits, _options(each, config, style)) for each in plans]
    _deliver(plans, contents, style)


def write_diff(plans: Sequence[Plan], old: Report, new: Report, config: Config, style: Style) -> None:
    """Render what changed between two reports, then write it."""
    from mindaudit_reports.views.difference import diff

    with _plainly():
        contents = [each.format.render_diff(diff(old, new), _options(each, config, style)) for each in plans]
    _deliver(plans, contents, style)


def read(file: str) -> list[Report]:
    """The reports in a JSON file, one a target; "-" is standard input. Raises UsageError."""
    from mindaudit_reports.json import load_all

    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
    try:
        return load_all(data)
    except ReportError as error:
        raise UsageError(f"{file}: {error}") from None


def _earlier(folder: str | None) -> tuple[Report, ...]:
    """The reports kept in a folder, in order of name; none if it is still to be made.

    Raises UsageError for what is no folder, and for a file in it that is no report, or a pipe or device, which may never end.
    """
    if folder is None:
        return ()
    if Path(folder).exists() and not Path(folder).is_dir():
        raise UsageError(f"{folder}: is no folder; name one that holds JSON reports")
    files = sorted(Path(folder).glob("*.json"))
    if other := next((file for file in files if not file.is_file()), None):
        raise UsageError(f"{other}: is no regular file")
    return tuple(report for file in files for report in read(str(file)))


def keep(audit: Audit, folder: str, config: Config, style: Style) -> None:
    """Put a JSON report of the audit into the folder of snapshots, called by day and commit; one of the same name is replaced."""
    name = "-".join(filter(None, ((audit.stamp or audit.made or "undated").replace(":", ""), (audit.commit or "")[:10])))
    write([Plan(_format("json"), Path(folder) / f"{name}.json")], [audit], config, style)


@contextmanager
def _plainly() -> Iterator[None]:
    try:
        yield
    except ReportError as error:
        raise UsageError(str(error)) from error


def _deliver(plans: Sequence[Plan], contents: Sequence[str | bytes], style: Style) -> None:
    for each, content in zip(plans, contents, strict=True):
        if each.file is None:
            write_standard(content)
            continue
        write_file(each.file, content)
        if not style.quiet:
            say(f"wrote {each.file}")


def _options(each: Plan, config: Config, style: Style) -> Options:
    return Options(
        no_source=style.no_source,
        lang=cast(Literal["en", "zh"], config.lang),
        color=_colored(each),
        width=_width(each),
        bom=style.bom,
        selection=style.selection,
        statistics=style.statistics,
        history=style.history,
        rules=rules(config.docs_url),
        site=config.docs_url,
        effort=effort_of(config.effort),
    )


def effort_of(weights: Weights) -> Effort:
    """The estimate's assumptions with the configured weights in place of the default ones."""
    default = Effort()

    def changed(costs: Mapping[str, Cost]) -> dict[str, Cost]:
        wanted = {name: getattr(weights, name.replace("-", "_")) for name in costs}
        return {name: Cost(wanted[name].first or cost.first, wanted[name].site or cost.site) for name, cost in costs.items()}

    hours = weights.hours_per_day or default.hours_per_day
    return Effort(hours_per_day=hours, verdicts=changed(default.verdicts), severities=changed(default.severities))


def rules(site: str = SITE) -> dict[str, Rule]:
    """What reports say of each code, with its page on a site."""
    from mindaudit.hazards.framework.wording import pages

    return {
        code: Rule(
            code,
            page.title["en"],
            page.body,
            page.title["zh"],
            page.body_in("zh"),
            rule_page(site, code, "en"),
            rule_page(site, code, "zh"),
        )
        for code, page in pages().items()
    }


def stamped(audit: Audit, exactly: bool) -> Audit:
    """The audit with its day and the commit that is checked out; `exactly`: with the time too, in UTC, as ISO 8601 writes it."""
    from mindaudit.cli._clock import now
    from mindaudit.sources.checkout import commit

    made = now()
    stamp = made.isoformat(timespec="seconds") if exactly else None
    checked_out = commit(Path(audit.folder))
    first, *others = (replace(each, made=made.date().isoformat(), commit=checked_out, stamp=stamp) for each in (audit, *audit.others))
    return replace(first, others=tuple(others))


def _colored(each: Plan) -> bool:
    return each.file is None and is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def _width(each: Plan) -> int:
    return shutil.get_terminal_size((100, 24)).columns if each.file is None else 100
