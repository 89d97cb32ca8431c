"""`python -m mindaudit` and the `mindaudit` command."""

from __future__ import annotations

import sys


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
        status = run()
    except KeyboardInterrupt:
        # before or after what `run` watches
        status = 130
    raise SystemExit(status)


if __name__ == "__main__":
    main()
