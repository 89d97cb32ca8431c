"""`torch.nn` on MindSpore: `from mindaudit_data.recipes import modules as nn`.

Every layer, container and loss of torch.nn under its own name, with torch's whole constructor, attributes, weight names, default
initialisation and behaviour under subclassing; beside them `Parameter`, `Buffer`, `functional`, `init`, `utils` and `parallel`,
in torch's places. MindSpore sees Cells and Parameters: training, checkpoints and the graph compiler work as with its own layers.
MindSpore 2.10, PyNative and graph mode.

`device` arguments are taken and left unread: MindSpore places tensors by its context. Left out: modules of
`torch.ao.nn`, but for `quantized.FloatFunctional`.
"""

from . import _numpy as _numpy
from . import _processes as _processes
from . import attention as attention
from . import common_types as common_types
from . import functional as functional
from . import init as init
from . import modules as modules
from . import parallel as parallel
from . import parameter as parameter
from . import quantized as quantized
from . import utils as utils
from .modules import *
from .parallel import DataParallel as DataParallel
from .parameter import Buffer as Buffer
from .parameter import Parameter as Parameter
from .parameter import UninitializedBuffer as UninitializedBuffer
from .parameter import UninitializedParameter as UninitializedParameter
