"""Numbers that torch's tracers do not know yet: here all are known."""

sym_int, sym_float, sym_max, sym_min = int, float, max, min


class SymInt(int):
    """No number is one: shapes are plain numbers."""


class SymFloat(float):
    """No number is one."""


class SymBool(int):
    """No truth value is one."""


def sym_not(a: bool) -> bool:
    """The opposite."""
    return not a
