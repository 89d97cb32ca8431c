"""The small languages of mapping rows: conditions, templates, adaptations, overloads."""

from __future__ import annotations

import pytest
from small import CPU, Row, SmallTable, judge, usages_of

from mindaudit.classify import adapt, conditions
from mindaudit.classify.argument_texts import CannotFillError, fold, substitute
from mindaudit.classify.bind import Binding, bind, overloads, parse_overload
from mindaudit.classify.names import full_name, mindspore_constant
from mindaudit.classify.syntax import alone, elements, enclosed, split, strength
from mindaudit.model import ANY, Argument, Usage, Value

TENSOR = Value(frozenset({"tensor"}), rank=2, dtype="float32")
LIST_OR_NONE = Value(frozenset({"list", "None"}))


def known(**values: Value) -> tuple[Binding, Usage]:
    given = {name: Argument((0, 0), value=value) for name, value in values.items()}
    parameters = (*parse_overload(", ".join(given)), *parse_overload("absent=None, flag=False, mode='a', size=(1, 1), strange=...")[0:])
    return Binding(parameters, given, by_name={p.name: p for p in parameters}), Usage((0, 0), "call", "torch.f", "certain")


def constant(value: object) -> Value:
    return conditions.value_of(value)


PAIR = Value(frozenset({"tuple"}), items=(constant(1), ANY))


@pytest.mark.parametrize(
    ("when", "truth"),
    [
        ("absent=None", True),
        ("given(absent)", False),
        ("not given(absent)", True),
        ("flag=False", True),
        ("flag=0", False),
        ("mode='a'", True),
        ("mode in {'b', 'c'}", False),
        ("mode not in {'b', 'c'}", True),
        ("size=(1, 1)", True),
        ("size=[1, 1]", True),
        ("size=(1, True)", False),
        ("strange=None", None),
        ("one=1", True),
        ("one=1.0", True),
        ("one=True", False),
        ("one!=2", True),
        ("one>0 & one<=1", True),
        ("one<0", False),
        ("half>=0.5", True),
        ("x<0", None),
        ("pair<0", False),
        ("any=1", None),
        ("any=1 & one=2", False),
        ("pair=(1, 2)", None),
        ("pair=(2, 2)", False),
        ("pair=(1, 2, 3)", False),
        ("x=1", False),
        ("x=None", False),
        ("whole=2.5", None),
        ("type(x)=tensor", True),
        ("type(one)=number", True),
        ("type(one)=bool|str", False),
        ("type(any)=int", None),
        ("type(pair)=tuple2", True),
        ("type(pair)=sequence3", False),
        ("type(either)=list", None),
        ("type(either)=list|None", True),
        ("type(either)=int", False),
        ("type(longer)=list2", None),
        ("type(dtype)=dtype", True),
        ("dtype=torch.bool", True),
        ("dtype=torch.int64", False),
        ("rank(x)=2|3", True),
        ("rank(x)=1", False),
        ("rank(any)=1", None),
        ("dtype(x)=float", True),
        ("dtype(x)=int|bool", False),
        ("dtype(any)=int", None),
        ("dtype(family)=int64", None),
        ("dtype(family)=float32", False),
        ("dtype(family)=int", True),
        ("constant(one)", True),
        ("constant(any)", False),
        ("named(result)", False),
        ("statement", False),
        ("kind=call|base", True),
        ("kind!=call", False),
        ("one=inf", False),
    ],
)
def test_conditions(when: str, truth: bool | None) -> None:
    binding, usage = known(
        x=TENSOR,
        one=constant(1),
        half=constant(0.5),
        any=ANY,
        pair=PAIR,
        either=LIST_OR_NONE,
        longer=Value(frozenset({"list"})),
        whole=Value(frozenset({"int"})),
        dtype=constant(conditions.TorchName("torch.bool")),
        family=Value(frozenset({"tensor"}), dtype="int"),
    )
    atoms = conditions.parse(when)
    assert conditions.conjunction(conditions.holds(atom, binding, usage) for atom in atoms) is truth


def test_what_stars_hide_is_open() -> None:
    (usage,) = usages_of("torch.f(x, *more)")
    binding = bind(parse_overload("input, dim=None"), usage, method=False)
    assert binding is not None
    (given,) = conditions.parse("given(dim)")
    (equal,) = conditions.parse("dim=None")
    assert conditions.holds(given, binding, usage) is None
    assert conditions.holds(equal, binding, usage) is None


def test_names_that_are_not_called_leave_arguments_open() -> None:
    usage = Usage((0, 0), "reference", "torch.f", "certain")
    (atom,) = conditions.parse("dim=None")
    assert conditions.holds(atom, Binding((), {}), usage) is None


