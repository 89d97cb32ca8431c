"""The framework of rules: the view of a file, hits, wording, pages and severities."""
