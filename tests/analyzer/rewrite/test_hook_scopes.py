"""Handles of hooks that a `with` enters."""

from __future__ import annotations

from pathlib import Path

import pytest
from test_device_objects import CPU, GRAPH, after

from mindaudit.config.schema import Config


@pytest.mark.parametrize("config", [CPU, GRAPH])
def test_handles_are_scopes(config: Config, tmp_path: Path) -> None:
    text = """import torch


def f(net, hook, lock):
    handle = net.register_forward_hook(hook)
    with net.register_full_backward_hook(hook) as other, lock:
        with handle:
            return other
"""
    new = after(tmp_path, text, config)
    assert "    with hook_scope(net.register_full_backward_hook(hook)) as other, lock:\n" in new
    assert "        with hook_scope(handle):\n" in new
    assert "    handle = net.register_forward_hook(hook)\n" in new
