"""`mindaudit mapping fetch`: the official table of a MindSpore version, over the network."""

from __future__ import annotations

import click


@click.command("fetch")
@click.argument("version")
@click.option("--accept", "accepting", is_flag=True, help="Let the table that was fetched before count from now on; uses no network.")
@click.option("--source", metavar="ADDRESS", help="Where to get it from instead; {branch} stands for the branch of the documentation.")
@click.option("--sha256", metavar="SUM", default="", help="Refuse a text with another checksum.")
def command(version: str, accepting: bool, source: str | None, sha256: str) -> None:
    """Fetch the official mapping table of a MindSpore VERSION and show what it would add.

    It counts only once it is accepted, and then as the last resort, after everything that this tool knows better. Whatever goes wrong, the
    table that was there stays.
    """
    from mindaudit.output.write import say, tell
    from mindaudit.tables import fetch

    if accepting:
        tell(f"{fetch.accept(version)} counts from now on")
        return
    fetched = fetch.fetch(version, source or fetch.SOURCE, sha256=sha256)
    for row in fetched.added:
        tell(f"+ {row.torch_name}\t{row.mindspore_name}\t{'consistent' if row.consistent else 'differs'}")
    for row in fetched.unusable:
        tell(f"? {row.torch_name}\t{row.mindspore_name}\tone of these names does not exist")
    say(f"{fetched.rows} rows from {fetched.url}, {len(fetched.added)} of them new; sha256 {fetched.sha256}")
    say(f"to let them count: mindaudit mapping fetch {version} --accept")
