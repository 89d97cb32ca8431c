"""`torch.hub`: folders as torch has them. Weights that torch saved are read by torch; the recipe `convert_checkpoint` takes them over."""

from __future__ import annotations

import os
import re
import shutil
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import urlparse

from mindaudit_data.recipes.framework.missing import Missing

__all__ = ["HASH_REGEX", "download_url_to_file", "get_dir", "load", "load_state_dict_from_url", "set_dir", "urlparse"]

HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")
load = Missing("torch.hub.load")
load_state_dict_from_url = Missing("torch.hub.load_state_dict_from_url")
_chosen: list[str] = []


def _get_torch_home() -> str:
    cache = os.environ.get("XDG_CACHE_HOME", "~/.cache")
    return str(Path(os.environ.get("TORCH_HOME", f"{cache}/torch")).expanduser())


def get_dir() -> str:
    """Where downloads are kept."""
    return _chosen[-1] if _chosen else os.path.join(_get_torch_home(), "hub")  # noqa: PTH118 - texts, as torch has them


def set_dir(d: str) -> None:
    """Keeps downloads there from now on."""
    _chosen.append(os.path.expanduser(d))  # noqa: PTH111


def download_url_to_file(url: str, dst: Any, hash_prefix: str | None = None, progress: bool = True) -> None:
    """Writes what is at an address into a file."""
    with urllib.request.urlopen(url) as source, open(dst, "wb") as target:  # noqa: PTH123
        shutil.copyfileobj(source, target)
