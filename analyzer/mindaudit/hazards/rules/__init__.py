"""One rule a file, beside its page."""
