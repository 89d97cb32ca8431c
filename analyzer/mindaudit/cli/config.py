"""`mindaudit config`: which settings hold."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import click

from mindaudit.cli import _settings

if TYPE_CHECKING:
    from mindaudit.config.schema import Config


@click.group("config")
def command() -> None:
    """Show which settings hold."""


@command.command("show")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@_settings.options
def show(paths: tuple[str, ...], **options: Any) -> int:
    """Print the settings for PATH (by default the current folder) as a mindaudit.toml with the same meaning."""
    from pathlib import Path

    from mindaudit.config.files import find
    from mindaudit.output.write import tell

    file = options["config_file"] or (None if options["no_config"] else find(Path(paths[0] if paths else ".")))
    config = _settings.settings(paths, **options)
    first = f"# from {file}" if file else "# no configuration file; these are the defaults"
    tell("\n".join((first, *_lines(config))))
    return 0


def _lines(config: Config) -> Iterator[str]:
    first = config.targets[0]
    values: dict[str, Any] = {
        "target": [target.mindspore for target in config.targets],
        "mode": first.mode,
        "backend": first.backend,
        "paths": config.paths,
        "exclude": config.exclude,
        "gitignore": config.gitignore,
        "fail-on": config.fail_on,
        "min-readiness": config.min_readiness,
        "levels": config.levels,
        "require-reason": config.require_reason,
        "baseline": config.baseline,
        "mappings": config.mappings,
        "recipes": config.recipes,
        "lang": config.lang,
        "jobs": config.jobs,
        "cache": config.cache,
        "effort": {key.replace("_", "-"): value for key, value in config.effort.items()},
    }
    for key, value in values.items():
        yield f"{key} = {_toml(value)}"
    for override in config.overrides:
        yield ""
        yield "[[overrides]]"
        yield f"paths = {_toml(override.paths)}"
        yield f"levels = {_toml(override.levels)}"


def _toml(value: Any) -> str:
    """A value as TOML writes it; texts, numbers and truth values are written as in JSON."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)
