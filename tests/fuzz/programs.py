"""Makes random programs that look like PyTorch code: every statement and expression, on names and arguments of real APIs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from expressions import Expressions
from vocabulary import BINARY, COMMENTS, MODULES, VARIABLES, apis


def program(random: Random) -> str:
    """The text of one program of some ten to hundred lines."""
    return _Program(random).text()


class _Program(Expressions):
    """Writes statements of random kinds; depth bounds both expressions and blocks."""

    def __init__(self, random: Random) -> None:
        self._end = random.choice(["\n"] * 12 + ["\r\n", "\r"])
        self._step = random.choice(["    "] * 6 + ["  ", "\t", " "])
        super().__init__(random, slow=random.random() < 0.1)
        self._simple: tuple[Callable[[int], str], ...] = (
            *(self._assign, self._assign, self._assign, self._expression_statement, self._expression_statement, self._augmented),
            *(self._annotated, self._return, self._other, self._import),
        )
        self._compound: tuple[Callable[[int], list[str]], ...] = (
            *(self._if, self._if, self._for, self._while, self._with, self._try, self._function, self._function, self._class, self._match),
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
        return " = ".join([*targets, self.expression(depth)])

    def _target(self) -> str:
        plain = (*VARIABLES[:8], "self.layers", "x[mask]", "x[..., 0]", "x.data", "cfg['k']", "globals()['x']", "x[:, 1:].y")
        if self._random.random() < 0.8:
            return self._random.choice(plain)
        parts = [self._random.choice(plain) for _ in range(self._random.randint(1, 3))]
        parts[self._random.randrange(len(parts))] = f"*{parts[-1]}" if self._random.random() < 0.3 else parts[-1]
        return self._random.choice(["{}, ", "({}, )", "[{}]"]).format(", ".join(parts))

    def _augmented(self, depth: int) -> str:
        return f"{self._random.choice(VARIABLES[:8])} {self._random.choice(BINARY)}= {self.expression(depth)}"

    def _annotated(self, depth: int) -> str:
        value = f" = {self.expression(depth)}" if self._random.random() < 0.6 else ""
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
        return self._random.choice((*forms, "Optional['Tensor']", "Callable[..., torch.Size]", "Literal['a', 1]", self.expression(1)))

    def _expression_statement(self, depth: int) -> str:
        return self.expression(depth)

    def _return(self, depth: int) -> str:
        return self._random.choice(
            ["return", "return {}", "yield {}", "return {}, {}", "yield from {}", "await {}", "raise {}", "raise {} from {}"]
        ).format(self.expression(depth), self.expression(1))

    def _other(self, depth: int) -> str:
        forms = ("pass", "break", "continue", "del {}", "global x, y", "nonlocal h", "assert {}", "assert {}, {}", "type T = {}")
        target = self._random.choice(forms)
        return target.format(self._random.choice(VARIABLES[:4]) if "del" in target else self.expression(depth), self.expression(1))

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
        lines = self._suite(f"if {self.expression(2)}", depth)
        for _ in range(self._random.choice([0, 0, 1, 2])):
            lines += self._suite(f"elif {self.expression(2)}", depth)
        return lines + (self._suite("else", depth) if self._random.random() < 0.4 else [])

    def _for(self, depth: int) -> list[str]:
        word = self._random.choice(["for", "for", "for", "for", "async for"])
        lines = self._suite(f"{word} {self._target()} in {self.expression(2)}", depth)
        return lines + (self._suite("else", depth) if self._random.random() < 0.2 else [])

    def _while(self, depth: int) -> list[str]:
        lines = self._suite(f"while {self.expression(2)}", depth)
        return lines + (self._suite("else", depth) if self._random.random() < 0.2 else [])

    def _with(self, depth: int) -> list[str]:
        items = ", ".join(
            self.expression(2) + self._random.choice(["", " as h", " as (x, y)"]) for _ in range(self._random.choice([1, 1, 2]))
        )
        forms = ("with {}", "with ({},)", "async with {}", "with torch.no_grad(), {}", "with torch.autocast('cuda'), {}")
        return self._suite(self._random.choice(forms).format(items), depth)

    def _try(self, depth: int) -> list[str]:
        lines = self._suite("try", depth)
        star = self._random.choice(["except", "except", "except", "except*"])
        for _ in range(self._random.randint(0, 2)):
            lines += self._suite(f"{star} ({self.expression(1)}){self._random.choice(['', ' as error'])}", depth)
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
        return [self._random.choice((*forms, f"@{self.expression(1)}")) for _ in range(self._random.choice([0, 0, 0, 1, 2]))]

    def _parameters(self) -> str:
        parts = [self._random.choice(["self", "x", "x: torch.Tensor"])]
        parts += self._some_of(["y=None", "h: 'nn.Module' = nn.ReLU", f"k={self.expression(1)}", "name: str = 'relu'"])
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
            ["", "()", "(nn.Module)", "(torch.autograd.Function)", "(Net, metaclass=abc.ABCMeta)", "(*x)", f"({self.expression(1)})"]
        )
        return [*self._decorators(), *self._suite(f"class {self._random.choice(['Net', 'Block', 'A'])}{bases}", depth)]

    def _network(self, depth: int) -> list[str]:
        """A module class, so that contexts, self attributes and graph rules come into play."""
        init = [f"self.{name} = {self.torch_call(1)}" for name in ("conv", "k", "layers")]
        body = [line for _ in range(self._random.randint(1, 5)) for line in self._statement(depth)]
        one, two = self._step, self._step * 2
        head = ["class Net(nn.Module):", f"{one}def __init__(self, cfg, k=3):", f"{two}super().__init__()", *(two + line for line in init)]
        return [*head, f"{one}def forward(self, x, mask=None):", *(two + line for line in body), f"{two}return {self.expression(2)}"]

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
        return [f"match {self.expression(2)}:", *(self._step + line for case in cases for line in case)]


def _is_handler(line: str) -> bool:
    return line.startswith("except")
