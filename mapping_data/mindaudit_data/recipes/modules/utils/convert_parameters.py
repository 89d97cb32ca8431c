"""`torch.nn.utils.parameters_to_vector` and `vector_to_parameters`."""

from __future__ import annotations

from ...parameter_vectors import parameters_to_vector as parameters_to_vector
from ...parameter_vectors import vector_to_parameters as vector_to_parameters
