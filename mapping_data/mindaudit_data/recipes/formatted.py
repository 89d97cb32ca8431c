"""`str.format` where tensors are parts of what it gets, `"{meter.avg:.3f}".format(meter=meter)`: MindSpore's tensors take no format."""

from __future__ import annotations

from string import Formatter
from typing import Any

from mindaudit_data.recipes.plain_number import plain_number


class _Numbers(Formatter):
    def format_field(self, value: Any, format_spec: str) -> Any:
        """A tensor of one element by its number, where a format is given; all else as it is."""
        return super().format_field(plain_number(value) if format_spec else value, format_spec)


def formatted(template: Any, *args: Any, **kwargs: Any) -> Any:
    """`template.format(…)` of a text; that of any other object is its own."""
    return _Numbers().vformat(template, args, kwargs) if isinstance(template, str) else template.format(*args, **kwargs)
