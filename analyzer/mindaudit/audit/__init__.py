"""Runs the steps in order, from paths to an Audit, in several processes where that is faster."""
