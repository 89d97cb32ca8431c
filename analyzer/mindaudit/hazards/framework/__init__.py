"""What every rule uses: the view of a file, hits, wording, pages and severities."""
