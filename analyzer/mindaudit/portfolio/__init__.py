"""Audits many repositories with Dask and keeps their reports in a store. It needs the extra `portfolio`."""
