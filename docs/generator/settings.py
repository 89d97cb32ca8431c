"""The reference of the configuration, from its schema."""

from __future__ import annotations

import ast
import inspect
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec

from generator.markdown import block, blocks, code, page, table
from generator.speech import Say
from mindaudit.config import schema
from mindaudit.config.schema import Config, Override, ScopeSettings, Weight, Weights
from mindaudit.config.settings import Settings, settings_of
from mindaudit.config.values import Contexts, FailOn, Levels, Patterns, Texts

README = Path(__file__).parents[2] / "README.md"
_INTRODUCTION = (
    "The settings stand in `mindaudit.toml`, or in the table `[tool.mindaudit]` of `pyproject.toml`, in the audited folder or above it. "
    "What the command line says goes before it. An unknown key is an error. `mindaudit config show` prints the settings that hold."
)
TABLES = {"scope": ScopeSettings, "effort": Weights, "overrides": Override}
"""Settings that are tables of their own."""
KINDS: dict[Any, str] = {
    Texts: "a text or a list of texts",
    Patterns: "patterns in gitignore's language",
    Contexts: "contexts: network, training, data, host, unknown",
    FailOn: "verdicts, severities, codes and families of codes",
    Levels: "a table: code or family = level",
    Weight: "a table: first, site",
    bool: "true or false",
    str: "a text",
    float: "a number",
    int: "a whole number",
}
_OF_TARGETS = {
    "target": "MindSpore versions to hold the code against; the first one is the audit's own, the others are compared with it.",
    "mode": "Execution mode of every target.",
    "backend": "Device of every target.",
    "syntax": "Level of the graph compiler's syntax, MindSpore's jit_syntax_level.",
}


def settings_page(say: Say) -> str:
    """The page."""
    rows = [(code(key), kind(hint, say), default, say(text)) for key, hint, default, text in _settings()]
    header = tuple(map(say, ("Key", "Takes", "Default", "Meaning")))
    return page(
        f"# {say('Configuration')}",
        say(_INTRODUCTION),
        table(header, rows),
        *(_table(name, struct, say) for name, struct in TABLES.items()),
        page(f"## {say('Example')}", block(_example(), "toml")),
    )


def texts() -> Iterator[str]:
    """Every English text of the page that comes from the schema."""
    yield from KINDS.values()
    yield from (text for *_, text in _settings())
    for struct in TABLES.values():
        yield from _documented(struct).values()
        yield " ".join((inspect.getdoc(struct) or "").split())


def _settings() -> Iterator[tuple[str, Any, str, str]]:
    """Key, type, default and meaning of every setting."""
    hints, documented = get_type_hints(Settings, include_extras=True), _documented(Config)
    defaults = msgspec.to_builtins(settings_of(Config()), enc_hook=list)
    for field in Settings.__struct_fields__:
        key = field.replace("_", "-")
        text = _OF_TARGETS.get(field) or documented[field]
        yield key, hints[field], code(_toml(defaults[key])) if defaults.get(key) not in (None, "", [], (), {}) else "", text


def kind(hint: Any, say: Say) -> str:
    """What a setting takes, in words."""
    if hint in KINDS:
        return say(KINDS[hint])
    arguments = [each for each in get_args(hint) if each is not type(None)]
    origin = get_origin(hint)
    if origin is Annotated:
        return f"{kind(arguments[0], say)}{_limits(arguments[1])}"
    if origin in (types.UnionType, Union) and len(arguments) == 1:
        return kind(arguments[0], say)
    return ", ".join(code(str(each)) for each in arguments) if origin is Literal else say("a table, see below")


def _limits(meta: msgspec.Meta) -> str:
    return f", {meta.ge}–{meta.le}" if meta.ge is not None and meta.le is not None else ""


def _table(name: str, struct: Any, say: Say) -> str:
    hints, documented = get_type_hints(struct, include_extras=True), _documented(struct)
    rows = [(code(field.replace("_", "-")), kind(hints[field], say), say(documented.get(field, ""))) for field in struct.__struct_fields__]
    title = f"`[[{name}]]`" if struct is Override else f"`{name}`"
    intro = say(" ".join((inspect.getdoc(struct) or "").split()))
    return page(f"## {title}", intro, table((say("Key"), say("Takes"), say("Meaning")), rows))


def _documented(struct: Any) -> dict[str, str]:
    """The texts below the fields of a class."""
    tree = next(
        node for node in ast.parse(inspect.getsource(schema)).body if isinstance(node, ast.ClassDef) and node.name == struct.__name__
    )
    found = {}
    for field, text in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant):
            found[ast.unparse(field.target)] = " ".join(str(text.value.value).split())
    return found


def _toml(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case str():
            return f'"{value}"'
        case list() | tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case _:
            return f"{value:g}" if isinstance(value, float) else str(value)


def _example() -> str:
    """The example of the README, which its own test reads as a configuration."""
    return next(found.text for found in blocks(README.read_text("utf-8")) if found.language == "toml" and "min-readiness" in found.text)
