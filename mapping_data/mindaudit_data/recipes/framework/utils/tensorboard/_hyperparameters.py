"""Hyperparameters of a run, and the names of what it is judged by."""

from __future__ import annotations

import numbers
from typing import Any

import numpy as np
from mindspore import Tensor

from mindaudit_data.recipes.framework.utils.tensorboard._messages import as_array, for_plugin, summary_of


def hparams(
    hparam_dict: dict[str, Any] | None = None, metric_dict: dict[str, Any] | None = None, hparam_domain_discrete: Any = None
) -> tuple[Any, Any, Any]:
    """What the experiment has, what this run starts with, and that it ended well. Hyperparameters that are None are left out."""
    from tensorboard.plugins.hparams import metadata

    if not isinstance(hparam_dict, dict) or not isinstance(metric_dict, dict):
        raise TypeError("hyperparameters and metrics are dictionaries")
    domains = _checked(hparam_domain_discrete or {}, hparam_dict)
    values = {name: _value(name, each) for name, each in hparam_dict.items() if each is not None}
    described = [_described(name, value, domains.get(name)) for name, value in values.items()]
    metrics = [{"name": {"tag": name}} for name in metric_dict]
    return (
        _event(metadata.EXPERIMENT_TAG, experiment={"hparam_infos": described, "metric_infos": metrics}),
        _event(metadata.SESSION_START_INFO_TAG, session_start_info={"hparams": values}),
        _event(metadata.SESSION_END_INFO_TAG, session_end_info={"status": "STATUS_SUCCESS"}),
    )


def _checked(domains: Any, given: dict[str, Any]) -> dict[str, list[Any]]:
    """The values that hyperparameters can have. Raises TypeError unless they are lists of what the hyperparameters are."""
    if not isinstance(domains, dict):
        raise TypeError("values that hyperparameters can have are a dictionary of lists")
    for name, domain in domains.items():
        if name not in given or not isinstance(domain, list) or not all(isinstance(each, type(given[name])) for each in domain):
            raise TypeError(f"the values that {name} can have are a list of what {name} is")
    return domains


def _value(name: str, value: Any) -> Any:
    """The message of a value: a text or a number, which truth values are, too."""
    from google.protobuf.struct_pb2 import Value

    if isinstance(value, str):
        return Value(string_value=value)
    if isinstance(value, numbers.Number | np.generic | np.ndarray | Tensor):
        return Value(number_value=float(as_array(value).flat[0]))
    raise ValueError(f"{name} is {type(value).__name__}: hyperparameters are numbers, texts or tensors of one element")


def _described(name: str, value: Any, domain: list[Any] | None) -> dict[str, Any]:
    kind = "DATA_TYPE_STRING" if value.HasField("string_value") else "DATA_TYPE_FLOAT64"
    known = {} if domain is None else {"domain_discrete": {"values": [_value(name, each) for each in domain]}}
    return {"name": name, "type": kind, **known}


def _event(tag: str, **fields: Any) -> Any:
    from tensorboard.plugins.hparams.metadata import PLUGIN_DATA_VERSION, PLUGIN_NAME
    from tensorboard.plugins.hparams.plugin_data_pb2 import HParamsPluginData

    content = HParamsPluginData(version=PLUGIN_DATA_VERSION, **fields).SerializeToString()
    return summary_of(tag, metadata=for_plugin(PLUGIN_NAME, content))
