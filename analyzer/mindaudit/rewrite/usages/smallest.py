"""Keeps a change small where the meaning allows it: a method stays a method, a keyword a keyword, and `Tensor` is `Tensor`."""

from __future__ import annotations

import tokenize
from collections.abc import Mapping
from dataclasses import replace

from mindaudit.classify.judge import Judge
from mindaudit.classify.methods import stays
from mindaudit.model import Finding, Usage
from mindaudit.rewrite.imports.aliases import with_alias
from mindaudit.rewrite.text.layout import Bracketed, Part, bracketed
from mindaudit.rewrite.text.marks import tokens
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.usages.standing import parameters_of

_TENSOR = "mindspore.Tensor"


def smallest(finding: Finding, judge: Judge, places: Places) -> Finding:
    """The finding with what is closest to the user's text among the things that do the same."""
    usage = finding.usage
    if stays(usage, judge.target, judge.table):
        own = judge.splicer.render(usage.span)
        return replace(finding, verdict="supported", substitution=own, recipe=None, differences=())
    if finding.substitution == _TENSOR:
        return replace(finding, substitution="Tensor")
    if finding.substitution is None:
        return finding
    text = _with_keywords(_once_enclosed(finding.substitution), usage, judge) if usage.kind == "call" else finding.substitution
    return replace(finding, substitution=with_alias(text, usage, judge, places))


def _once_enclosed(text: str) -> str:
    """The text without parentheses directly inside parentheses, unless a tuple is in them."""
    if "((" not in text:
        return text
    opened: list[int] = []
    pairs: dict[int, int] = {}
    several: set[int] = set()
    found = [token for token in tokens(f"({text}\n)") if token.kind not in (tokenize.COMMENT, tokenize.NL)]
    for number, token in enumerate(found):
        if token.text in ("(", "[", "{"):
            opened.append(number)
        elif token.text in (")", "]", "}"):
            pairs[opened.pop()] = number
        elif token.text == ",":
            several.add(opened[-1])
    inner = [n for n, end in pairs.items() if pairs.get(n - 1) == end + 1 and n - 1 and n not in several and end > n + 1]
    places = {found[each].span[0] - 1 for n in inner if found[n].text == found[n - 1].text == "(" for each in (n, pairs[n])}
    return "".join(letter for place, letter in enumerate(text) if place not in places)


def _with_keywords(text: str, usage: Usage, judge: Judge) -> str:
    """A call that passes by keyword what the user passes so, as far as its parameters have these names."""
    given = {each.keyword: judge.argument_text(each) for each in usage.arguments if each.keyword and not each.star}
    call = bracketed(text) if given and text.endswith(")") else None
    if call is None:
        return text
    named = _named(call, given, judge)
    if not named:
        return text
    first = len([part for part in call.parts if not part.name]) - len(named)
    own = [call.text[part.start : part.end] for part in call.parts]
    parameters = parameters_of(call.text[: call.opening], judge.target, judge.table)
    while first and own[first - 1] == parameters[first - 1].default:
        first -= 1  # only its place made it necessary
    others = {part.name: each for part, each in zip(call.parts, own, strict=True) if part.name}
    keywords = {name: f"{name}={given[name]}" for name in given if name in named} | others
    order = [*(name for name in given if name in keywords), *(name for name in keywords if name not in given)]
    return f"{call.text[: call.opening + 1]}{', '.join([*own[:first], *(keywords[name] for name in order)])})"


def _named(call: Bracketed, given: Mapping[str, str], judge: Judge) -> list[str]:
    """The parameters at the end of what is passed by position that the user passes by the same names."""
    positional = [part for part in call.parts if not part.name]
    parameters = parameters_of(call.text[: call.opening], judge.target, judge.table)
    found: list[str] = []
    for part, parameter in reversed(list(zip(positional, parameters, strict=False))):
        if len(positional) > len(parameters) or parameter.kind != "both" or not _is_given(call, part, given.get(parameter.name)):
            break
        found.append(parameter.name)
    return found


def _is_given(call: Bracketed, part: Part, text: str | None) -> bool:
    return text is not None and call.text[part.value : part.end] == text and call.text[part.start : part.start + 1] != "*"
