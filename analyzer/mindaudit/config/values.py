"""Values of settings that TOML has no type for. Each is made of what stands in the file, or a ValueError says what it must be."""

from __future__ import annotations

import re
from typing import Any, Literal, Self, get_args

from mindaudit.config import codes, fail_on
from mindaudit.config.path_patterns import strict
from mindaudit.errors import UsageError, unknown
from mindaudit.model import Context

Level = Literal["error", "warning", "note", "off"]
LEVELS: tuple[Level, ...] = get_args(Level)
MOST_HOURS = 10_000
_CODE = re.compile(r"MA\d(\d\d|xx)", re.IGNORECASE)


class Texts(tuple[str, ...]):
    """A text or a list of texts."""

    __slots__ = ()

    @classmethod
    def read(cls, value: object) -> Self:
        """The texts that a setting holds."""
        texts = [value] if isinstance(value, str) else value
        if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
            raise ValueError(f"must be a text or a list of texts, not {value!r}")
        if any("\0" in text for text in texts):
            raise ValueError(f"must not hold a null character, as in {value!r}")
        return cls(texts)


class Patterns(Texts):
    """Patterns in gitignore's language."""

    __slots__ = ()

    @classmethod
    def read(cls, value: object) -> Self:
        """The patterns that a setting holds."""
        patterns = super().read(value)
        try:
            strict(patterns)
        except UsageError as error:
            raise ValueError(f"holds a wrong pattern: {error}") from None
        return patterns


class Contexts(Texts):
    """Parts of a project, by where their code runs."""

    __slots__ = ()

    @classmethod
    def read(cls, value: object) -> Self:
        """The contexts that a setting holds."""
        contexts = super().read(value)
        for context in contexts:
            if context not in get_args(Context):
                raise unknown("context", context, get_args(Context))
        return contexts


class FailOn(Texts):
    """Words of --fail-on, each of its own or several in one text separated by commas."""

    __slots__ = ()

    @classmethod
    def read(cls, value: object) -> Self:
        """The words that a setting holds."""
        words = cls(word.strip() for text in super().read(value) for word in text.split(","))
        fail_on.parse(words)
        return words


class Levels(dict[str, Level]):
    """Levels by code or family of codes."""

    @classmethod
    def read(cls, value: object) -> Self:
        """The levels that a setting holds."""
        if not isinstance(value, dict):
            raise ValueError(f'must be a table such as {{ MA203 = "error" }}, not {value!r}')  # noqa: TRY004 - msgspec tells of this one
        for code, level in value.items():
            if not _CODE.fullmatch(code):
                raise ValueError(f"names {code!r}, which is no code; write one such as MA203 or a family such as MA2xx")
            if wrong := codes.problem(code):
                raise wrong
            if level not in LEVELS:
                raise unknown(f"level of {code}", str(level), LEVELS)
        return cls({codes.written(code): level for code, level in value.items()})


class Hours(tuple[float, ...]):
    """The lowest and the highest number of hours; one number stands for both."""

    __slots__ = ()

    @classmethod
    def read(cls, value: Any) -> Self:
        """The hours that a setting holds."""
        pair = value if isinstance(value, list) else [value, value]
        if len(pair) != 2 or not all(type(each) in (int, float) and 0 <= each <= MOST_HOURS for each in pair) or pair[0] > pair[1]:
            raise ValueError(f"must be a number of hours up to {MOST_HOURS}, or the lowest and highest, not {value!r}")
        return cls(pair)


def read_value(kind: type[Texts | Levels | Hours], value: object) -> object:
    """The value of one of these kinds, for msgspec; raises ValueError or UsageError."""
    return kind.read(value)
