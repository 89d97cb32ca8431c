"""`mindaudit config`: which settings hold."""

from __future__ import annotations

from typing import Any

import click

from mindaudit.cli import _settings


@click.group("config")
def command() -> None:
    """Show which settings hold."""


@command.command("show")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@_settings.options
def show(paths: tuple[str, ...], **options: Any) -> int:
    """Print the settings for PATH (by default the current folder) as a mindaudit.toml with the same meaning."""
    from pathlib import Path

    import msgspec
    import tomli_w

    from mindaudit.config.files import find
    from mindaudit.config.settings import settings_of
    from mindaudit.output.write import tell

    file = options["config_file"] or (None if options["no_config"] else find(Path(paths[0] if paths else ".")))
    config = _settings.settings(paths, **options)
    first = f"# from {file}" if file else "# no configuration file; these are the defaults"
    settings = msgspec.to_builtins(settings_of(config), enc_hook=tuple)
    tell(f"{first}\n{tomli_w.dumps(settings)}".rstrip())
    return 0
