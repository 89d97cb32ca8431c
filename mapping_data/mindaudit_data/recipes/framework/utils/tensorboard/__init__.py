"""`torch.utils.tensorboard`: event files by the package tensorboard, which is imported when a writer is made."""

from mindaudit_data.recipes.framework.utils.tensorboard import summary, writer
from mindaudit_data.recipes.framework.utils.tensorboard.writer import FileWriter, SummaryWriter

__all__ = ["FileWriter", "SummaryWriter", "summary", "writer"]
