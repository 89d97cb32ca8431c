"""A folder for a custom operator: an ahead-of-time kernel that calls ATen, its Python side, a test and a request to the community.

The kernel's C interface is the one that `mindspore.ops.Custom` documents for `func_type="aot"`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from string import Template

import mindaudit_data
from mindaudit.classify.candidates import find, refusal
from mindaudit.classify.torch_names import api_of
from mindaudit.errors import UsageError
from mindaudit.model import Target
from mindaudit.output.write import make_folder, write_file
from mindaudit_data import Api, ApiParameter

_PREFIXED = ("linalg", "fft", "special")


def scaffold(name: str, folder: Path, target: Target) -> list[Path]:
    """Write the folder for a torch operator and say which files it has.

    Raises UsageError for a name that is no callable of torch and for a folder that holds something already.
    """
    catalog = mindaudit_data.torch_catalog()
    api = api_of(name)
    if api.kind not in ("function", "method"):
        raise UsageError(f"{name} is no function or method of torch; write it in full, such as torch.linalg.eig")
    if folder.exists() and any(folder.iterdir() if folder.is_dir() else [folder]):
        raise UsageError(f"{folder} is not empty; name another --output")
    words = _words(api, (*catalog.parameters(name), ())[0], target)
    make_folder(folder)
    written = []
    for template in sorted(files("mindaudit.scaffold").joinpath("templates").iterdir(), key=lambda each: each.name):
        title = template.name.removesuffix(".txt")
        place = folder / (f"operator_{words['function']}.py" if title == "operator.py" else title)
        write_file(place, Template(template.read_text("utf-8")).substitute(words))
        written.append(place)
    return written


def served_by(name: str, target: Target) -> str:
    """The MindSpore code that serves a torch name on the target already, "" if none does."""
    table = mindaudit_data.load()
    rows = (candidate.row for candidate in find(name, table) if not refusal(candidate, target, table))
    return next((row.template for row in rows if row.template and not row.when), "")


def aten_name(name: str) -> str:
    """How ATen calls a public function: `torch.linalg.eig` is `linalg_eig` there."""
    *owners, last = name.split(".")
    return f"{owners[-1]}_{last}" if owners[-1] in _PREFIXED else last


def _words(api: Api, parameters: Sequence[ApiParameter], target: Target) -> Mapping[str, str]:
    """What stands for the names in the templates. Parameters without a default are taken for the tensors."""
    receiver = ["self"] if api.kind == "method" else []
    inputs = [*receiver, *(each.name for each in parameters if not each.default and not each.kind.startswith("*"))] or ["input"]
    inputs = ["tensor" if each == "self" else each for each in inputs]
    aten = aten_name(api.name)
    return {
        "torch_name": api.name,
        "function": aten.strip("_"),
        "aten": aten,
        "signature": f"{api.name}({', '.join(map(_written, parameters))})",
        "defaults": ", ".join(_written(each) for each in parameters if each.default) or "none",
        "count": str(len(inputs)),
        "inputs": ", ".join(f"tensors[{number}]" for number in range(len(inputs))),
        "parameters": ", ".join(inputs),
        "shapes": ", ".join(f"{each}_shape" for each in inputs),
        "dtypes": ", ".join(f"{each}_dtype" for each in inputs),
        "first_shape": f"{inputs[0]}_shape",
        "first_dtype": f"{inputs[0]}_dtype",
        "returns": api.returns or "not recorded",
        "mindspore": target.mindspore,
        "backend": target.backend,
        "mode": target.mode,
        "state": _state(api.name, target),
        "version": mindaudit_data.__version__,
    }


def _written(parameter: ApiParameter) -> str:
    return f"{parameter.name}={parameter.default}" if parameter.default else parameter.name


def _state(name: str, target: Target) -> str:
    """What the mapping table says of a name."""
    from mindaudit.classify import Table
    from mindaudit.classify.custom_mappings import table_of
    from mindaudit.config.schema import Config

    table: Table = table_of(Config(targets=(target,)))
    verdicts = dict.fromkeys(row.verdict for row in table.mappings(name))
    return ", ".join(verdicts) or "nothing is recorded"
