"""Letters follow the language on the screen, and whoever types a whole name gets that and nothing else."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.desk.desk import Desk
from companion.desk.entry_view import entry_view
from companion.desk.states import Entering
from companion.forms import entry_form
from companion.forms.drafts import Cursor
from companion.forms.entry_form import EntryForm
from companion.forms.spelling import TypedName, press
from companion.games.registry import engines
from companion.report.words import Speaker
from companion.session import Library
from companion.storage.board_notes import board_notes_path
from companion.storage.places import examples_folder
from companion.words import LANGUAGES
from tests.support import FILE, ROOT
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, asked_of_each, model_of
from tests.tui.entries_of_dampfross import SPECIAL
from tests.tui.entries_of_rocket import TABLE as ROCKET
from tests.tui.entries_of_whistle_stop import TABLE as WHISTLE
from tests.tui.entries_of_whistle_stop import table

DAMPFROSS = Start("dampfross")
LIBRARY = Library(folders=(ROOT / "rulesets",))


def example(game: str) -> Path:
    return examples_folder() / f"{game}-running.toml"


# Every name of every question


def shape(cursor: Cursor) -> Cursor:
    return tuple(part for part in cursor if isinstance(part, str))


def asked_forms(game: str, speaker: Speaker) -> Iterator[EntryForm]:
    """Every question that keys come to in the actions of the running example, each once."""
    context = LIBRARY.read(example(game)).context()
    for verb in context.verbs:
        begun = EntryForm(context, lexicon=speaker.lexicon).about(verb.name)
        ahead, seen = [begun, *(begun.at(one.field) for one in begun.questions)], set[Cursor]()
        while ahead:
            form = ahead.pop()
            if form.hand.question is None or shape(form.cursor) in seen:
                continue
            seen.add(shape(form.cursor))
            yield replace(form, typed="", problem=None, status="asking")
            ahead += [form.press("tab"), form.pick(0), form.press("1"), form.press("1").press("enter")]


def shown_names(form: EntryForm, desk: Desk) -> list[str]:
    """The candidates as the screen calls them."""
    desk.state = Entering(form)
    if form.hand.tally is not None:  # beside each stands how many of it there may be
        return [desk.speaker.choice(one) for one in form.hand.candidates]
    return [one.label.strip("()") for one in entry_view(desk, desk.state).options]


def typed(form: EntryForm, name: str) -> EntryForm:
    """The form after a name, and Enter where it waits for that."""
    words: tuple[TypedName, ...] = ()
    for letter in name:
        form, words = press(form, words, letter)
    return form.press("enter") if form.hand.is_typing else form


def answers(form: EntryForm) -> tuple[object, ...]:
    return form.draft, form.cursor, form.typed, form.aside, form.status


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", engines())
def test_a_name_typed_as_it_is_shown_answers_what_pointing_at_it_answers(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_form, "ask_once", asked_of_each)
    desk = model_of(LIBRARY.read(example(game)), language)
    checked, wrong = 0, []
    for form in asked_forms(game, desk.speaker):
        for place, name in enumerate(shown_names(form, desk)):
            if name.isdecimal() or len(name) < 3:
                continue  # two letters are keys
            checked += 1
            found, meant = answers(typed(form, name)), answers(form.pick(place))
            if found != meant:
                wrong.append((form.verb, form.cursor, name, found, meant))
    assert wrong == []
    assert checked > 50


# At the desk


def at(start: Start, keys: str, language: str = "de") -> AtDesk:
    """A desk after keys; what stands in quotes is typed letter by letter."""
    desk = AtDesk(start.disk(), language=language)
    for place, part in enumerate(keys.split("'")):
        desk.press(*(part if place % 2 else part.split())) if part.strip() else None
    return desk


def draft_of(start: Start, keys: str, language: str = "de") -> dict[str, Any]:
    return at(start, keys, language).model.form.draft


@pytest.mark.parametrize(
    ("start", "keys", "shown"),
    [
        (WHISTLE, "m", "r Rind w Whiskey t Stahl k Kohlenlager p Pfeifenfabrik"),
        (WHISTLE, "b", "t Tresor l Lagerhaus n neue Pfeife m Mautstelle p Kompass s Sperrsignal"),
        (ROCKET, "t 'York' enter", "1 Stahl 2 Textil 3 Brauer 4 Leder"),
        (DAMPFROSS, "b ask:track", "e Ebene f Fluss h Hang b Berg zu Berg l Fluss am Berg"),
        (ROCKET, "e 5 'Ulm' enter", "m eine Metropole b eine Bahnhofsstadt s eine Startstadt"),
    ],
)
def test_the_letters_of_answers_are_those_of_their_names_on_the_screen(
    start: Start, keys: str, shown: str
) -> None:
    assert shown in at(start, keys).entry


def test_a_letter_means_the_name_it_stands_before() -> None:
    assert draft_of(WHISTLE, "m r") == {"stop": "cattle"}
    assert draft_of(WHISTLE, "b t w w") == {"upgrade": "safe", "pay": {"whiskey": 2}}
    assert draft_of(DAMPFROSS, "b ask:track e b") == {"track": {"plain": 1, "ridge": 1}}


def test_a_letter_stays_the_same_whatever_is_on_offer() -> None:
    """Of goods, pieces and stops alike; among the rare ones alone, Stahl would be s."""
    for keys in ("m", "b t", "b 'Tresor' ask:tribute"):
        assert "t Stahl" in at(table(worth={"safe": 3}, beate={"upgrades": ["safe"]}), keys).entry


def test_a_company_that_the_players_named_keeps_its_letter() -> None:
    disk = WHISTLE.disk()
    disk.files[board_notes_path(FILE.parent, "whistle-stop")] = (
        b'format = 1\n[company]\nB = { name = "Zephyr" }\n'
    )
    desk = AtDesk(disk, language="de").press("m d").press(*"Ulm", "enter").press("ask:company")
    assert "b B Zephyr" in desk.entry
    assert desk.press(*"zephyr").model.form.draft["company"] == "B"


@pytest.mark.parametrize(
    ("start", "keys", "language", "draft"),
    [
        (ROCKET, "e 'ger'", "en", {"line": "GER"}),
        (ROCKET, "e 'gwr'", "de", {"line": "GWR"}),
        (ROCKET, "e 'lswr'", "de", {"line": "LSWR"}),
        (ROCKET, "e 'LNWR'", "hu", {"line": "LNWR"}),
        (ROCKET, "e 5 'start lnwr' enter", "en", {"line": "GWR", "start_towns": ["LNWR"]}),
        (ROCKET, "e 5 'indító lnwr' enter", "hu", {"line": "GWR", "start_towns": ["LNWR"]}),
        (WHISTLE, "b 'Tresor'", "de", {"upgrade": "safe"}),
        (WHISTLE, "b 'Safe'", "de", {"upgrade": "safe"}),
        (WHISTLE, "b 'Caboose'", "it", {"upgrade": "caboose"}),
        (WHISTLE, "b '1st Class Cabin'", "de", {"upgrade": "first-class-cabin"}),
        (WHISTLE, "b '1st Class Cabin'", "en", {"upgrade": "first-class-cabin"}),
        (WHISTLE, "b 'Abteil erster Klasse'", "de", {"upgrade": "first-class-cabin"}),
        (WHISTLE, "b 'elso osztalyu fulke'", "hu", {"upgrade": "first-class-cabin"}),
        (WHISTLE, "m 'Stahl'", "de", {"stop": "steel"}),
        (WHISTLE, "m 'steel'", "de", {"stop": "steel"}),
        (WHISTLE, "b s 'whiskey'", "en", {"upgrade": "safe", "pay": {"whiskey": 1}}),
        (WHISTLE, "b s w w 'whiskey' w", "en", {"upgrade": "safe", "pay": {"wood": 3, "whiskey": 1}}),
        (
            WHISTLE,
            "b t 'Whiskey' 2 'Stahl' b",
            "de",
            {"upgrade": "safe", "pay": {"whiskey": 2, "steel": 1, "cotton": 1}},
        ),
        (WHISTLE, "b s c n", "en", {"upgrade": "safe", "pay": {"cotton": 1, "stone": 1}}),
        (ROCKET, "e 'L&Y'", "en", {"line": "L&Y"}),
        (ROCKET, "e 'NER' 'Hull' enter 'a railway town'", "en", {"line": "NER", "railway_towns": ["Hull"]}),
        (ROCKET, "e 'NER' 'Hull' enter 'railway town'", "en", {"line": "NER", "railway_towns": ["Hull"]}),
        (ROCKET, "e 'NER' 'Hull' enter 'una città'", "it", {"line": "NER", "metropolises": ["Hull"]}),
        (WHISTLE, "m 'Cattle' .", "en", {"stop": "cattle", "with": "whistle"}),
        (WHISTLE, "b 'csille' 'fa' 2", "hu", {"upgrade": "mine-cart", "pay": {"wood": 2}}),
        (WHISTLE, "b 'csille' f 'acél'", "hu", {"upgrade": "mine-cart", "pay": {"wood": 1, "steel": 1}}),
    ],
)
def test_a_whole_name_is_that_name_in_the_language_and_in_english(
    start: Start, keys: str, language: str, draft: dict[str, Any]
) -> None:
    assert draft_of(start, keys, language) == draft


@pytest.mark.parametrize(
    ("keys", "typed"),
    [
        ("e 'gwrea'", "rea"),  # gw is GWR, its r begins Reading
        ("e 'gerrea'", "rea"),
        ("e 'serea'", "rea"),
        ("e 'lswrea'", "rea"),
        ("e 'lnwrrea'", "rea"),
        ("e 'gwreas'", "eas"),  # a new town
        ("e 'gwr' 'ea' backspace 'x'", "rex"),
    ],
)
def test_the_end_of_a_name_begins_the_next_one_where_nothing_else_does(keys: str, typed: str) -> None:
    """Reading is known; no town begins with e."""
    assert at(ROCKET, keys, "en").model.form.typed == typed


def test_enter_after_a_whole_name_takes_that_name_and_books_nothing() -> None:
    desk = at(ROCKET, "e 'GWR'", "en")
    assert "Enter: accept" in desk.rows[0]
    assert "Enter: save" in desk.press("enter").rows[0]
    assert desk.press(*"Rea", "enter", "enter").blocks == [
        {"by": "Beate", "do": "extend", "line": "GWR", "metropolises": ["Reading"]}
    ]
    assert len(at(ROCKET, "e 'GWR' enter enter", "en").blocks) == 1
    assert len(at(ROCKET, "e 5 enter", "en").blocks) == 1, "a digit isn't a name"
    assert len(at(ROCKET, "t 'York' enter 'steel' enter", "en").blocks) == 1, "nothing else is asked"


def test_half_a_name_is_never_taken_for_something_else() -> None:
    desk = at(WHISTLE, "b s 'whisk'", "en")
    assert desk.model.form.draft == {"upgrade": "safe"}
    assert "whisk" in desk.entry
    assert desk.press("enter").model.form.draft["pay"] == {"whiskey": 1}
    assert at(WHISTLE, "b s w 'wh' backspace backspace", "en").model.form.draft["pay"] == {"wood": 1}
    assert at(WHISTLE, "b s 'whx'", "en").model.form.draft == {"upgrade": "safe"}, (
        "no letter of a name that is none"
    )


def test_letters_that_fit_nothing_are_seen_and_backspace_clears_them() -> None:
    desk = at(ROCKET, "t 'man' enter 'xt'", "en")
    assert "takes: xt" in desk.entry
    assert '"xt" doesn\'t fit here. Backspace clears it.' in desk.entry
    assert "(Enter: " not in desk.entry, "Enter clears it too"
    assert "xt " not in desk.press("backspace").entry
    assert at(DAMPFROSS, "b '2x' backspace", "en").model.form.typed == "2", "the number before it stays"


def test_backspace_takes_away_what_was_no_text() -> None:
    """A start town is its line, and what an earlier entry had was typed then."""
    desk = at(ROCKET, "e 5 'start lnwr' enter backspace 'lee'", "en")
    assert (desk.model.form.draft, desk.model.form.typed) == ({"line": "GWR"}, "lee")
    desk = at(ROCKET, "e 5 'Rea' enter enter change:1 tab backspace 'lee'", "en")
    assert (desk.model.form.draft, desk.model.form.typed) == ({"line": "GWR"}, "lee")


def test_a_name_that_may_be_a_slip_offers_the_known_one_first() -> None:
    """Reading is a metropolis, Manchester one of which tokens were taken; nothing is like Hull or begins so."""
    desk = at(ROCKET, "e 5 'Readng' enter", "en")
    assert "Readng is new. Choose what it is. Or did you mean Reading? 1 Reading m a metropolis" in desk.entry
    assert desk.press("1").model.form.draft == {"line": "GWR", "metropolises": ["Reading"]}
    desk = at(ROCKET, "e 5 'Readng' enter m", "en")
    assert desk.model.form.draft == {"line": "GWR", "metropolises": ["Readng"]}
    assert "1 Manchester" in at(ROCKET, "e 5 'manx' enter", "en").entry, "three letters at the beginning"
    assert "did you mean Manchester?" in at(ROCKET, "t 'manx' enter s", "en").entry
    assert "Hull is new. Choose what it is: m a metropolis" in at(ROCKET, "e 5 'Hull' enter", "en").entry


def test_a_new_name_in_small_letters_has_one_spelling() -> None:
    desk = at(ROCKET, "e 5 'bristol' enter", "en")
    assert "Bristol is new" in desk.entry
    assert desk.press("r").model.form.draft["railway_towns"] == ["Bristol"]
    assert draft_of(ROCKET, "e 5 'de Haan' enter r", "en")["railway_towns"] == ["de Haan"], (
        "one that has a capital"
    )
    desk = at(ROCKET, "e 5 '\"bristol' enter r", "en")
    assert desk.model.form.draft["railway_towns"] == ["bristol"], "as it is, behind a quotation mark"


def test_half_a_name_is_mended_like_any_text() -> None:
    for keys in ("'whx' backspace 'iskey'", "'whi' backspace 'iskey'", "'whoops' enter 'iskey'"):
        assert draft_of(WHISTLE, f"b s {keys}", "en")["pay"] == {"whiskey": 1}, keys


def test_what_was_answered_before_a_name_stays() -> None:
    assert draft_of(WHISTLE, "b 'Safe' w 3 'Wood'", "en") == {"upgrade": "safe", "pay": {"wood": 4}}


def test_the_name_of_a_ferry_is_no_player() -> None:
    """The W was dropped, and the a was Anna."""
    start = Start("dampfross", ("Anna", "Bert", "Carl"))
    assert at(start, "y 'Warnemünde' enter enter").blocks == [
        {"by": "Anna", "do": "buy-ferry", "ferry": "Warnemünde"}
    ]
    assert at(start, "y 'Bari' enter c enter").blocks == [{"by": "Carl", "do": "buy-ferry", "ferry": "Bari"}]


def test_a_player_of_two_letters_is_no_two_players() -> None:
    """Jo, whose turn it is, is taken back first."""
    start = Start("dampfross", ("Jo", "Otto", "Bert"))
    assert draft_of(start, "j backspace 'Jo' 'Otto'") == {"players": ["Jo", "Otto"]}
    assert draft_of(start, "j backspace j t") == {"players": ["Jo", "Otto"]}


# Yes and no, even and odd


@pytest.mark.parametrize(
    ("language", "yes", "no"), [("en", "y", "n"), ("de", "j", "n"), ("hu", "i", "n"), ("it", "s", "n")]
)
def test_yes_and_no_have_the_letters_of_their_words(language: str, yes: str, no: str) -> None:
    """In the set-up, where they are offered, and where nothing else is asked; the English ones are read too."""
    lexicon = AtDesk(ROCKET.disk(), language=language).model.speaker.lexicon
    for letter, is_so in ((yes, True), (no, False), ("y", True)):
        desk = at(ROCKET, f"verb:setup ask:options 1 {letter}", language)
        assert desk.model.form.draft == {"options": {"hidden_money": is_so}}
        assert at(DAMPFROSS, f"b ask:one_left {letter}", language).model.form.draft == {"one_left": is_so}
    offered = at(ROCKET, "verb:setup ask:options 1", language).entry
    assert f"{yes} {lexicon.word('yes')} {no} {lexicon.word('no')}" in offered
    asked = at(DAMPFROSS, "b ask:one_left", language).entry
    assert all(f" {letter} " in asked.replace("(", " ").replace(")", " ") for letter in (yes, no))


@pytest.mark.parametrize(
    ("language", "even", "odd"), [("en", "e", "o"), ("de", "g", "u"), ("hu", "p", "t"), ("it", "p", "d")]
)
def test_the_white_die_of_a_special_run_has_the_letters_of_the_catalog(
    language: str, even: str, odd: str
) -> None:
    """Rulebook, special runs: 4 and even is Belgium or Luxembourg, 4 and odd the Netherlands."""
    desk = at(SPECIAL, "d 6 5", language)
    assert f"4{even} " in desk.entry
    assert f"{even} (" in desk.entry.replace("«", "").replace("»", "")
    assert desk.press("4", even).model.form.draft["special"] == "belgium-or-luxembourg"
    assert at(SPECIAL, f"d 6 5 4 {odd}", language).model.form.draft["special"] == "netherlands"
    assert at(SPECIAL, "d 6 5 4 o", language).model.form.draft["special"] == "netherlands", "or in English"
    line = at(SPECIAL, "", language).model.session.read(
        f"depart 65 4{odd} train anton", desk.model.speaker.lexicon
    )
    assert line["special"] == "netherlands"
