"""Remarks on places without a finding: names that stay torch's, attributes that are set, tests whether torch has something."""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Container, Iterator, Sequence

import mindaudit_data
from mindaudit.classify.judge import Judge
from mindaudit.model import ANY, Argument, Finding, Hazard, Span, ThirdParty, Usage
from mindaudit.rewrite.imports.missing import add_missing
from mindaudit.rewrite.imports.module_names import add_module_names
from mindaudit.rewrite.imports.recipe_names import imported, is_recipe
from mindaudit.rewrite.text.edits import Edits, inside
from mindaudit.rewrite.text.lines import logical_line_of, logical_lines
from mindaudit.rewrite.text.marks import unmark
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import nodes, parsed
from mindaudit.rewrite.usages.choice import LAYERS, OVERWRITTEN, TENSOR, Choice
from mindaudit.rewrite.usages.in_place import keep_in_place
from mindaudit_data import counterparts

STILL = "still torch's"
TRAINING = "MA6"
"""Begins the codes of training scripts' patterns."""
_PLACEHOLDER = re.compile(r"\{\*?(\w+)[?!]?\}")


def add_leftovers(text: str, edits: Edits, findings: Sequence[Finding], places: Places, judge: Judge, choice: Choice) -> None:
    """Notes in the edits what was left: answers for `hasattr(torch, …)`, remarks for the rest.

    With recipes a name that has a counterpart stays, and one that has none is replaced where importing the file reads it.
    """
    tree = parsed(text)
    add_module_names(text, edits, places, choice.recipes)
    edits.replaced += _asked_of_tensors(text, tree, places, judge) if places.bound else ()
    asked = list(_asked(tree, places, judge, TENSOR)) if choice.recipes else []
    edits.replaced = [each for each in edits.replaced if not inside(each[0], asked)] + [(span, "True") for span in asked]
    covered = [span for span, _ in (*edits.replaced, *edits.same)]
    if choice.recipes:
        named = list(_uses(tree, places, places.bound, ()))
        found = [(node, span) for node, span in named if not inside(span, covered)]
        documented = dict(_documented(found, places, judge))
        edits.replaced += [(span, name) for span, name in documented.items() if name]
        uses = [(places.full_name(node), span) for node, span in found if span not in documented]
        left = {each.usage.callee or each.usage.span for each in findings if not choice.applies(each)}
        # nothing is written for these, though something is for what they stand in: `mint.abs(torch.f(x))`
        uses += [(places.full_name(node), span) for node, span in named if span in left and inside(span, covered)]
        add_missing(text, tree, edits, uses, list(_absent(findings, judge, choice)), places)
    else:
        asked = [span for span in _asked(tree, places, judge) if not inside(span, covered)]
        edits.replaced += [(span, "True") for span in asked]
        covered += [*asked, *(each.usage.span for each in findings if each.verdict == "out-of-scope")]
        _remark_on_uses(text, edits, list(_uses(tree, places, places.torch_names, covered)))
    recipe = OVERWRITTEN if choice.brings(OVERWRITTEN) else ""
    keep_in_place(edits, [each for each in findings if choice.applies(each)], places, recipe)
    if not choice.modules:
        edits.remarks += _set_here(tree, findings, places, judge)


def _documented(uses: Sequence[tuple[ast.expr, Span]], places: Places, judge: Judge) -> Iterator[tuple[Span, str]]:
    """Names where only torch's documented spelling has a counterpart, in that: `data.dataloader.DataLoader` is `data.DataLoader`.

    "" where the name alone stands there, which the import brings from the counterpart.
    """
    for node, span in uses:
        name = places.full_name(node)
        parts = name.split(".")
        owners = () if counterparts.has(name) else (".".join(parts[:end]) for end in range(len(parts), 0, -1))
        apis = ((owner, judge.table.torch_api(owner)) for owner in owners)
        owner, api = next(((owner, api) for owner, api in apis if api and api.name != owner), ("", None))
        if api and counterparts.has(api.name):
            documented = api.name.split(".")
            common = next((n for n, (a, b) in enumerate(zip(parts, documented, strict=False)) if a != b), len(documented))
            kept = ast.unparse(node).split(".")[: common - len(parts)]
            yield span, ".".join((*kept, *documented[common:], *parts[owner.count(".") + 1 :])) if kept else ""


def _absent(findings: Sequence[Finding], judge: Judge, choice: Choice) -> Iterator[tuple[str, Span]]:
    """The methods read from the class Tensor that are not replaced and that MindSpore's Tensor lacks, with their places."""
    for finding in findings:
        usage = finding.usage
        if usage.kind == "reference" and usage.torch_name.startswith(TENSOR) and not choice.applies(finding):
            own = f"mindspore.{usage.torch_name.removeprefix('torch.')}"
            if judge.table.mindspore_backends(own, judge.target.mindspore) is None:
                yield usage.torch_name, usage.span


