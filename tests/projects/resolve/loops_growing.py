"""Loops in which names are bound by every kind of statement."""
import torch


def run(items: list[torch.Tensor], flag):
    found = []
    for item in items:
        if flag:
            first = item
        else:
            with torch.no_grad():  # -> torch.no_grad certain
                second = item
        try:
            third: torch.Tensor = item
        except ValueError as error:
            fourth = error
        else:
            fifth = item
        finally:
            sixth = item
        for inner in items:
            seventh = inner
        else:
            eighth = 1
        while flag:
            ninth = item
            break
        match flag:
            case 1:
                tenth = item

        def eleventh():
            return item

        class Twelfth:
            pass

        found.append(item)
        found[0] = item
        [thirteenth, fourteenth] = item, item
        total = item
        total += 1
        with open("x") as handle:
            handle.read()
    sixth.exp()  # -> torch.Tensor.exp certain
    fifth.exp()  # -> torch.Tensor.exp certain
    seventh.exp()  # -> torch.Tensor.exp certain
    ninth.exp()  # -> torch.Tensor.exp certain
    tenth.exp()  # -> torch.Tensor.exp certain
    thirteenth.exp()  # -> torch.Tensor.exp certain
    total.exp()  # -> torch.Tensor.exp certain
    found[0].exp()  # -> torch.Tensor.exp certain
    eleventh().exp()  # -> torch.Tensor.exp certain
    first.exp(), second.exp(), third.exp()  # -> torch.Tensor.exp certain, torch.Tensor.exp certain, torch.Tensor.exp certain


def in_place(targets, sources, rate):
    for target, source in zip(targets, sources):
        torch.add(target, source, alpha=rate, out=target)  # -> torch.add certain


MADE = []


def register_all(classes):
    for each in (torch.nn.GELU, torch.nn.Mish):
        MADE.append(each)


def made():
    return MADE[0]()  # -> torch.nn.GELU|torch.nn.Mish likely
