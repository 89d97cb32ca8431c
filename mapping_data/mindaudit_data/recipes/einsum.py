"""`torch.einsum`; MindSpore's versions run on Ascend and GPU only."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops

from mindaudit_data.recipes.complex_arithmetic import complex_mul


def einsum(equation: str, *operands: Tensor | Sequence[Tensor]) -> Tensor:
    """Einstein's sum convention: repeated and missing labels, an ellipsis, an implicit output; contracts pair by pair, left to right.

    Each pair becomes one batched matrix product. Tolerance: that of a matrix product. Raises ValueError if labels and dimensions disagree.
    """
    first = operands[0]
    tensors: Sequence[Tensor] = first if isinstance(first, (list, tuple)) else operands
    inputs, output = _labels(equation.replace(" ", ""), [tensor.ndim for tensor in tensors])
    terms = [_without_repeats(tensor, labels) for tensor, labels in zip(tensors, inputs)]
    result, labels = terms[0]
    for position, (tensor, its_labels) in enumerate(terms[1:], 2):
        needed = output + "".join([rest for _, rest in terms[position:]])
        result, labels = _contract(result, labels, tensor, its_labels, needed)
    result, labels = _summed(result, labels, output)
    return result.transpose(tuple([labels.index(label) for label in output])) if len(output) > 1 else result


def _labels(equation: str, ranks: list[int]) -> tuple[list[str], str]:
    """One label a dimension; those under an ellipsis are named 0, 1, … from the right."""
    left, arrow, output = equation.partition("->")
    inputs, widest = left.split(","), ""
    for position, (labels, rank) in enumerate(zip(inputs, ranks)):
        if "..." in labels:
            hidden = "".join([str(d) for d in range(rank - len(labels) + 2, -1, -1) if d < rank - len(labels) + 3])
            widest = hidden if len(hidden) > len(widest) else widest
            inputs[position] = labels.replace("...", hidden)
        if len(inputs[position]) != rank:
            raise ValueError(f"einsum: {labels!r} does not label {rank} dimensions")
    if not arrow:
        every = "".join(inputs)
        output = "..." + "".join(sorted([label for label in set(every) if every.count(label) == 1 and label not in widest]))
    return inputs, output.replace("...", widest)


def _without_repeats(tensor: Tensor, labels: str) -> tuple[Tensor, str]:
    """The diagonal over labels that occur twice in one operand."""
    for label in labels:
        while labels.count(label) > 1:
            first, second = labels.index(label), labels.rindex(label)
            tensor = ops.diagonal(tensor, 0, first, second)
            labels = labels[:first] + labels[first + 1 : second] + labels[second + 1 :] + label
    return tensor, labels


def _contract(a: Tensor, a_labels: str, b: Tensor, b_labels: str, needed: str) -> tuple[Tensor, str]:
    """One batched matrix product over the labels that both have and nobody needs later."""
    a, a_labels = _summed(a, a_labels, b_labels + needed)
    b, b_labels = _summed(b, b_labels, a_labels + needed)
    batch = [label for label in a_labels if label in b_labels and label in needed]
    inner = [label for label in a_labels if label in b_labels and label not in needed]
    rows = [label for label in a_labels if label not in b_labels]
    columns = [label for label in b_labels if label not in a_labels]
    kept, left_out, right_out = [tuple([_size(label, a, a_labels, b, b_labels) for label in labels]) for labels in (batch, rows, columns)]
    shared = tuple([_size(label, a, a_labels, b, b_labels) for label in inner])
    left = _matrices(a, a_labels, [*batch, *rows, *inner], (kept, left_out, shared))
    right = _matrices(b, b_labels, [*batch, *inner, *columns], (kept, shared, right_out))
    product = ops.matmul(left, right) if inner else complex_mul(left, right)
    return product.reshape(kept + left_out + right_out), "".join([*batch, *rows, *columns])


def _size(label: str, a: Tensor, a_labels: str, b: Tensor, b_labels: str) -> int:
    """How long a dimension is of which both or one of two tensors have one; a length of one stretches."""
    if label not in b_labels:
        return int(a.shape[a_labels.index(label)])
    if label not in a_labels:
        return int(b.shape[b_labels.index(label)])
    return max(a.shape[a_labels.index(label)], b.shape[b_labels.index(label)])


def _summed(tensor: Tensor, labels: str, kept: str) -> tuple[Tensor, str]:
    # A graph goes through `enumerate` of a text only once.
    gone = tuple([axis for axis in range(len(labels)) if labels[axis] not in kept])
    return (tensor.sum(gone), "".join([label for label in labels if label in kept])) if gone else (tensor, labels)


def _matrices(tensor: Tensor, labels: str, order: list[str], sizes: tuple[tuple[int, ...], ...]) -> Tensor:
    """The tensor as a batch of matrices, by the sizes of batch, rows and columns; a size of one stretches."""
    tensor = tensor.transpose(tuple([labels.index(label) for label in order])) if len(order) > 1 else tensor
    tensor = ops.broadcast_to(tensor, sizes[0] + sizes[1] + sizes[2]) if order else tensor
    return tensor.reshape((_product(sizes[0]), _product(sizes[1]), _product(sizes[2])))


def _product(sizes: tuple[int, ...]) -> int:
    product = 1
    for size in sizes:
        product *= size
    return product
