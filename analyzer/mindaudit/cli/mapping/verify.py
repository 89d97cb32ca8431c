"""`mindaudit mapping verify`: run the table's rows against torch."""

from __future__ import annotations

from pathlib import Path

import click

_MODULES = ("torch.", "Tensor.", "optim.", "lr_scheduler.")


@click.command("verify")
@click.argument("names", nargs=-1, metavar="[NAME]...")
@click.option("--workers", type=click.IntRange(1), default=2, show_default=True, help="Processes that run MindSpore.")
@click.option("--write", is_flag=True, help="Keep the results in the table (evidence.csv, DISAGREEMENTS.md); needs a source checkout.")
@click.option("--mode", "modes", type=click.Choice(("pynative", "graph")), multiple=True, help="Only this mode.  [default: both]")
@click.option("--journal", type=click.Path(dir_okay=False, path_type=Path), help="Keep every outcome here, and run only what it lacks.")
@click.option(
    "--few",
    is_flag=True,
    help="Run few calls of each row, and more of those that fail, as graph mode always does; records of more calls stay.",
)
def command(names: tuple[str, ...], workers: int, write: bool, modes: tuple[str, ...], journal: Path | None, few: bool) -> int:
    """Run the rows of the mapping table on MindSpore in PyNative and graph mode, and compare with torch.

    NAME is an operator, layer, optimizer or scheduler as torch's own samples call it: add, nn.functional.pad, Linear, SGD, StepLR. Without
    names everything runs. Shows what does not hold. Needs torch and MindSpore: pip install "mindaudit[verify]".
    """
    import os
    from importlib.util import find_spec

    from mindaudit.errors import MindauditError
    from mindaudit.output.write import say, tell

    missing = [name for name in ("torch", "mindspore") if find_spec(name) is None]
    if missing:
        raise MindauditError(f'{" and ".join(missing)} missing: pip install "mindaudit[verify]"')
    import mindaudit_data
    from mindaudit.verify import half_precision, methods, run

    # nor do the processes that it starts import what lies in the current folder
    os.environ["PYTHONSAFEPATH"] = "1"
    table = mindaudit_data.load()
    names = tuple(map(_sampled, names))
    verdicts = run.verify(table, names, workers, say, modes or run.MODES, journal, few)
    if names and not verdicts:
        raise MindauditError(f"torch has no samples of {', '.join(names)}: name an operator, layer, optimizer or scheduler")
    for verdict in verdicts:
        if verdict.state != "equal" or names:
            tell(f"{verdict.mapping} ({verdict.mode}): {verdict.state}, {verdict.matched} of {verdict.samples}. {verdict.detail}".rstrip())
    if write:
        run.keep(verdicts, table, bool(names), few)
    if write and not few and "pynative" in (modes or run.MODES):
        rows = frozenset(row.id for name in table.mapped_names() for row in table.mappings(name))
        half_precision.keep(run.verify_half(table, names, workers, say, journal), rows, partial=bool(names))
        methods.keep(run.verify_methods(mindaudit_data.load(), names, workers, say), partial=bool(names))
    return 0


def _sampled(name: str) -> str:
    """What torch's samples call an API: torch.Tensor.add is add, nn.Linear is Linear, torch.nn.functional.pad is nn.functional.pad."""
    for module in _MODULES:
        name = name.removeprefix(module)
    return name if name.startswith("nn.functional.") else name.removeprefix("nn.")
