"""One transfer function a kind of expression."""
