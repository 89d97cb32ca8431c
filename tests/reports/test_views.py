"""What the formats print is computed here: tables, estimate, folders."""

from __future__ import annotations

import pytest
from samples import large, project

from mindaudit_reports import Effort, Options
from mindaudit_reports.views.apis import apis, area_of, blockers
from mindaudit_reports.views.build import as_report
from mindaudit_reports.views.clean import one_line, visible
from mindaudit_reports.views.effort import api_days, estimate
from mindaudit_reports.views.modules import modules
from mindaudit_reports.views.numbers import count, day_range, days, percent
from mindaudit_reports.views.options import Cost

REPORT = as_report(project(), Options())


@pytest.mark.parametrize(
    ("name", "table", "area"),
    [
        ("torch.nn.Conv2d", "operator", "layer"),
        ("torch.nn.Conv2d.forward", "operator", "layer"),
        ("torch.nn.functional.relu", "operator", "functional"),
        ("torch.nn.functional.cross_entropy", "operator", "loss"),
        ("torch.nn.CrossEntropyLoss", "operator", "loss"),
        ("torch.Tensor.view", "operator", "method"),
        ("torch.flatten", "operator", "function"),
        ("torch.linalg.norm", "operator", "function"),
        ("torch.nn.Module", "framework", "base"),
        ("torch.nn.Module.state_dict", "framework", "base"),
        ("torch.nn.Sequential", "framework", "container"),
        ("torch.nn.init.kaiming_normal_", "framework", "init"),
        ("torch.nn.parallel.DistributedDataParallel", "framework", "distributed"),
        ("torch.distributed.init_process_group", "framework", "distributed"),
        ("torch.optim.SGD", "framework", "optimizer"),
        ("torch.optim.lr_scheduler.StepLR", "framework", "schedule"),
        ("torch.utils.data.DataLoader", "framework", "data"),
        ("torch.cuda.amp.autocast", "framework", "amp"),
        ("torch.no_grad", "framework", "autograd"),
        ("torch.Tensor.backward", "framework", "autograd"),
        ("torch.Tensor.to", "framework", "device"),
        ("torch.save", "framework", "checkpoint"),
        ("torch.Tensor", "framework", "type"),
        ("torch.float32", "framework", "type"),
    ],
)
def test_the_table_of_an_api(name: str, table: str, area: str) -> None:
    assert area_of(name) == (table, area)


def test_an_api_is_as_bad_as_its_costliest_site() -> None:
    both = large(8), large(16)
    usages = [*as_report(both[0], Options()).usages, *as_report(both[1], Options()).usages]
    assert {api.name: api.sites for api in apis(usages)} == dict.fromkeys((api.name for api in apis(usages)), 3)
    by_name = {api.name: api for api in apis(REPORT.usages)}
    assert by_name["torch.nn.Conv2d"].counts == (("equivalent", 1),)
    assert by_name["torch.nn.Conv2d"].mindspore_names == ("mindspore.nn.Conv2d",)


def test_blockers_come_costliest_first() -> None:
    assert [api.name for api in blockers(apis(REPORT.usages), "composable", "custom-op")] == ["torch.igamma", "torch.block_diag"]


def test_the_estimate_adds_up() -> None:
    effort = Effort(8, {"custom-op": Cost((16, 32), (1, 2))}, {"error": Cost((8, 8), (0, 0))})
    every = apis(REPORT.usages)
    whole = estimate(every, REPORT.hazards, effort)
    assert whole.days == ((16 + 1 + 8) / 8, (32 + 2 + 8) / 8)
    assert [(share.name, share.distinct, share.sites) for share in whole.shares] == [("custom-op", 1, 1), ("hazards", 1, 1)]
    assert (whole.unknown_apis, whole.unknown_sites) == (1, 1)


def test_further_sites_cost_less_and_unknown_has_no_price() -> None:
    effort = Effort(1, {"supported": Cost((1, 1), (1, 2))}, {})
    by_name = {api.name: api for api in apis(as_report(large(24), Options()).usages)}
    assert api_days(by_name["torch.nn.Conv2d"], effort) == pytest.approx((1 + 1 + 1 / 2 + 1 / 3, 1 + 2 * (1 + 1 / 2 + 1 / 3)))
    assert api_days(by_name["torch.nn.Dropout"], effort) is None


def test_folders_hold_their_files() -> None:
    top, net = modules(REPORT)
    assert (top.path, top.sites, [file.path for file in top.files]) == (".", 9, ["train.py", "look.ipynb"])
    assert (net.path, net.sites, net.hazards, net.readiness) == ("net", 9, 3, round(6 / 9, 4))


def test_figures_are_not_rounded_to_all_or_nothing() -> None:
    assert [percent(share) for share in (None, 0, 0.001, 0.5, 0.9999, 1)] == ["–", "0 %", "< 1 %", "50 %", "> 99 %", "100 %"]
    assert [days(amount) for amount in (0, 0.2, 0.5, 2.3, 9.8, 1234)] == ["0", "< 0.5", "0.5", "2.5", "10", "1,234"]
    assert (day_range((1, 1.1)), day_range((1, 3)), count(12345)) == ("1", "1 – 3", "12,345")


def test_unseen_characters_are_spelled_out() -> None:
    assert visible("a\u202eb\x00\x1b[0m\n\t") == "a\\u202eb\\x00\\x1b[0m\n\t"
    assert one_line("a\n  b\u2028c", 0) == "a b\\u2028c"
    assert one_line("x" * 50, 10) == "xxxxxxxxx…"
    assert one_line("  short  ", 10) == "short"
