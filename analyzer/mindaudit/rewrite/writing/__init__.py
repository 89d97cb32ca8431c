"""New texts: tidied, wrapped, put back into notebooks, saved with the recipes that they need, and summed up."""
