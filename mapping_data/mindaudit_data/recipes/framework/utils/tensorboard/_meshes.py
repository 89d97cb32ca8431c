"""Meshes and clouds of points."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from mindaudit_data.recipes.framework.utils.tensorboard._messages import as_array, tensor_of


def mesh(
    tag: str, vertices: Any, colors: Any, faces: Any, config_dict: Any, display_name: str | None = None, description: str | None = None
) -> Any:
    """The parts of a mesh that are given, each of the dimensions number, points and three."""
    from tensorboard.compat.proto.summary_pb2 import Summary
    from tensorboard.plugins.mesh import metadata
    from tensorboard.plugins.mesh.plugin_data_pb2 import MeshPluginData

    parts = [(MeshPluginData.VERTEX, vertices), (MeshPluginData.FACE, faces), (MeshPluginData.COLOR, colors)]
    given = [(kind, as_array(part).astype(np.float32)) for kind, part in parts if part is not None]
    components = metadata.get_components_bitmask([kind for kind, _ in given])
    config = "{}" if config_dict is None else json.dumps(config_dict, sort_keys=True)

    def value(kind: Any, array: Any) -> dict[str, Any]:
        about = metadata.create_summary_metadata(tag, display_name, kind, components, array.shape, description, json_config=config)
        return {"tag": metadata.get_instance_name(tag, kind), "tensor": tensor_of(array), "metadata": about}

    return Summary(value=[value(*each) for each in given])
