"""Hazards: places that break or slow graph compilation, and training patterns that change shape as a whole.

A rule is a module of `rules` whose name begins with its code; its page stands beside it.
"""
