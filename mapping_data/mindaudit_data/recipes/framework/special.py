"""`torch.special`: what is called by another name than its own."""

from mindspore.mint import erf, erfc, exp2, sinc, xlogy
from mindspore.mint import sigmoid as expit
from mindspore.ops import digamma, logit, logsumexp, polygamma
from mindspore.ops import lgamma as gammaln

from mindaudit_data.recipes.error_functions import erfcx, erfinv, log_ndtr, ndtri
from mindaudit_data.recipes.exponential_units import expm1, log1p
from mindaudit_data.recipes.framework.renamed import log_softmax as log_softmax
from mindaudit_data.recipes.framework.renamed import softmax as softmax

psi = digamma
