"""The language server: what an editor shows while someone writes. It needs the extra `lsp` (pygls)."""
