"""Which numbers TensorBoard shows in one chart."""

from __future__ import annotations

from typing import Any

from mindaudit_data.recipes.framework.utils.tensorboard._messages import for_plugin, summary_of, texts


def custom_scalars(layout: dict[str, Any]) -> Any:
    """Charts by category and title, each with its kind, `Multiline` or `Margin`, and the tags that it shows."""
    from tensorboard.plugins.custom_scalar.layout_pb2 import Layout

    categories = [
        {"title": category, "chart": [_chart(title, kind, tags) for title, (kind, tags, *_) in charts.items()]}
        for category, charts in layout.items()
    ]
    content = Layout(category=categories).SerializeToString()
    return summary_of("custom_scalars__config__", tensor=texts([content], ()), metadata=for_plugin("custom_scalars"))


def _chart(title: str, kind: str, tags: list[str]) -> dict[str, Any]:
    if kind != "Margin":
        return {"title": title, "multiline": {"tag": tags}}
    if len(tags) != 3:
        raise ValueError(f"a margin has a value, a lower and an upper bound, not {len(tags)} tags")
    value, lower, upper = tags
    return {"title": title, "margin": {"series": [{"value": value, "lower": lower, "upper": upper}]}}
