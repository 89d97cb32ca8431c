"""The functions that walk libcst's nodes, by what the nodes are about; `mindaudit.collect.dispatch` says which walks what."""
