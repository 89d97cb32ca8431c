"""Makes random programs that look like PyTorch code: every statement and expression, on names and arguments of real APIs."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random

import mindaudit_data

LITERALS = (
    *(
        "0",
        "1",
        "-1",
        "2",
        "3.5",
        "1e400",
        "1e-9",
        "2j",
        "0xFFFFFFFFFFFFFFFFFFFF",
        "10**9",
        "None",
        "True",
        "False",
        "...",
        "()",
        "[]",
        "{}",
    ),
    *('""', '"cuda"', "'relu'", "b'a'", "r'\\d'", "'\\ud800'", '"""a\nb"""', "(1, 2)", "[3, 3]", "{'a': 1}", "{1, 2}", "(2, (3, 4))"),
    *('"zeros"', '"same"', '"sum"', "torch.float32", "torch.bool", "torch.device('cpu')", "nn.ReLU", "torch.long", "slice(1, None)"),
)
VARIABLES = (
    "x",
    "y",
    "h",
    "mask",
    "self",
    "self.conv",
    "self.k",
    "x.shape",
    "x.shape[0]",
    "args",
    "kwargs",
    "cfg",
    "name",
    "np",
    "F",
    "été",
    "_",
)
MODULES = (
    "torch",
    "torch.nn",
    "torch.nn.functional",
    "numpy",
    ".",
    "..deep",
    "model",
    "os.path",
    "torchvision.ops",
    "timm.layers",
    "mindspore",
)
BINARY = ("+", "-", "*", "@", "/", "//", "%", "**", "&", "|", "^", "<<", ">>")
COMPARISONS = ("<", "<=", "==", "!=", ">", ">=", "is", "is not", "in", "not in")
METHODS = ("view", "size", "item", "sum", "to", "cuda", "backward", "add_", "permute", "split", "T", "mean", "nonzero")
ATTRIBUTES = ("shape", "T", "data", "grad", "values", "indices", "weight", "dtype", "__class__", "a")
COMMENTS = (
    *(
        "",
        "",
        "",
        "",
        "  # comment",
        "  # mindaudit: ignore[MA202] runs on the host",
        "  # mindaudit: ignore",
        "  # mindaudit: ignore[MA3xx",
    ),
    *(
        "  # type: ignore",
        "  # mindaudit: ignore-start[MA2xx] later",
        "  # mindaudit: ignore-end",
        "  # 注释 \u2028",
        "  # mindaudit: ignore[] x",
    ),
)


@cache
def apis() -> tuple[str, ...]:
    """The names that the mapping table has rows for."""
    return tuple(_conditions())


@cache
def _conditions() -> dict[str, tuple[tuple[str, str], ...]]:
    """By torch name, the pairs of parameter and literal that rows ask for, so that calls can be made which rows tell apart."""
    found: dict[str, set[tuple[str, str]]] = {}
    for file in sorted((Path(mindaudit_data.__file__).parent / "mappings").glob("*.csv")):
        with file.open(encoding="utf-8", newline="") as text:
            for row in csv.DictReader(text):
                pairs = re.findall(r"(\w+)!?=([^&!=|{}]+?)\s*(?:&|$)", row["when"])
                found.setdefault(row["torch_name"], set()).update(
                    pair for pair in pairs if pair[0] not in ("kind", "type", "rank", "dtype")
                )
    return {name: tuple(sorted(pairs)) for name, pairs in sorted(found.items())}


def program(random: Random) -> str:
    """The text of one program of some ten to hundred lines."""
    return _Program(random).text()


class _Program:
    """Writes statements of random kinds; depth bounds both expressions and blocks."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._end = random.choice(["\n"] * 12 + ["\r\n", "\r"])
        self._step = random.choice(["    "] * 6 + ["  ", "\t", " "])
        self._slow = random.random() < 0.1
        """Whether to write what makes the tool look for positions the slow way."""
        self._simple: tuple[Callable[[int], str], ...] = (
            *(self._assign, self._assign, self._assign, self._expression_statement, self._expression_statement, self._augmented),
            *(self._annotated, self._return, self._other, self._import),
        )
        self._compound: tuple[Callable[[int], list[str]], ...] = (
            *(self._if, self._if, self._for, self._while, self._with, self._try, self._function, self._function, self._class, self._match),
        )
        self._forms: tuple[Callable[[int], str], ...] = (
            *(self._name, self._call, self._call, self._torch_call, self._torch_call, self._method, self._method, self._attribute),
            *(self._subscript, self._operation, self._comparison, self._boolean, self._lambda, self._conditional, self._display),
            *(self._comprehension, self._text, self._walrus, self._getattr),
        )

    def text(self) -> str:
        head = ["import torch", "from torch import nn", "import torch.nn.functional as F"]
        lines = [*self._some(head), *(line for _ in range(self._random.randint(2, 8)) for line in self._statement(3))]
        if self._random.random() < 0.6:
            lines += self._network(3)
        return self._end.join(lines) + self._random.choice([self._end, self._end, "", "\x0c", "\\" + self._end])

    def _some(self, items: list[str]) -> list[str]:
        return [item for item in items if self._random.random() < 0.9]

    def _statement(self, depth: int) -> list[str]:
        if depth > 0 and self._random.random() < 0.4:
            return self._random.choice(self._compound)(depth - 1)
        line = self._random.choice(self._simple)(depth)
        if self._random.random() < 0.05:
            line += "; " + self._random.choice(self._simple)(1)
        return [line + ("" if "\n" in line else self._random.choice(COMMENTS))]

    def _block(self, depth: int) -> list[str]:
        lines = [line for _ in range(self._random.randint(1, 3)) for line in self._statement(depth)]
        return [self._step + line for line in lines] + [""] * (self._random.random() < 0.05)

    def _suite(self, head: str, depth: int) -> list[str]:
        if self._random.random() < 0.08:
            return [f"{head}: {self._random.choice(self._simple)(1)}"]
        return [f"{head}:{self._random.choice(COMMENTS)}", *self._block(depth)]

    def _assign(self, depth: int) -> str:
        targets = [self._target() for _ in range(self._random.choice([1, 1, 1, 1, 2]))]
        return " = ".join([*targets, self._expression(depth)])

    def _target(self) -> str:
        plain = (*VARIABLES[:8], "self.layers", "x[mask]", "x[..., 0]", "x.data", "cfg['k']", "globals()['x']", "x[:, 1:].y")
        if self._random.random() < 0.8:
            return self._random.choice(plain)
        parts = [self._random.choice(plain) for _ in range(self._random.randint(1, 3))]
        parts[self._random.randrange(len(parts))] = f"*{parts[-1]}" if self._random.random() < 0.3 else parts[-1]
        return self._random.choice(["{}, ", "({}, )", "[{}]"]).format(", ".join(parts))

    def _augmented(self, depth: int) -> str:
        return f"{self._random.choice(VARIABLES[:8])} {self._random.choice(BINARY)}= {self._expression(depth)}"

    def _annotated(self, depth: int) -> str:
        value = f" = {self._expression(depth)}" if self._random.random() < 0.6 else ""
        return f"{self._random.choice(VARIABLES[:7])}: {self._annotation()}{value}"

    def _annotation(self) -> str:
        forms = (
            "torch.Tensor",
            "'torch.Tensor'",
            "int",
            "list[torch.Tensor]",
            "dict[str, nn.Module]",
            "torch.Tensor | None",
            "'list[x'",
            "nn.Module",
        )
        return self._random.choice((*forms, "Optional['Tensor']", "Callable[..., torch.Size]", "Literal['a', 1]", self._expression(1)))

    def _expression_statement(self, depth: int) -> str:
        return self._expression(depth)

    def _return(self, depth: int) -> str:
        return self._random.choice(
            ["return", "return {}", "yield {}", "return {}, {}", "yield from {}", "await {}", "raise {}", "raise {} from {}"]
        ).format(self._expression(depth), self._expression(1))

    def _other(self, depth: int) -> str:
        forms = ("pass", "break", "continue", "del {}", "global x, y", "nonlocal h", "assert {}", "assert {}, {}", "type T = {}")
        target = self._random.choice(forms)
        return target.format(self._random.choice(VARIABLES[:4]) if "del" in target else self._expression(depth), self._expression(1))

    def _import(self, _depth: int) -> str:
        module = self._random.choice(MODULES)
        name = self._random.choice(apis()).rpartition(".")[2]
        forms = (
            "from {m} import {n}",
            "from {m} import {n} as y",
            "from {m} import *",
            "from {m} import ({n}, nn as np,)",
            "from . import {n}",
        )
        return self._random.choice(forms if module.startswith(".") else (*forms, "import {m}", "import {m} as x, sys")).format(
            m=module, n=name
        )

    def _if(self, depth: int) -> list[str]:
        lines = self._suite(f"if {self._expression(2)}", depth)
        for _ in range(self._random.choice([0, 0, 1, 2])):
            lines += self._suite(f"elif {self._expression(2)}", depth)
        return lines + (self._suite("else", depth) if self._random.random() < 0.4 else [])

    def _for(self, depth: int) -> list[str]:
        word = self._random.choice(["for", "for", "for", "for", "async for"])
        lines = self._suite(f"{word} {self._target()} in {self._expression(2)}", depth)
        return lines + (self._suite("else", depth) if self._random.random() < 0.2 else [])

    def _while(self, depth: int) -> list[str]:
        lines = self._suite(f"while {self._expression(2)}", depth)
        return lines + (self._suite("else", depth) if self._random.random() < 0.2 else [])

    def _with(self, depth: int) -> list[str]:
        items = ", ".join(
            self._expression(2) + self._random.choice(["", " as h", " as (x, y)"]) for _ in range(self._random.choice([1, 1, 2]))
        )
        forms = ("with {}", "with ({},)", "async with {}", "with torch.no_grad(), {}", "with torch.autocast('cuda'), {}")
        return self._suite(self._random.choice(forms).format(items), depth)

    def _try(self, depth: int) -> list[str]:
        lines = self._suite("try", depth)
        star = self._random.choice(["except", "except", "except", "except*"])
        for _ in range(self._random.randint(0, 2)):
            lines += self._suite(f"{star} ({self._expression(1)}){self._random.choice(['', ' as error'])}", depth)
        if len([line for line in lines if line.startswith("except")]) and self._random.random() < 0.3:
            lines += self._suite("else", depth)
        return lines + (self._suite("finally", depth) if self._random.random() < 0.3 or not any(map(_is_handler, lines)) else [])

    def _decorators(self) -> list[str]:
        forms = (
            "@torch.no_grad()",
            "@staticmethod",
            "@property",
            "@torch.jit.script",
            "@functools.partial(x, 1)",
            "@classmethod",
            "@x.setter",
        )
        return [self._random.choice((*forms, f"@{self._expression(1)}")) for _ in range(self._random.choice([0, 0, 0, 1, 2]))]

    def _parameters(self) -> str:
        parts = [self._random.choice(["self", "x", "x: torch.Tensor"])]
        parts += self._some_of(["y=None", "h: 'nn.Module' = nn.ReLU", f"k={self._expression(1)}", "name: str = 'relu'"])
        parts += self._random.choice([[], [], ["/"]]) + self._random.choice([[], [], ["*args"], ["*", "mask"], ["*args: int", "mask=1"]])
        if "/" in parts and self._random.random() < 0.5:
            parts.remove("/")
        return ", ".join([*parts, *self._random.choice([[], ["**kwargs"], ["**kwargs: torch.Tensor"]])])

    def _some_of(self, items: list[str]) -> list[str]:
        return [item for item in items if self._random.random() < 0.3]

    def _function(self, depth: int) -> list[str]:
        name = self._random.choice(["forward", "f", "g", "__init__", "__call__", "training_step", "collate_fn", "__getattr__"])
        result = self._random.choice(["", "", f" -> {self._annotation()}"])
        head = f"{self._random.choice(['def', 'def', 'def', 'async def'])} {name}{self._random.choice(['', '', '', '[T: int, *U]'])}"
        return [*self._decorators(), *self._suite(f"{head}({self._parameters()}){result}", depth)]

    def _class(self, depth: int) -> list[str]:
        bases = self._random.choice(
            ["", "()", "(nn.Module)", "(torch.autograd.Function)", "(Net, metaclass=abc.ABCMeta)", "(*x)", f"({self._expression(1)})"]
        )
        return [*self._decorators(), *self._suite(f"class {self._random.choice(['Net', 'Block', 'A'])}{bases}", depth)]

    def _network(self, depth: int) -> list[str]:
        """A module class, so that contexts, self attributes and graph rules come into play."""
        init = [f"self.{name} = {self._torch_call(1)}" for name in ("conv", "k", "layers")]
        body = [line for _ in range(self._random.randint(1, 5)) for line in self._statement(depth)]
        one, two = self._step, self._step * 2
        head = ["class Net(nn.Module):", f"{one}def __init__(self, cfg, k=3):", f"{two}super().__init__()", *(two + line for line in init)]
        return [*head, f"{one}def forward(self, x, mask=None):", *(two + line for line in body), f"{two}return {self._expression(2)}"]

    def _match(self, depth: int) -> list[str]:
        patterns = (
            "{'k': x, **rest}",
            "[1, *_]" if self._slow else "[1, x]",
            "nn.Linear(in_features=k) as h",
            "None | True",
            "str()",
            "-1 | 2j",
            "(x, y) if y",
            "torch.float",
            "_",
        )
        cases = [self._suite(f"case {self._random.choice(patterns)}", depth) for _ in range(self._random.randint(1, 3))]
        return [f"match {self._expression(2)}:", *(self._step + line for case in cases for line in case)]

    def _expression(self, depth: int) -> str:
        if depth <= 0:
            return self._random.choice(LITERALS if self._random.random() < 0.4 else VARIABLES)
        text = self._random.choice(self._forms)(depth - 1)
        return f"({text})" if self._random.random() < 0.2 else text

    def _name(self, _depth: int) -> str:
        return self._random.choice(VARIABLES)

    def _arguments(self, depth: int) -> list[str]:
        parts = [self._expression(depth) for _ in range(self._random.choice([0, 1, 1, 2, 3]))]
        return parts + self._random.choice([[], [], [], [f"*{self._expression(0)}"], ["**kwargs"], [f"dim={self._expression(0)}"]])

    def _call(self, depth: int) -> str:
        callee = self._random.choice(
            ["f", "self.conv", "self.layers[0]", "super().forward", "cfg.act", "functools.partial", "len", "map", "zip", "range"]
        )
        callee = f"({self._expression(depth)})" if self._random.random() < 0.2 else callee
        return f"{callee}({', '.join(self._arguments(depth))})"

    def _torch_call(self, depth: int) -> str:
        name = self._random.choice(apis())
        parts = self._random.choice([self._arguments(depth), self._fitting(name, depth), self._fitting(name, depth)])
        if name.startswith("torch.Tensor."):
            return f"{self._random.choice(VARIABLES[:4])}.{name.removeprefix('torch.Tensor.')}({', '.join(parts)})"
        short = name.replace("torch.nn.functional.", "F.").replace("torch.nn.", "nn.") if self._random.random() < 0.9 else name
        return short if self._random.random() < 0.1 else f"{short}({', '.join(parts)})"

    def _fitting(self, name: str, depth: int) -> list[str]:
        """Arguments that some signature of the API takes, a few of them as rows of the table ask for."""
        signatures = mindaudit_data.torch_catalog().parameters(name)
        if not signatures:
            return self._arguments(depth)
        wanted = dict(self._random.sample(_conditions()[name], min(2, len(_conditions()[name]))))
        parts, by_name = [], False
        for parameter in self._random.choice(signatures):
            if parameter.kind.startswith("var") or (
                parameter.default is not None and parameter.name not in wanted and self._random.random() < 0.6
            ):
                by_name = True
                continue
            by_name |= parameter.kind == "keyword" or self._random.random() < 0.2
            value = wanted.get(parameter.name) if self._random.random() < 0.7 else None
            parts.append((f"{parameter.name}=" if by_name else "") + (value or self._expression(depth)))
        return parts

    def _method(self, depth: int) -> str:
        name = self._random.choice(METHODS)
        receiver = self._expression(depth)
        receiver = f"({receiver})" if not receiver.isidentifier() else receiver
        return f"{receiver}.{name}" if self._random.random() < 0.1 else f"{receiver}.{name}({', '.join(self._arguments(depth))})"

    def _attribute(self, depth: int) -> str:
        return f"({self._expression(depth)}).{self._random.choice(ATTRIBUTES)}"

    def _subscript(self, depth: int) -> str:
        part = self._expression
        forms = ("{}", "{}:{}", ":, {}", "..., None", "::{}", "{} > {}", "-1", "{}, {}", "*{}, 0", "(1, 2)", ":{}", "mask", "x == 0")
        return f"({part(depth)})[{self._random.choice(forms).format(part(depth), part(0))}]"

    def _operation(self, depth: int) -> str:
        if self._random.random() < 0.2:
            return f"{self._random.choice(['-', '~', '+', 'not ', '--', 'not not '])}{self._expression(depth)}"
        return f"{self._expression(depth)} {self._random.choice(BINARY)} {self._expression(depth)}"

    def _comparison(self, depth: int) -> str:
        parts = [self._expression(depth) for _ in range(self._random.choice([2, 2, 2, 3]))]
        return f" {self._random.choice(COMPARISONS)} ".join(parts)

    def _boolean(self, depth: int) -> str:
        return f" {self._random.choice(['and', 'or'])} ".join(self._expression(depth) for _ in range(2))

    def _lambda(self, depth: int) -> str:
        return f"(lambda {self._random.choice(['', 'x', '*a, **k', 'x, y=1', 'x, /, *, h'])}: {self._expression(depth)})"

    def _conditional(self, depth: int) -> str:
        return f"({self._expression(depth)} if {self._expression(depth)} else {self._expression(depth)})"

    def _display(self, depth: int) -> str:
        items = [self._expression(depth) for _ in range(self._random.randint(0, 3))]
        if self._random.random() < 0.3:
            return "{" + ", ".join([*(f"{self._expression(0)}: {item}" for item in items), *self._random.choice([[], ["**kwargs"]])]) + "}"
        items += self._random.choice([[], [], ["*args"]])
        return self._random.choice(["[{}]", "({},)", "{{{},}}"]).format(", ".join(items) or "x")

    def _comprehension(self, depth: int) -> str:
        clause = f"for {self._random.choice(['x', 'x, y', 'self.k', '*x, y'])} in {self._expression(depth)}"
        clause += self._random.choice(["", "", f" if ({self._expression(depth)})", " for h in x", " async for h in y"])
        form = self._random.choice(
            ["[{} {}]", "({} {})", "{{{} {}}}", "{{x: {} {}}}", "list({} {})", "nn.Sequential(*[{} {}])", "nn.ModuleList({} {})"]
        )
        return form.format(f"({self._expression(depth)})", clause)

    def _text(self, depth: int) -> str:
        inner = self._expression(depth)
        if not set(inner) & set("'\"\\{}#\n!:=") and not inner.startswith("lambda"):
            forms = ("f'{{{}}}'", "rf'''{{{}=}}\n'''", "f'{{{}:%H:%M}}'", *(["f'a{{{}!r:>{{x}}}}b' 'c'"] if self._slow else []))
            return self._random.choice(forms).format(f" {inner}")
        plain = ("'a' 'b'", "'%s' % x", "u'é'", "'\\N{BULLET}'", "'\\x41' f'{x}'", "f'{{}}'", "b'' b'a'", "'\\d'", "f'{x:>{h}}'")
        return self._random.choice((*plain, "f'{x!r:{h}}'") if self._slow else plain)

    def _walrus(self, depth: int) -> str:
        return f"({self._random.choice(['x', 'h', 'n'])} := {self._expression(depth)})"

    def _getattr(self, depth: int) -> str:
        name = self._random.choice(apis())
        owner, _, last = name.rpartition(".")
        forms = (
            "getattr({o}, '{l}')",
            "getattr({o}, name, {e})",
            "{{'relu': {n}, 'k': {e}}}[name]",
            "functools.partial({n}, {e})",
            "isinstance({e}, {n})",
        )
        return self._random.choice(forms).format(o=owner, l=last, n=name, e=self._expression(depth))


def _is_handler(line: str) -> bool:
    return line.startswith("except")
