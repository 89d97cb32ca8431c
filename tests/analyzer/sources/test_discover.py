from __future__ import annotations

import os
from pathlib import Path

import pytest

from mindaudit.errors import UsageError
from mindaudit.sources.discover import discover


def make(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("")


def names(*paths: Path, exclude: tuple[str, ...] = (), gitignore: bool = True) -> list[str]:
    return [file.name for file in discover(paths, exclude, gitignore).files]


def test_python_files_and_notebooks_in_order_of_name(tmp_path: Path) -> None:
    make(tmp_path, "b.py", "a/z.py", "a.py", "a/n.ipynb", "a/readme.md", "a.pyc")
    assert names(tmp_path) == ["a.py", "a/n.ipynb", "a/z.py", "b.py"]


def test_a_named_file_is_called_by_its_name(tmp_path: Path) -> None:
    make(tmp_path, "a/b.py")
    found = discover([tmp_path / "a/b.py"])
    assert [file.name for file in found.files] == ["b.py"]
    assert found.named == {"b.py"}


def test_several_paths_share_their_common_parent(tmp_path: Path) -> None:
    make(tmp_path, "p/a/x.py", "p/b/c/y.py")
    assert names(tmp_path / "p/a", tmp_path / "p/b/c/y.py") == ["a/x.py", "b/c/y.py"]


def test_overlapping_paths_find_each_file_once(tmp_path: Path) -> None:
    make(tmp_path, "a/x.py", "y.py")
    assert names(tmp_path, tmp_path / "a", tmp_path, tmp_path / "y.py") == ["a/x.py", "y.py"]


def test_folders_that_hold_no_project_code_are_left_out(tmp_path: Path) -> None:
    make(tmp_path, "x.py", ".hidden/a.py", "__pycache__/a.py", "node_modules/a.py", "env/pyvenv.cfg", "env/lib/a.py", "env2/a.py")
    assert names(tmp_path) == ["env2/a.py", "x.py"]


def test_what_is_named_is_taken_wherever_it_is(tmp_path: Path) -> None:
    make(tmp_path, ".venv/lib/site-packages/timm/a.py")
    assert names(tmp_path / ".venv/lib/site-packages/timm") == ["a.py"]


def test_gitignore_of_each_folder(tmp_path: Path) -> None:
    make(tmp_path, "x.py", "build/x.py", "a/gen_1.py", "a/gen_keep.py", "a/b/gen_2.py")
    (tmp_path / ".gitignore").write_text("/build/\n")
    (tmp_path / "a/.gitignore").write_text("gen_*.py\n!gen_keep.py\n")
    assert names(tmp_path) == ["a/gen_keep.py", "x.py"]
    assert len(names(tmp_path, gitignore=False)) == 5


def test_gitignore_above_the_scanned_folder(tmp_path: Path) -> None:
    make(tmp_path, "repo/.git/HEAD", "repo/src/x.py", "repo/src/local.py", "repo/src/secret.py")
    (tmp_path / ".gitignore").write_text("x.py\n")
    (tmp_path / "repo/.gitignore").write_text("local.py\n")
    (tmp_path / "repo/.git/info").mkdir()
    (tmp_path / "repo/.git/info/exclude").write_text("secret.py\n")
    assert names(tmp_path / "repo/src") == ["x.py"]


def test_a_named_folder_that_git_ignores_is_audited(tmp_path: Path) -> None:
    make(tmp_path, "repo/.git/HEAD", "repo/work/timm/x.py")
    (tmp_path / "repo/.gitignore").write_text("/work/\n")
    assert names(tmp_path / "repo/work/timm") == ["x.py"]
    with pytest.raises(UsageError):
        names(tmp_path / "repo")


def test_exclude_holds_for_folders_and_named_files(tmp_path: Path) -> None:
    make(tmp_path, "x.py", "tests/t.py", "a/tests/t.py")
    assert names(tmp_path, exclude=("tests/",)) == ["x.py"]
    assert names(tmp_path, exclude=("/tests/",)) == ["a/tests/t.py", "x.py"]
    assert names(tmp_path / "x.py", tmp_path / "tests", exclude=("x.py",)) == ["tests/t.py"]
    with pytest.raises(UsageError, match="everything"):
        names(tmp_path / "x.py", exclude=("x.py",))


def test_exclude_is_relative_to_the_configuration(tmp_path: Path) -> None:
    make(tmp_path, "src/a/x.py", "src/b/x.py")
    assert [file.name for file in discover([tmp_path / "src"], ["/src/a/"], base=tmp_path).files] == ["b/x.py"]
    assert [file.name for file in discover([tmp_path / "src"], ["/a/"], base=tmp_path / "else").files] == ["b/x.py"]


@pytest.mark.parametrize("path", ["nowhere", "nowhere.py", "empty", "ignored"])
def test_nothing_there_is_an_error(tmp_path: Path, path: str) -> None:
    make(tmp_path, "empty/readme.md", "ignored/.venv/x.py", "x.py")
    with pytest.raises(UsageError, match=path):
        discover([tmp_path / "x.py", tmp_path / path])


def test_no_path_is_an_error() -> None:
    with pytest.raises(UsageError, match="name a folder"):
        discover([])


def test_a_broken_link_is_a_row(tmp_path: Path) -> None:
    make(tmp_path, "x.py")
    (tmp_path / "gone.py").symlink_to("nowhere")
    (tmp_path / "self.py").symlink_to("self.py")
    (tmp_path / "self").symlink_to("self")
    problems = {file.name: file.problem and file.problem.code for file in discover([tmp_path]).files}
    assert problems == {"gone.py": "MA902", "self.py": "MA902", "x.py": None}


def test_links_to_folders_are_followed_once_and_never_round(tmp_path: Path) -> None:
    make(tmp_path, "outside/o.py", "p/a/x.py", "p/b/y.py")
    (tmp_path / "p/a/up").symlink_to("..")
    (tmp_path / "p/a/b").symlink_to("../b")
    (tmp_path / "p/out").symlink_to("../outside")
    files = discover([tmp_path / "p"]).files
    assert [file.name for file in files] == ["a/up", "a/x.py", "b/y.py", "out/o.py"]
    assert [file.name for file in files if file.problem] == ["a/up"]


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs a user who may be refused")
def test_a_folder_that_may_not_be_read_is_a_row(tmp_path: Path) -> None:
    make(tmp_path, "x.py", "shut/y.py")
    (tmp_path / "shut").chmod(0)
    assert [(file.name, bool(file.problem)) for file in discover([tmp_path]).files] == [("shut", True), ("x.py", False)]
    (tmp_path / "shut").chmod(0o700)


def test_a_name_that_is_not_utf8_can_be_reported(tmp_path: Path) -> None:
    try:
        Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.py")).write_text("")
    except OSError:
        pytest.skip("this file system takes UTF-8 names only")
    assert names(tmp_path) == ["caf\\xe9.py"]


@pytest.mark.parametrize("pattern", ["!", "\\", "kept\\", "[z-a]"])
def test_a_pattern_that_means_nothing_matches_nothing(pattern: str, tmp_path: Path) -> None:
    (tmp_path / "kept.py").touch()
    (tmp_path / "left.py").touch()
    (tmp_path / ".gitignore").write_text(f"{pattern}\nleft.py\n")
    assert names(tmp_path) == ["kept.py"]
    with pytest.raises(UsageError, match="no pattern"):
        names(tmp_path, exclude=(pattern,))
