"""`torch.version`: the release of torch whose interface stands here."""

from mindaudit_data.recipes.framework.torch_version import __version__ as __version__

cuda = None
hip = None
debug = False
git_version = ""
