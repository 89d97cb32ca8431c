"""Fills a template from a binding: places each argument in the MindSpore call, renamed, with its default written out, or left out."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any, Final

from mindaudit.classify import conditions, folding
from mindaudit.classify.adapt import Adaptation
from mindaudit.classify.bind import OUT, UNKNOWN, Binding, OverloadParameter, from_catalog
from mindaudit.classify.methods import may_list_tensors
from mindaudit.classify.names import full_name, mindspore_constant
from mindaudit.classify.syntax import each_as, elements, enclosed, is_count, is_literal, itself, names, strength
from mindaudit.classify.table import Table
from mindaudit.classify.template import Arguments, Part, Placeholder, Slot, Template
from mindaudit.model import Argument, Target, Usage, Value
from mindaudit.sources.syntax import parse_expression

_ONE_SIZE: Final[frozenset[str]] = conditions.NUMBERS | {"tensor"}
"""What is a single size where `*size` gets one argument, and no sequence of sizes."""
_SIZES: Final = frozenset({"size", "sizes", "shape", "repeats", "pad"})
"""The parameters that take sizes one by one."""
_COUNTS: Final = frozenset({"split_size", "split_size_or_sections", "shifts", "chunks"})
"""The parameters that take a size, which MindSpore takes as no tensor."""
_REFUSING: Final = frozenset({
    "torch.full", "torch.normal", "torch.rand", "torch.randint", "torch.randn", "torch.Tensor.new_full",
})  # fmt: skip
"""What MindSpore gives no tensors as sizes."""
_COMPUTED: Final = "MindSpore computes a new tensor"


class CannotFillError(Exception):
    """The template cannot be filled for this call; the message is the reason, as one clause."""


@dataclass(slots=True)
class Filler:
    """Fills one template for one call; `notes`, `differences` and `raised` describe what was changed."""

    template: Template
    binding: Binding
    usage: Usage
    adaptation: Adaptation
    table: Table
    target: Target
    text_of: Callable[[Argument], str]
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

    def fill(self) -> str:
        """The filled template. Raises CannotFillError."""
        text = self._parts(self.template.parts)
        if not any(placeholder.everything for placeholder in self.template.placeholders):
            if self.binding.unseen and not self._leaves_rest_out():
                raise CannotFillError(self._unseen())
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
                raise CannotFillError(self._unseen())
            return None
        return self._required(placeholder)

    def _required(self, placeholder: Placeholder) -> str:
        for name in placeholder.parameters:
            self.written[name] = self.written.get(name, 0) + 1
        if placeholder.spread:
            return ", ".join(self._spread(placeholder.expression))
        if placeholder.simple:
            text = self._argument(placeholder.expression)
            return enclosed(text if placeholder.tight else itself(text), placeholder.tight)
        return enclosed(self._expression(placeholder), placeholder.tight)

    def _given(self, name: str) -> bool:
        return self.binding.is_given(self.binding.canonical(name))

    def _argument(self, name: str) -> str:
        name = self.binding.canonical(name)
        if name == self.binding.spread:
            return self._sequence()
        parameter = self.binding.by_name.get(name)
        if name in self.binding.given:
            argument = self.binding.given[name]
            is_entry = parameter is not None and argument.value.optional
            return self._entry(argument, parameter) if parameter and is_entry else self._sizes(name, argument)
        if parameter is None:
            raise CannotFillError(f"it has no parameter {name}")
        if self.binding.unseen:
            raise CannotFillError(self._unseen())
        return self._default(parameter)

    def _entry(self, argument: Argument, parameter: OverloadParameter) -> str:
        """The entry of a dict for a parameter, or the parameter's default if the dict may lack it."""
        if parameter.default is None:
            return self.text_of(argument)
        options, default = self.text_of(replace(argument, keyword=None)), self._default(parameter)
        other = "" if default == "None" else f", {default}"
        return f'{enclosed(options, tight=True)}.get("{argument.keyword}"{other})'

    def _default(self, parameter: OverloadParameter) -> str:
        if parameter.default is None:
            raise CannotFillError(f"{parameter.name} is not given")
        constant = mindspore_constant(parameter.default)
        if constant is None and (parameter.default.startswith("torch.") or not conditions.default_value(parameter.default).constant):
            raise CannotFillError(f"the default of {parameter.name} is not known")
        return constant or parameter.default

    def _sequence(self) -> str:
        """The arguments of `*size` as one sequence."""
        texts = list(self._spread(self.binding.spread))
        if len(texts) == 1:
            argument = self.binding.variadic[0]
            if not argument.star and not (argument.value.types and argument.value.types <= _ONE_SIZE):
                return texts[0]
            return f"({texts[0]},)"
        return f"({', '.join(texts)})"

    def _spread(self, name: str) -> Iterator[str]:
        name = self.binding.canonical(name)
        if name == self.binding.spread:
            yield from (self._size(name, argument) for argument in self.binding.variadic)
            return
        text = self._argument(name)
        shown = elements(text)
        yield from shown if shown is not None else (f"*{enclosed(text, tight=True)}",)

    def _size(self, name: str, argument: Argument) -> str:
        """One of several arguments."""
        if name not in _SIZES or argument.star:
            return argument.star + self.text_of(argument)
        is_one = len(self.binding.variadic) > 1 or argument.value.types == {"tensor"}
        return self._number(self.text_of(argument), argument.value) if is_one else self._sizes(name, argument)

    def _sizes(self, name: str, argument: Argument) -> str:
        """An argument: sizes that are written out one by one as numbers."""
        text, values = self.text_of(argument), argument.value.items
        if self.target.mode != "pynative":
            return text  # a tensor gives a graph no number
        if name in _COUNTS and argument.value.types == {"tensor"}:
            return f"int({text})"
        if name in _COUNTS and may_list_tensors(argument.value):
            return self._counts(text, values)
        shown = elements(text) if name in _SIZES and values else None
        if shown is None or values is None or len(shown) != len(values):
            return text
        found = tuple(map(self._number, shown, values))
        if found == shown or text[:1] not in ("(", "["):
            return text
        return f"[{', '.join(found)}]" if text[0] == "[" else f"({', '.join(found)}{',' if len(found) == 1 else ''})"

    def _counts(self, text: str, values: Sequence[Value] | None) -> str:
        """A list with tensors of one element among its sizes, as a list of numbers."""
        shown = elements(text)
        if shown is not None and values is not None and len(shown) == len(values):
            return f"[{', '.join(map(self._number, shown, values))}]"
        return each_as("int", text)

    def _number(self, text: str, value: Value) -> str:
        """A size. A tensor of one element becomes a number, as torch reads it, and what may be one where MindSpore refuses tensors."""
        is_tensor = value.types == {"tensor"} or (not value.types and self._refuses_tensors() and not is_count(text))
        return f"int({text})" if is_tensor else text

    def _refuses_tensors(self) -> bool:
        """Whether MindSpore takes no tensors as sizes here; what a class is made of is given as numbers."""
        is_setting = self.usage.function.rpartition(".")[2] == "__init__"
        return self.usage.torch_name in _REFUSING and self.target.mode == "pynative" and not is_setting

    def _expression(self, placeholder: Placeholder) -> str:
        values = {name: conditions.argument_value(self.binding, self.binding.canonical(name)) for name in placeholder.parameters}
        if all(value.constant and "dtype" not in value.types for value in values.values()) and all(map(self._is_written, values)):
            return fold(placeholder.expression, {name: value.literal for name, value in values.items()})
        return substitute(placeholder.expression, {name: self._argument(name) for name in placeholder.parameters})

    def _is_written(self, name: str) -> bool:
        """Whether a parameter's value stands in the call or is its default; a variable may hold another one elsewhere."""
        argument = self.binding.given.get(self.binding.canonical(name))
        return argument is None or is_literal(self.text_of(argument))

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
                raise CannotFillError(f"{callee.lstrip('.')} has no parameter {keyword} in MindSpore {self.target.mindspore}")

    def _mindspore_parameters(self, callee: str) -> tuple[OverloadParameter, ...] | None:
        name = f"mindspore.Tensor{callee}" if callee.startswith(".") else full_name(callee)
        return signature(name, self.target.mindspore, self.table) if name else None

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
                yield from ((None, text) for text in self._spread(name))
                continue
            by_position = name in self.binding.positional or name == self.binding.spread
            if in_order and by_position and place < len(places) and places[place].name == new:
                yield None, enclosed(self._argument(name), tight=False)
                place += 1
                continue
            in_order = False
            if new in accepted and accepted[new].kind == "positional":
                raise CannotFillError(f"{arguments.callee} takes {new} by position only")
            yield new, enclosed(self._argument(name), tight=False)
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
                yield from ((None, text) for text in self._spread(name))
            else:
                yield (None if name in self.binding.positional else new), enclosed(self._argument(name), tight=False)
        yield from map(self._unseen_one, self.binding.unseen)

    def _unseen_one(self, argument: Argument) -> tuple[str | None, str]:
        """`*args`, `**kwargs` and positional arguments after them, whose parameters are unknown."""
        return "**" if argument.star == "**" else argument.keyword, argument.star.replace("**", "") + self.text_of(argument)

    def _pass_unseen(self, places: list[str], place: int, in_order: bool) -> Iterator[tuple[str | None, str]]:
        """`*args` and `**kwargs`, if every parameter that they may fill has the same name and position in MindSpore."""
        if not self.binding.unseen:
            return
        open_names = [p.name for p in self.binding.parameters if p.name not in self.binding.given and p.kind in ("positional", "both")]
        by_position = any(argument.star == "*" for argument in self.binding.unseen)
        if not in_order or self.adaptation.renames or (by_position and places[place : place + len(open_names)] != open_names):
            raise CannotFillError(self._unseen())
        if not set(open_names) <= set(places):
            raise CannotFillError(self._unseen())
        yield from map(self._unseen_one, self.binding.unseen)

    def _spell_out(self, accepted: Mapping[str, OverloadParameter]) -> Iterator[tuple[str, str]]:
        """torch's defaults of arguments that are not given, if the MindSpore API has another default."""
        for parameter in self.binding.parameters:
            new = self.adaptation.renames.get(parameter.name, parameter.name)
            theirs = accepted.get(new)
            if theirs is None or self._given(parameter.name) or parameter.name in self.template.uses or not differs(parameter, theirs):
                continue
            if self.binding.unseen:
                raise CannotFillError(self._unseen())
            self.raised = True
            self.notes.append(f"{new} is written out because its default is {theirs.default} in MindSpore")
            yield new, self._default(parameter)

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
        names = {p.name for parameters in self.table.torch_overloads(self.usage.torch_name) for p in parameters}
        if not names or not all(name not in used and self._is_dropped(name) for name in names.difference(self.binding.given)):
            return False
        unseen = " and ".join(argument.star + self.text_of(argument) for argument in self.binding.unseen)
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
            if conditions.conjunction(conditions.holds(atom, self.binding, self.usage) for atom in atoms):
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
            if times > 1 and argument is not None and "(" in (text := self.text_of(argument)):
                self.notes.append(f"{text} is written {times} times: give it a name first")

    def _unseen(self) -> str:
        return f"what {self.binding.unseen[0].star}{self.text_of(self.binding.unseen[0])} holds cannot be seen"


