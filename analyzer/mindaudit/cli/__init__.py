"""The command line: every module of this package is one command, named like it, with a click command called `command`.

Nothing but click is imported before a command runs, so that `mindaudit --version` answers at once.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import click

from mindaudit import __version__
from mindaudit.cli._groups import Listed
from mindaudit.errors import MindauditError, UsageError

INTERRUPTED = 130
TERMINATED = 143


class Commands(Listed):
    """The commands of this package."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """As click does, but an unknown command is answered with the nearest one."""
        if args and not args[0].startswith("-") and args[0] not in self.list_commands(ctx):
            from mindaudit.errors import unknown

            raise unknown("command", args[0], self.list_commands(ctx))
        return super().resolve_command(ctx, args)


def _print_version(context: click.Context, _parameter: click.Parameter, wanted: bool) -> None:
    if wanted:
        click.echo(f"mindaudit {__version__} (data {_data_version()})")
        context.exit()


def _data_version() -> str:
    """The version of the tables, from the one module that states it: importing the whole package takes half as long as click."""
    from importlib.util import find_spec, module_from_spec, spec_from_file_location

    package = find_spec("mindaudit_data")
    folder = package.submodule_search_locations if package else None
    spec = spec_from_file_location("versions", f"{folder[0]}/versions.py") if folder else None
    if spec is None or spec.loader is None:
        return "not found"
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return str(module.DATA_VERSION)


@click.command(cls=Commands, package=__name__, name="mindaudit", context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions.",
)
def main() -> None:
    """Audit PyTorch code before it moves to MindSpore.

    Exit status: 0 nothing that --fail-on names; 1 something; 2 wrong usage or configuration; 3 the audit itself failed; 130 interrupted;
    143 terminated.
    """


_STOPPED = "interrupted; no file is half written"


def run(arguments: Sequence[str] | None = None) -> int:
    """Run a command line (by default the process's own) and return its exit status; errors become one line on standard error."""
    try:
        os.getcwd()  # noqa: PTH109 - Path needs an import
    except OSError:
        return _complain("the current folder is gone; change to another one", UsageError.status)
    try:
        result = main.main(arguments, "mindaudit", standalone_mode=False)
        return result if isinstance(result, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.ctx.get_help() if error.ctx else "", err=True)
        return UsageError.status
    except click.ClickException as error:
        return _complain(error.format_message(), UsageError.status)
    except MindauditError as error:
        return _complain(str(error), error.status)
    except PermissionError as error:
        return _complain(f"{error.filename or error}: no permission", UsageError.status)
    except (KeyboardInterrupt, click.Abort):
        return _complain(_STOPPED, INTERRUPTED)
    except Exception as error:
        if _is_interrupted(error):
            return _complain(_STOPPED, INTERRUPTED)
        if os.environ.get("MINDAUDIT_TRACEBACK"):
            raise
        text = f"the audit failed: {type(error).__name__}: {error}; set MINDAUDIT_TRACEBACK=1 for the traceback and report it"
        return _complain(text, MindauditError.status)


def _is_interrupted(error: BaseException) -> bool:
    """Whether Ctrl-C is the cause of an error: Python wraps it where a class is made, as while libcst is imported."""
    return any(isinstance(each, KeyboardInterrupt) for each in (error.__cause__, error.__context__))


def terminated(_signal: int, _frame: object) -> None:
    """The handler of SIGTERM: ends the process by SystemExit, so that everything is cleaned up."""
    raise SystemExit(_complain("terminated; no file is half written", TERMINATED))


def _complain(message: str, status: int) -> int:
    from mindaudit.output.write import say

    say(message)
    return status
