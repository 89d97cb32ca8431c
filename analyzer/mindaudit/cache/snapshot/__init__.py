"""Snapshots: a changed file is resolved again against the snapshot of its project, while the other files keep their results.

A snapshot holds the values that calls pass to every parameter of the project. All other values follow from these and the facts, so they
are evaluated again on demand. A changed file is resolved twice against the snapshot, with its old and its new facts. If its interface is
the same in both, the values passed to parameters still hold. Otherwise the whole project is resolved again.
"""
