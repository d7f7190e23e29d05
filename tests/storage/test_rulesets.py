"""Rulesets: what is shipped, what users add, and what a recorded session is counted with."""

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from companion.games.registry import engines
from companion.games.ruleset import Words
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.report.words import Speaker
from companion.storage.errors import FileError
from companion.storage.loaded_ruleset import Loaded
from companion.storage.rulesets import Rulesets
from companion.words import LANGUAGES
from tests.catalogs.clashes import missing_translations
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import extend, token
from tests.support import ANTON, FILE, RULESETS, THREE, all_loaded, header, library, shipped, shown, text_of

OWN = Path("/own/mine.toml")
RICH = {"extends": "stephensons-rocket", "id": "rich-rocket", "payouts": {"metropolis_first": 5000}}
READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
SHIPPED = RULESETS / "stephensons-rocket.toml"
WHOLE = {**tomllib.loads(shipped()[SHIPPED].decode()), "id": "mine"}


def toml(raw: dict[str, Any]) -> bytes:
    return tomli_w.dumps(raw).encode()


def rocket() -> RocketRuleset:
    ruleset = library().rulesets.load("stephensons-rocket").ruleset
    assert isinstance(ruleset, RocketRuleset)
    return ruleset


@pytest.mark.parametrize(
    ("word", "names"),
    [
        ("steel", ("steel", "Stahl", "acél", "acciaio")),
        ("brewing", ("brewing", "Brauer", "hordó", "birra")),
        ("metropolis", ("metropolis", "Metropole", "nagyváros", "città")),
    ],
)
def test_names_are_the_rulebooks_words_in_four_languages(word: str, names: tuple[str, ...]) -> None:
    words: Words = rocket().names_by_id()[word]
    assert tuple(words.of(language).long for language in LANGUAGES) == names


def test_a_ruleset_of_ones_own_extends_another_and_changes_only_what_it_names() -> None:
    rulesets = library({OWN: toml(RICH), FILE: text_of(READING, game="rich-rocket").encode()})
    result = shown(rulesets.read(FILE))
    assert (result["game"], result["standings"][0]["score"]) == ("rich-rocket", 5000)
    assert result["projection"][0]["score"] == 5000 + 6000 + 2000


UNREAD = "Companion can't read this file."
UNSOUND: list[tuple[bytes, str]] = [
    (b'id = "x\nengine = 1', f"{UNREAD} Line 1: A quotation mark is missing."),
    (b"[rounds", f"{UNREAD} Line 1: A bracket is missing."),
    (b'id = "x"\nid = "y"', f"{UNREAD} Line 2: This is already in the file."),
    (b"id = Jo", f"{UNREAD} Line 1: A value must be a number, text in quotes, true or false."),
    (b'id = "x" y', f"{UNREAD} Line 1: A value must be a number, text in quotes, true or false."),
    (b"rounds", f"{UNREAD} Line 1: A key and its value need = between them."),
    (b'x = "\\q"', f"{UNREAD} Line 1: There's a mistake here."),
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
    ({"lines": {"X": {"names": {}}}}, "lines.X.names can't be empty."),
    ({"players": {"least": 5}}, 'players: "least" is more than "most".'),
    ({"board": {"start_towns": 8}}, "board.start_towns must be 7."),
    (
        {"pieces": {"tokens_per_commodity": 10}},
        "pieces: 40 tokens by commodity but 36 by metropolis",
    ),
    (
        {"board": {"known": {"York": "village"}}},
        "board.known.York must be start-town, metropolis or railway-town.",
    ),
    (
        {"board": {"known": {f"City {n}": "metropolis" for n in range(10)}}},
        "board.known (metropolis) takes at most 12 items.",
    ),
    ({"money": {"unit": 3000}}, "money.notes must be a multiple of 3000."),
]
NAMES: list[tuple[object, str]] = [
    (5, "names must be text in quotes."),
    ({}, "names can't be empty."),
    ({"de": 5}, "names.de must be text in quotes."),
    ({"de": {"short": "H"}}, "names.de.long is missing."),
    ({"fr": "Cœurs"}, "names.fr isn't a known key. Check the spelling or remove it."),
]
UNSOUND += [(toml({**RICH, **change}), sentence) for change, sentence in UNSOUND_TABLES]
UNSOUND += [(toml({**WHOLE, "names": names}), sentence) for names, sentence in NAMES]


@pytest.mark.parametrize(("content", "sentence"), UNSOUND, ids=[sentence for _, sentence in UNSOUND])
def test_inconsistent_rulesets_are_refused(content: bytes, sentence: str) -> None:
    with pytest.raises(FileError) as fault:
        library({OWN: content}).rulesets.check(OWN)
    assert Speaker().say(fault.value.message).startswith(sentence)


def test_a_chain_of_extensions_has_an_end() -> None:
    files = {Path(f"/own/r{n}.toml"): toml({"id": f"r{n}", "extends": f"r{n + 1}"}) for n in range(40)}
    with pytest.raises(FileError, match="extends-chain"):
        library(files).rulesets.check(Path("/own/r0.toml"))