@pytest.mark.parametrize(
    ("call", "overload", "bound"),
    [
        ("torch.f(1, 2)", "a, b", {"a": 1, "b": 2}),
        ("torch.f(1, b=2)", "a, b", {"a": 1, "b": 2}),
        ("torch.f(1)", "a, b", None),
        ("torch.f(1)", "a, b=3", {"a": 1}),
        ("torch.f(1, 2, 3)", "a, b", None),
        ("torch.f(1, 2)", "a, *, b", None),
        ("torch.f(1, a=2)", "a, b=3", None),
        ("torch.f(1, c=2)", "a", None),
        ("torch.f(1, c=2)", "a, **more", {"a": 1, "c": 2}),
        ("torch.f(1, 2, b=3)", "*size, b", {"b": 3}),
        ("torch.f(size=4)", "*size", {}),
    ],
)
def test_binding(call: str, overload: str, bound: dict[str, int] | None) -> None:
    (usage,) = usages_of(call)
    binding = bind(parse_overload(overload), usage, method=False)
    found = None if binding is None else {name: argument.value.literal for name, argument in binding.given.items()}
    assert found == bound


def test_overloads_take_defaults_from_the_catalog() -> None:
    table = SmallTable(torch={"torch.f": ["input", "input, dim, keepdim=False"], "torch.Tensor.g": ["dim=1"]})
    ((first, second, third),) = overloads("input, dim: int|None, keepdim", "torch.f", table, method=False)
    assert (first.default, second.default, third.default) == (None, None, "False")
    assert second.types == {"int", "None"}
    assert [[p.name for p in each] for each in overloads("", "torch.Tensor.g", table, method=True)] == [["self", "dim"]]
    assert [p.kind for p in overloads("", "torch.unknown", table, method=True)[0]] == ["both", "*", "**"]


def test_adaptations() -> None:
    found = adapt.parse("a->b; drop c: it is not needed; difference: dtype: int32; difference on cpu: NaN: lost; in-place; general")
    assert (found.renames, found.drops) == ({"a": "b"}, {"c": "it is not needed"})
    assert found.differences_on("cpu") == ("dtype: int32", "NaN: lost")
    assert found.differences_on("ascend") == ("dtype: int32",)
    assert (found.in_place, found.general) == (True, True)
    assert adapt.parse("") == adapt.NONE


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("a", "atom"),
        ("a.b(c)[d]", "atom"),
        ("(a + b)", "atom"),
        ("'s'", "atom"),
        ("None", "atom"),
        ("[1]", "atom"),
        ("(x for x in y)", "atom"),
        ("(a := 1)", "atom"),
        ("a + b", "expression"),
        ("(a) + (b)", "expression"),
        ("-1", "expression"),
        ("1", "expression"),
        ("lambda: 0", "expression"),
        ("x for x in y", "bare"),
        ("a, b", "bare"),
        ("a := 1", "bare"),
        ("not python", "expression"),
        ("a b", "expression"),
    ],
)
def test_strength(text: str, held: str) -> None:
    assert strength(text) == held


def test_parentheses_where_a_place_needs_them() -> None:
    assert enclosed("a + b", tight=True) == "(a + b)"
    assert enclosed("a + b", tight=False) == "a + b"
    assert enclosed("x for x in y", tight=False) == "(x for x in y)"
    assert alone("x\n.abs()") == "(x\n.abs())"
    assert alone("f(x,\n1)") == "f(x,\n1)"
    assert alone("a\n-b") == "(a\n-b)"


def test_splitting_respects_brackets_and_strings() -> None:
    assert split("a, f(b, c), 'd, e', {f: g}", ",") == ["a", "f(b, c)", "'d, e'", "{f: g}"]
    assert split(" ", ",") == []
    assert elements("(a, [b, c])") == ("a", "[b, c]")
    assert elements("(a, *b)") is None
    assert elements("a") is None
    assert elements("a b") is None


def test_expressions_are_computed_or_written() -> None:
    assert fold("1 - momentum", {"momentum": 0.1}) == "0.9"
    assert fold("not bias", {"bias": True}) == "False"
    assert fold("tuple(dim)", {"dim": [0, 1]}) == "(0, 1)"
    with pytest.raises(CannotFillError):
        fold("padding[0]", {"padding": 1})
    assert substitute("1 - momentum", {"momentum": "m + n"}) == "1 - (m + n)"
    assert substitute("padding[1]", {"padding": "(a, b)"}) == "b"
    assert substitute("padding[1]", {"padding": "p"}) == "p[1]"
    assert substitute("len(dim)", {"dim": "d"}) == "len(d)"


