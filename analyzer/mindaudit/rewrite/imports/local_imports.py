"""Moves imports in functions to the top of the file where that is safe, since graph mode does not support them."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Iterator, Sequence

from mindaudit.model import Hazard
from mindaudit.rewrite.imports.bindings import Imports
from mindaudit.rewrite.imports.removal import Import
from mindaudit.rewrite.imports.settled import first_place
from mindaudit.rewrite.text.change import refused
from mindaudit.rewrite.text.edits import Edits, inside
from mindaudit.rewrite.text.lines import newline, without_statement
from mindaudit.rewrite.text.places import Places
from mindaudit.rewrite.text.trees import blocks, nodes, parsed

CODE = "MA403"
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
_OTHER = ""
"""What is bound by anything but an import."""


def add_moved(text: str, edits: Edits, hazards: Sequence[Hazard], places: Places, imports: Imports) -> list[Hazard]:
    """Adds the moves of imports that cannot fail anew and mean the same there; gives back the hazards that are left.

    Those are imports of Python's own modules and of what the rewrite replaces: another library may be missing, a module of the project may
    import this one.
    """
    waiting = refused(hazards, CODE)
    changed = [span for span, _ in edits.replaced]
    done: list[Hazard] = []
    lines: dict[str, None] = {}
    there = {meaning for statement in places.tree.body for meaning in meanings(statement)}
    for statement, function, alone in _imports(parsed(text)) if waiting else ():
        span = places.span(statement)
        hazard = waiting.get(span)
        if hazard is None or hazard in done or any(inside(each, [span]) for each in changed):
            continue
        sure = _is_sure(statement, imports) and _means_the_same(statement, function, places.tree)
        if sure and (removed := without_statement(text, span, alone)):
            edits.replaced.append(removed)
            lines |= {} if set(meanings(statement)) <= there else {ast.unparse(statement): None}
            done.append(hazard)
    place = first_place(text, places.tree)
    edits.replaced += [((place, place), "".join(f"{line}{newline(text)}" for line in lines))] if lines else []
    return [each for each in hazards if each not in done]


def _imports(tree: ast.Module) -> Iterator[tuple[Import, ast.AST, bool]]:
    """The imports inside of functions, each with the function and with whether its block has nothing but imports."""
    for function in nodes(tree):
        inner = ast.walk(function) if isinstance(function, _FUNCTIONS) else ()
        for block in (block for node in inner for block in blocks(node)):
            alone = all(isinstance(statement, Import) for statement in block)
            yield from ((statement, function, alone) for statement in block if isinstance(statement, Import))


def _is_sure(statement: Import, imports: Imports) -> bool:
    """Whether the import cannot fail wherever the rewritten file is imported."""
    modules = imports.modules(statement)
    return bool(modules) and all(module.partition(".")[0] in sys.stdlib_module_names or imports.home(module) for module in modules)


def _means_the_same(statement: Import, function: ast.AST, tree: ast.Module) -> bool:
    """Whether nothing else in the function or at the top of the file has a name that the statement binds."""
    bound = dict(meanings(statement))
    local = [meaning for node in ast.walk(function) for meaning in meanings(node)]
    rest = [meaning for node in _at_the_top(tree) for meaning in meanings(node)]
    return not any(hasattr(builtins, name) or name == "*" for name in bound) and all(
        bound.get(name, origin) == origin for name, origin in (*local, *rest)
    )


def _at_the_top(tree: ast.Module) -> Iterator[ast.AST]:
    """The nodes that run when the file is imported, without the bodies of functions and classes."""
    waiting: list[ast.AST] = [*tree.body]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (*_FUNCTIONS, ast.ClassDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)


def meanings(node: ast.AST) -> Iterator[tuple[str, str]]:
    """The names that a node binds, with what it stands for."""
    match node:
        case ast.Import(names=names):
            yield from ((alias.asname, alias.name) if alias.asname else (alias.name.partition(".")[0],) * 2 for alias in names)
        case ast.ImportFrom(module=module, level=level, names=names):
            yield from ((alias.asname or alias.name, f"{'.' * level}{module}:{alias.name}") for alias in names)
        case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
            yield name, _OTHER
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name, _OTHER
        case ast.Global(names=names) | ast.Nonlocal(names=names):
            yield from ((name, _OTHER) for name in names)
        case _:
            pass
