"""Joins the steps: paths to an Audit, in several processes where that pays."""
