"""What only looks like a tensor."""
import math
import re

import numpy as np
import torch


def host(name: str, table: dict, array: np.ndarray, rows: list):
    name.split(",")
    table.values()
    table["x"].upper()
    rows.index(1)
    array.view(-1)
    np.zeros(3).sum()
    np.where(array > 0)[0].max()
    re.compile("x").match(name).group().split()
    math.ceil(2.5).bit_length()
    {1, 2}.add(3)
    "{}".format(name)
    [1, 2].sort()
    torch.device("cpu")  # -> torch.device certain


class Visitor:
    def visit(self, node):
        return node


def entry_of(visitor: Visitor):
    for part in visitor:
        part.type("x")
    return visitor[0].apply(len)
