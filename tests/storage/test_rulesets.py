"""Rulesets: what is shipped, what users add, and what a recorded session is counted with."""

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from companion.games.registry import engines
from companion.games.ruleset import Words, missing_translations
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.report.words import Speaker, speaker_of
from companion.session import Library
from companion.storage.errors import FileError
from companion.storage.rulesets import Loaded
from companion.words import LANGUAGES
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import extend, token
from tests.support import ANTON, FILE, ROOT, RULESETS, header, library, shipped, shown, text_of

OWN = Path("/own/mine.toml")
RICH = {"extends": "stephensons-rocket", "id": "rich-rocket", "payouts": {"metropolis_first": 5000}}
READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
SHIPPED = RULESETS / "stephensons-rocket.toml"
WHOLE = {**tomllib.loads(shipped()[SHIPPED].decode()), "id": "mine"}


def toml(raw: dict[str, Any]) -> bytes:
    return tomli_w.dumps(raw).encode()


def test_every_shipped_ruleset_is_sound_and_every_engine_has_one() -> None:
    sound, faults = Library(folders=(ROOT / "rulesets",)).shelf.all()
    assert faults == []
    assert {loaded.ruleset.engine for loaded in sound} == set(engines())


def rocket() -> RocketRuleset:
    ruleset = library().shelf.load("stephensons-rocket").ruleset
    assert isinstance(ruleset, RocketRuleset)
    return ruleset


def test_the_components_of_stephensons_rocket_are_those_of_the_rulebook() -> None:
    """Rulebook, "Spielmaterial"; spec, "Components"."""
    ruleset = rocket()
    assert list(ruleset.lines) == ["NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER"]
    pieces = ruleset.pieces
    assert (pieces.shares, pieces.supplementary_shares, pieces.tiles, pieces.stations) == (16, 16, 60, 7)
    assert (pieces.passengers, pieces.tokens_per_commodity, pieces.tokens_per_metropolis) == (9, 9, 3)
    assert [(note.value, note.count) for note in ruleset.money.notes] == [
        (1000, 26),
        (2000, 24),
        (5000, 26),
        (10000, 24),
    ]
    assert (ruleset.players.least, ruleset.players.most) == (2, 4)
    assert ruleset.board.metropolises + ruleset.board.railway_towns + ruleset.board.start_towns == 28


def test_only_what_is_known_for_certain_of_the_board_is_named() -> None:
    ruleset = rocket()
    assert ruleset.board.known == {
        "Manchester": "metropolis",
        "Reading": "metropolis",
        "Guildford": "metropolis",
        "Leeds": "railway-town",
        "Liverpool": "start-town",
    }
    assert {name: line.colour for name, line in ruleset.lines.items() if line.colour} == {
        "GWR": "green",
        "LSWR": "orange",
    }


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("steel", ("steel", "Stahl", "acél", "acciaio")),
        ("textiles", ("textiles", "Textil", "textil", "tessuti")),
        ("brewing", ("brewing", "Brauer", "hordó", "birra")),
        ("leather", ("leather", "Leder", "bőr", "pellame")),
        ("passengers", ("passengers", "Fahrgäste", "utasok", "passeggeri")),
        ("metropolis", ("metropolis", "Metropole", "nagyváros", "città")),
    ],
)
def test_names_are_the_rulebooks_words_in_four_languages(word: str, names: tuple[str, ...]) -> None:
    words: Words = rocket().names_by_id()[word]
    assert tuple(words.of(language).long for language in LANGUAGES) == names


def test_a_ruleset_of_ones_own_extends_another_and_changes_only_what_it_names() -> None:
    shelf = library({OWN: toml(RICH), FILE: text_of(READING, game="rich-rocket").encode()})
    result = shown(shelf.read(FILE))
    assert (result["game"], result["standings"][0]["score"]) == ("rich-rocket", 5000)
    assert result["projection"][0]["score"] == 5000 + 6000 + 2000


