"""`torch.linalg`: what is called by another name than its own."""

from mindspore.mint import matmul
from mindspore.mint.linalg import matrix_norm

from mindaudit_data.recipes.cholesky import cholesky
from mindaudit_data.recipes.cholesky_ex import cholesky_ex
from mindaudit_data.recipes.condition_number import condition_number as cond
from mindaudit_data.recipes.cross import cross
from mindaudit_data.recipes.determinant import determinant as det
from mindaudit_data.recipes.determinant import slogdet
from mindaudit_data.recipes.eig import eig, eigvals
from mindaudit_data.recipes.eigh import eigh, eigvalsh
from mindaudit_data.recipes.householder_product import householder_product
from mindaudit_data.recipes.linalg_norm import linalg_norm as norm
from mindaudit_data.recipes.linalg_norm import linalg_vector_norm as vector_norm
from mindaudit_data.recipes.lu_decomposition import lu_decomposition as lu
from mindaudit_data.recipes.lu_decomposition import lu_factor, lu_factor_ex, lu_solve
from mindaudit_data.recipes.matrix_exp import matrix_exp
from mindaudit_data.recipes.matrix_power import matrix_power
from mindaudit_data.recipes.multi_dot import multi_dot
from mindaudit_data.recipes.qr import qr
from mindaudit_data.recipes.solve_linear import inverse as inv
from mindaudit_data.recipes.solve_linear import inverse_ex as inv_ex
from mindaudit_data.recipes.solve_linear import solve_ex, tensorinv, tensorsolve
from mindaudit_data.recipes.solve_linear import solve_linear as solve
from mindaudit_data.recipes.solve_triangular import solve_triangular
from mindaudit_data.recipes.svd import linalg_svd as svd
from mindaudit_data.recipes.svd import lstsq, matrix_rank, pinv


class LinAlgError(RuntimeError):
    """What torch raises for a matrix that has no answer."""
