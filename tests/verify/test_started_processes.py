"""Programs that start processes, rewritten for PyNative mode, print what they print with torch."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from rewritten_modules import rewritten_text

import mindaudit_data

pytestmark = pytest.mark.verify
pytest.importorskip("mindspore")
pytest.importorskip("torch")


def printed(program: Path) -> str:
    """What a program prints."""
    environment = {**os.environ, "PYTHONPATH": str(Path(mindaudit_data.__file__).parents[1])}
    ran = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, timeout=500, check=True, env=environment)
    return ran.stdout


def test_processes_compute_send_and_share_tensors(tmp_path: Path) -> None:
    source = Path(__file__).with_name("processes.py")
    rewritten = tmp_path / "processes.py"
    rewritten.write_text(rewritten_text(source), "utf-8")
    assert printed(rewritten) == printed(source)


FORKED = """
import multiprocessing
import sys
from mindspore import Tensor, multiprocessing as of_mindspore, ops
from mindspore.dataset import GeneratorDataset
from mindaudit_data.recipes import modules

def compute(queue):
    queue.put(float(ops.matmul(Tensor([[2.0]]), Tensor([[3.0]])).sum()))

print(ops.matmul(Tensor([[2.0]]), Tensor([[2.0]])).sum())
queue = multiprocessing.Queue()
for kind in (multiprocessing.Process, of_mindspore.Process, multiprocessing.get_context("fork").Process):
    process = kind(target=compute, args=(queue,))
    process.start()
    print(queue.get(timeout=100))
    process.join()
data = GeneratorDataset([1, 2, 3, 4], ["x"], num_parallel_workers=2, python_multiprocessing=True, shuffle=False)
print([int(x) for x, in data.create_tuple_iterator()])
"""


def test_every_forked_process_of_a_program_computes(tmp_path: Path) -> None:
    program = tmp_path / "forked.py"
    program.write_text(FORKED)
    assert printed(program) == "4.0\n6.0\n6.0\n6.0\n[1, 2, 3, 4]\n"