@lru_cache(maxsize=8192)
def signature(name: str, version: str, table: Table) -> tuple[OverloadParameter, ...] | None:
    """The parameters of a MindSpore API without a method's receiver, None when unknown."""
    found = table.mindspore_parameters(name, version)
    if found is None:
        return None
    parameters = tuple(map(from_catalog, found))
    return parameters[1:] if parameters and parameters[0].name == "self" else parameters


def _wanted(constant: Any, text: str) -> Any:
    return conditions.TorchName(text) if text.startswith("torch.") else constant


def differs(ours: OverloadParameter, theirs: OverloadParameter) -> bool:
    """Whether both defaults are known and differ; None does not count, since it often means a default chosen by the API."""
    if ours.default in (None, "None") or theirs.default is None:
        return False
    mine, other = conditions.default_value(ours.default or ""), conditions.default_value(theirs.default)
    return mine.constant and other.constant and "dtype" not in mine.types and conditions.equals(mine, other.literal) is False


def fold(expression: str, values: Mapping[str, Any]) -> str:
    """The source of an expression's value. The expression is a row's, its values are literals. Raises CannotFillError."""
    try:
        value = folding.value(parse_expression(expression), values)
    except Exception as error:
        raise CannotFillError(f"{expression} has no value for this call") from error
    return repr(float(f"{value:.12g}")) if isinstance(value, float) else repr(value)


def substitute(expression: str, texts: Mapping[str, str]) -> str:
    """An expression with its names replaced by argument texts; an element of a display is taken out of it."""
    tree = parse_expression(expression)
    if isinstance(tree, ast.Subscript) and isinstance(tree.value, ast.Name) and isinstance(tree.slice, ast.Constant):
        shown = elements(texts[tree.value.id])
        if shown is not None and isinstance(tree.slice.value, int) and -len(shown) <= tree.slice.value < len(shown):
            return shown[tree.slice.value]
    result, position = [], 0
    for name in sorted(names(tree), key=lambda node: node.col_offset):
        if name.id in texts:
            text = texts[name.id]
            result += [expression[position : name.col_offset], text if strength(text) == "atom" or text.isdigit() else f"({text})"]
            position = name.end_col_offset or 0
    return "".join(result) + expression[position:]
