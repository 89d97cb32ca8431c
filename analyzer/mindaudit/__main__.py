"""`python -m mindaudit` and the `mindaudit` command."""

from __future__ import annotations


def main() -> None:
    """Run the command line on `sys.argv` and exit with its status."""
    from mindaudit.cli import run

    raise SystemExit(run())


if __name__ == "__main__":
    main()
