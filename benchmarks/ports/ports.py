"""Rewrites the packages of a spec, runs every model in both frameworks and prints the share that holds."""

from __future__ import annotations

import argparse
import ast
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from mindaudit.prove.compare import Proof
from mindaudit.prove.run import Setting, names_in, prove

NEAR = 5
"""A comment so many lines above the line that fails announces it."""


def packages_in(spec: Path, sources: Path) -> list[str]:
    """The top-level packages of the sources that the spec names a module of."""
    values = [node.value for node in ast.walk(ast.parse(spec.read_text("utf-8"))) if isinstance(node, ast.Constant)]
    names = {value.partition(".")[0] for value in values if isinstance(value, str)}
    return sorted(name for name in names if name.isidentifier() and (sources / name).is_dir())


def rewrite(package: str, sources: Path, folder: Path, mode: str) -> None:
    """Writes one package for MindSpore on CPU. Raises CalledProcessError."""
    command = [sys.executable, "-m", "mindaudit", "rewrite", str(sources / package), "--recipes", "--mode", mode, "--backend", "cpu"]
    subprocess.run([*command, "--output", str(folder / package)], check=True)


def announced(proof: Proof, folder: Path) -> bool:
    """Whether a comment in the rewritten files names the place where the model stops."""
    places = [(Path(file), int(line)) for file, line in re.findall(r'File "([^"]+)", line (\d+)', proof.trace)]
    inside = [(file, line) for file, line in places if file.is_relative_to(folder.resolve())]
    if not inside:
        return False
    file, line = inside[-1]
    lines = file.read_text("utf-8").splitlines()
    near = lines if "import" in lines[line - 1] else lines[max(0, line - 1 - NEAR) : line]
    return any("# mindaudit:" in each and "rewritten for" not in each for each in near)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    for name in ("spec", "sources", "folder"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--torch", required=True)
    parser.add_argument("--mindspore", required=True)
    parser.add_argument("--mode", choices=["pynative", "graph"], default="pynative")
    parser.add_argument("--model", action="append")
    chosen = parser.parse_args(arguments)
    for package in packages_in(chosen.spec, chosen.sources):
        if not (chosen.folder / package).exists():
            rewrite(package, chosen.sources, chosen.folder, chosen.mode)
    setting = Setting(chosen.spec, chosen.torch, chosen.mindspore, chosen.sources, chosen.folder, mode=chosen.mode)
    held = silent = 0
    names = chosen.model or names_in(chosen.spec)
    for proof in prove(setting, names):
        told = not proof.holds and announced(proof, chosen.folder)
        held, silent = held + proof.holds, silent + (not proof.holds and not told)
        state = (
            "holds"
            if proof.holds
            else proof.problem or f"differs from {proof.first_module.name if proof.first_module else 'the results'} on"
        )
        print(f"{proof.model}: {state}{' (announced)' if told else ''}", flush=True)
    print(f"{held}/{len(names)} hold, {silent}/{len(names)} stop or differ without being announced")


if __name__ == "__main__":
    main()
