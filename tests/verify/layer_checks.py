"""Holds a recipe layer against torch's: outputs, gradients, running statistics, with torch's weights carried over by name and shape."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch")
mindspore = pytest.importorskip("mindspore")

TOLERANCE = {"rtol": 1e-3, "atol": 1e-4}
STATISTICS = ("running_mean", "running_var")


def check_layer(reference: Any, recipe: Any, *inputs: Any, training: bool = False, gradient: bool = True, **options: Any) -> None:
    """Fails unless both layers give the same for these inputs, and by them and the weights the same gradients."""
    torch.manual_seed(0)
    for parameter in reference.parameters():
        torch.nn.init.uniform_(parameter, -0.5, 0.5)
    twins = carry_over(reference, recipe)
    reference.zero_grad()
    reference.train(training)
    recipe.set_train(training)
    wanted = leaves(reference(*map(to_torch, inputs), **{key: to_torch(value) for key, value in options.items()}))
    tensors = [to_mindspore(value) for value in inputs]
    options = {key: to_mindspore(value) for key, value in options.items()}
    found = leaves(recipe(*tensors, **options))
    assert len(found) == len(wanted)
    for mine, theirs in zip(found, wanted, strict=True):
        np.testing.assert_allclose(mine.asnumpy(), theirs.detach().numpy(), **TOLERANCE)
    for name, buffer in reference.named_buffers():
        if name in STATISTICS:
            np.testing.assert_allclose(twins[name].asnumpy(), buffer.numpy(), **TOLERANCE)
    trained = [name for name, parameter in reference.named_parameters() if parameter.requires_grad]
    if gradient and trained:
        compare_weight_gradients(wanted, recipe, tensors, options, [twins[name] for name in trained], list(reference.parameters()))


def carry_over(reference: Any, recipe: Any) -> dict[str, Any]:
    """Sets the recipe's parameters to torch's values: by name, else by order among those of the same shape."""
    own = dict(recipe.parameters_and_names())
    free = list(own)
    twins = {}
    for name, value in reference.state_dict().items():
        if name.endswith("num_batches_tracked"):
            continue
        place = name if name in free else next(key for key in free if tuple(own[key].shape) == tuple(value.shape))
        free.remove(place)
        own[place].set_data(mindspore.Tensor(value.numpy().copy()))
        twins[name] = own[place]
    return twins


def compare_weight_gradients(wanted: Any, recipe: Any, tensors: Any, options: Any, weights: Any, theirs: Any) -> None:
    """Holds gradients of a weighted sum of the first result."""
    pattern = np.cos(np.arange(wanted[0].numel())).astype("float32").reshape(wanted[0].shape)
    (wanted[0] * torch.from_numpy(pattern)).sum().backward()

    def total(*arguments: Any) -> Any:
        return (leaves(recipe(*arguments, **options))[0] * mindspore.Tensor(pattern)).sum()

    for weight, gradient, parameter in zip(
        weights, mindspore.grad(total, None, mindspore.ParameterTuple(weights))(*tensors), theirs, strict=True
    ):
        np.testing.assert_allclose(gradient.asnumpy(), parameter.grad.numpy(), rtol=2e-3, atol=2e-4, err_msg=weight.name)


def leaves(value: Any) -> list[Any]:
    """The tensors of nested tuples, in order."""
    if isinstance(value, (tuple, list)):
        return [leaf for item in value for leaf in leaves(item)]
    return [] if value is None else [value]


def to_torch(value: Any) -> Any:
    """Arrays as torch tensors, inside tuples too."""
    if isinstance(value, tuple):
        return tuple(map(to_torch, value))
    return torch.from_numpy(value.copy()) if isinstance(value, np.ndarray) else value


def to_mindspore(value: Any) -> Any:
    """Arrays as MindSpore tensors, inside tuples too."""
    if isinstance(value, tuple):
        return tuple(map(to_mindspore, value))
    return mindspore.Tensor(value) if isinstance(value, np.ndarray) else value