def test_names() -> None:
    assert full_name("mint.abs") == "mindspore.mint.abs"
    assert full_name("ms.Tensor") == "mindspore.Tensor"
    assert full_name("np.abs") is None
    assert mindspore_constant("torch.long") == "mindspore.int64"
    assert mindspore_constant("torch.bool") == "mindspore.bool_"
    assert mindspore_constant("torch.strided") is None


@pytest.mark.parametrize(
    ("template", "written", "expected"),
    [
        ("mint.f({input}, dtype={dtype!})", "torch.f(x)", "mint.f(x, dtype=mindspore.float32)"),
        ("mint.f({input}, {*size})", "torch.f(x, size=(1, 2))", "mint.f(x, 1, 2)"),
        ("mint.f({input}, {*size})", "torch.f(x, size=s)", "mint.f(x, *s)"),
        ("mint.f({input} * 2)", "torch.f(x + 1)", "mint.f((x + 1) * 2)"),
        ("mint.f({input}, [{size}])", "torch.f(x, size=1)", "mint.f(x, [1])"),
        ("mint.f({input}, k={size + 1?})", "torch.f(x, size=n)", "mint.f(x, k=n + 1)"),
        ("mint.f({input}, k={size + 1?})", "torch.f(x)", "mint.f(x)"),
        ("mint.g({input}, {{'a': 1}})", "torch.f(x)", "mint.g(x, {'a': 1})"),
    ],
)
def test_templates(template: str, written: str, expected: str) -> None:
    table = SmallTable([Row("torch.f", template)], {"torch.f": ["input, size=None, dtype=torch.float32"]})
    assert judge(written, table).substitution == expected


@pytest.mark.parametrize(
    ("template", "written", "said"),
    [
        ("mint.f({input}, {size})", "torch.f(x, **options)", "what **options holds cannot be seen"),
        ("mint.f({input}, {size?})", "torch.f(x, **options)", "what **options holds cannot be seen"),
        ("mint.f({input}, {other})", "torch.f(x)", "no parameter other"),
        ("mint.f({input}, {layout})", "torch.f(x)", "the default of layout is not known"),
        ("mint.f({input})", "torch.f(x, 3)", "takes no size"),
        ("mint.f({input}, {size[0]})", "torch.f(x, 3)", "size[0] has no value for this call"),
    ],
)
def test_templates_that_do_not_fit(template: str, written: str, said: str) -> None:
    table = SmallTable([Row("torch.f", template)], {"torch.f": ["input, size=None, layout=torch.strided"]})
    finding = judge(written, table)
    assert (finding.verdict, finding.substitution) == ("unknown", None)
    assert said in finding.reason


def test_entries_of_an_unpacked_dict_are_arguments() -> None:
    table = SmallTable([Row("torch.f", "mint.f({input}, dtype={dtype?})")], {"torch.f": ["input, dtype=None, device=None"]})
    options = Value(frozenset({"dict"}), entries=(("dtype", ANY), ("device", constant(None))))
    assert judge("torch.f(x, **options)", table, CPU, options=options).substitution == 'mint.f(x, dtype=options["dtype"])'
    from small import Drop

    narrow = SmallTable(
        [Row("torch.f", "mint.f({input})")], table.torch, drops=[Drop("dtype", "unpacked(dtype)", "it is float32", "dtype: d")]
    )
    finding = judge("torch.f(x, **options)", narrow, CPU, options=options)
    assert (finding.substitution, finding.differences) == ("mint.f(x)", ("dtype: d",))
    assert judge("torch.f(x, dtype=d)", narrow, CPU).verdict == "unknown"


@pytest.mark.parametrize(
    ("torch", "mindspore", "adapt", "written", "expected"),
    [
        ("input, dim=None", "x, axis=None", "input->x; dim->axis", "torch.f(x, dim=1)", "mint.f(x, axis=1)"),
        ("input, dim=None", "x, axis=None", "input->x; dim->axis", "torch.f(x, 1)", "mint.f(x, 1)"),
        ("input, dim=None", "dim, input", "", "torch.f(x, 1)", "mint.f(input=x, dim=1)"),
        ("*size, dtype=None", "*size, dtype=None", "", "torch.f(2, *more, dtype=d)", "mint.f(2, *more, dtype=d)"),
        ("*size, dtype=None", "size, dtype=None", "", "torch.f(2, 3)", "mint.f((2, 3))"),
        ("input, dim=None", "input, dim=None", "", "torch.f(*xs)", "mint.f(*xs)"),
        ("input, dim=None", "input, dim=None", "", "torch.f(x, **options)", "mint.f(x, **options)"),
        ("input, dim=None", "input, **more", "", "torch.f(x, dim=1)", "mint.f(x, dim=1)"),
        ("input, dim=None, device=None", "input, dim=None", "", "torch.f(x, device=d, dim=2)", "mint.f(x, dim=2)"),
        ("input, dim=None, stable=0", "input, dim=None", "drop stable: sorting is stable", "torch.f(x, stable=s)", "mint.f(x)"),
        ("input, dim=None", None, "dim->axis", "torch.f(x, dim=1)", "mint.f(x, axis=1)"),
        ("*size, device=None", None, "", "torch.f(2, *more, device=d)", "mint.f(2, *more)"),
        ("input, dim=None", None, "", "torch.f(*xs)", "mint.f(*xs)"),
        (None, "input, dim=None", "", "torch.f(x, dim=1)", "mint.f(x, dim=1)"),
    ],
)
def test_passing_arguments_on(torch: str | None, mindspore: str | None, adapt: str, written: str, expected: str) -> None:
    from small import Drop

    table = SmallTable(
        [Row("torch.f", "mint.f({*})", adapt=adapt)],
        {"torch.f": [torch]} if torch else {},
        {"mindspore.mint.f": mindspore} if mindspore else {},
        drops=[Drop("device", reason="MindSpore places tensors", difference="")],
    )
    finding = judge(written, table)
    assert finding.substitution == expected, finding.reason


