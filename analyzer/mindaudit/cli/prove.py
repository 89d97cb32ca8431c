"""`mindaudit prove`: a model in both frameworks, from the same weights and inputs."""

from __future__ import annotations

from pathlib import Path

import click

from mindaudit.errors import UsageError


@click.command("prove")
@click.argument("spec", metavar="SPEC", type=click.Path(path_type=Path))
@click.option("--torch", required=True, metavar="PYTHON", help="An interpreter with torch.")
@click.option("--mindspore", required=True, metavar="PYTHON", help="An interpreter with MindSpore.")
@click.option("--original", type=click.Path(path_type=Path), default=Path(), metavar="DIR", help="The folder of the package for torch.")
@click.option("--rewritten", type=click.Path(path_type=Path), required=True, metavar="DIR", help="The folder of the rewritten package.")
@click.option("--model", "models", multiple=True, metavar="NAME", help="Only this model of the spec; may be given more than once.")
@click.option("--mode", type=click.Choice(["pynative", "graph"]), default="pynative", help="How MindSpore runs it.")
@click.option("--steps", type=click.IntRange(min=1), default=10, show_default=True, help="Training steps to compare.")
@click.option("--plot", type=click.Path(path_type=Path), metavar="DIR", help="Write a plot of the error along each network as SVG.")
def command(
    spec: Path,
    torch: str,
    mindspore: str,
    original: Path,
    rewritten: Path,
    models: tuple[str, ...],
    mode: str,
    steps: int,
    plot: Path | None,
) -> int:
    """Compare outputs, gradients and training steps of the models of a spec, and name the first module that differs.

    SPEC is a Python file that defines MODELS: name -> (module, constructor, [inputs]), with a fourth item {keyword: input} if needed.
    Constructor and inputs are texts, evaluated with `m` the module, `np` numpy and `r` a numpy RandomState. It is run, in the two
    interpreters that are named and nowhere else. Status 1 if a model differs or does not run.
    """
    from mindaudit.output.write import make_folder, write_file, write_standard
    from mindaudit.prove import show
    from mindaudit.prove.run import Setting, names_in, prove

    known = names_in(spec)
    if unknown := [name for name in models if name not in known]:
        raise UsageError(f"{spec}: no model {', '.join(unknown)}")
    if plot is not None:
        make_folder(plot)
    held = True
    for proof in prove(Setting(spec, torch, mindspore, original, rewritten, steps, mode), models or known):
        write_standard("".join(f"{line}\n" for line in show.lines_of(proof)))
        held &= proof.holds
        if plot is not None and not proof.problem:
            write_file(plot / f"{proof.model}.svg", show.plot(proof))
    return 0 if held else 1
