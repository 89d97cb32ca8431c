"""Writes the results of a rewrite: formats them, puts them into notebooks, saves them with their recipes, and sums up."""
