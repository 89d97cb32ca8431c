"""Outcomes kept as they come, so that a run that was interrupted goes on where it stopped."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import astuple
from pathlib import Path

from mindaudit.verify.evidence import Job
from mindaudit.verify.mindspore_side import Outcome


class Journal:
    """Outcomes by job in a file of JSON lines; without a file they are only remembered.

    A job is known by its call and its substitution, not by what a recipe does: after a recipe has changed, begin a new file.
    """

    def __init__(self, path: Path | None, setting: str) -> None:
        self._path = path
        self._setting = setting
        """The release and the mode, by which outcomes of the same job are distinguished."""
        self._known: dict[str, Outcome] = {}
        if path is not None and path.exists():
            for line in path.read_text("utf-8").splitlines():
                with suppress(ValueError):  # a line that the interruption cut off
                    key, *outcome = json.loads(line)
                    self._known[key] = Outcome(*outcome)

    def get(self, job: Job, differentiate: bool) -> Outcome | None:
        """The kept outcome of a job."""
        return self._known.get(self._key(job, differentiate))

    def add(self, outcomes: Iterable[tuple[Job, bool, Outcome]]) -> None:
        """Keeps further outcomes."""
        found = {self._key(job, differentiate): outcome for job, differentiate, outcome in outcomes}
        self._known |= found
        if self._path is not None:
            with self._path.open("a", encoding="utf-8") as file:
                file.writelines("\n" + json.dumps([key, *astuple(outcome)]) for key, outcome in found.items())

    def _key(self, job: Job, differentiate: bool) -> str:
        call = job.call
        digest = hashlib.sha256("\0".join((self._setting, job.substitution, call.text, call.forward, repr(call.training))).encode())
        digest.update(repr((differentiate, job.states_dtype, call.half)).encode())
        for name, array in sorted({**call.inputs, **call.state}.items()):
            digest.update(f"{name} {array.dtype} {array.shape}".encode() + array.tobytes())
        return digest.hexdigest()[:32]
