"""The replacement of a torch class or function that is passed on and later called with torch's arguments."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from mindaudit.classify import Table
from mindaudit.classify.bind import OverloadParameter, from_catalog
from mindaudit.classify.conditions import Atom, default_value, equals
from mindaudit.classify.judge import Judge
from mindaudit.classify.names import full_name, mindspore_constant
from mindaudit.classify.prepare import prepared
from mindaudit.classify.signatures import signature
from mindaudit.classify.uncalled import CHANGED
from mindaudit.hazards.framework.syntax import parsed
from mindaudit.model import ANY, Argument, Finding, Target, Usage
from mindaudit.rewrite.imports.recipe_names import is_recipe
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.usages.choice import Choice
from mindaudit.sources.syntax import parse_expression, parse_statements
from mindaudit_data import recipes

_PASSED_ON = "Whoever calls it decides what to write."


@dataclass(frozen=True, slots=True)
class StandIn:
    """A callable that takes torch's arguments and returns torch's results."""

    text: str
    finding: Finding
    """Of a call that passes every argument."""
    name: bool
    """Whether it is a name, and not a function made for the purpose."""


@lru_cache(maxsize=4096)
def stand_in(name: str, target: Target, table: Table) -> StandIn | None:
    """The replacement for all calls of a torch API, whatever their arguments; None if it depends on these."""
    overloads = table.torch_overloads(name)
    parameters = tuple(map(from_catalog, overloads[0])) if len(overloads) == 1 else ()
    if not parameters or any(p.kind not in ("both", "keyword") for p in parameters):
        return None
    own = [p for p in parameters if not p.name.startswith("_")]
    kind = api.kind if (api := table.torch_api(name)) else ""
    is_class = kind == "class"
    passed = [p for p in own if not _left_out(p.name, is_class, table)]
    everyday = [p for p in passed if p.kind != "keyword"]
    for given in (everyday, passed):
        named = _call(name, given, target, table)
        finding = named if named.substitution or kind != "function" else _call(name, given, target, table, by_place=True)
        if not finding.substitution or finding.usage.certainty != "certain" or not _is_expression(finding.substitution):
            continue
        plain = _forwarded(finding.substitution, parameters, given, target, table)
        if given is passed or len(everyday) == len(passed) or (plain and finding.verdict != "composable"):
            accepted = [p for p in own if p in given or p.name == "inplace"]
            text = plain or _lambda(accepted, finding.substitution)
            return StandIn(text, finding, bool(plain)) if text else None
    return None


def standing(finding: Finding, places: Places, judge: Judge, choice: Choice) -> Finding:
    """The finding of a name that is not called, with a replacement that is right for all its uses."""
    usage, changed = finding.usage, CHANGED[1:] in finding.reason
    if usage.kind not in ("reference", "base", "annotation") or usage.receiver is not None or (choice.applies(finding) and not changed):
        return finding
    if usage.kind == "annotation" or places.tested(usage):
        return _class(finding, judge, choice, several=usage.kind != "annotation")
    if places.typed(usage) and len(made_of(usage.torch_name, judge.target, judge.table)) == 1:
        return _class(finding, judge, choice, several=False)
    is_eager = usage.kind == "reference" and judge.target.mode == "pynative"
    if is_eager and choice.stands_for(usage.torch_name) and _takes_device(usage.torch_name, judge.table):
        # the counterpart under torch's name takes a device, too
        return replace(finding, substitution=None, reason=f"{finding.reason} {_PASSED_ON}")
    other = stand_in(usage.torch_name, judge.target, judge.table) if not usage.alternatives else None
    if other is None or not (other.name or (usage.kind == "reference" and not places.compared(usage))):
        return replace(finding, substitution=None, reason=f"{finding.reason} {_PASSED_ON}") if changed else finding
    return replace(other.finding, usage=usage, substitution=other.text)


def _class(finding: Finding, judge: Judge, choice: Choice, several: bool) -> Finding:
    """The finding of a class that is asked for or stated, with the classes that its calls become."""
    names = made_of(finding.usage.torch_name, judge.target, judge.table)
    own = [name for name in names if choice.recipes or not is_recipe(name)]
    if not own or finding.usage.alternatives:
        return finding
    written = own if several else own[:1]
    recipe = next(filter(is_recipe, written), None)
    text = written[0] if len(written) == 1 else f"({', '.join(written)})"
    return replace(finding, verdict="equivalent", substitution=text, recipe=recipe)


def _takes_device(name: str, table: Table) -> bool:
    """Whether a function of torch takes a device, which a stand-in does without: those that make tensors."""
    api = table.torch_api(name)
    is_function = api is not None and api.kind != "class"
    return is_function and any(p.name == "device" for each in table.torch_overloads(name) for p in map(from_catalog, each))


def _is_expression(text: str) -> bool:
    """Whether a substitution is no statement, as those of in-place functions can be."""
    tree = parsed(text)
    return tree is not None and [type(each) for each in tree.body] == [ast.Expr]


def _left_out(parameter: str, is_class: bool, table: Table) -> bool:
    """Whether a stand-in does without a parameter: device and the like."""
    return bool(table.drop_rules(parameter)) and (parameter != "dtype" or is_class)


def _call(name: str, parameters: Sequence[OverloadParameter], target: Target, table: Table, by_place: bool = False) -> Finding:
    """The finding of a call that passes every parameter under its own name, or by its place: documented names can be others."""
    text, arguments = f"{name}(", []
    for parameter in parameters:
        keyword = None if by_place and parameter.kind != "keyword" else parameter.name
        text += f"{keyword}=" if keyword else ""
        arguments.append(Argument((len(text), len(text) + len(parameter.name)), keyword, "", ANY))
        text += f"{parameter.name}, "
    text += ")"
    usage = Usage((0, len(text)), "call", name, "certain", callee=(0, len(name)), arguments=tuple(arguments))
    return Judge(text, target, table, frozenset()).finding(usage)


def _forwarded(
    text: str, parameters: Sequence[OverloadParameter], passed: Sequence[OverloadParameter], target: Target, table: Table
) -> str | None:
    """The name that a text calls, if it takes the same parameters at the same places, with the same defaults."""
    call = parse_expression(text)
    if not isinstance(call, ast.Call):
        return None
    name = ast.unparse(call.func)
    theirs = parameters_of(name, target, table)
    places = {each.name: place for place, each in enumerate(theirs)}
    given = {each.name: ast.unparse(value) for each, value in zip(theirs, call.args, strict=False)}
    given |= {keyword.arg or "": ast.unparse(keyword.value) for keyword in call.keywords}
    names = {each.name for each in passed}
    own = {key: value for key, value in given.items() if key not in names}
    if not names <= given.keys() or not given.keys() <= places.keys() or any(given[each] != each for each in names):
        return None
    if any(value != theirs[places[key]].default for key, value in own.items()):
        return None
    return name if all(_same_place(place, each, theirs, places, names) for place, each in enumerate(parameters)) else None


def _same_place(
    place: int, ours: OverloadParameter, theirs: Sequence[OverloadParameter], places: Mapping[str, int], passed: Collection[str]
) -> bool:
    """Whether a parameter can be given in the same ways and has the same default; one that is never passed on need not be there."""
    if ours.name not in passed:
        return ours.name != "inplace" or ours.name in places
    own = places[ours.name]
    return (own == place or ours.kind == "keyword") and _alike(ours, theirs[own])


def _alike(ours: OverloadParameter, theirs: OverloadParameter) -> bool:
    if (ours.default is None) != (theirs.default is None) or ours.default == theirs.default:
        return ours.default == theirs.default
    mine, other = default_value(ours.default or ""), default_value(theirs.default or "")
    return mine.constant and other.constant and equals(mine, other.literal) is True


def parameters_of(name: str, target: Target, table: Table) -> Sequence[OverloadParameter]:
    """The parameters of a MindSpore API or a recipe, as substitutions name it; none where they are not known."""
    if "." not in name and name in dir(recipes):
        return _of_recipe(name)
    full = full_name(name)
    return (signature(full, target.mindspore, table) or ()) if full else ()


@lru_cache(maxsize=256)
def _of_recipe(name: str) -> tuple[OverloadParameter, ...]:
    """The parameters of a recipe, read off its source."""
    tree = parse_statements(recipes.source(name))
    node = next(each for each in tree.body if isinstance(each, ast.FunctionDef | ast.ClassDef) and each.name == name)
    if isinstance(node, ast.ClassDef):
        found = [each for each in node.body if isinstance(each, ast.FunctionDef) and each.name == "__init__"]
        return _listed(found[0].args, 1) if found else ()
    return _listed(node.args, 0)


def _listed(arguments: ast.arguments, skipped: int) -> tuple[OverloadParameter, ...]:
    positional = [*arguments.posonlyargs, *arguments.args]
    defaults = [None] * (len(positional) - len(arguments.defaults)) + [ast.unparse(each) for each in arguments.defaults]
    found = [OverloadParameter(each.arg, "both", default) for each, default in zip(positional, defaults, strict=True)]
    keyword = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
    return (*found[skipped:], *(OverloadParameter(each.arg, "keyword", ast.unparse(value) if value else None) for each, value in keyword))


def _lambda(parameters: Sequence[OverloadParameter], body: str) -> str | None:
    """A function of torch's parameters; None if a default cannot be written in MindSpore's words."""
    written, star = [], False
    for each in parameters:
        default = mindspore_constant(each.default or "") or each.default
        if default is not None and ("torch" in default or "..." in default or "<" in default):
            return None
        if each.kind == "keyword" and not star:
            written.append("*")
            star = True
        written.append(each.name if default is None else f"{each.name}={default}")
    return f"(lambda {', '.join(written)}: {body})"


def _is_stated(atoms: Iterable[Atom]) -> bool:
    """Whether a candidate is only for annotations, which neither test nor create objects."""
    return any(atom.test == "kind" and atom.wanted == ("annotation",) for atom in atoms)


def made_of(name: str, target: Target, table: Table) -> tuple[str, ...]:
    """The classes that the calls of a torch class may become for a target, the likeliest first."""
    found = []
    for candidate in prepared(name, target, table):
        if candidate.answer is None or candidate.template is None or not candidate.template.plain or _is_stated(candidate.atoms):
            continue
        found.append(candidate.template.plain)
        if not candidate.atoms:
            break
    passed_on = stand_in(name, target, table)
    found += [passed_on.text] if passed_on and passed_on.name else []
    return tuple(each for each in dict.fromkeys(found) if each.rpartition(".")[2][:1].isupper())
