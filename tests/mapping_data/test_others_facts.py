"""What is read off other projects: whose tests run an API where, and who calls it."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent

import pytest

import mindaudit_data
from importers import field_usage, kernel_dtypes, upstream_tests

TEST = """
import mindspore as ms
from mindspore import mint, ops, context
from tests.helpers import TEST_OP, arg_mark

{everywhere}

def helper(x):
    return mint.add(x, x).exp()


@arg_mark(plat_marks=["platform_ascend910b", "cpu_linux"], level_mark="level0")
{decorator}
def test_it({parameters}):
    {statement}
    helper(ms.Tensor(1))


def test_unmarked():
    ops.sin(1)
"""


@pytest.mark.parametrize(
    ("changed", "modes"),
    [
        ({}, ["pynative"]),
        ({"statement": "context.set_context(mode=context.GRAPH_MODE)"}, ["graph"]),
        ({"everywhere": "context.set_context(mode=ms.GRAPH_MODE)"}, ["graph"]),
        ({"decorator": '@parametrize("mode", ["pynative", "KBK"])', "parameters": "mode"}, ["graph", "pynative"]),
        ({"statement": "ms.jit(helper)(1)"}, ["graph"]),
        ({"statement": "TEST_OP(helper, [[1]])"}, ["graph", "pynative"]),
        ({"statement": "TEST_OP(helper, [[1]], disable_mode=['GRAPH_MODE_O0', 'GRAPH_MODE'])"}, ["pynative"]),
    ],
)
def test_tests_with_their_backends_and_modes(tmp_path: Path, changed: dict[str, str], modes: list[str]) -> None:
    parts = {"everywhere": "", "decorator": "", "parameters": "", "statement": "pass"} | changed
    (tmp_path / "mint").mkdir()
    (tmp_path / "mint" / "test_add.py").write_text(TEST.format(**parts))
    (tmp_path / "mint" / "broken.py").write_text("def")
    rows = [row for row in upstream_tests.rows(tmp_path) if row[0] in ("mindspore.mint.add", "mindspore.Tensor.exp", "mindspore.ops.sin")]
    expected = [
        (name, backend, mode, "1")
        for name in ("mindspore.Tensor.exp", "mindspore.mint.add")
        for backend in ("ascend", "cpu")
        for mode in modes
    ]
    assert rows == expected


def test_calls_of_a_project_with_their_keywords(tmp_path: Path) -> None:
    project = tmp_path / "mindwhat"
    project.mkdir()
    source = """
        import numpy as np
        from mindspore import ops as O
        O.cat(a, axis=1)
        O.cat(b)
        np.abs(x)
        x.abs()
    """
    (project / "a.py").write_text(dedent(source))
    assert list(field_usage.rows([project])) == [
        ("mindspore.Tensor.abs", "ascend", "mindwhat", "1", ""),
        ("mindspore.ops.cat", "ascend", "mindwhat", "2", "axis"),
    ]


def test_what_is_known_of_one_name_is_known_of_all_names_of_an_api() -> None:
    table = mindaudit_data.load()
    same = mindaudit_data.mindspore_catalog().same("mindspore.mint.abs")
    assert {"mindspore.mint.abs", "mindspore.ops.abs", "mindspore.Tensor.abs"} <= set(same)
    assert table.tested("mindspore.mint.abs", "ascend", "graph") == table.tested("mindspore.ops.abs", "ascend", "graph") > 0
    assert {use.project for use in table.used("mindspore.ops.matmul", "ascend")} >= {"mindformers"}
    assert table.used("mindspore.ops.matmul", "gpu") == []


PAGE = """
# {name}
<table><tbody>
<tr><td>out</td><td>输出</td><td>-</td><td>-</td><td>INT8</td></tr>
<tr><td>self</td><td>输入</td><td>-</td><td>see &lt;b&gt;</td><td>FLOAT、FLOAT16、<b>DOUBLE</b></td></tr>
<tr><td>other</td><td>输入</td><td>-</td><td>-</td><td>BOOL</td></tr>
</tbody></table>
- some devices：self额外支持BFLOAT16。
"""
DEFINITION = "{name}:\n  args:\n    input:\n      dtype: tensor\n  dispatch:\n    enable: True\n"


def test_dtypes_of_operators_by_their_definitions(tmp_path: Path) -> None:
    source, cann = tmp_path / "mindspore", tmp_path / "cann"
    for folder in ("python/mindspore/mint/nn", "python/mindspore/ops_generate/pyboost", "ops/op_def/yaml"):
        (source / folder).mkdir(parents=True)
    imports = "from mindspore.ops.auto_generate import exp_ext as exp, own\nfrom mindspore.ops.functional import log, missing\nimport os\n"
    (source / "python/mindspore/mint/__init__.py").write_text(imports)
    (source / "python/mindspore/mint/nn/functional.py").write_text("from mindspore.ops import log as logarithm\n")
    (source / "python/mindspore/ops_generate/pyboost/aclnn_config.yaml").write_text("ExpExt: 'aclnnExp'\n")
    (source / "ops/op_def/yaml/exp_ext_op.yaml").write_text(DEFINITION.format(name="exp_ext") + "    Ascend: ExpExtAscend\n")
    (source / "ops/op_def/yaml/own_op.yaml").write_text(DEFINITION.format(name="own") + "    Ascend: OwnAscend\n")
    (source / "ops/op_def/yaml/log_op.yaml").write_text(DEFINITION.format(name="log"))
    for place in ("math/exp/docs/aclnnExp&aclnnInplaceExp.md", "math/own/docs/aclnnOwn.md", "experimental/log/docs/aclnnLog.md"):
        (cann / place).parent.mkdir(parents=True)
        (cann / place).write_text(PAGE.format(name=place), encoding="utf-8")
    taken = "float32 float16 float64 bfloat16"
    assert list(kernel_dtypes.rows(source, [cann])) == [("mindspore.mint.exp", "ascend", taken)]
    (cann / "math/log/docs").mkdir(parents=True)
    (cann / "math/log/docs/aclnnLog.md").write_text(PAGE.format(name="aclnnLog"), encoding="utf-8")
    assert [row[0] for row in kernel_dtypes.rows(source, [cann])] == [
        "mindspore.mint." + name for name in ("exp", "log", "nn.functional.logarithm")
    ]
