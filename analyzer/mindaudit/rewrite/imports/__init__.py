"""Imports, and the names that they bring: which go, which lead elsewhere, which recipes a file takes."""