UNSOUND: list[tuple[bytes, str]] = [
    (b"id = ", "Companion can't read this file"),
    (b"", "id is missing."),
    (b'id = "x"', "engine is missing."),
    (
        b'id = "x"\nengine = "chess"',
        f'The engine must be {", ".join(engines()[:-1])} or {engines()[-1]}, not "chess".',
    ),
    (b'id = "x"\nextends = "chess"', 'It extends "chess", but there\'s no such ruleset.'),
    (b'id = "x"\nextends = "x"', 'It extends "x", which leads back to this one.'),
]
UNSOUND_TABLES: list[tuple[dict[str, Any], str]] = [
    ({"colour": "red"}, "colour isn't a known key"),
    ({"payouts": {"per_town": 1.5}}, "payouts.per_town must be a whole number."),
    ({"lines": {"X": {"names": {}}}}, "lines.X.names can't be empty."),
    ({"players": {"least": 5}}, 'players: "least" is more than "most".'),
    ({"board": {"start_towns": 8}}, "board.start_towns is 8, but there are 7 lines with one each"),
    (
        {"pieces": {"tokens_per_commodity": 10}},
        "pieces: there are 40 tokens by commodity but 36 by metropolis",
    ),
    (
        {"end": {"lines_with_shares": 7}},
        "end.lines_with_shares is 7: with 7 lines the game would end at once",
    ),
    ({"board": {"known": {"York": "village"}}}, "board.known: York is a village"),
    ({"options": {"hidden_money": {"default": "x"}}}, "options.hidden_money.default"),
    (
        {"board": {"known": {f"City {n}": "metropolis" for n in range(10)}}},
        "board.known names 13 towns of kind metropolis, but the board has 12",
    ),
    ({"money": {"unit": 3000}}, "money.notes: a note of 1000 isn't a multiple of the unit 3000"),
    ({"players": {"most": 10**9}}, "players.most must be at most 99."),
    ({"pieces": {"shares": 10**9}}, "pieces.shares must be at most 99."),
    (
        {"extends": "whistle-stop", "shares": {"numbers": 10**9}, "payouts": {}},
        "shares.numbers must be at most 99.",
    ),
    (
        {"extends": "whistle-stop", "gold": {"tokens": 10**9}, "payouts": {}},
        "gold.tokens must be at most 99.",
    ),
]
NAMES: list[tuple[object, str]] = [
    (5, "names must be text in quotes."),
    (" ", "names can't be empty."),
    ({}, "names can't be empty."),
    ({"de": 5}, "names.de must be text in quotes."),
    ({"de": ""}, "names.de can't be empty."),
    ({"de": {"short": "H"}}, "names.de.long is missing."),
    ({"fr": "Cœurs"}, "names.fr isn't a known key. Check the spelling or remove it."),
]
UNSOUND += [(toml({**RICH, **change}), sentence) for change, sentence in UNSOUND_TABLES]
UNSOUND += [(toml({**WHOLE, "names": names}), sentence) for names, sentence in NAMES]


@pytest.mark.parametrize(("content", "sentence"), UNSOUND, ids=[sentence for _, sentence in UNSOUND])
def test_inconsistent_rulesets_are_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(FileError) as fault:
        library({OWN: content}).shelf.check(OWN)
    assert Speaker().say(fault.value.message).startswith(sentence)


def test_a_chain_of_extensions_has_an_end() -> None:
    files = {Path(f"/own/r{n}.toml"): toml({"id": f"r{n}", "extends": f"r{n + 1}"}) for n in range(40)}
    with pytest.raises(FileError, match="extends-chain"):
        library(files).shelf.check(Path("/own/r0.toml"))


def test_an_id_that_is_taken_is_said() -> None:
    sound, faults = library({OWN: toml({**RICH, "id": "stephensons-rocket"})}).shelf.all()
    assert [fault.message.key for fault in faults] == ["ruleset.extends-circle"]
    copy = shipped()[SHIPPED]
    sound, faults = library({OWN: copy}).shelf.all()
    assert [fault.message.key for fault in faults] == ["ruleset.same-id"]
    assert {loaded.path for loaded in sound} == set(shipped())


