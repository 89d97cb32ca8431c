"""`torch.version`: the release of torch whose interface stands here."""

__version__ = "2.10.0"
cuda = None
hip = None
debug = False
git_version = ""