@pytest.mark.parametrize(
    ("mindspore", "adapt", "written", "said"),
    [
        ("input, axis=None", "dim->axis", "torch.f(x, **options)", "what **options holds"),
        ("input, axis=None", "", "torch.f(*xs)", "what *xs holds"),
        ("input", "", "torch.f(x, **options)", "what **options holds"),
        ("input, dim=3", "", "torch.f(x, **options)", "what **options holds"),
        ("input", "", "torch.f(x, 5)", "mint.f takes no dim"),
    ],
)
def test_arguments_that_cannot_be_passed_on(mindspore: str, adapt: str, written: str, said: str) -> None:
    table = SmallTable([Row("torch.f", "mint.f({*})", adapt=adapt)], {"torch.f": ["input, dim=1"]}, {"mindspore.mint.f": mindspore})
    finding = judge(written, table)
    assert (finding.verdict, finding.substitution) == ("unknown", None)
    assert said in finding.reason


def test_what_is_renamed_and_left_out_is_reported() -> None:
    from small import Drop

    table = SmallTable(
        [Row("torch.f", "mint.f({*})", adapt="dim->axis")],
        {"torch.f": ["input, dim=None, sparse=False"]},
        {"mindspore.mint.f": "input, axis=None"},
        drops=[Drop("sparse", "sparse=True", "a new tensor is made", "the input keeps its old value")],
    )
    finding = judge("torch.f(x, dim=1, sparse=True)", table)
    assert "Dim is called axis." in finding.reason
    assert "Sparse is left out: a new tensor is made." in finding.reason
    assert finding.differences == ("the input keeps its old value",)


@pytest.mark.parametrize(
    ("written", "truth"),
    [
        ("torch.f(2, 3)", True),
        ("torch.f((2, 3))", True),
        ("torch.f(*sizes)", False),
        ("torch.f(2, 4)", False),
        ("torch.f(2, n)", False),
    ],
)
def test_conditions_on_sizes_given_one_by_one(written: str, truth: bool) -> None:
    rows = [Row("torch.f", "mint.f({size})", overload="*size", when="size=(2, 3)")]
    assert (judge(written, SmallTable(rows, {"torch.f": ["*size"]})).substitution is not None) is truth


def test_entries_that_a_dict_may_be_without_have_the_default_then() -> None:
    table = SmallTable([Row("torch.f", "mint.f({input}, {n?}, dtype={dtype?})")], {"torch.f": ["input, n=2, dtype=None"]})
    options = Value(frozenset({"dict"}), entries=(("dtype", Value(optional=True)), ("n", Value(optional=True))))
    finding = judge("torch.f(x, **options)", table, CPU, options=options)
    assert finding.substitution == 'mint.f(x, options.get("n", 2), dtype=options.get("dtype"))'
    chosen = SmallTable([Row("torch.f", "mint.g({input})", when="given(n)"), Row("torch.f", "mint.f({input})")], table.torch)
    assert judge("torch.f(x, **options)", chosen, CPU, options=options).verdict == "unknown"


def test_a_shape_may_be_the_empty_tuple() -> None:
    rows = [Row("torch.f", "mint.g()", when="size in {(), []}"), Row("torch.f", "mint.f({size})", when="size not in {(), []}")]
    table = SmallTable(rows, {"torch.f": ["size"]})
    assert judge("torch.f(size)", table, CPU, size=Value(frozenset({"size"}))).verdict == "unknown"
    assert judge("torch.f(size)", table, CPU, size=Value(frozenset({"int"}))).substitution == "mint.f(size)"
