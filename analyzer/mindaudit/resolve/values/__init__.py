"""Abstract values: atoms, join, top and bottom, and torch's catalog as values."""
