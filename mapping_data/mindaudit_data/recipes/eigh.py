"""`torch.linalg.eigh`, `eigvalsh` for batches; MindSpore's takes one matrix."""

from __future__ import annotations

from mindspore import Tensor, ops
from mindspore.scipy import linalg

from mindaudit_data.recipes.named_result import named_result


def eigh(x: Tensor, UPLO: str = "L") -> tuple[Tensor, Tensor]:  # noqa: N803 - torch's name
    """Ascending eigenvalues and eigenvectors (columns) of symmetric matrices, of which one triangle is read; signs are arbitrary."""
    matrices = x.reshape((-1, *x.shape[-2:]))
    pairs = [linalg.eigh(matrices[k], lower=UPLO == "L") for k in range(matrices.shape[0])]
    values, vectors = _real(ops.stack([value for value, _ in pairs])), ops.stack([vector for _, vector in pairs])
    return named_result((values.reshape(x.shape[:-1]), vectors.reshape(x.shape)), "eigenvalues", "eigenvectors")


def eigvalsh(x: Tensor, UPLO: str = "L") -> Tensor:  # noqa: N803 - torch's name
    """The eigenvalues alone; the gradient is that of the vectors' quadratic forms, as in torch for the whole matrix."""
    values, vectors = eigh(ops.stop_gradient(x), UPLO)
    fixed = ops.stop_gradient(vectors)
    other = ops.conj(fixed) if x.is_complex() else fixed
    return ops.stop_gradient(values) + _real((other * ops.matmul(x - ops.stop_gradient(x), fixed)).sum(-2))


def _real(x: Tensor) -> Tensor:
    """The real part: MindSpore gives the eigenvalues of complex matrices as complex numbers."""
    return ops.real(x) if x.is_complex() else x
