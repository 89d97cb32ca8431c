"""Programs that draw from generators of their own: the same seed gives the same numbers, and others draw as before; each gives numbers."""

import torch


def drawn(seed):
    generator = torch.Generator()
    generator.manual_seed(seed)
    x = torch.zeros(3)
    x.normal_(1, 2, generator=generator)
    y = torch.zeros(3).uniform_(-1, 1, generator=generator)
    return [
        x.tolist(),
        y.tolist(),
        torch.zeros(3).exponential_(generator=generator).tolist(),
        torch.zeros(9).random_(0, 100, generator=generator).tolist(),
        torch.randint(0, 1000, size=(4,), generator=generator).tolist(),
        torch.randint(900, (2, 2), generator=generator, dtype=torch.int32).tolist(),
        torch.randperm(20, generator=generator).tolist(),
        torch.rand(3, generator=generator).tolist(),
        torch.randn((2, 3), generator=generator).tolist(),
        torch.randn(2, 3, generator=generator, device="cpu", dtype=torch.float32).tolist(),
        torch.normal(0.0, 1.0, (2,), generator=generator).tolist(),
        torch.normal(torch.zeros(2), torch.ones(2), generator=generator).tolist(),
        torch.bernoulli(torch.full((40,), 0.5), generator=generator).tolist(),
        torch.multinomial(torch.ones(90), 4, generator=generator).tolist(),
    ]


def of_seeds():
    first, again, other = drawn(1), drawn(1), drawn(2)
    return [
        *[float(one == two) for one, two in zip(first, again, strict=True)],
        *[float(one != two) for one, two in zip(first, other, strict=True)],
    ]


def beside_other_draws():
    torch.manual_seed(3)
    numbers = torch.rand(2).tolist()
    torch.manual_seed(3)
    drawn(5)
    return [numbers == torch.rand(2).tolist()]


def noise(shape, generator=None):
    return torch.randn(shape, generator=generator)


def of_states():
    generator = torch.Generator().manual_seed(4)
    state = generator.get_state()
    one, two = noise((3,), generator).tolist(), noise((3,), generator).tolist()
    generator.set_state(state)
    return [
        one != two,
        one == noise((3,), generator).tolist(),
        noise((2,)).shape[0],
        sorted(torch.randperm(5, generator=generator).tolist())[4],
    ]


def of_sobol_points():
    found = []
    for dimension, scramble, seed in ((1, False, None), (5, True, 7), (40, True, 2**40 + 3)):
        engine = torch.quasirandom.SobolEngine(dimension, scramble=scramble, seed=seed)
        points = [engine.draw(3), engine.fast_forward(4).draw(dtype=torch.float64), engine.reset().draw_base2(4)]
        found += [number for each in points for number in (each.shape[0], each.sum().item(), each[-1, -1].item())]
    return found


def of_states_of_all():
    torch.manual_seed(3)
    state = torch.get_rng_state()
    one, two = torch.rand(2).tolist(), torch.rand(2).tolist()
    torch.set_rng_state(state)
    again = torch.rand(2).tolist()
    with torch.random.fork_rng():
        inside = torch.rand(2).tolist()
    return [one != two, one == again, inside == torch.rand(2).tolist()]


PROGRAMS = {each.__name__: each for each in (of_seeds, beside_other_draws, of_states, of_sobol_points, of_states_of_all)}
