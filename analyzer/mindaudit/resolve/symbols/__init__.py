"""Import resolution, the class hierarchy and attributes."""
