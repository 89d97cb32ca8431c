"""Writes random expressions on names and arguments of real APIs."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from vocabulary import ATTRIBUTES, BINARY, COMPARISONS, LITERALS, METHODS, VARIABLES, apis, conditions

import mindaudit_data


class Expressions:
    """Writes expressions of random kinds; depth bounds them."""

    def __init__(self, random: Random, slow: bool) -> None:
        """`slow` lets them hold what makes the tool look for positions the slow way."""
        self._random = random
        self._slow = slow
        self._forms: tuple[Callable[[int], str], ...] = (
            *(self._name, self._call, self._call, self.torch_call, self.torch_call, self._method, self._method, self._attribute),
            *(self._subscript, self._operation, self._comparison, self._boolean, self._lambda, self._conditional, self._display),
            *(self._comprehension, self._text, self._walrus, self._getattr),
        )

    def expression(self, depth: int) -> str:
        """One expression."""
        if depth <= 0:
            return self._random.choice(LITERALS if self._random.random() < 0.4 else VARIABLES)
        text = self._random.choice(self._forms)(depth - 1)
        return f"({text})" if self._random.random() < 0.2 else text

    def _name(self, _depth: int) -> str:
        return self._random.choice(VARIABLES)

    def _arguments(self, depth: int) -> list[str]:
        parts = [self.expression(depth) for _ in range(self._random.choice([0, 1, 1, 2, 3]))]
        return parts + self._random.choice([[], [], [], [f"*{self.expression(0)}"], ["**kwargs"], [f"dim={self.expression(0)}"]])

    def _call(self, depth: int) -> str:
        callee = self._random.choice(
            ["f", "self.conv", "self.layers[0]", "super().forward", "cfg.act", "functools.partial", "len", "map", "zip", "range"]
        )
        callee = f"({self.expression(depth)})" if self._random.random() < 0.2 else callee
        return f"{callee}({', '.join(self._arguments(depth))})"

    def torch_call(self, depth: int) -> str:
        """A call of some API, as a function, class or method."""
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
        wanted = dict(self._random.sample(conditions()[name], min(2, len(conditions()[name]))))
        parts, by_name = [], False
        for parameter in self._random.choice(signatures):
            if parameter.kind.startswith("var") or (
                parameter.default is not None and parameter.name not in wanted and self._random.random() < 0.6
            ):
                by_name = True
                continue
            by_name |= parameter.kind == "keyword" or self._random.random() < 0.2
            value = wanted.get(parameter.name) if self._random.random() < 0.7 else None
            parts.append((f"{parameter.name}=" if by_name else "") + (value or self.expression(depth)))
        return parts

    def _method(self, depth: int) -> str:
        name = self._random.choice(METHODS)
        receiver = self.expression(depth)
        receiver = f"({receiver})" if not receiver.isidentifier() else receiver
        return f"{receiver}.{name}" if self._random.random() < 0.1 else f"{receiver}.{name}({', '.join(self._arguments(depth))})"

    def _attribute(self, depth: int) -> str:
        return f"({self.expression(depth)}).{self._random.choice(ATTRIBUTES)}"

    def _subscript(self, depth: int) -> str:
        part = self.expression
        forms = ("{}", "{}:{}", ":, {}", "..., None", "::{}", "{} > {}", "-1", "{}, {}", "*{}, 0", "(1, 2)", ":{}", "mask", "x == 0")
        return f"({part(depth)})[{self._random.choice(forms).format(part(depth), part(0))}]"

    def _operation(self, depth: int) -> str:
        if self._random.random() < 0.2:
            return f"{self._random.choice(['-', '~', '+', 'not ', '--', 'not not '])}{self.expression(depth)}"
        return f"{self.expression(depth)} {self._random.choice(BINARY)} {self.expression(depth)}"

    def _comparison(self, depth: int) -> str:
        parts = [self.expression(depth) for _ in range(self._random.choice([2, 2, 2, 3]))]
        return f" {self._random.choice(COMPARISONS)} ".join(parts)

    def _boolean(self, depth: int) -> str:
        return f" {self._random.choice(['and', 'or'])} ".join(self.expression(depth) for _ in range(2))

    def _lambda(self, depth: int) -> str:
        return f"(lambda {self._random.choice(['', 'x', '*a, **k', 'x, y=1', 'x, /, *, h'])}: {self.expression(depth)})"

    def _conditional(self, depth: int) -> str:
        return f"({self.expression(depth)} if {self.expression(depth)} else {self.expression(depth)})"

    def _display(self, depth: int) -> str:
        items = [self.expression(depth) for _ in range(self._random.randint(0, 3))]
        if self._random.random() < 0.3:
            return "{" + ", ".join([*(f"{self.expression(0)}: {item}" for item in items), *self._random.choice([[], ["**kwargs"]])]) + "}"
        items += self._random.choice([[], [], ["*args"]])
        return self._random.choice(["[{}]", "({},)", "{{{},}}"]).format(", ".join(items) or "x")

    def _comprehension(self, depth: int) -> str:
        clause = f"for {self._random.choice(['x', 'x, y', 'self.k', '*x, y'])} in {self.expression(depth)}"
        clause += self._random.choice(["", "", f" if ({self.expression(depth)})", " for h in x", " async for h in y"])
        form = self._random.choice(
            ["[{} {}]", "({} {})", "{{{} {}}}", "{{x: {} {}}}", "list({} {})", "nn.Sequential(*[{} {}])", "nn.ModuleList({} {})"]
        )
        return form.format(f"({self.expression(depth)})", clause)

    def _text(self, depth: int) -> str:
        inner = self.expression(depth)
        if not set(inner) & set("'\"\\{}#\n!:=") and not inner.startswith("lambda"):
            forms = ("f'{{{}}}'", "rf'''{{{}=}}\n'''", "f'{{{}:%H:%M}}'", *(["f'a{{{}!r:>{{x}}}}b' 'c'"] if self._slow else []))
            return self._random.choice(forms).format(f" {inner}")
        plain = ("'a' 'b'", "'%s' % x", "u'é'", "'\\N{BULLET}'", "'\\x41' f'{x}'", "f'{{}}'", "b'' b'a'", "'\\d'", "f'{x:>{h}}'")
        return self._random.choice((*plain, "f'{x!r:{h}}'") if self._slow else plain)

    def _walrus(self, depth: int) -> str:
        return f"({self._random.choice(['x', 'h', 'n'])} := {self.expression(depth)})"

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
        return self._random.choice(forms).format(o=owner, l=last, n=name, e=self.expression(depth))
