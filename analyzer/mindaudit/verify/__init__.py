"""Runs the table's candidates against torch and writes down what came of it (`mindaudit mapping verify`).

Needs torch and MindSpore (extra `verify`). torch makes calls and results in a process of its own; MindSpore runs the substitutions that the
classifier writes for those calls in forked workers, so that one operator's crash is that operator's and no one else's.
"""
