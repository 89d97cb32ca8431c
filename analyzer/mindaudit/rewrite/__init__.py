"""From findings to a patch: what can be written for certain is written, the rest becomes a comment above its statement."""
