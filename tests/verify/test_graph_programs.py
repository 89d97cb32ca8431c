"""Whole programs, rewritten for graphs and run in graph mode, print what they print with torch."""

from __future__ import annotations

import contextlib
import io
from pathlib import Path

import pytest
from test_graph_rewrites import GRAPH, loaded

from mindaudit.rewrite.run import rewrite
from mindaudit.rewrite.usages.choice import Choice

pytestmark = pytest.mark.verify
HEAD = "import torch\nfrom torch import nn\n\n\n"
PROGRAMS = {
    "numbers that NumPy's functions give": """
import numpy as np


class Top(nn.Module):
    factor = 2

    def forward(self, x):
        n = x.shape[1]
        k = self.factor * np.ceil(np.log(n)).astype("int").item()
        k = k if k < n else n
        whole = np.prod(x.shape).item()
        half = np.floor(np.sqrt(x.size(1))).astype(np.int64)
        return x.topk(k, dim=1)[0] / np.sqrt(n), x.reshape(whole), x[:, :half], x * np.log2(n).astype(float)


print([round(each.sum().item(), 3) for each in Top()(torch.arange(20.0).reshape(2, 10))])
""",
    "arrays that share the memory of tensors": """
import numpy as np


def made():
    a = np.zeros(3, dtype=np.float32)
    t = torch.from_numpy(a)
    t.add_(1)
    a[0] = 5
    t *= 2
    return a.tolist(), t.tolist()


def given():
    t = torch.zeros(3)
    a = t.detach().numpy()
    t.fill_(2)
    a[1] = 7
    return a.tolist(), t.tolist()


print(made(), given())
""",
    "tensors that constructors and functions fill": """
class Held(nn.Module):
    def __init__(self, *shapes):
        super().__init__()
        self.items = nn.ParameterList([nn.Parameter(torch.zeros(s)) for s in shapes])
        self.table = {"a": torch.zeros(3), "b": torch.zeros(2)}
        self.rows = [torch.zeros(3), torch.zeros(2)]
        self.reset()

    def reset(self, low=0.5, high=1.0):
        for name, p in self.named_parameters():
            p.data.uniform_(low, high)
        for key in self.table:
            self.table[key].uniform_(low, high)
        for r in self.rows:
            r.uniform_(low, high)

    def forward(self, x):
        return x + self.items[0]


def fill_one(t, low=0.5):
    with torch.no_grad():
        return t.uniform_(low, 1.0)


def fill_list(ts):
    for t in ts:
        fill_one(t)


def fill_dict(d):
    for k, v in d.items():
        v.uniform_(0.5, 1)
    list(map(lambda p: p.uniform_(2.0, 3.0), [d["b"]]))


def ok(t, low=0.5, high=1.0):
    return bool(((t >= low) & (t <= high)).all())


net = Held((3,), (2,))
print([ok(p) for p in net.items], [ok(v) for v in net.table.values()], [ok(v) for v in net.rows], ok(net(torch.zeros(3))))
a, b, d = torch.zeros(3), torch.zeros(4), {"a": torch.zeros(2), "b": torch.zeros(2)}
fill_one(a)
fill_list([b])
fill_dict(d)
print(ok(a), ok(b), ok(d["a"]), ok(d["b"], 2, 3))
w = nn.Parameter(torch.zeros(4, 2))
fill_one(w)
fill_one(w.data[:1], 0.7)
w.data[1].normal_(100, 0.01)
print(ok(w[:1], 0.7), ok(w[1], 90, 110), ok(w[2:]))
getattr(net, "items")[0].data.normal_(50, 0.01)
print(ok(net.items[0], 40, 60))
for t in (a, b):
    t.mul_(2)
print(ok(a, 1, 2), ok(b, 1, 2))
""",
}


@pytest.mark.usefixtures("in_graphs")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_prints_what_it_prints_with_torch(name: str, tmp_path: Path) -> None:
    source = HEAD + PROGRAMS[name].lstrip()
    (tmp_path / "program.py").write_text(source, "utf-8")
    (outcome,) = rewrite([str(tmp_path / "program.py")], GRAPH, Choice(recipes=True))
    assert outcome.new.count("# mindaudit:") == 1  # the line that says it is rewritten
    assert printed(outcome.new, tmp_path) == printed(source, tmp_path)


def printed(source: str, folder: Path) -> str:
    """What a program prints."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        loaded(source, folder)
    return out.getvalue()
