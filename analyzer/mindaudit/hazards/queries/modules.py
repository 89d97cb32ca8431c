"""Whether an expression is a module."""

from __future__ import annotations

from mindaudit.hazards.framework.view import FileView
from mindaudit.resolve.symbols.class_hierarchy import is_network
from mindaudit.resolve.values import atoms as at
from mindaudit.resolve.values.torch_catalog import MODULE


def module_level(view: FileView, index: int) -> int | None:
    """How sure it is that an expression is a module; None where no class of modules is known for it."""
    value = view.value(index)
    return value.level if any(is_module(view, atom) for atom in value.atoms) else None


def is_module(view: FileView, atom: at.Atom) -> bool:
    """Whether something is a module of torch's or of the project's."""
    match atom:
        case at.Instance(torch_class=name):
            return view.evaluator.torch.derives(name, MODULE)
        case at.Object(module=module, number=number):
            return is_network(view.evaluator, module, number)
    return False
