"""The language of sentences: chosen by the call, the settings or the machine; names and numbers in it."""

import re
from pathlib import Path
from typing import Any

import pytest

from companion.games.ruleset import Ruleset
from companion.report.hungarian import ENDINGS, with_article
from companion.report.words import Speaker
from companion.storage import environment as machine
from companion.words import LANGUAGES, sentence
from tests.catalogs.files import TRANSLATIONS, texts
from tests.memory_disk import MemoryDisk
from tests.support import ROOT, all_loaded, library, shipped
from tests.tui.acting import collapsed
from tests.tui.driving import LARGE, SMALL, app_of, running

CONFIG = Path("/home/anton/config.toml")
GOLDEN = str(ROOT / "tests" / "golden" / "stephensons-rocket-last-tile.toml")


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "hu_HU"}, "hu"),
        ({"LANG": "fr_FR.UTF-8"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "it_IT.UTF-8"}, "it"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en"),
        ({"LANG": "fr_FR.UTF-8", "LANGUAGE": "fr:hu:de"}, "hu"),
        ({"LANG": "", "LC_ALL": "", "LC_MESSAGES": ""}, "en"),
    ],
)
def test_the_machine_says_its_language_in_the_environment(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANG", "LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert machine.system_language() == language


def test_the_call_comes_before_the_settings_and_these_before_the_machine(
    companion: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def first_line(*more: str) -> str:
        return str(companion("show", GOLDEN, *more).out.splitlines()[1])

    english = first_line()
    monkeypatch.setenv("LC_ALL", "hu_HU.UTF-8")
    hungarian = first_line()
    (tmp_path / "config.toml").write_text('language = "it"\n')
    italian = first_line()
    german = first_line("--lang", "de")
    assert [first_line("--lang", one) for one in LANGUAGES] == [english, german, hungarian, italian]
    assert len({english, german, hungarian, italian}) == len(LANGUAGES)


def test_what_programs_read_is_the_same_in_every_language(companion: Any) -> None:
    """manual.md, "Commands", `show --json`: `text` is in English."""
    wanted = companion("show", GOLDEN, "--json").out
    for language in LANGUAGES:
        assert companion("show", GOLDEN, "--json", "--lang", language).out == wanted
    split = ("split", "5000", "3000", "--counts", "A=3,B=1,C=1", "--json")
    assert companion(*split, "--lang", "de").out == companion(*split).out


def test_a_ruleset_says_which_names_it_lacks_in_which_language(companion: Any, tmp_path: Path) -> None:
    own = tmp_path / "own.toml"
    own.write_text(
        'extends = "whistle-stop"\nid = "own"\n[goods.silver]\nkind = "rare"\n[goods.silver.names]\n'
        'en = { long = "silver" }\nde = { long = "Silber" }\n',
        encoding="utf-8",
    )
    checked = companion("rulesets", "--check", str(own))
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.splitlines()[1:] == [
        f"{own}: missing in Magyar, so shown in English: goods.silver.names",
        f"{own}: missing in Italiano, so shown in English: goods.silver.names",
    ]
    assert '"missing": {"hu": ["goods.silver.names"], "it": ["goods.silver.names"]}' in collapsed(
        companion("rulesets", "--check", str(own), "--json").out
    ).replace("[ ", "[").replace(" ]", "]").replace("{ ", "{").replace(" }", "}")
    for game in ("stephensons-rocket", "whistle-stop", "dampfross"):
        sound = companion("rulesets", "--check", str(ROOT / "rulesets" / f"{game}.toml"))
        assert len(sound.out.splitlines()) == 1, "the shipped ones lack nothing"


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["80x24", "120x40"])
async def test_a_key_on_the_first_page_of_all_changes_the_language_for_good(
    size: tuple[int, int],
) -> None:
    disk = MemoryDisk(shipped())
    async with running(app_of(disk, None, config_path=CONFIG), size) as table:
        assert "Language ● English ○ Deutsch ○ Magyar ○ Italiano" in table.seen
        await table.press("end", "right")
        assert sentence("shelf.welcome", "de") in table.seen
        await table.press("enter")
        assert sentence("shelf.welcome", "hu") in table.seen
        await table.press("right", "right", "left", "left")
        assert table.app.config.language == "hu"
    assert b'language = "hu"' in disk.files[CONFIG]


@pytest.mark.parametrize(
    ("article", "names"),
    [
        ("a", ["GWR", "GER", "B", "Reading", "3", "10", "100", "2000", '"Bath"']),
        ("az", ["NER", "L&Y", "LSWR", "SER", "A", "Oxford", "Örs", "1", "5", "50", "1000", '"Eton"']),
    ],
)
def test_a_hungarian_article_goes_by_the_sound(article: str, names: list[str]) -> None:
    """GWR is spoken gé-dupla-vé-er, NER en-e-er, 5 öt, 1000 ezer."""
    for name in names:
        assert with_article(name) == f"{article} {name}"


def test_an_upgrade_is_bought_in_the_case_of_the_language() -> None:
    ruleset = library().rulesets.load("whistle-stop").ruleset
    assert Speaker(ruleset, "de").form("open-wagon", "acc") == "den Open Wagon"
    assert Speaker(ruleset, "de").form("open-wagon", "no such form") == "Open Wagon"
    renamed = Speaker(ruleset, "de", lambda: {"open-wagon": "Karre"})
    assert renamed.form("open-wagon", "acc") == "Karre", "what the players call it"


def test_numbers_and_days_are_written_as_the_language_does() -> None:
    wanted = {"en": "12,000", "de": "12.000", "hu": "12\u00a0000", "it": "12.000"}
    assert {one: Speaker(None, one).money(12_000) for one in LANGUAGES} == wanted
    assert Speaker(None, "de").figures("1,234.5") == "1.234,5"
    assert [Speaker(None, one).signed(-1_500) for one in ("en", "de")] == ["−1,500", "−1.500"]
    assert [Speaker(None, "de").format_field(-1_500, one) for one in ("", "Punkt|Punkte")] == [
        "−1500",
        "−1.500 Punkte",
    ]


FORM = re.compile(r"\{[\w.]+:name\.(\w+)\}")


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_form_that_a_sentence_asks_for_is_in_the_rulesets_for_all_names_of_its_kind(language: str) -> None:
    asked = {form for text in texts(language).values() for form in FORM.findall(text)}
    found: set[str] = set()
    for ruleset in all_loaded():
        for table in ("upgrades", "stops", "goods", "markers"):
            forms = [
                {*one["names"][language].get("forms", {})} for one in ruleset.raw.get(table, {}).values()
            ]
            has = set().union(*forms) - {
                "one",
                "many",
                *ENDINGS,
            }  # what is alike after a number, or goes by rule, needs no form
            assert all(has <= one for one in forms), f"{ruleset.path}, {table}"
            found |= has
    assert found == asked


def ruleset_with(game: str, numbers: str) -> Ruleset:
    own = f'format = 1\nid = "own"\nextends = "{game}"\n{numbers}'
    return library({Path("/own/own.toml"): own.encode()}).rulesets.load("own").ruleset


def test_an_explanation_has_the_numbers_of_the_rules_in_every_language() -> None:
    ruleset: Any = ruleset_with("whistle-stop", "[upgrades.coal-car.gains]\ncoal = 4")
    coal_car = ruleset.upgrades["coal-car"].help
    assert Speaker(ruleset).help(coal_car) == "Brings 4 coal for the 1 it costs."
    assert Speaker(ruleset, "de").help(coal_car) == "Bringt 4 Kohle für die 1, die er kostet."


@pytest.mark.parametrize("language", LANGUAGES)
def test_leaving_a_table_is_not_called_what_ends_the_program(language: str) -> None:
    assert sentence("screen.label.leave", language) != sentence("screen.label.end", language)
