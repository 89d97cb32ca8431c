"""`torch.special`: what is called by another name than its own."""

from mindspore.mint import erf, erfc, exp2, expm1, log1p, sinc, xlogy
from mindspore.mint import sigmoid as expit
from mindspore.ops import digamma, log_softmax, logit, logsumexp, polygamma, softmax
from mindspore.ops import lgamma as gammaln

from mindaudit_data.recipes.error_functions import erfcx, erfinv, log_ndtr, ndtri

psi = digamma
