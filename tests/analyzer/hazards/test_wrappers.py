"""Which wrappers of decorators graphs pass over, and which they cannot call (MA444)."""

from __future__ import annotations

from textwrap import dedent, indent

import pytest
from hazard_helpers import audit_all

DECORATOR = """
import functools
import warnings
from functools import wraps

import torch
from torch import nn


def decorated(function):
{wrapper}
    return wrapper
"""
NETWORK = """

class Net(nn.Module):
    @decorated
    def part(self, x, scale=1.0):
        return x * scale

    def forward(self, x):
        return self.part(x)
"""
HOST = """

class Net(nn.Module):
    @decorated
    def shown(self, x):
        return str(x)

    def forward(self, x):
        return x
"""
PASSED_OVER = [
    """
    @functools.wraps(function)
    def wrapper(self, x):
        return function(self, x) + 1
    """,
    """
    @wraps(function)
    def wrapper(self, x, **options):
        return function(self, torch.clamp(x, 0, 1), **options)
    """,
    """
    @wraps(function)
    def wrapper(self, x):
        x = x * 2
        return function(self, x)
    """,
    """
    @wraps(function)
    def wrapper(self, x):
        if x.ndim > 2:
            return x
        return function(self, x)
    """,
    """
    @wraps(function)
    def wrapper(self, x):
        self.calls = self.calls + 1
        return function(self, x)
    """,
    """
    @wraps(function)
    def wrapper(self, *args, **kwargs):
        return function(self, *args)
    """,
    """
    @wraps(function)
    def wrapper(self, x):
        y = function(self, x)
        y = y + 1
        return y
    """,
    """
    @wraps(function)
    def wrapper(*args, **kwargs):
        with torch.no_grad():
            return function(*args, **kwargs)
    """,
]
THE_SAME = [
    """
    @wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)
    """,
    """
    @functools.wraps(function)
    def wrapper(self, x, *, scale=1.0):
        if scale < 0:
            raise ValueError(scale)
        warnings.warn("old")
        return function(self, x, scale=scale)
    """,
    """
    @wraps(function)
    def wrapper(self, *args, **kwargs):
        result = function(self, *args, **kwargs)
        print(result)
        return result
    """,
    """
    def wrapper(self, x):
        return function(self, x) + 1
    """,
    """
    def wrapper(self, *args):
        return function(self, *args) + 1
    """,
]
WITHOUT_OBJECT = """
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs) + 1
"""


def told(wrapper: str, network: str = NETWORK) -> list[str]:
    """The lines with the hazard."""
    return found({"code.py": text_of(wrapper, network)}, "code.py")


def text_of(wrapper: str, network: str) -> str:
    return DECORATOR.format(wrapper=indent(dedent(wrapper).strip("\n"), "    ")) + network


def found(texts: dict[str, str], name: str, code: str = "MA444") -> list[str]:
    text = texts[name]
    return [text.splitlines()[text[: each.span[0]].count("\n")].strip() for each in audit_all(texts)[name].found if each.code == code]


@pytest.mark.parametrize("wrapper", PASSED_OVER)
def test_wrappers_that_do_more_than_the_function_are_reported(wrapper: str) -> None:
    assert told(wrapper) == [wrapper.split("\n")[1].strip()]


@pytest.mark.parametrize("wrapper", THE_SAME)
def test_nothing_is_lost_with_a_wrapper_that_passes_on_or_is_compiled(wrapper: str) -> None:
    assert told(wrapper) == []


def test_a_wrapper_with_its_object_among_other_arguments_cannot_be_called() -> None:
    assert told(WITHOUT_OBJECT) == ["def wrapper(*args, **kwargs):"]
    static = NETWORK.replace("    @decorated\n    def part(self, ", "    @staticmethod\n    @decorated\n    def part(")
    assert told(WITHOUT_OBJECT, static) == []


def test_what_a_wrapped_method_calls_is_no_wrapper() -> None:
    helper = "\n\ndef joined(*parts):\n    return torch.cat(parts)\n"
    assert told(THE_SAME[-1], NETWORK.replace("return x * scale", "return joined(x, x) * scale") + helper) == []


@pytest.mark.parametrize("wrapper", [*PASSED_OVER, WITHOUT_OBJECT])
def test_a_wrapper_that_no_forward_reaches_is_left_alone(wrapper: str) -> None:
    assert told(wrapper, HOST) == []


def test_decorators_of_other_files_that_take_arguments_are_known() -> None:
    tools = """
    from functools import wraps


    def scaled(by):
        def decorate(function):
            @wraps(function)
            def wrapper(*args):
                return function(*args) * by

            return wrapper

        return decorate


    def shown(function):
        @wraps(function)
        def wrapper(*args):
            return str(function(*args))

        return wrapper
    """
    code = """
    from tools import scaled, shown
    from torch import nn


    @scaled(by=2)
    def shifted(x):
        return x + 1


    @shown
    def size(x):
        return x.shape


    class Net(nn.Module):
        def forward(self, x):
            return shifted(x)
    """
    assert found({"tools.py": dedent(tools), "code.py": dedent(code)}, "tools.py") == ["@wraps(function)"]


SAVED = """

@decorated
def saved(self, x):
    return x if x.sum() > 0 else None  # by data
"""


@pytest.mark.parametrize("wrapper", [PASSED_OVER[0], THE_SAME[-1]])
def test_one_function_of_a_decorator_says_nothing_about_the_others(wrapper: str) -> None:
    alone, called = text_of(wrapper, NETWORK + SAVED), text_of(wrapper, NETWORK.replace("self.part(x)", "saved(self, x)") + SAVED)
    assert found({"code.py": alone}, "code.py", "MA301") == []
    assert found({"code.py": called}, "code.py", "MA301") == ["return x if x.sum() > 0 else None  # by data"]
