"""The program's version, as reports state it."""

__version__ = "0.2.0"
