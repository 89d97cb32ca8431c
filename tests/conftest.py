from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings
from subjects import VERSIONS, NoRegistryError, subject

# a busy machine is no reason to fail
settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

# what is started in the background ignores Ctrl-C, and so would every program that is tested
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _same_everywhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests give the same on every machine, whatever its terminal and its cache."""
    monkeypatch.setenv("MINDAUDIT_CACHE", "off")
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "TERM", "MINDAUDIT_TRACEBACK"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def complaint(capfd: pytest.CaptureFixture[str]) -> Callable[[], str]:
    """Gives the one line that went to standard error; nothing may have gone to standard output."""

    def read() -> str:
        out, err = capfd.readouterr()
        assert out == ""
        assert err.startswith("mindaudit: ")
        assert err.count("\n") == 1
        return err

    return read


@pytest.fixture(scope="session")
def packages() -> dict[str, Path]:
    """Folders of real packages by name, downloaded once; skips where no registry can be reached."""
    try:
        return {name: subject(name) for name in VERSIONS}
    except NoRegistryError as error:
        pytest.skip(str(error))
