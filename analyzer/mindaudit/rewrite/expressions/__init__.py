"""Expressions that the graph compiler or MindSpore takes otherwise, in a form that means the same."""
