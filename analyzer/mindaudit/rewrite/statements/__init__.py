"""Statements that the graph compiler refuses, in a form that it takes."""
