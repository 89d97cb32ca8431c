"""`mindaudit scaffold`: ready folders to start from."""

from __future__ import annotations

import click

from mindaudit.cli import _settings


@click.group("scaffold")
def command() -> None:
    """Write a folder to start from."""


@command.command("custom-op")
@click.argument("name")
@click.option("--output", metavar="DIR", help="The folder to make.  [default: the operator's name]")
@_settings.target_options
def custom_op(name: str, output: str | None, target: str | None, mode: str | None, backend: str | None) -> None:
    """Write an operator that calls torch's own kernel: source, build command, Python side, test, and the text of a request.

    NAME is written in full, such as torch.linalg.eig.
    """
    from pathlib import Path

    from mindaudit.config.schema import targets_of
    from mindaudit.output.write import say, tell
    from mindaudit.scaffold.custom_op import aten_name, scaffold, served_by

    folder, wanted = Path(output or aten_name(name)), targets_of([target] if target else [], mode, backend)[0]
    for file in scaffold(name, folder, wanted):
        tell(str(file))
    if code := served_by(name, wanted):
        say(f"{name} needs no operator of its own on MindSpore {wanted.mindspore}, {wanted.backend}: {code}")
