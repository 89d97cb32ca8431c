"""Applies findings: decides which ones, and keeps the edits small."""
