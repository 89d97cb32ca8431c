"""`torch.nn.utils.prune`."""

from ...pruning import custom_from_mask as custom_from_mask
from ...pruning import global_unstructured as global_unstructured
from ...pruning import identity as identity
from ...pruning import is_pruned as is_pruned
from ...pruning import l1_unstructured as l1_unstructured
from ...pruning import ln_structured as ln_structured
from ...pruning import random_structured as random_structured
from ...pruning import random_unstructured as random_unstructured
from ...pruning import remove as remove
from ...pruning_methods import BasePruningMethod as BasePruningMethod
from ...pruning_methods import CustomFromMask as CustomFromMask
from ...pruning_methods import Identity as Identity
from ...pruning_methods import L1Unstructured as L1Unstructured
from ...pruning_methods import LnStructured as LnStructured
from ...pruning_methods import PruningContainer as PruningContainer
from ...pruning_methods import RandomStructured as RandomStructured
from ...pruning_methods import RandomUnstructured as RandomUnstructured
