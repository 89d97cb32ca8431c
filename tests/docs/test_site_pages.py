"""The site's pages: all there in both languages, and made of what the tool itself says."""

from __future__ import annotations

import re

import pytest
from generator import browser, commands, diagram, recipes, rules, settings, stage
from generator.answers import TARGETS, answers
from generator.markdown import blocks
from generator.speech import chinese, say_in

import mindaudit_data
from mindaudit.hazards.framework.wording import pages
from mindaudit.model import Target
from mindaudit.tables.api_page import page as api_page

ENGLISH = stage.english()
HAN = re.compile(r"[\u4e00-\u9fff]")


@pytest.mark.parametrize("name", ENGLISH)
def test_every_page_has_its_chinese(name: str) -> None:
    text = stage.with_code(stage.chinese(name).read_text("utf-8"), ENGLISH[name].read_text("utf-8"), name)
    prose = re.sub(r"^(```|~~~).*?^\1", "", text, flags=re.MULTILINE | re.DOTALL)
    assert len(HAN.findall(prose)) > 40
    assert text.count("\n## ") == ENGLISH[name].read_text("utf-8").count("\n## ")


@pytest.mark.parametrize("name", ENGLISH)
def test_both_languages_link_to_the_same(name: str) -> None:
    """Roles and links lead to the same places; their texts differ."""
    places = re.compile(r"\{\w+\}`[^`]+`|(?<=\]\()[^)#]+\.md(?=\))")
    english, translated = ENGLISH[name].read_text("utf-8"), stage.chinese(name).read_text("utf-8")
    assert set(places.findall(english)) <= set(places.findall(translated))


def test_a_missing_block_of_code_is_refused() -> None:
    with pytest.raises(ValueError, match="0 places for 1 blocks"):
        stage.with_code("你好", "```sh\nls\n```\n", "x.md")


def test_every_text_of_commands_and_settings_is_there_in_chinese() -> None:
    texts = {" ".join(text.split()) for text in (*commands.texts(), *settings.texts(), *browser.WORDS) if text}
    assert sorted(texts - set(chinese())) == [], "add these to docs/chinese.csv"


def test_the_chinese_holds_nothing_that_is_never_said() -> None:
    said: set[str] = set()

    def say(text: str) -> str:
        said.add(" ".join(text.split()))
        return text

    for _ in (*rules.rule_pages("en", say), *recipes.recipe_pages(say), *commands.command_pages(say)):
        pass
    settings.settings_page(say)
    assert sorted(set(chinese()) - said - set(browser.WORDS) - EXTRA) == []


EXTRA = {
    "The browser needs JavaScript; `mindaudit api NAME` shows the same in a terminal.",
    "Show the versions.",
}
"""What the extension says, which needs Sphinx, and the option of the program itself."""


def test_every_chinese_text_is_chinese() -> None:
    assert [english for english, text in chinese().items() if not HAN.search(text) and english != "of"] == []


def test_every_code_and_recipe_has_a_page() -> None:
    generated = dict(stage.generated("zh"))
    assert {f"rules/{code}.md" for code in pages()} <= set(generated)
    own = {name for file in recipes.sources() for name in recipes.names_in(file)}
    assert {name for name in dir(__import__("mindaudit_data.recipes").recipes) if name[0].isalpha()} <= own
    assert "## 源码" in generated["recipes/kl_div.md"]
    assert "def test_" in generated["recipes/kl_div.md"]


@pytest.mark.parametrize("name", ["torch.scatter_add", "torch.nn.Conv2d", "torch.igamma", "torch.Tensor.add_"])
def test_the_browser_answers_as_the_command_does(name: str) -> None:
    (found,) = answers([name])
    for backend in mindaudit_data.BACKENDS:
        history = dict(api_page(name, Target(backend=backend)).history)
        for target, answer in zip(TARGETS, found.answers, strict=True):
            if (target.mode, target.backend) == ("graph", backend):
                assert history[target.mindspore].split(" ")[0] == (answer.verdict or "no"), target


def test_an_alias_leads_to_what_it_means() -> None:
    (found,) = (
        answers(["torch.nn.modules.conv.Conv2d"]) if mindaudit_data.torch_catalog().lookup("torch.nn.modules.conv.Conv2d") else (None,)
    )
    assert found is None or found.meant == "torch.nn.Conv2d"


def test_the_index_says_again_what_it_was_given() -> None:
    given = list(answers(["torch.abs", "torch.absolute", "torch.igamma"]))
    index = browser.index(given)
    for api, row in zip(given, index["apis"], strict=True):
        if api.meant:
            assert index["apis"][row[2]][0] == api.meant
            continue
        profile = index["profiles"][row[3]]
        told = [row[4][browser.LETTERS.index(letter)] for letter in profile]
        assert [index["verdicts"][each[0]] if each else "" for each in told] == [answer.verdict for answer in api.answers]


def test_the_picture_of_the_house_is_the_house() -> None:
    """What arrows lead to, one after the other, is what the folders import, as import-linter's own graph has it."""
    grimp = pytest.importorskip("grimp")
    graph = grimp.build_graph("mindaudit", cache_dir=None)
    drawn = {(own, other) for own, other in re.findall(r'data-from="(\w+)" data-to="(\w+)"', diagram.svg())}
    boxes = [name for layer in diagram.layers() for name in layer if name not in diagram.GROUND]
    real = {
        (own, other)
        for own in boxes
        for other in boxes
        if own != other and graph.direct_import_exists(importer=f"mindaudit.{own}", imported=f"mindaudit.{other}", as_packages=True)
    }
    assert drawn <= real
    assert closure(drawn) == closure(real)


def closure(edges: set[tuple[str, str]]) -> set[tuple[str, str]]:
    found = set(edges)
    while more := {(a, d) for a, b in found for c, d in found if b == c} - found:
        found |= more
    return found


def test_blocks_are_code_and_not_directives() -> None:
    text = "```{toctree}\na\n```\n\n```sh\nls\n```\n\n~~~markdown\n```python\nx\n```\n~~~\n"
    assert [block.language for block in blocks(text)] == ["sh", "markdown"]


def test_an_unknown_text_is_no_silent_english() -> None:
    with pytest.raises(KeyError):
        say_in("zh")("Nobody translated this.")