def test_an_id_that_is_taken_is_said() -> None:
    sound, faults = library({OWN: toml({**RICH, "id": "stephensons-rocket"})}).rulesets.all()
    assert [fault.message.key for fault in faults] == ["ruleset.extends-circle"]
    copy = shipped()[SHIPPED]
    sound, faults = library({OWN: copy}).rulesets.all()
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


PAD = Path("/own/farms.toml")
TOWNS = b"""format = 1
id = "farms"
engine = "score-pad"
names = "Farms"
players = { least = 2, most = 4 }
categories.towns = { names = "Towns", points = 3 }
"""
FARMS = TOWNS.replace(b'"Towns"', b'"Farms"')
TEN = {"do": "finish", "counts": {"Anton": {"towns": 10}, "Beate": {"towns": 9}}}


def played(disk: MemoryDisk, path: Path) -> None:
    """A session of the pad there is now, finished: Anton has 10 towns at 3 points."""
    library(disk=disk).create(path, header(THREE[:2], game="farms"))
    session = library(disk=disk).open(path)
    session.enter(TEN)
    session.close()


def last_receipt(disk: MemoryDisk, path: Path) -> str:
    session = library(disk=disk).read(path)
    assert session.notices == [], "the figures are the same, so nothing is said"
    return str(shown(session)["receipts"][-1]["text"])


def test_a_session_shows_the_names_it_was_played_with() -> None:
    """A category gets another name: what was played as Towns stays Towns, and a new session has Farms."""
    disk, second = MemoryDisk({**shipped(), PAD: TOWNS}), FILE.with_name("second.toml")
    played(disk, FILE)
    disk.files[PAD] = FARMS
    played(disk, second)
    towns, farms = (f"{name} (3 each): Anton 10 gives 30, Beate 9 gives 27." for name in ("Towns", "Farms"))
    assert [last_receipt(disk, path) for path in (FILE, second)] == [towns, farms]
    disk.files[PAD] = TOWNS.replace(b'"Towns"', b'"Cities"')
    assert [last_receipt(disk, path) for path in (FILE, second)] == [towns, farms]


def test_the_digests_of_the_shipped_rulesets_are_those_in_recorded_sessions() -> None:
    rulesets = library().rulesets
    assert {name: rulesets.load(name).digest.partition("-")[0] for name in DIGESTS} == DIGESTS


DIGESTS = {
    "stephensons-rocket": "231dbf981c6c0efd",
    "whistle-stop": "7d51abdba30bb100",
    "dampfross": "b21d6b12716f4f84",
}


def own(**changes: Any) -> Loaded:
    return library({OWN: toml({**RICH, **changes})}).rulesets.load("rich-rocket")


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
def test_names_are_no_part_of_the_rules_and_numbers_are(changes: dict[str, Any], is_same: bool) -> None:
    changed, known = own(**changes).digest, own().digest
    assert changed != known
    assert own(**changes).has_rules_of(known) is is_same


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
    rulesets = library({OWN: toml({**WHOLE, "names": names})}).rulesets
    ruleset = rulesets.load("mine").ruleset
    assert [ruleset.names.of(language).long for language in LANGUAGES] == said
    assert [getattr(rulesets.name_of("mine", language), "long", None) for language in LANGUAGES] == said
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


def rule_texts(raw: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    """Every text that isn't a name, with the table that holds it."""
    for key, value in raw.items():
        if isinstance(value, dict) and key not in ("names", "help", "unit", "words"):
            yield from rule_texts(value)
        elif isinstance(value, str) and key not in ("names", "help", "unit", "cube"):
            yield raw, key


@pytest.mark.parametrize("one", all_loaded(), ids=lambda one: one.ruleset.id)
def test_every_text_of_the_rules_is_in_the_digest(one: Loaded) -> None:
    """How ties pay was left out of it once: a session of then would have been scored by other rules."""
    changed = replace(one, raw=deepcopy(one.raw))
    found = [*rule_texts(changed.raw)]
    assert found
    for table, key in found:
        before = table[key]
        table[key] = f"{before}x"
        assert not replace(changed).has_rules_of(one.digest), key
        table[key] = before


def test_a_new_ruleset_never_takes_the_file_of_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """The name was free when it was looked for, and another program was faster."""
    monkeypatch.setattr(Rulesets, "free_id", lambda self, name, taken: "jo-2" if taken else "jo")
    theirs, disk = OWN.with_name("jo.toml"), MemoryDisk({})
    disk.files[theirs] = b"theirs"
    assert Rulesets(disk, lambda: (OWN.parent,)).write("Jo", lambda name: {"id": name}) == "jo-2"
    assert disk.files[theirs] == b"theirs"
    assert tomllib.loads(disk.files[OWN.with_name("jo-2.toml")].decode()) == {"id": "jo-2"}
