"""Each rule's Bad example, mended by the code that the hazard offers, compiles on MindSpore and gives what it gave in PyNative mode."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
mindspore = pytest.importorskip("mindspore")

from mindaudit.collect import collect  # noqa: E402
from mindaudit.config.schema import Config  # noqa: E402
from mindaudit.hazards.checking import find  # noqa: E402
from mindaudit.hazards.framework.wording import pages  # noqa: E402
from mindaudit.model import Hazard, SourceFile, Target  # noqa: E402
from mindaudit.resolve import Project  # noqa: E402
from mindaudit.rewrite.run import rewrite  # noqa: E402
from mindaudit.rewrite.usages.choice import Choice  # noqa: E402
from mindaudit_data.recipes import manual_seed  # noqa: E402

pytestmark = pytest.mark.verify
EAGER, GRAPH = Target("2.10", "pynative", "cpu"), Target("2.10", "graph", "cpu")
HEAD = "import mindspore\nfrom mindspore import mint, ops\n\nTOTAL, NUM_BINS, NUM_CLASSES = 5, 8, 3\n\n\n"
_NUMBERS = count()

X = np.array([[1, -2, 3], [4, 5, -6]], "float32")
X4 = np.concatenate([X, X[:, :1]], 1)
SCALAR = np.array(2.0, "float32")
INPUTS: dict[str, tuple[Any, ...]] = {
    "MA201": (X, np.abs(X[::-1]) - 3),
    "MA203": (X, X[::-1].copy()),
    "MA209": (np.array([0, 3, 3, 7]),),
    "MA213": (X, np.array([2, 3]), np.array([0, 2, 1])),
    "MA301": (X * 60,),
    "MA305": (X, np.array([1, 2, 3])),
    "MA306": (X,),
    "MA409": (X,),
    "MA413": (X,),
    "MA416": (X,),
    "MA420": (X, X[::-1].copy()),
    "MA421": (X,),
    "MA433": (X4,),
    "MA434": (X4,),
    "MA437": (X,),
    "MA438": (X4,),
    "MA439": (X,),
    "MA449": (X,),
    "MA450": (X,),
    "MA453": (np.ones((2, 4), "float32"),),
    "MA455": (np.ones((2, 3), "float32"),),
    "MA465": (X4,),
    "MA466": (X,),
    "MA471": (X,),
    "MA473": (X,),
    "MA476": (X4,),
    "MA477": (X4,),
    "MA479": (X,),
    "MA480": (X,),
    "MA482": (X4,),
    "MA506": (np.eye(8, dtype="float32"), 4, 2),
    "MA508": (SCALAR, 3),
    "MA509": (X, np.array([1, 2])),
    "MA510": (X, np.array([1, 0])),
    "MA511": (X,),
    "MA512": (np.array([12, 5]),),
    "MA515": (np.arange(12, dtype="float32"),),
    "MA516": (np.ones((3, 4), "float32"),),
    "MA519": (X,),
    "MA521": (np.arange(48, dtype="float32").reshape(3, 4, 4),),
    "MA522": (X, X > 1),
    "MA523": (X,),
    "MA525": (X,),
    "MA528": (5,),
    "MA529": (X, 3),
    "MA605": (),
    "MA611": (X,),
    "MA612": (X,),
    "MA613": (np.ones((2, 3, 4, 4), "float32"),),
    "MA616": (X,),
}
"""What the last network or function of each example is called with; those without inputs get a Cell instead."""
EARLIER: dict[str, dict[str, tuple[tuple[Any, ...], dict[str, Any]]]] = {"MA416": {"Net": ((X,), {"scale": 2.0})}}
"""What others of an example are called with, by name."""
MENDED = {"MA512": "lowest", "MA612": "masked"}
"""The function that is mended where it is not the last one. PyNative mode, too, gives other values than torch: torch's are expected."""


@pytest.fixture(autouse=True)
def _eager_again() -> Iterator[None]:
    """The mode in which tests of other files begin."""
    yield
    mindspore.set_context(mode=mindspore.PYNATIVE_MODE)


def hazards(text: str) -> tuple[Hazard, ...]:
    source = SourceFile("/project/code.py", "code.py", text)
    project = Project.resolved([source], [collect(source)])
    return find(project, "code.py", text, GRAPH).found


def examples(code: str) -> list[str]:
    """The Bad examples of a rule for which a hazard of that rule offers code."""
    bad = pages()[code].body.split("## Bad\n")[1].split("\n## ")[0] if "## Bad\n" in pages()[code].body else ""
    found = re.findall(r"```python\n(.*?)```", bad, re.DOTALL)
    return [text for text in found if any(h.code == code and h.mitigation and h.mitigation.code for h in hazards(text))]


