"""`huggingface_hub.PyTorchModelHubMixin`: networks that are saved into a folder and loaded from one, or from the hub.

The module of huggingface_hub that has it imports torch. Uses huggingface_hub for downloads alone. No model card is written, and nothing is
pushed to the hub. Any MindSpore version, PyNative mode.
"""

from __future__ import annotations

import functools
import inspect
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

WEIGHTS = "model.safetensors"
CONFIG = "config.json"
_OF_DOWNLOADS = ("force_download", "proxies", "resume_download", "token", "cache_dir", "local_files_only", "revision")


class PyTorchModelHubMixin:
    """A base class beside `nn.Module`; keywords of a class that derives from it describe its model card."""

    _hub_mixin_config: Any = None
    _hub_mixin_info: Any

    def __init_subclass__(cls, *, tags: Any = None, **described: Any) -> None:
        """Lets the constructor of the class keep what it gets."""
        super().__init_subclass__()
        inherited = cls._hub_mixin_info.model_card_data if hasattr(cls, "_hub_mixin_info") else {}
        given = {name: value for name, value in described.items() if value is not None}
        cls._hub_mixin_info = SimpleNamespace(
            model_card_data={**inherited, **given, "tags": sorted({*inherited.get("tags", ()), *(tags or ())})}
        )
        if "__init__" in cls.__dict__:
            cls.__init__ = _keeping(cls.__init__)  # type: ignore[method-assign]

    def save_pretrained(
        self,
        save_directory: Any,
        *,
        config: Any = None,
        repo_id: str | None = None,
        push_to_hub: bool = False,
        model_card_kwargs: Any = None,
        **push_to_hub_kwargs: Any,
    ) -> str | None:
        """Writes weights and settings into a folder."""
        if push_to_hub:
            return self.push_to_hub(repo_id or Path(save_directory).name, config=config, **push_to_hub_kwargs)
        folder = Path(save_directory)
        folder.mkdir(parents=True, exist_ok=True)
        self._save_pretrained(folder)
        settings = self._hub_mixin_config if config is None else config
        if settings is not None:
            (folder / CONFIG).write_text(json.dumps(settings, sort_keys=True, indent=2), "utf-8")
        return None

    def push_to_hub(self, repo_id: str, **_: Any) -> str:
        """Raises NotImplementedError."""
        raise NotImplementedError("push_to_hub is not there for MindSpore; save_pretrained writes a folder that huggingface_hub uploads")

    @classmethod
    def from_pretrained(cls, pretrained_model_name_or_path: Any, **given: Any) -> Any:
        """A network with the settings and weights of a folder, or of a name on the hub; other keywords are its constructor's."""
        download = {name: given.pop(name, None) for name in _OF_DOWNLOADS}
        where = str(pretrained_model_name_or_path)
        settings = _settings(where, download)
        names = inspect.signature(cls.__init__).parameters
        takes_any = any(each.kind is inspect.Parameter.VAR_KEYWORD for each in names.values())
        given = {**{name: value for name, value in settings.items() if takes_any or name in names}, **given}
        if "config" in names and settings:
            given.setdefault("config", settings)
        return cls._from_pretrained(model_id=where, **download, **given)

    def _save_pretrained(self, save_directory: Path) -> None:
        from mindaudit_data.recipes.safetensors.torch import save_model

        save_model(getattr(self, "module", self), save_directory / WEIGHTS)

    @classmethod
    def _from_pretrained(cls, *, model_id: str, map_location: str = "cpu", strict: bool = False, **given: Any) -> Any:
        from mindaudit_data.recipes.safetensors.torch import load_model

        download = {name: given.pop(name, None) for name in _OF_DOWNLOADS}
        model: Any = cls(**given)
        load_model(model, _file(model_id, WEIGHTS, download), strict=strict)
        model.eval()
        return model


def _keeping(constructor: Callable[..., Any]) -> Callable[..., Any]:
    """A constructor that keeps what it gets as settings, unless that of a class derived from its own has done it."""
    names = list(inspect.signature(constructor).parameters.values())[1:]
    defaults = {each.name: each.default for each in names if each.default is not inspect.Parameter.empty}

    @functools.wraps(constructor)
    def kept(self: Any, *args: Any, **keywords: Any) -> None:
        if self._hub_mixin_config is None:
            given = {**defaults, **dict(zip((each.name for each in names), args, strict=False)), **keywords}
            self.__dict__["_hub_mixin_config"] = {name: value for name, value in given.items() if _is_plain(value)}
        constructor(self, *args, **keywords)

    return kept


def _is_plain(value: Any) -> bool:
    """Whether JSON takes a value."""
    try:
        json.dumps(value)
    except (TypeError, ValueError):
        return False
    return True


def _settings(where: str, download: dict[str, Any]) -> dict[str, Any]:
    if Path(where).is_dir() and not (Path(where) / CONFIG).exists():
        return {}
    found: dict[str, Any] = json.loads(Path(_file(where, CONFIG, download)).read_text("utf-8"))
    return found


def _file(where: str, name: str, download: dict[str, Any]) -> str:
    """A file of a folder, or of the hub."""
    if Path(where).is_dir():
        return str(Path(where) / name)
    from huggingface_hub import hf_hub_download

    return str(hf_hub_download(where, name, **{key: value for key, value in download.items() if value is not None}))
