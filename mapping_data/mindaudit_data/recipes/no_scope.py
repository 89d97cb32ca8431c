"""Scopes that only steer torch itself: its choice of kernels, its casts of single statements, the device that is current.

Any MindSpore version in PyNative mode, 2.7 and newer in graph mode. Exact where nothing is left to steer.
"""

from __future__ import annotations

from mindaudit_data.recipes.scope import Scope


class no_scope(Scope):  # noqa: N801 - it stands where torch's scopes stood
    """A scope, or with its parentheses a decorator, that changes nothing."""
