"""The texts that a call's arguments have in the MindSpore code: as they are written, as numbers, or torch's default."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from mindaudit.classify import conditions, folding
from mindaudit.classify.bind import Binding, OverloadParameter
from mindaudit.classify.methods import may_list_tensors
from mindaudit.classify.names import mindspore_constant
from mindaudit.classify.syntax import each_as, elements, enclosed, is_count, is_literal, names, strength
from mindaudit.classify.template import Placeholder
from mindaudit.model import Argument, Target, Usage, Value
from mindaudit.sources.syntax import parse_expression

_OF_NUMPY: Final = frozenset({"numpy"})
"""The types of what NumPy holds, which MindSpore mostly does not take for a number of Python."""
_ONE_SIZE: Final[frozenset[str]] = conditions.NUMBERS | _OF_NUMPY | {"tensor"}
"""What is a single size where `*size` gets one argument, and no sequence of sizes."""
_SIZES: Final = frozenset({"size", "sizes", "shape", "repeats", "pad"})
"""The parameters that take sizes one by one."""
_COUNTS: Final = frozenset({
    "chunks", "diagonal", "end_dim", "hop_length", "minlength", "n_fft", "num_samples", "shifts", "split_size", "split_size_or_sections",
    "start_dim", "steps", "win_length", "window_length",
})  # fmt: skip
"""The parameters that take a size, which MindSpore takes as no tensor."""
_WHOLE: Final = _COUNTS - {"split_size_or_sections"} | frozenset({
    "axis", "dilation", "dim", "dim0", "dim1", "high", "kernel_size", "length", "low", "n", "num_classes", "offset", "padding", "r",
    "seed", "size", "stride",
})  # fmt: skip
"""The parameters that take whole numbers."""
_PLAIN: Final = frozenset({"start", "step"})
"""The parameters that take any numbers; rows themselves tell what becomes of an end."""
_BOUNDS: Final = frozenset({"high", "low"})
"""The parameters that take the bounds of whole numbers that are drawn."""
_MADE_PLAIN: Final = "any_bound("
"""Begins an argument that a recipe has made a number of Python already."""
_REFUSING: Final = frozenset({
    "torch.full", "torch.normal", "torch.rand", "torch.randint", "torch.randn", "torch.Tensor.new_full",
})  # fmt: skip
"""What MindSpore gives no tensors as sizes, or as bounds of whole numbers."""


class CannotFillError(Exception):
    """The template cannot be filled for this call; the message is the reason, as one clause."""


@dataclass(frozen=True, slots=True)
class ArgumentTexts:
    """Gives the text of each parameter of one call; `text_of` gives that of an argument.

    `is_eager`: the call runs as Python, in PyNative mode or beside graphs.
    """

    binding: Binding
    usage: Usage
    target: Target
    text_of: Callable[[Argument], str]
    is_eager: bool

    def of(self, name: str) -> str:
        """The text of a parameter, given or not. Raises CannotFillError."""
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
            raise CannotFillError(self.unseen())
        return self.default(parameter)

    def _entry(self, argument: Argument, parameter: OverloadParameter) -> str:
        """The entry of a dict for a parameter, or the parameter's default if the dict may lack it."""
        if parameter.default is None:
            return self.text_of(argument)
        options, default = self.text_of(replace(argument, keyword=None)), self.default(parameter)
        other = "" if default == "None" else f", {default}"
        return f'{enclosed(options, tight=True)}.get("{argument.keyword}"{other})'

    def default(self, parameter: OverloadParameter) -> str:
        """torch's default as MindSpore's code. Raises CannotFillError where it is not known."""
        if parameter.default is None:
            raise CannotFillError(f"{parameter.name} is not given")
        constant = mindspore_constant(parameter.default)
        if constant is None and (parameter.default.startswith("torch.") or not conditions.default_value(parameter.default).constant):
            raise CannotFillError(f"the default of {parameter.name} is not known")
        return constant or parameter.default

    def _sequence(self) -> str:
        """The arguments of `*size` as one sequence."""
        texts = list(self.spread(self.binding.spread))
        if len(texts) == 1:
            argument = self.binding.variadic[0]
            if not argument.star and not (argument.value.types and argument.value.types <= _ONE_SIZE):
                return texts[0]
            return f"({texts[0]},)"
        return f"({', '.join(texts)})"

    def spread(self, name: str) -> Iterator[str]:
        """The texts of a parameter whose value is written out as several arguments."""
        name = self.binding.canonical(name)
        if name == self.binding.spread:
            yield from (self._size(name, argument) for argument in self.binding.variadic)
            return
        text = self.of(name)
        shown = elements(text)
        yield from shown if shown is not None else (f"*{enclosed(text, tight=True)}",)

    def _size(self, name: str, argument: Argument) -> str:
        """One of several arguments."""
        if name not in _SIZES or argument.star:
            return argument.star + self.text_of(argument)
        is_one = len(self.binding.variadic) > 1 or argument.value.types in ({"tensor"}, _OF_NUMPY)
        return self._number(self.text_of(argument), argument.value) if is_one else self._sizes(name, argument)

    def _sizes(self, name: str, argument: Argument) -> str:
        """An argument: sizes that are written out one by one as numbers."""
        text, values = self.text_of(argument), argument.value.items
        if not self.is_eager or text.startswith(_MADE_PLAIN):
            return text  # a tensor gives a graph no number, and one of NumPy's is a constant there
        if argument.value.types == _OF_NUMPY and not argument.star and name in _WHOLE | _PLAIN:
            return f"int({text})" if name in _WHOLE else f"{enclosed(text, tight=True)}.item()"
        if name in _COUNTS and argument.value.types == {"tensor"}:
            return f"int({text})"
        if name in _BOUNDS and not argument.star and self.usage.torch_name in _REFUSING:
            return self._number(text, argument.value)
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
        """A size. A number of NumPy and a tensor of one element become Python's, and what may be a tensor where MindSpore takes none."""
        is_array = value.types == _OF_NUMPY and self.is_eager and not text.startswith(_MADE_PLAIN)
        is_number = is_array or value.types == {"tensor"} or (not value.types and self._refuses_tensors() and not is_count(text))
        return f"int({text})" if is_number else text

    def _refuses_tensors(self) -> bool:
        """Whether MindSpore takes no tensors as sizes here; what a class is made of is given as numbers."""
        is_setting = self.usage.function.rpartition(".")[2] == "__init__"
        return self.usage.torch_name in _REFUSING and self.target.mode == "pynative" and not is_setting

    def expression(self, placeholder: Placeholder) -> str:
        """A placeholder's expression of parameters: its value where all are constants, else with their texts. Raises CannotFillError."""
        values = {name: conditions.argument_value(self.binding, self.binding.canonical(name)) for name in placeholder.parameters}
        if all(value.constant and "dtype" not in value.types for value in values.values()) and all(map(self._is_written, values)):
            return fold(placeholder.expression, {name: value.literal for name, value in values.items()})
        return substitute(placeholder.expression, {name: self.of(name) for name in placeholder.parameters})

    def _is_written(self, name: str) -> bool:
        """Whether a parameter's value stands in the call or is its default; a variable may hold another one elsewhere."""
        argument = self.binding.given.get(self.binding.canonical(name))
        return argument is None or is_literal(self.text_of(argument))

    def unseen(self) -> str:
        """Why a call with `*args` or `**kwargs` cannot be filled."""
        return f"what {self.binding.unseen[0].star}{self.text_of(self.binding.unseen[0])} holds cannot be seen"


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
