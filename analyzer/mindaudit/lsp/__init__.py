"""The language server, which shows results in an editor. It needs the extra `lsp` (pygls)."""
