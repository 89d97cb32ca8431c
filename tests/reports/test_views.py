"""What the formats print is computed here: tables, estimate, folders."""

from __future__ import annotations

from dataclasses import replace

import pytest
from samples import large, older, project

from mindaudit.output.clean import one_line, visible
from mindaudit_reports import Effort, Options
from mindaudit_reports.views.apis import apis, area_of, blockers
from mindaudit_reports.views.build import as_report
from mindaudit_reports.views.difference import change_counts, diff, unlocked
from mindaudit_reports.views.effort import api_days, estimate
from mindaudit_reports.views.excerpts import Excerpt, excerpt, pulled_left
from mindaudit_reports.views.identity import identify
from mindaudit_reports.views.modules import modules
from mindaudit_reports.views.moving import parts, renamed_parameters, weight_places
from mindaudit_reports.views.numbers import count, day_range, days, percent
from mindaudit_reports.views.options import Cost
from mindaudit_reports.views.report import UsageRow
from mindaudit_reports.views.steps import steps
from mindaudit_reports.views.structure import class_and_method, folders, structure
from mindaudit_reports.views.tricks import tricks

REPORT = as_report(project(), Options())


@pytest.mark.parametrize(
    ("name", "table", "area"),
    [
        ("torch.nn.Conv2d", "operator", "layer"),
        ("torch.nn.Conv2d.weight", "framework", "attribute"),
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
    assert [(share.name, share.distinct, share.sites) for share in whole.shares] == [("custom-op", 1, 1), ("error", 1, 1)]
    assert (whole.unknown_apis, whole.unknown_sites) == (1, 1)


def test_further_sites_cost_less_and_unknown_has_no_price() -> None:
    effort = Effort(1, {"supported": Cost((1, 1), (1, 2))}, {})
    by_name = {api.name: api for api in apis(as_report(large(24), Options()).usages)}
    assert api_days(by_name["torch.nn.Conv2d"], effort) == pytest.approx((1 + 1 + 1 / 2 + 1 / 3, 1 + 2 * (1 + 1 / 2 + 1 / 3)))
    assert api_days(by_name["torch.nn.Dropout"], effort) is None


def test_folders_hold_their_files() -> None:
    top, net = modules(REPORT)
    assert (top.path, top.sites, [file.path for file in top.files]) == (".", 9, ["train.py", "look.ipynb"])
    assert (net.path, net.sites, net.hazards, net.readiness) == ("net", 9, 4, round(6 / 9, 4))


def test_figures_are_not_rounded_to_all_or_nothing() -> None:
    assert [percent(share) for share in (None, 0, 0.001, 0.5, 0.9999, 1)] == ["–", "0 %", "< 1 %", "50 %", "> 99 %", "100 %"]
    assert [days(amount) for amount in (0, 0.01, 0.22, 0.97, 2.3, 9.8, 1234)] == ["0", "< 0.1", "0.2", "1", "2.5", "10", "1,234"]
    assert (day_range((1, 1.1)), day_range((1, 3)), count(12345)) == ("1", "1 – 3", "12,345")


def test_unseen_characters_are_spelled_out() -> None:
    assert visible("a\u202eb\x00\x1b[0m\n\t") == "a\\u202eb\\x00\\x1b[0m\n\t"
    assert one_line("a\n  b\u2028c", 0) == "a b\\u2028c"
    assert one_line("x" * 50, 10) == "xxxxxxxxx…"
    assert one_line("  short  ", 10) == "short"


def test_names_survive_unrelated_edits() -> None:
    audit = project()
    before = as_report(audit, Options())
    moved = []
    for file in audit.files:
        findings = tuple(replace(one, usage=replace(one.usage, span=shift(one.usage.span))) for one in file.findings)
        hazards = tuple(replace(one, span=shift(one.span)) for one in file.hazards)
        moved.append(replace(file, text="# new\n" * 10 + file.text, findings=findings, hazards=hazards, cells=()))
    after = as_report(replace(audit, files=tuple(moved)), Options())
    scripts = [row for row in range(len(before.usages)) if "#cell" not in before.usages[row].path]
    assert [before.usages[row].line + 10 for row in scripts] == [after.usages[row].line for row in scripts]
    assert [identify(before.usages)[row] for row in scripts] == [identify(after.usages)[row] for row in scripts]
    assert identify(before.hazards) == identify(after.hazards)


def shift(span: tuple[int, int]) -> tuple[int, int]:
    return span[0] + 60, span[1] + 60


def test_equal_rows_have_names_of_their_own() -> None:
    row = REPORT.usages[0]
    assert len(set(identify([row, row, row]))) == 3


def test_names_differ_between_kinds_of_rows() -> None:
    every = [*identify(REPORT.usages), *identify(REPORT.hazards), *identify(REPORT.third_party)]
    assert len(set(every)) == len(every)


@pytest.mark.parametrize(
    ("function", "place"),
    [
        ("Net.forward", ("Net", "forward")),
        ("Outer.Inner.forward", ("Outer.Inner", "forward")),
        ("Net.forward.<locals>.helper", ("Net", "forward")),
        ("make.<locals>.Net.__init__", ("make.<locals>.Net", "__init__")),
        ("make.<locals>.helper", None),
        ("train", None),
        ("", None),
    ],
)
def test_class_and_method(function: str, place: tuple[str, str] | None) -> None:
    assert class_and_method(function) == place


def test_structure_lists_model_classes_with_their_calls() -> None:
    ((folder, (file,)),) = folders(structure(REPORT))
    assert (folder, file.path, [one.name for one in file.classes]) == ("net", "net/model.py", ["Block"])
    init, forward = file.classes[0].methods
    assert init.apis[0] == ("torch.nn.Conv2d", "equivalent", 1)
    assert [name for name, _, _ in forward.apis] == [
        "torch.nn.functional.relu",
        "torch.Tensor.sum",
        "torch.svd",
        "torch.igamma",
        "torch.block_diag",
    ]
    assert sum(file.counts.values()) == 8


def test_the_checklist_of_tricks() -> None:
    found = {trick.key: [name for name, _ in trick.found] for trick in tricks(REPORT)}
    assert found["optimizer"] == ["torch.optim.SGD"]
    assert found["schedule"] == ["torch.optim.lr_scheduler.CosineAnnealingLR"]
    assert found["loss"] == ["torch.nn.CrossEntropyLoss"]
    assert found["clipping"] == ["torch.nn.utils.clip_grad_norm_"]
    assert found["augmentation"] == ["albumentations.Compose"]
    assert found["loader"] == ["torch.utils.data.DataLoader"]
    assert found["init"] == ["torch.nn.init.kaiming_normal_"]
    assert found["regularisation"] == ["label_smoothing"]
    assert (found["ema"], found["warmup"], found["amp"]) == ([], [], [])


@pytest.mark.parametrize(
    ("trick", "function", "label"),
    [
        ("ema", "ModelEmaV3.apply_update_", "ModelEmaV3"),
        ("warmup", "Trainer.warm_up", "Trainer.warm_up()"),
        ("augmentation", "mixup", "mixup()"),
    ],
)
def test_a_trick_is_told_by_the_name_of_its_function(trick: str, function: str, label: str) -> None:
    row = replace(REPORT.usages[0], kind="call", function=function, torch_name="torch.abs")
    found = {one.key: one.found for one in tricks(replace(REPORT, usages=(row,), third_party=()))}
    assert found[trick] == ((label, (row,)),)
    assert not [key for key, rows in found.items() if rows and key != trick]


def test_no_word_is_read_into_another() -> None:
    row = replace(REPORT.usages[0], kind="call", function="Schema.semantic", torch_name="torch.abs", written="torch.abs(remainder)")
    assert not [trick.key for trick in tricks(replace(REPORT, usages=(row,), third_party=())) if trick.found]


def test_what_stays_and_what_moves() -> None:
    assert [(part.context, part.sites, part.out_of_scope, part.files) for part in parts(REPORT)] == [
        ("network", 9, 0, 1),
        ("training", 6, 0, 1),
        ("data", 1, 1, 1),
        ("host", 2, 0, 1),
    ]
    assert [usage.torch_name for usage in weight_places(REPORT)] == ["torch.save"]
    renamed = [(one.old, one.new) for one in renamed_parameters(apis(REPORT.usages))]
    assert renamed[:2] == [("weight", "gamma"), ("bias", "beta")]
    assert renamed[-1] == ("num_batches_tracked", "")


def test_difference_over_time() -> None:
    old = REPORT
    usages = [replace(one, line=one.line + 3) for one in old.usages if one.torch_name != "torch.igamma"]
    usages = [replace(one, verdict="composable") if one.torch_name == "torch.svd" else one for one in usages]
    fresh = replace(old.hazards[1], function="Block.other")
    new = replace(old, usages=tuple(usages), hazards=(*old.hazards, fresh))
    difference = diff(old, new)
    assert [row.torch_name for row in difference.mended if isinstance(row, UsageRow)] == ["torch.igamma"]
    assert difference.introduced == (fresh,)
    assert [(change.old.verdict, change.new.verdict) for change in difference.changed] == [("unknown", "composable")]
    assert change_counts(difference.changed) == [("unknown", "composable", 1)]
    assert difference
    assert not diff(old, old)


def test_a_site_in_scope_that_goes_is_no_news_if_it_was_ready() -> None:
    new = replace(REPORT, usages=tuple(one for one in REPORT.usages if one.verdict != "supported"))
    assert diff(REPORT, new).mended == ()


def test_what_an_upgrade_unlocks() -> None:
    gains, losses = unlocked(as_report(older(), Options()), REPORT)
    assert [(one.name, one.old, one.new, one.sites) for one in gains] == [
        ("torch.nn.Conv2d", "unknown", "equivalent", 1),
        ("torch.nn.functional.relu", "custom-op", "supported", 1),
    ]
    assert losses == []


def test_excerpts_mark_the_part_and_stay_short() -> None:
    conv = next(usage for usage in REPORT.usages if usage.torch_name == "torch.nn.Conv2d")
    assert excerpt(REPORT, conv) == Excerpt("self.conv = ", "nn.Conv2d(channels, channels, 3, padding=1)", "")
    assert excerpt(replace(REPORT, sources={}), conv) == Excerpt("", conv.written, "")
    assert excerpt(replace(REPORT, sources={}), replace(conv, written="")) is None
    several = replace(conv, line=1, column=8, end_line=3, end_column=7)
    assert excerpt(REPORT, several) == Excerpt("import ", "torch\nimport torch.nn as nn\nimport", " torch.nn.functional as F")
    many = excerpt(REPORT, replace(conv, line=1, column=1, end_line=12, end_column=3))
    assert many
    assert (many.marked.count("\n"), many.marked[-2:], many.after) == (8, "\n…", "")
    long = replace(REPORT, sources={conv.path: {1: "a" * 1000 + "b" * 1000 + "c" * 1000}})
    found = excerpt(long, replace(conv, line=1, column=1001, end_line=1, end_column=2001))
    assert found
    assert (len(found.before), len(found.marked), len(found.after)) == (81, 401, 81)


def test_code_of_several_lines_is_pulled_left() -> None:
    assert pulled_left("f(\n        a,\n\n          b,\n    )") == "f(\n    a,\n\n      b,\n)"
    assert pulled_left("f(a)") == "f(a)"


def test_steps_name_only_what_there_is_to_do() -> None:
    said = [step.en for step in steps(REPORT, apis(REPORT.usages))]
    assert [number for number, text in enumerate(said) if "unknown" in text] == [2]
    assert len(said) == 9
    assert len(steps(replace(REPORT, usages=(), hazards=()), [])) == 4


@pytest.mark.parametrize(
    ("severities", "expected"),
    [
        (["error", "warning", "warning"], "Mend the 1 hazard that is an error, then the 2 warnings."),
        (["error", "error"], "Mend the 2 hazards that are errors."),
        (["warning"], "Mend the 1 warning of hazards."),
        (["note"], ""),
    ],
)
def test_the_step_about_hazards_names_the_levels_that_occur(severities: list[str], expected: str) -> None:
    hazards = tuple(replace(REPORT.hazards[0], severity=severity) for severity in severities)
    said = [step.en for step in steps(replace(REPORT, hazards=hazards), apis(REPORT.usages))]
    assert [text for text in said if "Mend" in text and "file" not in text] == [expected] * bool(expected)
