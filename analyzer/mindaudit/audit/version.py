"""The program's version, as reports state it."""

__version__ = "0.1.0"
