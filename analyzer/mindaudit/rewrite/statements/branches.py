"""Changes branches that graph mode does not support into equivalent ones that it supports.

- `match` becomes a chain of `if`, if its patterns are values, classes without arguments, or `_`.
- A name that the test of an `if` assigns is assigned before the `if`.
"""

from __future__ import annotations

import ast
import itertools
from collections.abc import Iterator, Sequence

from mindaudit.hazards.queries.statements import texts_with_lines
from mindaudit.model import Hazard, Span
from mindaudit.rewrite.text.change import Change, refused
from mindaudit.rewrite.text.edits import first_inside
from mindaudit.rewrite.text.lines import indent_before, line_start, newline
from mindaudit.rewrite.text.places import Places, is_own
from mindaudit.rewrite.text.trees import blocks, nodes, parsed
from mindaudit.sources.syntax import or_none, parse_statements

MATCH = "MA410"
ASSIGNED = "MA409"
_SUBJECT = "matched"
_BRACKETS = "(", ")"
Pieces = tuple[tuple[Span, str], ...]


def chains(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """match statements as chains of `if`, whose bodies stay where they are; `straightened` moves them to the left."""
    told = refused(hazards, MATCH)
    taken = {node.id for node in nodes(parsed(text)) if isinstance(node, ast.Name)} if told else set()
    for node in nodes(parsed(text)) if told and _SUBJECT not in taken else ():
        if isinstance(node, ast.Match) and (hazard := first_inside(told, places.span(node))) and (pieces := _chain(text, node, places)):
            yield Change(places.span(node), pieces, hazard)


def _chain(text: str, node: ast.Match, places: Places) -> Pieces:
    """The pieces of a chain; empty if a pattern binds names or looks into its subject. A subject that may change gets a name."""
    start, end = places.span(node)
    indent, subject = indent_before(text, start), places.span(node.subject)
    is_plain = isinstance(node.subject, ast.Name) or (isinstance(node.subject, ast.Attribute) and is_own(node.subject.value))
    named = text[slice(*subject)] if is_plain else _SUBJECT
    keywords = [_keyword(text, case, places) for case in node.cases]
    tests = [_tests(text, case, named, places) for case in node.cases]
    if indent is None or "#" in text[subject[1] : keywords[0]]:
        return ()
    pieces: list[tuple[Span, str]] = []
    for number, (case, test) in enumerate(zip(node.cases, tests, strict=True)):
        if test is None or text[keywords[number] + len("case") : places.span(case.pattern)[0]].strip():
            return ()
        if not test and case is not node.cases[-1]:  # Python's parser takes a default before other cases, its compiler does not
            return ()
        colon, line = _colon(text, case, places), line_start(text, keywords[number])
        first, *others = test or [((colon, colon), "")]
        lead = f"{'elif' if number else 'if'} {first[1]}" if test else "else" if number else "if True"
        if number:
            pieces.append(((line, first[0][1]), f"{indent}{lead}"))
        elif is_plain:
            pieces.append(((start, first[0][1]), lead))
        else:
            opening, closing = _BRACKETS if _needs_brackets(node.subject, text[slice(*subject)]) else ("", "")
            below = f"{closing}{newline(text)}{indent}{lead}"
            pieces += [((start, subject[0]), f"{_SUBJECT} = {opening}"), ((subject[1], first[0][1]), below)]
        pieces += others
    return (*pieces, ((end, end), ""))


def _needs_brackets(subject: ast.expr, text: str) -> bool:
    """Whether a subject cannot be assigned as it stands; the brackets around it are not its own."""
    parts = subject.elts if isinstance(subject, ast.Tuple) else [subject]
    return "\n" in text or any(isinstance(part, ast.NamedExpr) for part in parts)


def _keyword(text: str, case: ast.match_case, places: Places) -> int:
    """Where the word `case` before a pattern is."""
    return text.rfind("case", 0, places.span(case.pattern)[0])


def _colon(text: str, case: ast.match_case, places: Places) -> int:
    """Where the colon behind a pattern and its guard is."""
    return text.index(":", places.span(case.guard or case.pattern)[1])


def _tests(text: str, case: ast.match_case, subject: str, places: Places) -> list[tuple[Span, str]] | None:
    """The pieces from a pattern to its colon; the first begins where the pattern does. Empty for `_`, None for what no test can say."""
    start, end = places.span(case.pattern)
    colon = _colon(text, case, places)
    found: list[tuple[Span, str]]
    match case.pattern:
        case ast.MatchAs(pattern=None, name=None):
            return [((start, places.span(case.guard)[0]), ""), ((colon, colon), "")] if case.guard else []
        case ast.MatchValue():
            found = [((start, start), f"{subject} == ")]
        case ast.MatchSingleton():
            found = [((start, start), f"{subject} is ")]
        case ast.MatchOr(patterns=patterns) if all(isinstance(each, ast.MatchValue) for each in patterns):
            ends = [(places.span(each), places.span(following)) for each, following in itertools.pairwise(patterns)]
            found = [((start, start), f"{subject} in (")]
            found += [((before[1], behind[0]), ", ") for before, behind in ends]
            found += [((end, end), ")")]
        case ast.MatchClass(cls=cls, patterns=[], kwd_patterns=[]):
            found = [((start, start), f"isinstance({subject}, "), ((places.span(cls)[1], end), ")")]
        case _:
            return None
    if case.guard:
        guard = places.span(case.guard)
        found += [((end, guard[0]), " and ("), ((guard[1], colon), ")")]
    elif text[end:colon].strip():
        return None
    return found


def assigned_before(text: str, hazards: Sequence[Hazard], places: Places) -> Iterator[Change]:
    """`if (n := f(x)) > 2:` as `n = f(x)` and `if n > 2:`; the rule reports only tests in which nothing is evaluated before."""
    told = {span: each for span, each in refused(hazards, ASSIGNED).items() if each.mitigation and each.mitigation.code}
    for branch in nodes(parsed(text)) if told else ():
        if not isinstance(branch, ast.If) or (indent := indent_before(text, places.span(branch)[0])) is None:
            continue
        for node in ast.walk(branch.test):
            hazard = told.get(places.span(node)) if isinstance(node, ast.NamedExpr) else None
            if hazard and isinstance(node, ast.NamedExpr) and _stands_alone(text[slice(*places.span(node.value))]):
                start, value, end = places.span(branch)[0], places.span(node.value), places.span(node)[1]
                before = text[start : places.span(node)[0]]
                closed = before.endswith("(") and text.startswith(")", end)
                again = f"{newline(text)}{indent}{before[:-1] if closed else before}{node.target.id}"
                yield Change(
                    (start, end + closed), (((start, value[0]), f"{node.target.id} = "), ((value[1], end + closed), again)), hazard
                )


def _stands_alone(value: str) -> bool:
    """Whether a value needs no parentheses around it to be assigned."""
    tree = or_none(parse_statements, f"_ = {value}")
    return tree is not None and len(tree.body) == 1


def straightened(text: str, before: str) -> str:
    """The text with the bodies of what was a match statement one level further to the left."""
    if not any(isinstance(node, ast.Match) for node in nodes(parsed(before))):
        return text
    while (found := next(_deep(text), None)) is not None:
        root, unit = found
        inside = {line for node in texts_with_lines(root) for line in range(node.lineno, node.end_lineno or 0)}
        lines = text.split("\n")  # not at form feeds, as the tree counts
        for number in range(root.lineno, root.end_lineno or 0):
            if number not in inside and not lines[number][: root.col_offset + unit].strip() and lines[number].strip():
                lines[number] = lines[number][unit:]
        text = "\n".join(lines)
    return text


def _deep(text: str) -> Iterator[tuple[ast.If, int]]:
    """The branches whose bodies all stand two levels further to the right, each with the width of a level."""
    tree, lines = parsed(text), text.split("\n")
    widths = {body[0].col_offset - node.col_offset for node in nodes(tree) if isinstance(node, ast.stmt) for body in blocks(node)}
    unit = min((width for width in widths if width > 0), default=0)
    for node in nodes(tree):
        if isinstance(node, ast.If) and unit and node.body[0].lineno > node.lineno:
            own_lines = [body[0] for body in _bodies(node) if not lines[body[0].lineno - 1][: body[0].col_offset].strip()]
            if all(first.col_offset - node.col_offset == 2 * unit for first in own_lines):
                yield node, unit


def _bodies(node: ast.If) -> Iterator[list[ast.stmt]]:
    """The blocks of a branch and of those that follow it by `elif` and `else`."""
    yield node.body
    match node.orelse:
        case [ast.If(col_offset=offset) as other] if offset == node.col_offset:
            yield from _bodies(other)
        case [_, *_] as body:
            yield body
