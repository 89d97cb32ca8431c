"""`mindaudit rewrite`: the substitutions as a patch."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from mindaudit.cli import _settings
from mindaudit.errors import UsageError

if TYPE_CHECKING:
    from mindaudit.config.schema import Config
    from mindaudit.rewrite.writing.outcome import Outcome


@click.command("rewrite")
@click.argument("paths", nargs=-1, metavar="PATH...")
@_settings.options
@click.option("--diff", is_flag=True, help="Print a patch; this is what happens unless another place is named.")
@click.option("--in-place", is_flag=True, help="Change the files themselves.")
@click.option("--output", metavar="DIR", help="Write all files into another folder, and copy small files of data beside them.")
@click.option("--only", type=click.Choice(["supported"]), help="Apply only what needs no adjustment.")
@click.option(
    "--min-certainty",
    type=click.Choice(["certain", "likely", "possible"]),
    default="likely",
    help="How sure it must be that a place is torch's; of the others a comment tells.  [default: likely]",
)
@click.option("--recipes", is_flag=True, help="Also call recipes, which are then imported from mindaudit_data.")
@click.option(
    "--vendor-recipes", is_flag=True, help="As --recipes, and copy those that are used into the project, which then needs nothing else."
)
@click.option("--with-dependencies", is_flag=True, help="Also rewrite packages over torch that are imported; with --site and --output.")
@click.option("--site", "sites", multiple=True, metavar="DIR", help="Where packages are: the site-packages of an interpreter.")
@click.option("--force", is_flag=True, help="With --in-place: also where git has uncommitted changes, or where there is no git.")
@click.option("-q", "--quiet", is_flag=True, help="Write no messages but errors.")
def command(paths: tuple[str, ...], **options: Any) -> int:
    """Write MindSpore code for what is supported or equivalent, and comments above what needs thought.

    A file that does not parse, or whose result would not, is left as it is and named; if it was named by hand, the status is 3.
    """
    options["recipes"] = options["recipes"] or options["vendor_recipes"]
    if options["recipes"] and options["only"]:
        raise UsageError("--recipes is for more than --only supported")
    if sum((options["diff"], options["in_place"], options["output"] is not None)) > 1:
        raise UsageError("give one of --diff, --in-place and --output DIR")
    if options["with_dependencies"] and (options["output"] is None or not options["sites"]):
        raise UsageError("--with-dependencies needs --site DIR, where packages are, and --output DIR, where they go")
    from mindaudit.cli import _watch

    config = _settings.selected(paths, options)
    with _watch.progress(options["quiet"]) as progress:
        from mindaudit.rewrite.dependencies import with_dependencies
        from mindaudit.rewrite.imports.ignored_modules import with_ignored_modules
        from mindaudit.rewrite.run import rewrite
        from mindaudit.rewrite.usages.choice import Choice
        from mindaudit.rewrite.writing.vendor import vendored

        wanted = _settings.wanted_paths(paths, config)
        read = with_ignored_modules(wanted, config, progress) if options["output"] is not None else wanted
        choice = Choice(options["only"] == "supported", options["recipes"], min_certainty=options["min_certainty"])
        if options["with_dependencies"]:
            outcomes = with_dependencies(read, config, choice, _sites(options["sites"]), progress)
        else:
            outcomes = rewrite(read, config, choice, progress)
        outcomes = vendored(outcomes) if options["vendor_recipes"] else outcomes
    _write(outcomes, options, wanted, config)
    _tell(outcomes, options["quiet"], config)
    named = {Path(path).resolve() for path in wanted}
    return 3 if any(outcome.problem and outcome.path.resolve() in named for outcome in outcomes) else 0


def _sites(folders: Sequence[str]) -> list[Path]:
    """The folders with packages. Raises UsageError for one that does not exist."""
    for folder in folders:
        if not Path(folder).is_dir():
            raise UsageError(f"{folder} is no folder")
    return list(map(Path, folders))


def _write(outcomes: Sequence[Outcome], options: dict[str, Any], wanted: Sequence[str], config: Config) -> None:
    from mindaudit.output.clean import visible
    from mindaudit.output.write import is_terminal, write_standard
    from mindaudit.rewrite.writing import save
    from mindaudit.sources.discover import data_files

    if options["in_place"]:
        if not options["force"]:
            save.check_clean(outcomes)
        save.in_place(outcomes)
    elif options["output"] is not None:
        folder, data = Path(options["output"]), data_files(wanted, config.exclude, config.gitignore, config.folder.resolve())
        save.copy_small(folder, data)
        save.copy_data(folder, outcomes)
        save.into(folder, outcomes)  # last, since a template that was rewritten is data, too
    else:
        # first what needs no further thought
        changed = sorted((outcome for outcome in outcomes if outcome.changed), key=lambda outcome: outcome.remarks)
        patch = "".join(map(save.patch, changed))
        write_standard(visible(patch) if is_terminal() else patch)


def _tell(outcomes: Sequence[Outcome], quiet: bool, config: Config) -> None:
    from mindaudit.output.write import say
    from mindaudit.rewrite.writing import announced

    for outcome in outcomes:
        if outcome.problem:
            say(f"{outcome.name} was left as it is: {outcome.problem}")
    if not quiet:
        copied = sum(outcome.fresh for outcome in outcomes)
        changed = sum(outcome.changed for outcome in outcomes) - copied
        applied, remarks = sum(outcome.applied for outcome in outcomes), sum(outcome.remarks for outcome in outcomes)
        told = f", {copied} files of recipes copied" if copied else ""
        say(f"{changed} of {len(outcomes) - copied} files rewritten, {applied} places applied, {remarks} left to you{told}")
        parts = [part for outcome in outcomes for part in announced.parts_of(outcome)]
        for line in (*_effort(announced.causes(parts), config), *announced.told(parts)):
            say(line)


def _effort(causes: Mapping[str, int], config: Config) -> Iterator[str]:
    """How many days the places take that are left to a person, each cause priced as a report prices a warning."""
    from mindaudit.cli._reports import effort_of
    from mindaudit_reports.views.effort import days

    effort = effort_of(config.effort)
    priced = [days(effort.severities["warning"], sites, effort) for sites in causes.values()]
    if priced:
        low, high = (sum(each) for each in zip(*priced, strict=True))
        yield f"these take about {low:.1f} to {high:.1f} days of work: {len(priced)} causes, each priced as a warning is in reports"