def _set_here(tree: ast.Module, findings: Sequence[Finding], places: Places, judge: Judge) -> Iterator[tuple[int, str]]:
    """Remarks on assigned attributes of layers, which may have other names in MindSpore."""
    layers = {each.usage.torch_name for each in findings if each.usage.torch_name.startswith(LAYERS)}
    for target in _set_from_outside(tree):
        names = sorted({name for layer in layers if (name := _renamed(layer, target.attr, judge))})
        if names:
            yield places.span(target)[0], f"{target.attr} is set here; MindSpore's own layers may call it {' or '.join(names)}"


def _remark_on_uses(text: str, edits: Edits, uses: Sequence[tuple[ast.expr, Span]]) -> None:
    lines = logical_lines(text)
    said = {logical_line_of(lines, place) for place, _ in edits.remarks}
    for node, span in uses:
        if logical_line_of(lines, span[0]) not in said:
            edits.remarks.append((span[0], f"{unmark(ast.unparse(node))} is {STILL}; nothing is known of this use"))


def remark_on(call: ThirdParty) -> str:
    """The remark about a call of another library that has a substitute."""
    code = _PLACEHOLDER.sub(r"\1", call.substitute)
    called = code.partition("(")[0]
    origin = f" (from mindaudit_data.recipes import {imported(called)})" if is_recipe(called) else ""
    return f"{call.name} belongs to another library; write {code}{origin}"


def remark_on_hazard(hazard: Hazard) -> str:
    """The remark about a hazard."""
    told = f"{unmark(hazard.message)} ({hazard.code})"
    return " ".join((f"{told}. {unmark(hazard.mitigation.text)}" if hazard.mitigation else told).split()).rstrip(".")


def _uses(tree: ast.Module, places: Places, names: Container[str], covered: Collection[Span]) -> Iterator[tuple[ast.expr, Span]]:
    """The longest dotted names that begin with one of some names, outside of what is covered."""
    inner: set[int] = set()
    for node in nodes(tree):
        if not isinstance(node, ast.Attribute | ast.Name) or id(node) in inner or not isinstance(node.ctx, ast.Load):
            continue
        root: ast.expr = node
        while isinstance(root, ast.Attribute):
            root = root.value
            inner.add(id(root))
        if isinstance(root, ast.Name) and root.id in names and not inside(span := places.span(node), covered):
            yield node, span


def _asked(tree: ast.Module, places: Places, judge: Judge, below: str = "") -> Iterator[Span]:
    """Where `hasattr` asks for something that the torch of the target has, and whose full name begins with `below`."""
    for node in nodes(tree):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "hasattr" and len(node.args) == 2):
            continue
        module, name = node.args
        full = places.full_name(module)
        api = judge.table.torch_api(f"{full}.{name.value}") if isinstance(name, ast.Constant) and isinstance(name.value, str) else None
        if full and f"{full}.".startswith(below) and api is not None and mindaudit_data.holds(api.since, api.until, judge.target.torch):
            yield places.span(node)


def _asked_of_tensors(text: str, tree: ast.Module, places: Places, judge: Judge) -> Iterator[tuple[Span, str]]:
    """Where `hasattr` asks an object for what all of torch's tensors have and MindSpore's do not."""
    tests = {node.test for node in nodes(tree) if isinstance(node, ast.If | ast.IfExp | ast.While)}
    for node in nodes(tree):
        match node:
            case ast.Call(func=ast.Name(id="hasattr"), args=[owner, ast.Constant(value=str(name))]) if not is_own(owner):
                own = judge.table.mindspore_backends(f"mindspore.Tensor.{name}", judge.target.mindspore)
                if own is None and judge.table.torch_api(f"{TENSOR}{name}") and not places.full_name(owner):
                    span = places.span(node)
                    new = f"isinstance({text[slice(*places.span(owner))]}, Tensor) or {text[slice(*span)]}"
                    yield span, new if node in tests else f"({new})"


def _set_from_outside(tree: ast.Module) -> Iterator[ast.Attribute]:
    """The attributes that are set on anything but `self`."""
    for node in nodes(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and not is_own(node.value):
            yield node


def _renamed(layer: str, attribute: str, judge: Judge) -> str:
    """The name of a torch layer's attribute after the rewrite; "" if it keeps its name or is none."""
    name = f"{layer}.{attribute}"
    if judge.table.torch_api(name) is None and not judge.table.mappings(name):
        return ""
    usage = Usage((0, 1), "attribute", name, "certain", receiver=Argument((0, 1), None, "", ANY))
    own = (judge.answer(usage, name).substitution or "").rpartition(".")[2]
    return own if own.isidentifier() and own != attribute else ""
