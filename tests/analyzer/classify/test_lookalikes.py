"""What MindSpore names alike and what is something else there: judged in whole programs by how it is used."""

from __future__ import annotations

from textwrap import dedent

import mindaudit_data
from mindaudit.classify import classify
from mindaudit.collect import collect
from mindaudit.model import Finding, SourceFile, Target
from mindaudit.resolve import Project

TARGET = Target("2.10", "graph", "cpu")


def findings(text: str, target: Target = TARGET) -> dict[str, Finding]:
    """The findings of a program by what is written."""
    text = dedent(text)
    source = SourceFile("/project/code.py", "code.py", text)
    project = Project.resolved([source], [collect(source)])
    found = classify(list(project.usages("code.py")), text, target, mindaudit_data.load())
    return {text[slice(*each.usage.span)]: each for each in found}


def test_a_device_of_which_something_is_read_is_an_object() -> None:
    found = findings("""
        import torch

        def f(x: torch.Tensor, y: torch.Tensor, z: torch.Tensor):
            d = x.device
            return d.type, y.device.index, z.device
    """)
    assert [(found[text].verdict, found[text].substitution) for text in ("x.device", "y.device", "z.device")] == [
        ("composable", "device_of(x)"),
        ("composable", "device_of(y)"),
        ("equivalent", "z.device"),
    ]
    assert found["z.device"].differences == ("a text instead of a device object",)


def test_parameters_that_a_loop_unfreezes_are_all_parameters() -> None:
    found = findings("""
        from torch import nn

        def train(first: nn.Module, second: nn.Module, third: nn.Module, fourth: nn.Module, flag):
            for p in first.parameters():
                p.requires_grad = False
            for p in second.parameters():
                p.requires_grad = flag
            for name, p in third.named_parameters():
                p.requires_grad_()
            for p in fourth.parameters():
                p.requires_grad_(False)
    """)
    written = ["first.parameters()", "second.parameters()", "third.named_parameters()", "fourth.parameters()"]
    assert [found[text].substitution for text in written] == [
        "first.trainable_params()",
        "cell_weights(second)",
        "named_cell_weights(third)",
        "fourth.trainable_params()",
    ]


def test_what_next_takes_is_an_iterator() -> None:
    found = findings("""
        from torch import nn

        def first(net: nn.Module):
            listing = net.modules()
            kept = next(net.parameters()), next(net.children()), next(listing), next(net.named_parameters())
            return kept, list(net.buffers()), next(iter(net.named_children()))
    """)
    written = ["parameters", "children", "modules", "named_parameters", "buffers", "named_children"]
    assert [found[f"net.{method}()"].substitution for method in written] == [
        "net.get_parameters()",
        "iter(net.cells())",
        "iter([cell for _, cell in net.cells_and_names()])",
        "net.parameters_and_names()",
        "net.untrainable_params()",
        "net.name_cells().items()",
    ]


def test_a_train_of_its_own_is_what_eval_calls() -> None:
    found = findings("""
        from torch import nn

        class Net(nn.Module):
            def __init__(self):
                super().__init__()
                self.norm = nn.BatchNorm2d(3)

            def train(self, mode=True):
                super().train(mode)
                self.norm.eval()

        class Wider(Net):
            pass

        def run(net: Wider, other: nn.Module):
            net.eval()
            other.eval()
    """)
    assert found["net.eval()"].substitution == "net.train(False)"
    assert found["other.eval()"].substitution == "other.set_train(False)"
    assert found["self.norm.eval()"].substitution == "self.norm.set_train(False)"


def test_super_is_written_as_the_object_where_a_function_gets_it() -> None:
    found = findings("""
        from torch import nn

        class Net(nn.Module):
            def load_state_dict(self, state):
                super().load_state_dict(state)

        class Other(nn.Module):
            def load_state_dict(this, state):
                super(Other, this).load_state_dict(state)
                super(Other, this).train()
    """)
    assert found["super().load_state_dict(state)"].substitution == "mindspore.load_param_into_net(self, state)"
    assert found["super(Other, this).load_state_dict(state)"].substitution == "mindspore.load_param_into_net(this, state)"
    assert found["super(Other, this).train()"].substitution == "super(Other, this).set_train()"


def test_unseen_keywords_do_not_matter_where_all_that_is_left_is_dropped() -> None:
    found = findings("""
        import torch

        def run(x: torch.Tensor, options, model):
            torch.jit.script(model, **options)
            torch.cumsum(x, dim=1, **options)
            x.to(device="cuda", **options)
    """)
    assert found["torch.jit.script(model, **options)"].substitution == "model"
    assert "**options" in found["torch.jit.script(model, **options)"].reason
    assert found["torch.cumsum(x, dim=1, **options)"].verdict == "unknown"
    assert found['x.to(device="cuda", **options)'].substitution == "tensor_to(x, **options)"


def test_a_method_without_arguments_has_a_receiver() -> None:
    found = findings("""
        import torch
        from torch import nn

        def run(flag):
            model = nn.Module if flag else nn.Linear(2, 3)
            model.eval()
    """)
    assert found["model.eval()"].verdict == "equivalent"


def test_a_dense_layout_goes_and_a_sparse_one_does_not() -> None:
    found = findings("""
        import torch

        def run(x: torch.Tensor):
            torch.full_like(x, 1.0, layout=torch.strided)
            torch.full_like(x, 1.0, layout=torch.sparse_coo)
            torch.full_like(x, 1.0, layout=x.layout)
    """)
    assert found["torch.full_like(x, 1.0, layout=torch.strided)"].substitution is not None
    assert found["torch.full_like(x, 1.0, layout=torch.sparse_coo)"].verdict == "unknown"
    assert found["torch.full_like(x, 1.0, layout=x.layout)"].differences == ("where it is a sparse one the tensor is dense",)


def test_what_only_sets_torch_is_left_out() -> None:
    found = findings("""
        import torch

        @torch.jit._overload_method
        def run(x):
            torch._C._jit_set_profiling_mode(False)
            return torch._C._get_tracing_state()
    """)
    assert found["torch.jit._overload_method"].verdict == "out-of-scope"
    assert found["torch._C._jit_set_profiling_mode(False)"].verdict == "out-of-scope"
    assert found["torch._C._get_tracing_state()"].verdict == "custom-op"