def edited(raw: bytes, old: str, new: str) -> bytes:
    assert old in raw.decode()
    return raw.decode().replace(old, new).encode()


def begun() -> MemoryDisk:
    """A session made by the program, with two entries."""
    disk = MemoryDisk(shipped())
    library(disk=disk).create(FILE, header())
    session = library(disk=disk).open(FILE)
    for fields in READING:
        session.enter(fields)
    session.close()
    return disk


def test_a_new_session_holds_the_digest_and_the_ruleset_is_kept_beside_it() -> None:
    disk = begun()
    digest = tomllib.loads(disk.files[FILE].decode())["ruleset"]
    kept = FILE.parent / "kept-rulesets" / f"stephensons-rocket-{digest}.toml"
    assert kept in disk.files
    assert library(disk=disk).read(FILE).notices == []


FIRST, NINE, SEVEN = (f"metropolis_first = {amount}" for amount in (2000, 9000, 7000))


@pytest.mark.parametrize(
    ("today", "kept", "score", "said"),
    [
        (FIRST, FIRST, 2000, []),
        (NINE, FIRST, 2000, ["ruleset.kept-used"]),
        (None, FIRST, 2000, ["ruleset.kept-only"]),
        (NINE, None, 9000, ["ruleset.kept-missing"]),
        (NINE, SEVEN, 9000, ["ruleset.kept-damaged"]),
    ],
    ids=["as it was", "edited", "gone", "kept one gone", "kept one altered"],
)
def test_a_session_counts_with_the_ruleset_kept_for_it_and_says_when_that_differs(
    today: str | None, kept: str | None, score: int, said: list[str]
) -> None:
    disk = begun()
    (beside,) = (path for path in disk.files if path.parent.name == "kept-rulesets")
    for path, payout in ((SHIPPED, today), (beside, kept)):
        if payout is None:
            del disk.files[path]
        else:
            disk.files[path] = edited(disk.files[path], FIRST, payout)
    session = library(disk=disk).read(FILE)
    assert shown(session)["standings"][0]["score"] == score
    assert [notice.key for notice in session.notices] == said


def test_a_new_name_is_no_change_and_shows_in_a_recorded_session() -> None:
    disk = begun()
    disk.files[SHIPPED] = edited(disk.files[SHIPPED], '"acciaio"', '"acciaio inox"')
    session = library(disk=disk).read(FILE)
    assert session.notices == []
    assert speaker_of(session, "it").name("steel") == "acciaio inox"


def test_the_digests_of_the_shipped_rulesets_are_those_in_recorded_sessions() -> None:
    shelf = library().shelf
    assert {name: shelf.load(name).digest for name in DIGESTS} == DIGESTS


DIGESTS = {
    "stephensons-rocket": "231dbf981c6c0efd",
    "whistle-stop": "b95f18765318e87a",
    "dampfross": "b21d6b12716f4f84",
}


def own(**changes: Any) -> Loaded:
    return library({OWN: toml({**RICH, **changes})}).shelf.load("rich-rocket")


@pytest.mark.parametrize(
    ("changes", "is_same"),
    [
        ({"names": "Rakete"}, True),
        ({"names": {"hu": "Rakéta"}}, True),
        ({"words": {"anything": "x"}}, True),
        ({"money": {"unit": 500}}, False),
        ({"options": {"help": {"default": 1, "names": "x", "help": "x"}}}, False),
    ],
    ids=["one name", "one language", "words", "a number called unit", "an option called help"],
)
def test_names_stay_out_of_the_digest_and_numbers_do_not(changes: dict[str, Any], is_same: bool) -> None:
    assert (own(**changes).digest == own().digest) is is_same


