"""Runs both workers, each in the interpreter that the user names."""

from __future__ import annotations

import ast
import re
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import mindaudit_data
from mindaudit.errors import UsageError
from mindaudit.prove.compare import Proof, compare
from mindaudit.sources.syntax import parse_statements

_NAME = re.compile(r"\w[\w .+-]{0,99}")
"""Names of models are also those of files."""
_HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Setting:
    """What is run with what."""

    spec: Path
    torch: str
    mindspore: str
    """Interpreters."""
    original: Path
    rewritten: Path
    """The folders that hold the packages; both precede all else that is imported."""
    steps: int = 10
    mode: str = "pynative"
    seconds: float = 600.0
    """How long either side may take."""


def names_in(spec: Path) -> list[str]:
    """The models of a spec, read without running it. Raises UsageError if it is no Python, or names them by nothing that can be read."""
    try:
        tree = parse_statements(spec.read_text("utf-8"))
    except OSError as error:
        raise UsageError(f"{spec}: cannot be read: {error.strerror}") from error
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"{spec}: {error}") from error
    except (RecursionError, MemoryError) as error:
        raise UsageError(f"{spec}: nests too deeply; write it in smaller parts") from error
    dicts = [node for node in ast.walk(tree) if isinstance(node, ast.Dict)]
    entries = [entry for node in dicts for entry in zip(node.keys, node.values, strict=True) if isinstance(entry[1], ast.Tuple)]
    names = [key.value for key, _ in entries if isinstance(key, ast.Constant) and isinstance(key.value, str)]
    if not names:
        raise UsageError(f"{spec}: MODELS names no model")
    if unfit := [name for name in names if not _NAME.fullmatch(name)]:
        raise UsageError(f"{spec}: {unfit[0]!r} is no name of a model; use letters, digits, spaces, and . _ + - behind the first")
    return names


def prove(setting: Setting, names: Sequence[str]) -> Iterator[Proof]:
    """The models one after the other."""
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            yield _proof(setting, name, Path(folder))


def _proof(setting: Setting, name: str, folder: Path) -> Proof:
    common = [str(setting.spec.resolve()), name]
    rest = [str(folder), str(setting.steps)]
    recipes = str(Path(mindaudit_data.__file__).parent.parent)
    for python, script, root, more in (
        (setting.torch, "torch_worker.py", setting.original, []),
        (setting.mindspore, "mindspore_worker.py", setting.rewritten, [setting.mode, recipes]),
    ):
        command = [python, "-W", "ignore", str(_HERE / script), *common, str(root.resolve()), *rest, *more]
        problem, trace = _run(command, folder, setting.seconds)
        if problem:
            return Proof(name, {}, f"{script.partition('_')[0]}: {problem}", trace)
    return compare(name, folder)


def _run(command: Sequence[str], folder: Path, seconds: float) -> tuple[str, str]:
    """Why it failed, "" if it did not, and what it wrote to its standard error."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace", timeout=seconds, check=False)
    except subprocess.TimeoutExpired:
        return f"took longer than {seconds:.0f} s", ""
    except OSError as error:
        raise UsageError(f"{command[0]}: {error.strerror}") from error
    if done.returncode == 0:
        return "", ""
    lines = [line.strip() for line in done.stderr.splitlines() if line.strip() and not line.startswith("[")]
    return lines[-1] if lines else f"ended with status {done.returncode}", done.stderr
