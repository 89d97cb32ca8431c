"""Makes the site's pages from what the tool itself reads. No page is kept that a table, a rule, a schema or a command can give."""
