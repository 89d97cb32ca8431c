"""Fills a template from a binding: places each argument in the MindSpore call, renamed, with its default written out, or left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from mindaudit.classify import conditions
from mindaudit.classify.adapt import Adaptation
from mindaudit.classify.argument_texts import ArgumentTexts, CannotFillError
from mindaudit.classify.bind import OUT, UNKNOWN, Binding, OverloadParameter
from mindaudit.classify.names import full_name
from mindaudit.classify.signatures import differs, signature
from mindaudit.classify.syntax import enclosed, itself
from mindaudit.classify.table import Table
from mindaudit.classify.template import Arguments, Part, Placeholder, Slot, Template
from mindaudit.model import Argument

_COMPUTED: Final = "MindSpore computes a new tensor"


@dataclass(slots=True)
class Filler:
    """Fills one template for one call; `notes`, `differences` and `raised` describe what was changed."""

    template: Template
    texts: ArgumentTexts
    adaptation: Adaptation
    table: Table
    settled: frozenset[str] = frozenset()
    """Parameters that a true condition of the row decides."""
    notes: list[str] = field(default_factory=list)
    differences: list[str] = field(default_factory=list)
    raised: bool = False
    """Whether a default had to be written out, so that more than names changes."""
    stores: bool = False
    """Whether the call writes its result into what it gets as `out`."""
    function: bool = False
    """Whether it is a function's call, whose first argument is what `inplace` changes."""
    overwrites: bool = False
    """Whether the call changes its first argument in place."""
    written: dict[str, int] = field(default_factory=dict)

    @property
    def binding(self) -> Binding:
        """Which argument each parameter gets."""
        return self.texts.binding

    def fill(self) -> str:
        """The filled template. Raises CannotFillError."""
        text = self._parts(self.template.parts)
        if not any(placeholder.everything for placeholder in self.template.placeholders):
            if self.binding.unseen and not self._leaves_rest_out():
                raise CannotFillError(self.texts.unseen())
            for name in self._unused():
                self._leave_out(name, "the MindSpore code")
        self._note_repeated()
        return text

    def _parts(self, parts: Sequence[Part]) -> str:
        return "".join(self._part(part) for part in parts)

    def _part(self, part: Part) -> str:
        if isinstance(part, str):
            return part
        if isinstance(part, Arguments):
            return ", ".join(self._arguments(part))
        text = self._placeholder(part)
        if text == "":
            raise CannotFillError(f"{part.expression} is empty")
        return text or ""

    # One placeholder

    def _placeholder(self, placeholder: Placeholder) -> str | None:
        """Its text, or None if it is optional and none of its parameters is given."""
        if placeholder.optional and not any(self._given(name) for name in placeholder.parameters):
            if self.binding.unseen:
                raise CannotFillError(self.texts.unseen())
            return None
        return self._required(placeholder)

    def _required(self, placeholder: Placeholder) -> str:
        for name in placeholder.parameters:
            self.written[name] = self.written.get(name, 0) + 1
        if placeholder.spread:
            return ", ".join(self.texts.spread(placeholder.expression))
        if placeholder.simple:
            text = self.texts.of(placeholder.expression)
            return enclosed(text if placeholder.tight else itself(text), placeholder.tight)
        return enclosed(self.texts.expression(placeholder), placeholder.tight)

    def _given(self, name: str) -> bool:
        return self.binding.is_given(self.binding.canonical(name))

    # An argument list

    def _arguments(self, arguments: Arguments) -> list[str]:
        written: list[tuple[str | None, str]] = []
        for position, slot in enumerate(arguments.slots):
            if slot.placeholder and slot.placeholder.everything:
                written.extend(self._pass_on(arguments, written))
                continue
            text = self._slot(slot, arguments.slots[position + 1 :])
            if text:
                written.append((slot.keyword, text))
        self._check(arguments.callee, written)
        return [text if keyword is None else f"{keyword}={text}" if keyword != "**" else f"**{text}" for keyword, text in written]

    def _slot(self, slot: Slot, later: Sequence[Slot]) -> str | None:
        placeholder = slot.placeholder
        if placeholder is None:
            return self._parts(slot.parts)
        text = self._placeholder(placeholder)
        if text is None and slot.keyword is None and any(self._stays(other) for other in later):
            return self._required(placeholder)
        return text

    def _stays(self, slot: Slot) -> bool:
        """Whether a later positional argument will be written."""
        placeholder = slot.placeholder
        if slot.keyword is not None or (placeholder and placeholder.everything):
            return False
        return placeholder is None or not placeholder.optional or any(self._given(name) for name in placeholder.parameters)

    def _check(self, callee: str, written: Sequence[tuple[str | None, str]]) -> None:
        """Raises CannotFillError for keywords that the MindSpore API is known to lack."""
        parameters = self._mindspore_parameters(callee)
        if parameters is None or any(p.kind == "**" for p in parameters):
            return
        known = {p.name for p in parameters if p.kind != "positional"}
        for keyword, _ in written:
            if keyword not in (None, "**") and keyword not in known:
                raise CannotFillError(f"{callee.lstrip('.')} has no parameter {keyword} in MindSpore {self.texts.target.mindspore}")

    def _mindspore_parameters(self, callee: str) -> tuple[OverloadParameter, ...] | None:
        name = f"mindspore.Tensor{callee}" if callee.startswith(".") else full_name(callee)
        return signature(name, self.texts.target.mindspore, self.table) if name else None

    # {*}

    def _pass_on(self, arguments: Arguments, written: Sequence[tuple[str | None, str]]) -> Iterator[tuple[str | None, str]]:
        """The arguments that no other placeholder names, under their MindSpore names."""
        theirs = self._mindspore_parameters(arguments.callee)
        if theirs is None or self.binding.spread == UNKNOWN[0].name or any(p.kind == "*" and p.name == "args" for p in theirs):
            yield from self._pass_unchecked()
            return
        taken = {keyword for keyword, _ in written if keyword} | {slot.keyword for slot in arguments.slots if slot.keyword}
        places = [p for p in theirs if p.kind in ("positional", "both", "*")]
        place = sum(keyword is None for keyword, _ in written)
        accepted = {p.name: p for p in theirs if p.name not in taken}
        open_keywords = any(p.kind == "**" for p in theirs)
        in_order = place == len(written) and not any(keyword is None and text.startswith("*") for keyword, text in written)
        for name in self._unused():
            new = self.adaptation.renames.get(name, name)
            if new not in accepted and not open_keywords:
                self._leave_out(name, arguments.callee.lstrip("."))
                in_order = in_order and name not in self.binding.positional
                continue
            if in_order and name == self.binding.spread and place < len(places) and places[place].kind == "*":
                yield from ((None, text) for text in self.texts.spread(name))
                continue
            by_position = name in self.binding.positional or name == self.binding.spread
            if in_order and by_position and place < len(places) and places[place].name == new:
                yield None, enclosed(self.texts.of(name), tight=False)
                place += 1
                continue
            in_order = False
            if new in accepted and accepted[new].kind == "positional":
                raise CannotFillError(f"{arguments.callee} takes {new} by position only")
            yield new, enclosed(self.texts.of(name), tight=False)
            self._note_rename(name, new)
        yield from self._pass_unseen([p.name for p in places], place, in_order)
        yield from self._spell_out(accepted)

    def _pass_unchecked(self) -> Iterator[tuple[str | None, str]]:
        """Arguments as they are, for an API whose parameters are not known."""
        for name in self._unused():
            new = self.adaptation.renames.get(name, name)
            if self._may_leave_out(name, silently=True):
                self._leave_out(name, "MindSpore")
            elif name == self.binding.spread:
                yield from ((None, text) for text in self.texts.spread(name))
            else:
                yield (None if name in self.binding.positional else new), enclosed(self.texts.of(name), tight=False)
        yield from map(self._unseen_one, self.binding.unseen)

    def _unseen_one(self, argument: Argument) -> tuple[str | None, str]:
        """`*args`, `**kwargs` and positional arguments after them, whose parameters are unknown."""
        return "**" if argument.star == "**" else argument.keyword, argument.star.replace("**", "") + self.texts.text_of(argument)

    def _pass_unseen(self, places: list[str], place: int, in_order: bool) -> Iterator[tuple[str | None, str]]:
        """`*args` and `**kwargs`, if every parameter that they may fill has the same name and position in MindSpore."""
        if not self.binding.unseen:
            return
        open_names = [p.name for p in self.binding.parameters if p.name not in self.binding.given and p.kind in ("positional", "both")]
        by_position = any(argument.star == "*" for argument in self.binding.unseen)
        if not in_order or self.adaptation.renames or (by_position and places[place : place + len(open_names)] != open_names):
            raise CannotFillError(self.texts.unseen())
        if not set(open_names) <= set(places):
            raise CannotFillError(self.texts.unseen())
        yield from map(self._unseen_one, self.binding.unseen)

    def _spell_out(self, accepted: Mapping[str, OverloadParameter]) -> Iterator[tuple[str, str]]:
        """torch's defaults of arguments that are not given, if the MindSpore API has another default."""
        for parameter in self.binding.parameters:
            new = self.adaptation.renames.get(parameter.name, parameter.name)
            theirs = accepted.get(new)
            if theirs is None or self._given(parameter.name) or parameter.name in self.template.uses or not differs(parameter, theirs):
                continue
            if self.binding.unseen:
                raise CannotFillError(self.texts.unseen())
            self.raised = True
            self.notes.append(f"{new} is written out because its default is {theirs.default} in MindSpore")
            yield new, self.texts.default(parameter)

    # Arguments without a place

    def _unused(self) -> list[str]:
        """Given parameters that no placeholder names, in the order of the overload."""
        used = {self.binding.canonical(name) for name in self.template.uses}
        return [p.name for p in self.binding.parameters if self.binding.is_given(p.name) and p.name not in used] + [
            name for name in self.binding.given if name not in self.binding.by_name and name not in used
        ]

    def _leave_out(self, name: str, api: str) -> None:
        if not self._may_leave_out(name):
            raise CannotFillError(f"{api} takes no {name}")

    def _leaves_rest_out(self) -> bool:
        """Whether every torch parameter that unknown arguments may fill is left out, whatever its value."""
        used = {self.binding.canonical(name) for name in self.template.uses}
        names = {p.name for parameters in self.table.torch_overloads(self.texts.usage.torch_name) for p in parameters}
        if not names or not all(name not in used and self._is_dropped(name) for name in names.difference(self.binding.given)):
            return False
        unseen = " and ".join(argument.star + self.texts.text_of(argument) for argument in self.binding.unseen)
        self.notes.append(f"what {unseen} holds is left out")
        return True

    def _is_dropped(self, name: str) -> bool:
        return name in self.adaptation.drops or any(not rule.when for rule in self.table.drop_rules(name))

    def _may_leave_out(self, name: str, silently: bool = False) -> bool:
        """Whether a given argument may be left out; adds a note unless `silently`."""
        if name in self.settled or (not silently and self._is_default(name)):
            return True
        if name == OUT and self.binding.given[name].value.types != {"None"}:
            self.stores = True
            return True
        if name == "inplace" and self.function and self.binding.given[name].value.literal is True:
            self.overwrites = True
            self._say_dropped(name, _COMPUTED, "", silently)
            return True
        if name in self.adaptation.drops:
            self._say_dropped(name, self.adaptation.drops[name], "", silently)
            return True
        for rule in self.table.drop_rules(name):
            atoms = conditions.parse(rule.when)
            if conditions.conjunction(conditions.holds(atom, self.binding, self.texts.usage) for atom in atoms):
                self._say_dropped(name, rule.reason, rule.difference, silently)
                return True
        return False

    def _say_dropped(self, name: str, reason: str, difference: str, silently: bool) -> None:
        if silently:
            return
        self.notes.append(f"{name} is left out: {reason}" if reason else f"{name} is left out")
        if difference:
            self.differences.append(difference)

    def _is_default(self, name: str) -> bool:
        parameter = self.binding.by_name.get(name)
        if parameter is None or parameter.default is None or name not in self.binding.given:
            return False
        default = conditions.default_value(parameter.default)
        return default.constant and conditions.equals(self.binding.given[name].value, _wanted(default.literal, parameter.default)) is True

    def _note_rename(self, old: str, new: str) -> None:
        if old != new:
            self.notes.append(f"{old} is called {new}")

    def _note_repeated(self) -> None:
        for name, times in self.written.items():
            argument = self.binding.given.get(self.binding.canonical(name))
            if times > 1 and argument is not None and "(" in (text := self.texts.text_of(argument)):
                self.notes.append(f"{text} is written {times} times: give it a name first")


def _wanted(constant: Any, text: str) -> Any:
    return conditions.TorchName(text) if text.startswith("torch.") else constant
