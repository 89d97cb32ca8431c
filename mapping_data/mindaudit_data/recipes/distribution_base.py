"""`torch.distributions.Distribution`: what all distributions have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

import mindspore
from mindspore import Tensor, ops

from mindaudit_data.recipes import distribution_constraints as constraints
from mindaudit_data.recipes.distribution_tools import as_tensor, expanded, lazy_property
from mindaudit_data.recipes.exponentials import exp
from mindaudit_data.recipes.no_gradients import resume_recording
from mindaudit_data.recipes.size_text import size_text


class Distribution:
    """A distribution over values of `event_shape`, one for each place of `batch_shape`.

    Parameters and samples are checked only where `validate_args` is true: a check waits for the device.
    """

    has_rsample = False
    has_enumerate_support = False
    _validate_args: bool = False
    arg_constraints: ClassVar[dict[str, Any]] = {}

    @staticmethod
    def set_default_validate_args(value: bool) -> None:
        """Checks, or not, in distributions that do not say so themselves."""
        Distribution._validate_args = value

    def __init__(self, batch_shape: Sequence[int] = (), event_shape: Sequence[int] = (), validate_args: bool | None = None) -> None:
        self._batch_shape = tuple(batch_shape)
        self._event_shape = tuple(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_parameters()
        super().__init__()  # a class can be a module, too

    def _check_parameters(self) -> None:
        for name, constraint in self.arg_constraints.items():
            given = name in self.__dict__ or not isinstance(getattr(type(self), name, None), lazy_property)
            if given and not constraints.is_dependent(constraint) and not bool(constraint.check(getattr(self, name)).all()):
                raise ValueError(f"the parameter {name} of {type(self).__name__} does not satisfy {constraint!r}")

    @property
    def batch_shape(self) -> tuple[int, ...]:
        """The shape of the parameters."""
        return self._batch_shape

    @property
    def event_shape(self) -> tuple[int, ...]:
        """The shape of one value."""
        return self._event_shape

    @property
    def support(self) -> Any:
        """The set of possible values."""
        raise NotImplementedError

    @property
    def mean(self) -> Tensor:
        """The mean."""
        raise NotImplementedError

    @property
    def mode(self) -> Tensor:
        """The likeliest value."""
        raise NotImplementedError(f"{type(self)} does not implement mode")

    @property
    def variance(self) -> Tensor:
        """The variance."""
        raise NotImplementedError

    @property
    def stddev(self) -> Tensor:
        """The standard deviation."""
        return ops.sqrt(self.variance)

    def expand(self, batch_shape: Sequence[int], _instance: Any = None) -> Any:
        """The distribution with its parameters in a larger shape."""
        new = self._get_checked_instance(type(self), _instance)
        new.__dict__.update({name: value for name, value in self.__dict__.items() if name not in new.__dict__})
        new._batch_shape = tuple(batch_shape)
        for name, constraint in self.arg_constraints.items():
            if isinstance(value := self.__dict__.get(name), Tensor):
                kept = value.shape[value.ndim - constraint.event_dim :]
                new.__dict__[name] = expanded(value, (*batch_shape, *kept))
        return new

    def sample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        """Random values, through which no gradient flows."""
        return ops.stop_gradient(self.rsample(sample_shape))

    def rsample(self, sample_shape: Sequence[int] = ()) -> Tensor:
        """Random values, as differentiable functions of the parameters."""
        raise NotImplementedError

    def sample_n(self, n: int) -> Tensor:
        """`n` random values."""
        return self.sample((n,))

    def log_prob(self, value: Tensor) -> Tensor:
        """The logarithm of the density or probability of values."""
        raise NotImplementedError

    def cdf(self, value: Tensor) -> Tensor:
        """The probability of smaller values."""
        raise NotImplementedError

    def icdf(self, value: Tensor) -> Tensor:
        """The values with these probabilities of smaller ones."""
        raise NotImplementedError

    def enumerate_support(self, expand: bool = True) -> Tensor:
        """All possible values."""
        raise NotImplementedError

    def entropy(self) -> Tensor:
        """The entropy, in nats."""
        raise NotImplementedError

    def perplexity(self) -> Tensor:
        """The exponential of the entropy."""
        return exp(self.entropy())

    def _extended_shape(self, sample_shape: Sequence[int] = ()) -> tuple[int, ...]:
        return (*((sample_shape,) if isinstance(sample_shape, int) else sample_shape), *self._batch_shape, *self._event_shape)

    def _validate_sample(self, value: Any) -> None:
        """Raises ValueError if values are impossible. Does nothing where nobody asked for checks."""
        if self._validate_args and not bool(self.support.check(value).all()):
            raise ValueError(f"expected values within the support {self.support!r} of {type(self).__name__}")

    def _value(self, value: Any) -> Tensor:
        """A value as a checked tensor of a floating-point dtype."""
        tensor = as_tensor(value)
        tensor = tensor if tensor.is_floating_point() else tensor.astype(mindspore.float32)
        if self._validate_args:
            self._validate_sample(tensor)
        return tensor

    def _get_checked_instance(self, cls: type, _instance: Any = None) -> Any:
        if _instance is None and type(self).__init__ is not cls.__init__:  # type: ignore[misc]
            raise NotImplementedError(f"{type(self).__name__} defines __init__, so it must define expand too")
        return object.__new__(type(self)) if _instance is None else _instance

    def _shown(self) -> Iterable[str]:
        for name in self.arg_constraints:
            if name in self.__dict__:
                value = self.__dict__[name]
                yield f"{name}: {value}" if value.size == 1 else f"{name}: {size_text(value.shape)}"

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(self._shown())})"


class ExponentialFamily(Distribution):
    """A distribution of an exponential family: natural parameters, and the logarithm of what the density is divided by, as a function."""

    @property
    def _natural_params(self) -> tuple[Tensor, ...]:
        raise NotImplementedError

    def _log_normalizer(self, *natural_params: Tensor) -> Tensor:
        raise NotImplementedError

    @property
    def _mean_carrier_measure(self) -> Any:
        raise NotImplementedError

    def _expected(self) -> tuple[list[Tensor], Tensor, tuple[Tensor, ...]]:
        """Natural parameters, through which no gradient flows, the function of them, and its derivatives: expectations."""
        given = [ops.stop_gradient(each) for each in self._natural_params]
        slopes = mindspore.grad(lambda *each: self._log_normalizer(*each).sum(), tuple(range(len(given))))(*given)
        resume_recording()  # MindSpore has ended it there
        return given, self._log_normalizer(*given), slopes if isinstance(slopes, tuple) else (slopes,)

    def entropy(self) -> Tensor:
        carried = self._mean_carrier_measure
        given, found, slopes = self._expected()
        for parameter, slope in zip(given, slopes, strict=True):
            found = found - (parameter * slope).reshape((*self._batch_shape, -1)).sum(-1)
        return found - carried
