"""`torch.multiprocessing`: Python's multiprocessing, in whose processes MindSpore computes and shares tensors.

CPU tensors and parameters that are sent lie in memory that both processes see, as in torch; who sends one has to live until it has arrived.
"""

from __future__ import annotations

import multiprocessing.connection
import pickle
import signal
import sys
import tempfile
import traceback
from collections.abc import Callable
from multiprocessing import (
    Array,
    AuthenticationError,
    Barrier,
    BoundedSemaphore,
    BufferTooShort,
    Condition,
    Event,
    JoinableQueue,
    Lock,
    Manager,
    Pipe,
    Pool,
    Process,
    ProcessError,
    Queue,
    RawArray,
    RawValue,
    RLock,
    Semaphore,
    SimpleQueue,
    TimeoutError,
    Value,
    active_children,
    allow_connection_pickling,
    cpu_count,
    current_process,
    freeze_support,
    get_all_start_methods,
    get_context,
    get_logger,
    get_start_method,
    log_to_stderr,
    parent_process,
    reducer,
    set_executable,
    set_forkserver_preload,
    set_start_method,
)
from pathlib import Path
from typing import Any

from mindaudit_data.recipes.modules import _processes as _processes

_STRATEGIES = {"file_descriptor", "file_system"} if sys.platform == "linux" else {"file_system"}
_strategy = min(_STRATEGIES)


def get_all_sharing_strategies() -> set[str]:
    """The names that `set_sharing_strategy` takes."""
    return _STRATEGIES


def get_sharing_strategy() -> str:
    """The name that was set."""
    return _strategy


def set_sharing_strategy(new_strategy: str) -> None:
    """Keeps a name: MindSpore shares file descriptors. Raises AssertionError for an unknown one."""
    global _strategy
    if new_strategy not in _STRATEGIES:
        raise AssertionError(f"invalid sharing strategy {new_strategy!r}, expected one of {_STRATEGIES}")
    _strategy = new_strategy


class ProcessException(Exception):  # noqa: N818 - as in torch
    """A process failed: `msg`, its number and its id."""

    def __init__(self, msg: str, error_index: int, error_pid: int) -> None:
        super().__init__(msg)
        self.msg, self.error_index, self.error_pid = msg, error_index, error_pid

    def __reduce__(self) -> Any:
        return type(self), tuple(self.__dict__.values())


class ProcessRaisedException(ProcessException):
    """It raised an exception, whose traceback is in `msg`."""


class ProcessExitedException(ProcessException):
    """It ended with an exit code, or by a signal."""

    def __init__(self, msg: str, error_index: int, error_pid: int, exit_code: int, signal_name: str | None = None) -> None:
        super().__init__(msg, error_index, error_pid)
        self.exit_code, self.signal_name = exit_code, signal_name


class ProcessContext:
    """Processes that were started together, each with the file into which it writes what it raises."""

    folder: Any = None
    """That of the files, which goes with this object."""

    def __init__(self, processes: list[Any], error_files: list[str]) -> None:
        self.processes, self.error_files = processes, error_files
        self.sentinels = {process.sentinel: number for number, process in enumerate(processes)}

    def pids(self) -> list[int]:
        """Their ids."""
        return [int(process.pid) for process in self.processes]

    def join(self, timeout: float | None = None, grace_period: float | None = None) -> bool:
        """Waits until one or more have ended; whether all have. Where one has failed, the others are ended, and its error is raised."""
        if not self.sentinels:
            return True
        for sentinel in multiprocessing.connection.wait(list(self.sentinels), timeout):
            number = self.sentinels.pop(sentinel)
            self.processes[number].join()
            if self.processes[number].exitcode:
                self._end(grace_period)
                raise self._error(number)
        return not self.sentinels

    def _end(self, grace_period: float | None) -> None:
        for stop in ("terminate", "kill"):
            for process in self.processes:
                process.join(grace_period or 0)
                if process.is_alive():
                    getattr(process, stop)()
            for process in self.processes:
                process.join(30 if stop == "terminate" else None)

    def _error(self, number: int) -> ProcessException:
        process, file = self.processes[number], Path(self.error_files[number])
        if file.exists():
            trace = pickle.loads(file.read_bytes())
            told = f"\n\n-- Process {number} terminated with the following error:\n{trace}"
            return ProcessRaisedException(told, number, process.pid)
        code = process.exitcode
        if code >= 0:
            return ProcessExitedException(f"process {number} terminated with exit code {code}", number, process.pid, code)
        name = signal.Signals(-code).name
        return ProcessExitedException(f"process {number} terminated with signal {name}", number, process.pid, code, name)


class SpawnContext(ProcessContext):
    """The name that torch had for it."""


def start_processes(
    fn: Callable[..., Any], args: Any = (), nprocs: int = 1, join: bool = True, daemon: bool = False, start_method: str = "spawn"
) -> Any:
    """Calls `fn(number, *args)` in so many processes; waits for them, or gives what to wait by. Raises what `join` of that raises."""
    starter, folder = get_context(start_method), tempfile.TemporaryDirectory(prefix="processes-")
    files = [f"{folder.name}/{number}.pickle" for number in range(nprocs)]
    processes = [starter.Process(target=_call, args=(fn, n, args, file), daemon=daemon) for n, file in enumerate(files)]  # type: ignore[attr-defined]
    for process in processes:
        process.start()
    started = ProcessContext(processes, files)
    started.folder = folder
    while join and not started.join():
        pass
    return None if join else started


def spawn(
    fn: Callable[..., Any], args: Any = (), nprocs: int = 1, join: bool = True, daemon: bool = False, start_method: str = "spawn"
) -> Any:
    """The same by "spawn", whatever `start_method` says."""
    return start_processes(fn, args, nprocs, join, daemon, "spawn")


def _call(fn: Callable[..., Any], number: int, args: Any, error_file: str) -> None:
    try:
        fn(number, *args)
    except KeyboardInterrupt:
        pass  # the process that waits has ended it
    except Exception:
        Path(error_file).write_bytes(pickle.dumps(traceback.format_exc()))
        sys.exit(1)
