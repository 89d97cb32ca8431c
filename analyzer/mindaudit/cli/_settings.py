"""The options that choose what is audited and against which target; they override the configuration file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from mindaudit.cli._help import option
from mindaudit.errors import UsageError
from mindaudit.model import SEVERITIES, Target
from mindaudit_data import BACKENDS, MODES, SYNTAXES

if TYPE_CHECKING:
    from mindaudit.config.schema import Config

Command = TypeVar("Command", bound=Callable[..., object])

_DEFAULT = Target()
TARGET, FILES, REPORTS, LISTING, GATE, RUN = "Target", "Files and configuration", "Reports", "What is listed", "Exit status", "How it runs"
_MODE = option(TARGET, "--mode", type=click.Choice(MODES), help=f"Execution mode.  [default: {_DEFAULT.mode}]")
_BACKEND = option(TARGET, "--backend", type=click.Choice(BACKENDS), help=f"Device.  [default: {_DEFAULT.backend}]")
_SYNTAX_HELP = f"Level of the graph compiler's syntax (jit_syntax_level).  [default: {_DEFAULT.syntax}]"
syntax_option = option(TARGET, "--syntax", type=click.Choice(SYNTAXES), help=_SYNTAX_HELP)
_TARGET = option(TARGET, "--target", metavar="VERSION", help=f"MindSpore version.  [default: {_DEFAULT.mindspore}]")
TARGETS_HELP = f"MindSpore version; repeat it to compare several.  [default: {_DEFAULT.mindspore}]"
_FORMAT_HELP = "Report to write; may be repeated.  [default: term; concise where results are selected or counted]"
_OPTIONS = (
    option(TARGET, "--target", "targets", multiple=True, metavar="VERSION", help=TARGETS_HELP),
    _MODE,
    _BACKEND,
    syntax_option,
    option(FILES, "--exclude", multiple=True, metavar="GLOB", help="Leave out what matches, in gitignore's language; may be repeated."),
    option(FILES, "--config", "config_file", metavar="FILE", help="Configuration.  [default: the nearest one above the first path]"),
    option(FILES, "--no-config", is_flag=True, help="Use no configuration file."),
)
_REPORTS = (
    option(REPORTS, "--format", "formats", multiple=True, metavar="NAME[=FILE]", help=_FORMAT_HELP),
    option(REPORTS, "-o", "--output", metavar="FILE", help="Where to write the report; its suffix names the format."),
    option(REPORTS, "--no-source", is_flag=True, help="Keep the audited code's text out of the reports."),
    option(REPORTS, "--bom", is_flag=True, help="Begin CSV with a byte order mark, for Excel."),
    option(REPORTS, "--lang", type=click.Choice(["en", "zh"]), help="Language of the reports.  [default: en]"),
    option(REPORTS, "--history", metavar="DIR", help="Folder of JSON reports whose trend the page draws; a scan adds its own."),
    option(REPORTS, "-q", "--quiet", is_flag=True, help="Write no messages but errors."),
    option(LISTING, "--select", metavar="LIST", help="List only these codes and families: MA203,MA3xx.  [default: all]"),
    option(LISTING, "--ignore", metavar="LIST", help="Leave these codes and families out.  [default: none]"),
    option(LISTING, "--min-severity", type=click.Choice(SEVERITIES), help="Leave out what is milder.  [default: note]"),
    option(LISTING, "--statistics", is_flag=True, help="Count the results by code instead of listing them."),
)


def options(command: Command) -> Command:
    """Add the options that choose what is audited to a click command."""
    return _with(_OPTIONS, command)


def place_options(command: Command) -> Command:
    """Add the options that choose mode and backend to a click command."""
    return _with((_MODE, _BACKEND), command)


def target_options(command: Command) -> Command:
    """Add the options that choose one target to a click command."""
    return _with((_TARGET, _MODE, _BACKEND), command)


def report_options(command: Command) -> Command:
    """Add the options that choose which reports are written, and how, to a click command."""
    return _with(_REPORTS, command)


def _with(chosen: Sequence[Callable[[Command], Command]], command: Command) -> Command:
    for each in reversed(chosen):
        command = each(command)
    return command


def settings(
    paths: Sequence[str],
    targets: Sequence[str] = (),
    mode: str | None = None,
    backend: str | None = None,
    syntax: str | None = None,
    exclude: Sequence[str] = (),
    config_file: str | None = None,
    no_config: bool = False,
) -> Config:
    """The configuration for these paths: that of the nearest file, overridden by the options that were given."""
    from mindaudit.config.files import find, load
    from mindaudit.config.schema import Config, targets_of

    file = Path(config_file) if config_file else None if no_config else find(_start(paths))
    config = load(file) if file else Config()
    if targets or mode or backend or syntax:
        versions = targets or [target.mindspore for target in config.targets]
        first = config.targets[0]
        config = replace(config, targets=targets_of(versions, mode or first.mode, backend or first.backend, syntax or first.syntax))
    return replace(config, exclude=(*config.exclude, *exclude))


def selected(paths: Sequence[str], options: Mapping[str, Any]) -> Config:
    """The same by those among a command's options that choose the settings."""
    names = ("targets", "mode", "backend", "syntax", "exclude", "config_file", "no_config")
    return settings(paths, **{name: options[name] for name in names})


def wanted_paths(paths: Sequence[str], config: Config) -> list[str]:
    """The paths given, or else those of the configuration. Raises UsageError if neither names any."""
    chosen = list(paths) or [str(config.folder / path) for path in config.paths]
    if not chosen:
        raise UsageError("nothing to audit; name a PATH, or set paths in the configuration")
    return chosen


def _start(paths: Sequence[str]) -> Path:
    first = Path(paths[0]) if paths else Path()
    return first if first.is_dir() else first.parent
