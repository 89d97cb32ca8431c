"""Rewrites files: applies the findings that are certain, and leaves a comment above the statements of the others."""
