"""`python -m mindaudit` and the `mindaudit` command."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

_INTERRUPTED = 130


def _leave_current_folder() -> None:
    """`python -m` looks for modules in the current folder first, where audited code may lie that is called like one."""
    if not sys.flags.safe_path and __name__ == "__main__" and sys.path:
        del sys.path[0]


def main() -> None:
    """Run the command line on `sys.argv` and exit with its status."""
    _leave_current_folder()
    try:
        import signal

        from mindaudit.cli import run, terminated

        signal.signal(signal.SIGTERM, terminated)
        if os.name == "posix":
            sys.unraisablehook = _interrupted_again
        status = run()
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # nothing is left to be interrupted
    except KeyboardInterrupt:
        # before or after what `run` watches
        status = _INTERRUPTED
    if status == _INTERRUPTED:
        _exit_at_once()
    raise SystemExit(status)


def _interrupted_again(ignored: sys.UnraisableHookArgs) -> None:
    """Python lets go of an exception in a callback, also where Ctrl-C came just then: it comes again as soon as the callback is over."""
    if not issubclass(ignored.exc_type, KeyboardInterrupt):
        sys.__unraisablehook__(ignored)
        return
    while not _signalled_soon():
        pass  # the signal came before the callback was over, and is lost here, too


def _signalled_soon() -> bool:
    """Whether Ctrl-C is on its way, as from the keyboard; False if it came while this was arranged."""
    from signal import SIGINT
    from threading import Timer

    try:
        Timer(0.05, os.kill, (os.getpid(), SIGINT)).start()
    except KeyboardInterrupt:
        return False
    return True


def _exit_at_once() -> None:
    """End with the status, whatever Python thinks: if Ctrl-C came while a text was executed, as dataclasses do, it would signal itself."""
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):
            stream.flush()
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
