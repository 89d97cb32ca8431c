"""Visit functions for libcst's nodes, one file per group of nodes; `mindaudit.collect.dispatch` assigns them."""