def test_a_short_form_is_written_out_before_files_are_merged_checked_and_digested(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def write_out(cls: type, raw: dict[str, Any]) -> dict[str, Any]:
        most = raw.get("players")
        return {**raw, "players": {"most": most}} if isinstance(most, int) else raw

    monkeypatch.setattr(RocketRuleset, "write_out", classmethod(write_out))
    short, long = own(players=3), own(players={"least": 2, "most": 3})
    assert (short.ruleset.players, short.digest) == (long.ruleset.players, long.digest)


@pytest.mark.parametrize(
    ("names", "said", "missing"),
    [
        ("Hearts", ["Hearts", "Hearts", "Hearts", "Hearts"], []),
        ({"en": "Gold", "de": {"long": "Gulden", "short": "G"}}, ["Gold", "Gulden", "Gold", "Gold"], ["hu", "it"]),
        ({"it": "Cuori", "hu": "Szívek"}, ["Szívek", "Szívek", "Szívek", "Cuori"], ["en", "de"]),
    ],
    ids=["a text", "a table", "without English"],
)  # fmt: skip
def test_a_name_is_a_text_or_a_table_of_languages_and_one_is_enough(
    names: object, said: list[str], missing: list[str]
) -> None:
    shelf = library({OWN: toml({**WHOLE, "names": names})}).shelf
    ruleset = shelf.load("mine").ruleset
    assert [ruleset.names.of(language).long for language in LANGUAGES] == said
    assert [getattr(shelf.name_of("mine", language), "long", None) for language in LANGUAGES] == said
    assert [one for one in LANGUAGES if "names" in missing_translations(ruleset, one)] == missing


def test_a_kept_ruleset_is_recognised_in_whatever_order_its_keys_were_written() -> None:
    """A table before plain values: the copy has them the other way round."""
    text = shipped()[SHIPPED].decode().replace('id = "stephensons-rocket"', 'id = "own"')
    known = text[text.index("[board.known]") : text.index("[turn]")]
    own = text.replace(known, "").replace("[board]", '[board]\nknown = { York = "railway-town" }')
    disk = MemoryDisk({**shipped(), OWN: own.encode()})
    library(disk=disk).create(FILE, header(game="own"))
    disk.files[OWN] = edited(disk.files[OWN], FIRST, NINE)
    assert [notice.key for notice in library(disk=disk).read(FILE).notices] == ["ruleset.kept-used"]


def options(**rule: Any) -> bytes:
    words = {language: {"long": "x"} for language in LANGUAGES}
    texts = dict.fromkeys(LANGUAGES, "x")
    return toml({**RICH, "options": {"dice": {"names": words, "help": texts, **rule}}})


@pytest.mark.parametrize(
    ("rule", "value", "sentence"),
    [
        ({"default": 1, "choices": [1, 2]}, 2, None),
        ({"default": 1, "choices": [1, 2]}, 3, "options.dice must be 1 or 2."),
        ({"default": 1, "choices": [1, 2]}, "1", "options.dice must be a whole number."),
        ({"default": 3, "low": 1, "high": 9}, 9, None),
        ({"default": 3, "low": 1, "high": 9}, 0, "options.dice must be at least 1."),
        ({"default": 3, "low": 1, "high": 9}, 10, "options.dice must be at most 9."),
        ({"default": "a", "choices": ["a", "b"]}, "c", "options.dice must be a or b."),
        ({"default": True}, 1, "options.dice must be true or false."),
    ],
)
def test_options_have_types_and_bounds(rule: dict[str, Any], value: object, sentence: str | None) -> None:
    text = text_of((), game="rich-rocket", options={"dice": value})
    shelf = library({OWN: options(**rule), FILE: text.encode()})
    if sentence is None:
        assert shelf.read(FILE).record.table.options["dice"] == value
    else:
        with pytest.raises(FileError) as fault:
            shelf.read(FILE)
        assert Speaker().say(fault.value.message) == sentence


def test_a_ruleset_that_was_edited_meanwhile_is_read_again() -> None:
    disk = MemoryDisk({**shipped(), OWN: toml(RICH)})
    shelf = library(disk=disk).shelf
    assert shelf.load("rich-rocket").ruleset.players.most == 4
    disk.files[SHIPPED] = edited(disk.files[SHIPPED], "most = 4", "most = 3")
    assert [shelf.load(one).ruleset.players.most for one in ("rich-rocket", "stephensons-rocket")] == [3, 3]
