"""A model in both frameworks, from the same weights and inputs: what differs, and from which module on."""
