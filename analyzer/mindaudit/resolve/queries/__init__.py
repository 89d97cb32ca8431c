"""Queries on a resolved project, for the later steps: usages, names, contexts, limits."""
