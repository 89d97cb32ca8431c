"""Runs the command line until a function is called, then sends itself a signal.

python until.py SIGKILL mindaudit.output.write:_adopt 2 scan …      at its second call; `_adopt!` means just after it
"""

from __future__ import annotations

import os
import signal
import sys
from importlib import import_module
from itertools import count
from typing import Any


def strike(name: str, place: str, at: int) -> None:
    """Have a signal sent at a call of the function at `place`."""
    module, _, path = place.removesuffix("!").partition(":")
    *owners, last = path.split(".")
    owner: Any = import_module(module)
    for each in owners:
        owner = getattr(owner, each)
    real, calls = getattr(owner, last), count(1)

    def struck(*arguments: Any, **keywords: Any) -> Any:
        due = next(calls) == at
        if due and not place.endswith("!"):
            os.kill(os.getpid(), getattr(signal, name))
        result = real(*arguments, **keywords)
        if due:
            os.kill(os.getpid(), getattr(signal, name))
        return result

    setattr(owner, last, struck)


if __name__ == "__main__":
    from mindaudit.__main__ import main

    strike(sys.argv[1], sys.argv[2], int(sys.argv[3]))
    del sys.argv[1:4]
    main()
