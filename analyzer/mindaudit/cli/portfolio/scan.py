"""`mindaudit portfolio scan`: audit many repositories into a store."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindaudit.cli import _settings
from mindaudit.cli._clock import now
from mindaudit.cli._help import Command, option
from mindaudit.cli._settings import FILES, REPORTS, RUN, TARGET
from mindaudit.cli.portfolio._store import absolute, ended, extra, store_option
from mindaudit.errors import UsageError

if TYPE_CHECKING:
    from mindaudit_reports.portfolio.records import Row, Status

EXAMPLES = (
    ("mindaudit portfolio scan work/* --store audits", "Every folder of a folder, on this machine's processors"),
    ("mindaudit portfolio scan --list repos.toml --store s3://company/audits --scheduler tcp://dask:8786", "A listing, on a Dask cluster"),
)
_ENDS: tuple[Status, ...] = ("audited", "unchanged", "empty", "failed")
_FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)


@click.command("scan", cls=Command, examples=EXAMPLES)
@click.argument("repositories", nargs=-1, metavar="[REPO]...")
@option(FILES, "--list", "listing", metavar="FILE", type=click.Path(path_type=Path), help="A TOML file that names repositories.")
@store_option
@option(FILES, "--with-dependencies", is_flag=True, help="Audit the third-party packages too that repositories declare and that use torch.")
@option(
    FILES, "--site", "sites", multiple=True, metavar="DIR", type=_FOLDER, help="Where these lie: a site-packages folder, or one of wheels."
)
@option(TARGET, "--target", "targets", multiple=True, metavar="VERSION", help=_settings.TARGETS_HELP)
@_settings.place_options
@_settings.syntax_option
@option(RUN, "--scheduler", metavar="ADDRESS", help="A Dask scheduler.  [default: a cluster on this machine]")
@option(
    RUN, "-j", "--jobs", type=click.IntRange(0, 256), default=0, metavar="N", help="Workers of that cluster.  [default: one a processor]"
)
@option(RUN, "--time-limit", type=click.FloatRange(min=0.1), metavar="SECONDS", help="What one repository may take.  [default: 3600]")
@option(REPORTS, "--no-source", is_flag=True, help="Keep the audited code's text out of the store.")
@option(RUN, "-q", "--quiet", is_flag=True, help="Write no messages but errors.")
def command(repositories: tuple[str, ...], **options: Any) -> int:
    """Audit each REPO: a folder, a git URL or path, an archive, a wheel or an sdist.

    A repository whose commit, options, tool and data are as before is not audited again. One that fails is a row with its reason.
    Exit status: 0; 3 if a repository failed.
    """
    from mindaudit.output.write import say

    with extra():
        from mindaudit.portfolio.listing import listed
        from mindaudit.portfolio.scan import LIMIT, Plan, scan
        from mindaudit.portfolio.task import Options

    from mindaudit.config.schema import targets_of

    targets_of(options["targets"])
    if options["with_dependencies"] != bool(options["sites"]):
        raise UsageError("--with-dependencies and --site go together: what is needed is looked up there, nothing is fetched")
    every = listed(repositories, options["listing"])
    task = Options(now().date().isoformat(), **{name: options[name] for name in ("targets", "mode", "backend", "no_source", "syntax")})
    plan = Plan(absolute(options["store"]), options["scheduler"], options["jobs"], options["time_limit"] or LIMIT, sites=options["sites"])
    statuses: Counter[Status] = Counter()

    def told(row: Row) -> None:
        statuses[row.status] += row.kind == "repository"
        if not options["quiet"]:
            _tell(row)

    scan(every, task, plan, told)
    if not options["quiet"]:
        say(", ".join(f"{statuses[status]} {status}" for status in _ENDS))
    return 3 if statuses["failed"] else 0


def _tell(row: Row) -> None:
    from mindaudit.output.write import complain

    complain(ended(row))
