"""`torch.__config__`: how the framework was built. MindSpore tells its version alone."""

from __future__ import annotations

import mindspore


def show() -> str:
    """What the framework is, as one line; nothing about the libraries that it was built with."""
    return f"MindSpore {mindspore.__version__}"


def parallel_info() -> str:
    """What is known of threads: nothing."""
    return ""
