"""The writer of one event file."""

from __future__ import annotations

import time
from typing import Any


class FileWriter:
    """Writes events into a new file of a folder, by the package tensorboard."""

    def __init__(self, log_dir: Any, max_queue: int = 10, flush_secs: int = 120, filename_suffix: str = "") -> None:
        self.event_writer = _event_file_writer()(str(log_dir), max_queue, flush_secs, filename_suffix)

    def get_logdir(self) -> str:
        """The folder."""
        return self.event_writer.get_logdir()

    def add_event(self, event: Any, step: Any = None, walltime: float | None = None) -> None:
        """Writes an event, with the time now if none is given."""
        event.wall_time = time.time() if walltime is None else walltime
        if step is not None:
            event.step = int(step)
        self.event_writer.add_event(event)

    def add_summary(self, summary: Any, global_step: Any = None, walltime: float | None = None) -> None:
        """Writes what one of the functions of `summary` returns."""
        from tensorboard.compat.proto.event_pb2 import Event

        self.add_event(Event(summary=summary), global_step, walltime)

    def flush(self) -> None:
        """Waits until all is written."""
        self.event_writer.flush()

    def close(self) -> None:
        """Ends the file."""
        self.event_writer.close()

    def reopen(self) -> None:
        """Goes on in the file."""
        self.event_writer.reopen()


def _event_file_writer() -> Any:
    try:
        from tensorboard.summary.writer.event_file_writer import EventFileWriter
    except ModuleNotFoundError as error:
        if not (error.name or "").startswith("tensorboard"):
            raise
        raise ModuleNotFoundError("event files are written by the package tensorboard: pip install tensorboard", name=error.name) from error
    return EventFileWriter
