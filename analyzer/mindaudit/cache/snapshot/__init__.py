"""The snapshot of a resolved project, from which changed files are resolved again while the others keep their results.

A snapshot holds what calls pass to every parameter of the project. All other values follow from these and the facts, so they are
evaluated again where they are asked for. A changed file is resolved twice against the snapshot, with its old and with its new facts; if
other files see the same of both (its interface), whatever was passed to parameters still holds. Else the project is resolved anew.
"""
