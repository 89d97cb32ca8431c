"""`torch.einsum`; MindSpore's versions run on Ascend and GPU only."""

# ruff: noqa: B905 - the graph compiler knows no strict zip
from __future__ import annotations

from collections.abc import Sequence

from mindspore import Tensor, ops


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
    gone = [axis for axis, label in enumerate(labels) if label not in output]
    result = result.sum(tuple(gone)) if gone else result
    labels = "".join([label for label in labels if label in output])
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
    sizes: dict[str, int] = {}
    for label, size in [*zip(a_labels, a.shape), *zip(b_labels, b.shape)]:
        sizes[label] = max(size, sizes.get(label, 1))
    left = _matrices(a, a_labels, sizes, batch, rows, inner)
    right = _matrices(b, b_labels, sizes, batch, inner, columns)
    shape = tuple([sizes[label] for label in [*batch, *rows, *columns]])
    product = ops.matmul(left, right) if inner else left * right
    return product.reshape(shape), "".join([*batch, *rows, *columns])


def _summed(tensor: Tensor, labels: str, kept: str) -> tuple[Tensor, str]:
    gone = tuple([axis for axis, label in enumerate(labels) if label not in kept])
    return (tensor.sum(gone), "".join([label for label in labels if label in kept])) if gone else (tensor, labels)


def _matrices(tensor: Tensor, labels: str, sizes: dict[str, int], batch: list[str], rows: list[str], columns: list[str]) -> Tensor:
    """The tensor as a batch of matrices; a size of one stretches to its label's."""
    order = [*batch, *rows, *columns]
    tensor = tensor.transpose(tuple([labels.index(label) for label in order])) if len(order) > 1 else tensor
    tensor = ops.broadcast_to(tensor, tuple([sizes[label] for label in order])) if order else tensor
    return tensor.reshape((_product(batch, sizes), _product(rows, sizes), _product(columns, sizes)))


def _product(labels: list[str], sizes: dict[str, int]) -> int:
    product = 1
    for label in labels:
        product *= sizes[label]
    return product
