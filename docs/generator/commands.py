"""The reference of the command line, from the commands themselves."""

from __future__ import annotations

import re
from collections.abc import Iterator

import click

from generator.markdown import block, code, page, table, toctree
from generator.speech import Say
from mindaudit.cli import main

_DEFAULT = re.compile(r"\s*\[default: (.*?)\]")
_EXIT = re.compile(r"Exit status:.*", re.DOTALL)


def every_command() -> Iterator[tuple[str, click.Command]]:
    """All commands by full name, groups before what they hold."""
    yield from _below("mindaudit", main)


def _below(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for each in command.list_commands(context):
            below = command.get_command(context, each)
            if below is not None:
                yield from _below(f"{name} {each}", below)


def texts() -> Iterator[str]:
    """Every English text of the reference that a page translates."""
    for _, command in every_command():
        yield from _paragraphs(command)
        yield from (meaning for _, meaning in getattr(command, "examples", ()))
        for option in _options(command):
            yield getattr(option, "group", "Options")
            yield _meaning(option)
            yield _default(option)


def command_pages(say: Say) -> Iterator[tuple[str, str]]:
    """Files with their texts: a page for every command of the first level, and their list."""
    below: dict[str, list[tuple[str, click.Command]]] = {}
    for name, command in every_command():
        if name != "mindaudit":
            below.setdefault(name.split()[1], []).append((name, command))
    for first, commands in below.items():
        yield f"reference/commands/{first}.md", page(*(_command(name, command, say) for name, command in commands))
    rows = [(f"[`mindaudit {first}`]({first}.md)", say(_paragraphs(commands[0][1])[0])) for first, commands in below.items()]
    head = page(f"# {say('Command line')}", *map(say, _paragraphs(main)))
    listed = table((say("Command"), say("What it does")), rows)
    yield "reference/commands/index.md", page(head, listed, toctree(below))


def _command(name: str, command: click.Command, say: Say) -> str:
    level = "#" if name.count(" ") == 1 else "##"
    usage = " ".join((name, *command.collect_usage_pieces(click.Context(command))))
    return page(
        f"{level} {name}",
        block(usage, "text"),
        *map(say, _paragraphs(command)),
        *_groups(name, command, say),
        _examples(command, level, say),
    )


def _paragraphs(command: click.Command) -> list[str]:
    text = (command.help or "").replace("\b", "")
    return [" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph.strip()]


def _groups(name: str, command: click.Command, say: Say) -> Iterator[str]:
    groups: dict[str, list[click.Option]] = {}
    for option in _options(command):
        groups.setdefault(getattr(option, "group", "Options"), []).append(option)
    for group in sorted(groups, key=lambda group: group == "Options"):
        rows = [(_spelling(option), say(_meaning(option)), _shown_default(option, say)) for option in groups[group]]
        yield page(f"**{say(group)}**", table((say("Option"), say("Meaning"), say("Default")), rows))


def _options(command: click.Command) -> list[click.Option]:
    return [option for option in command.params if isinstance(option, click.Option) and not option.hidden and option.name != "help"]


def _spelling(option: click.Option) -> str:
    names = ", ".join(option.opts)
    return code(names if option.is_flag else f"{names} {option.make_metavar(click.Context(click.Command('x')))}")


def _meaning(option: click.Option) -> str:
    return " ".join(_DEFAULT.sub("", option.help or "").split())


def _default(option: click.Option) -> str:
    """The default in words, where it is no value to type."""
    found = _DEFAULT.search(option.help or "")
    return found[1] if found and " " in found[1] else ""


def _shown_default(option: click.Option, say: Say) -> str:
    found = _DEFAULT.search(option.help or "")
    if found:
        return say(found[1]) if " " in found[1] else code(found[1])
    if option.required:
        return say("required")
    value = option.default
    return code(str(value)) if isinstance(value, str | int | float) and not isinstance(value, bool) and option.show_default else ""


def _examples(command: click.Command, level: str, say: Say) -> str:
    examples = getattr(command, "examples", ())
    return page(*(page(f"{say(meaning)}:", block(line, "sh")) for line, meaning in examples)) if examples else ""
