"""One transfer function per kind of expression."""
