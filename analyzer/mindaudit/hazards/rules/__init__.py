"""One rule per file, beside its page."""