# the arrays of numpy and complex numbers that some mend one by one also stand in examples where graphs take none; recipes need imports
_NOT_ALONE = ("MA478", "MA505", "MA507", "MA518")
CASES = [(code, text) for code in pages() if code not in _NOT_ALONE for text in examples(code)]


def edits(text: str) -> Iterator[tuple[int, int, str]]:
    """Start, end and new text of each mending."""
    for hazard in hazards(text):
        if not hazard.mitigation or not hazard.mitigation.code:
            continue
        start, end = hazard.mitigation.replaces or hazard.span
        code = hazard.mitigation.code
        if hazard.code == "MA409":  # an assignment that goes before the statement
            line = text.rindex("\n", 0, start) + 1
            indent = text[line : len(text) - len(text[line:].lstrip())]
            yield line, line, f"{indent}{code}\n"
            code = code.partition("=")[0].strip()
        indent = text[text.rfind("\n", 0, start) + 1 : start]
        yield start, end, code.replace("\n", f"\n{indent}") if indent.isspace() else code


def mended(text: str) -> str:
    """The text with each mending; of one inside of another, with the inner one."""
    last = len(text)
    for start, end, code in sorted(edits(text), reverse=True):
        if end <= last:
            text = text[:start] + code + text[end:]
            last = start
    return text


def ported(text: str, folder: Path, target: Target) -> Any:
    """The module that MindSpore gets of a text."""
    path = folder / f"example{next(_NUMBERS)}.py"
    path.write_text(text, "utf-8")
    (made,) = rewrite([str(path)], Config(targets=(target,), cache=False), Choice(recipes=True))
    path.write_text(re.sub(r"\A((?:from __future__.*\n)?)", rf"\1{HEAD}", made.new), "utf-8")
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    return module


def main_of(module: Any, code: str) -> Callable[..., Any]:
    """The network of an example, else its function."""
    if code in MENDED:
        return getattr(module, MENDED[code])
    own = [value for value in vars(module).values() if getattr(value, "__module__", "") == module.__name__]
    cells = [value for value in own if isinstance(value, type) and issubclass(value, mindspore.nn.Cell)]
    function: Callable[..., Any] = cells[-1]() if cells else own[-1]
    return function


def outcome(module: Any, code: str, mode: int) -> Any:
    mindspore.set_context(mode=mode)
    manual_seed(0)
    result = main_of(module, code)(*(tensors(INPUTS[code]) or [mindspore.nn.ReLU()]))
    found = plain(result if INPUTS[code] else result(mindspore.Tensor(X)))
    for name, (inputs, options) in EARLIER.get(code, {}).items():
        own = getattr(module, name, None)
        if own is not None:
            found += plain((own() if isinstance(own, type) else own)(*tensors(inputs), **options))
    return found


def outcome_in_torch(text: str, code: str) -> Any:
    """What an example's function gives in torch."""
    torch = pytest.importorskip("torch")
    scope: dict[str, Any] = {}
    exec(text, scope)
    return [scope[MENDED[code]](*map(torch.tensor, INPUTS[code])).numpy()]


def tensors(inputs: tuple[Any, ...]) -> list[Any]:
    return [mindspore.Tensor(each) if hasattr(each, "dtype") else each for each in inputs]


def plain(value: Any) -> list[Any]:
    """The arrays of a result."""
    parts = value if isinstance(value, (list, tuple)) else [value]
    return [part.asnumpy() if hasattr(part, "asnumpy") else np.asarray(part) for part in parts]


def test_what_is_known_of_the_examples() -> None:
    assert {code for code, _ in CASES} == set(INPUTS)


@pytest.mark.parametrize(("code", "text"), CASES, ids=[code for code, _ in CASES])
def test_mended_example_compiles_and_keeps_its_values(code: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)  # the compiler dumps files where it fails
    spoilt = code in MENDED
    expected = outcome_in_torch(text, code) if spoilt else outcome(ported(text, tmp_path, EAGER), code, mindspore.PYNATIVE_MODE)
    got = outcome(ported(mended(text), tmp_path, GRAPH), code, mindspore.GRAPH_MODE)
    assert len(expected) == len(got)
    for left, right in zip(expected, got, strict=True):
        if left.dtype.kind == "U":
            assert left == right
        else:
            np.testing.assert_allclose(left, right, rtol=1e-5)
