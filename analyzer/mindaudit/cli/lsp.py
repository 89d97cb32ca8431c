"""`mindaudit lsp`: the language server."""

from __future__ import annotations

import click

from mindaudit.errors import UsageError


@click.command("lsp")
def command() -> int:
    """Serve an editor over standard input and output, by the Language Server Protocol.

    Diagnostics while you type, hover with verdict, parameters and evidence, and a code action that applies the substitution.
    """
    import signal

    try:
        from mindaudit.lsp.server import make_server
    except ModuleNotFoundError as error:
        raise UsageError(f"the language server needs {error.name}; install it with: pip install 'mindaudit[lsp]'") from None
    # a thread waits for input that no exception interrupts, and there is nothing to clean up
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    make_server().start_io()
    return 0
