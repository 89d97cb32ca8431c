"""The time profile of an audit: a table by step and by file, as JSON or as text."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from mindaudit.audit.progress import Progress
from mindaudit.output.write import check_writable, write_file

OTHER = "other"
"""What belongs to no step: imports, the cache, putting results together."""


@dataclass(slots=True)
class _Step:
    """One step: when it began and ended, and the seconds that each file took."""

    begun: float
    ended: float
    files: dict[str, float] = field(default_factory=dict)


class Profile:
    """Listens to the progress of an audit, and sums up the times."""

    def __init__(self, path: Path, clock: Callable[[], float] = time.perf_counter) -> None:
        """Begins now; `path` is where it will be written. Raises UsageError if that cannot be."""
        check_writable(path)
        self._path = path
        self._clock = clock
        self._begun = clock()
        self._steps: dict[str, _Step] = {}

    def beside(self, progress: Progress) -> Progress:
        """Progress that is reported to both."""

        def both(step: str, done: int, total: int, file: str = "", seconds: float = 0.0) -> None:
            self.add(step, file, seconds)
            progress(step, done, total, file, seconds)

        return both

    def add(self, step: str, file: str, seconds: float) -> None:
        """A step is still at work, and a file took so many seconds of it; no file if it begins or ends."""
        now = self._clock()
        known = self._steps.setdefault(step, _Step(now, now))
        known.ended = now
        if file:
            known.files[file] = known.files.get(file, 0.0) + seconds

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """What is done in this context is a step."""
        self.add(name, "", 0.0)
        yield
        self.add(name, "", 0.0)

    def write(self) -> None:
        """Put the profile into its file: JSON if its name ends so, else text. Raises MindauditError."""
        write_file(self._path, self.json() if self._path.suffix.lower() == ".json" else self.text())

    def json(self) -> str:
        """The profile for programs."""
        whole = self._clock() - self._begun
        steps = [{"step": name, "seconds": round(seconds, 6)} for name, seconds in self._by_step(whole).items()]
        files = [
            {"path": path, "seconds": round(sum(times.values()), 6), "steps": {name: round(each, 6) for name, each in times.items()}}
            for path, times in self._by_file().items()
        ]
        content = {"seconds": round(whole, 6), "steps": steps, "files": files}
        return json.dumps(content, indent=1, ensure_ascii=False) + "\n"

    def text(self) -> str:
        """The profile for people: the steps in their order, then the files, the slowest first."""
        whole = self._clock() - self._begun
        names = [name for name, step in self._steps.items() if step.files]
        lines = [f"{'seconds':>9} {'share':>6}  step"]
        lines += [f"{each:9.3f} {each / whole if whole else 0:6.1%}  {name}" for name, each in self._by_step(whole).items()]
        lines += [f"{whole:9.3f}         all", "", " ".join(f"{name:>9}" for name in ("seconds", *names)) + "  file"]
        for path, times in self._by_file().items():
            figures = (sum(times.values()), *(times.get(name, 0.0) for name in names))
            lines.append(" ".join(f"{each:9.3f}" for each in figures) + f"  {_printable(path)}")
        return "\n".join(lines) + "\n"

    def _by_step(self, whole: float) -> dict[str, float]:
        """Seconds from the beginning to the end of each step, and what is left over of the whole."""
        found = {name: step.ended - step.begun for name, step in self._steps.items()}
        return {**found, OTHER: max(0.0, whole - sum(found.values()))}

    def _by_file(self) -> dict[str, dict[str, float]]:
        """Seconds of each file by step, in whichever process it was; the slowest file first."""
        found: dict[str, dict[str, float]] = {}
        for name, step in self._steps.items():
            for path, seconds in step.files.items():
                found.setdefault(path, {})[name] = seconds
        return dict(sorted(found.items(), key=lambda row: (-sum(row[1].values()), row[0])))


def _printable(path: str) -> str:
    """A file's name in one line; names are the audited project's, and may hold anything."""
    return "".join(character if character.isprintable() else ascii(character)[1:-1] for character in path)
