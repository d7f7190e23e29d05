"""No sentence states a number that is not the ruleset's: numbers of every shipped ruleset are altered in turn."""

import copy
import string
import tomllib
from collections.abc import Iterator
from functools import cache
from itertools import cycle
from typing import Any
from unittest.mock import patch

import pytest

from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal
from companion.games.common import rule_of
from companion.games.entries import Recount
from companion.games.models import validate
from companion.games.registry import engine, engines
from companion.games.ruleset import Ruleset, Sentences
from companion.report.entries import step_sentences
from companion.report.tables import clock_lines, reminder_lines, table_lines
from companion.report.words import Speaker
from companion.session import Library, Session
from companion.storage import rulesets
from companion.storage.errors import FileError
from companion.words import LANGUAGES
from tests import support
from tests.catalogs import files as catalogs
from tests.memory_disk import MemoryDisk
from tests.random_play import recorded
from tests.support import ANTON, BEATE, CLAUS, DORA, ROOT, RULESETS, SAVES, part_of, text_of
from tests.whistle_stop.moves import move, use

Raw = dict[str, Any]
NumberPath = tuple[str | int, ...]
Steps = list[tuple[Any, list[str]]]
ENTRIES = 40
"""Of a random session, beside those worked out by hand."""
WIDTH = 120

NAMES = (ANTON, BEATE, CLAUS, DORA, "Emil", "Fritz", "Gerda")


def ferries(of_map: str, *buyers: str) -> tuple[list[Raw], Raw]:
    """Return purchases until there are no more ferries."""
    bought = [{"by": who, "ferry": f"Ferry {number}", "do": "buy-ferry"} for number, who in enumerate(buyers)]
    return bought, {"options": {"map": of_map}}


def stocked(*blocks: Raw, goods: Raw | None = None) -> tuple[list[Raw], Raw]:
    """Return blocks and a position in which Anton has what these blocks need."""
    upgrades = ["coal-car", "mine-cart", "first-class-cabin", "warehouse", "new-whistle"]
    has = {
        "coal": 9,
        "goods": goods or {"wood": 1, "steel": 1},
        "shares": {"A": [1, 2, 3]},
        "upgrades": upgrades,
    }
    return list(blocks), {"position": {"worth": dict.fromkeys(upgrades, 3), "players": {ANTON: has}}}


# Sessions, most of them cut short by a refusal, for numbers that come up nowhere else.
FURTHER: dict[str, list[tuple[list[Raw], Raw]]] = {
    "dampfross": [
        ferries("germany", ANTON, ANTON),
        ferries("germany", ANTON, BEATE, CLAUS),
        ferries("france", ANTON, ANTON, ANTON),
        ferries("usa-east", ANTON),
        ferries("usa-west", ANTON),
        ([{"by": ANTON, "one_left": True, "do": "build"}], {}),
        *(
            ([], {"options": {"map": of_map, "special_runs": True}})
            for of_map in ("germany", "france", "usa-east", "usa-west")
        ),
        ([{"do": "end-building"}], {}),
        ([], {"options": {"end": "36-runs"}}),
    ],
    "whistle-stop": [
        stocked(use("coal-car"), use("mine-cart"), use("first-class-cabin"), use("warehouse", good="wood")),
        stocked(
            use("new-whistle"),
            move("coal-yard"),
            move("trading-post", trades=[{"give": "wood", "get": ["whistle"]}]),
            move("trading-post", trades=[{"give": "steel", "get": ["cattle"]}]),
        ),
        stocked(move("wood"), goods={"wood": 10}),
        stocked(move("exchange", rate=3, share={"company": "A", "number": 1})),
        ([], {"options": {"rounds": 31}}),
        ([], {"options": {"whistle_round": 31}}),
    ],
}

# Alterations that the rulesets' own models refuse: the number must agree with another one.
BOUND = {
    "stephensons-rocket": {
        "money.unit": "every note is a multiple of it",
        **{f"money.notes.{place}.value": "a note is a multiple of the unit" for place in range(4)},
        "pieces.tokens_per_commodity": "the commodities' tokens are those of the metropolises",
        "pieces.tokens_per_metropolis": "the commodities' tokens are those of the metropolises",
        "board.metropolises": "the commodities' tokens are those of the metropolises",
        "board.start_towns": "each line has one",
    },
    "dampfross": {
        "numbers.low": "the runs need so many numbers",
        "numbers.high": "the runs need so many numbers, and a die has no more faces",
        "options.build_dice.choices.0": "the default is among the choices",
    },
    "whistle-stop": {
        "gold.values.0": "the lowest value is the least",
        "gold.least": "the lowest value is the least",
    },
}

# Numbers of which nothing is told: why.
UNHEARD = {
    "stephensons-rocket": {f"money.notes.{place}.count": "the bank never runs out" for place in range(4)},
    "dampfross": {"expansion.least_balance": "its tenth is what may be spent below it"},
}


def numbers_in(raw: Any, path: NumberPath = ()) -> Iterator[NumberPath]:
    """Yield the paths of whole numbers in a ruleset, without the file's format and the names of dice throws."""
    if isinstance(raw, dict | list):
        for key, value in raw.items() if isinstance(raw, dict) else enumerate(raw):
            if key not in ("format", "rows"):
                yield from numbers_in(value, (*path, key))
    elif isinstance(raw, int) and not isinstance(raw, bool):
        yield path


@cache
def shipped(game: str) -> Raw:
    return tomllib.loads(support.shipped()[RULESETS / f"{game}.toml"].decode())


def at(raw: Any, path: NumberPath) -> Any:
    for key in path:
        raw = raw[key]
    return raw


def altered(game: str, path: NumberPath, value: int) -> Raw:
    raw = copy.deepcopy(shipped(game))
    at(raw, path[:-1])[path[-1]] = value
    return raw


def ruleset_of(game: str, raw: Raw) -> Ruleset:
    return validate(engine(game).ruleset, raw)


def alteration(game: str, path: NumberPath) -> Raw | None:
    """Return the ruleset with this number one more, or one less if its model refuses that; None if neither works."""
    for by in (1, -1):
        raw = altered(game, path, at(shipped(game), path) + by)
        try:
            ruleset_of(game, raw)
        except Refusal:
            continue
        return raw
    return None


NUMBERS = part_of([(game, path) for game in engines() for path in numbers_in(shipped(game))], 9)
every_number = pytest.mark.parametrize(
    ("game", "path"), NUMBERS, ids=[f"{game}-{'.'.join(map(str, path))}" for game, path in NUMBERS]
)


@cache
def texts(game: str) -> tuple[bytes, ...]:
    """Return sessions with all kinds of entries: worked out by hand, and random ones."""
    golden = sorted((ROOT / "tests" / "golden").glob(f"{game}-*.toml"))
    blocks, players, more = recorded(game, 0, ENTRIES)
    tables = [text_of((), NAMES[:count], game=game) for count in range(1, len(NAMES) + 1)]
    written = [text_of(blocks, players, game=game, **more), *tables]
    written += [text_of(blocks, NAMES[:3], game=game, **more) for blocks, more in FURTHER.get(game, [])]
    return (*(path.read_bytes() for path in golden), *(text.encode() for text in written))


def opened(game: str, raw: Raw) -> list[Session | str]:
    """Open all sessions under these rules; for one that can't begin, return the reason."""
    paths = [SAVES / f"{place}.toml" for place, _ in enumerate(texts(game))]
    ruleset = {RULESETS / f"{game}.toml": b"not written and read again for every number"}
    library = Library(MemoryDisk({**ruleset, **dict(zip(paths, texts(game), strict=True))}), (RULESETS,))
    found: list[Session | str] = []
    with patch.object(rulesets, "parse_toml", lambda path, content: copy.deepcopy(raw)):
        for path in paths:
            try:
                found.append(library.read(path))
            except FileError as fault:
                found.append(Speaker(fault.ruleset).say(fault.message))
    return found


def told_steps(session: Session | str) -> Steps:
    """Return the postings and sentences of each step; a recount's postings only follow from the steps before."""
    if isinstance(session, str):
        return []
    speaker = Speaker(session.ruleset)
    found = []
    for step in session.steps:
        rules = [speaker.say(receipt.rule) for receipt in step.outcome.receipts if receipt.rule]
        booked = () if isinstance(step.action, Recount) else step.outcome.postings
        found.append((booked, [*(said.text for said in step_sentences(step, speaker)), *rules]))
    return found


def said(session: Session | str) -> list[str]:
    """Return all other texts: setup, questions, tables, clock, and why the session stops."""
    if isinstance(session, str):
        return [session]
    speaker, game = Speaker(session.ruleset), session.game
    lines = [speaker.say(message) for message in game.setup_steps(session.table)]
    lines += [speaker.help(written) for written in helps_in(session.ruleset)]
    lines += [
        speaker.say(session.game.roll(session.state, what, cycle(range(1, 7)).__next__).text)
        for what in session.game.rolls(session.state)
    ]
    if session.failure is not None:
        lines.append(speaker.say(session.failure.message))
    for state in (session.opening.state, session.state):
        lines += clock_lines(game.clock(state), speaker, WIDTH)
        lines += reminder_lines(game.reminders(state), speaker, WIDTH)
        for table in game.tables(state):
            lines += table_lines(table, speaker, WIDTH)
        for verb in session.context().verbs:
            lines += map(repr, rule_of(game, verb.name).questions(game, state, {}, BoardNotes()))
    return lines


@cache
def as_shipped(game: str) -> tuple[list[Steps], list[list[str]]]:
    sessions = opened(game, shipped(game))
    return [told_steps(session) for session in sessions], [said(session) for session in sessions]


@every_number
def test_an_altered_number_is_heard_wherever_it_is_counted_with(game: str, path: NumberPath) -> None:
    """An entry with other postings has other sentences too; and no number is there for nothing."""
    name, raw = ".".join(map(str, path)), alteration(game, path)
    assert (raw is None) == (name in BOUND.get(game, {})), "which numbers cannot be altered alone is listed"
    if raw is None:
        return
    steps_before, told_before = as_shipped(game)
    sessions = opened(game, raw)
    steps = [told_steps(session) for session in sessions]
    is_heard = steps != steps_before or any(
        said(session) != before for session, before in zip(sessions, told_before, strict=True)
    )
    assert is_heard == (name not in UNHEARD.get(game, {}))
    silent = [
        said
        for before, now in zip(steps_before, steps, strict=True)
        for (booked, said), (booked_now, said_now) in zip(before, now, strict=False)
        if booked != booked_now and said == said_now
    ]
    assert not silent


def rules_fields(text: str) -> list[str]:
    """Return each field of a sentence that is a number of the rules, as a sentence of its own."""
    parts = string.Formatter().parse(text)
    return [f"{{{field}:{spec}}}" for _, field, spec, _ in parts if field and field.split(".")[0] == "rules"]


def helps_in(value: object) -> Iterator[Sentences]:
    if isinstance(value, Sentences):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from helps_in(part)
    elif hasattr(value, "__dict__"):
        yield from helps_in(vars(value))


def places(game: str) -> Iterator[str]:
    for language in LANGUAGES:
        for key, sentence in catalogs.texts(language).items():
            if key.startswith(f"{game}."):
                yield from rules_fields(sentence)
    for written in helps_in(ruleset_of(game, shipped(game))):
        for language in LANGUAGES:
            yield from rules_fields(written.of(language))


@pytest.mark.parametrize("game", engines())
def test_every_place_for_a_number_of_the_rules_follows_the_ruleset(game: str) -> None:
    """Said in full, so a misspelt place fails too."""
    speaker = Speaker(ruleset_of(game, shipped(game)))
    others = [
        Speaker(ruleset_of(game, raw))
        for path in numbers_in(shipped(game))
        if (raw := alteration(game, path)) is not None
    ]
    for place in set(places(game)):
        now = speaker.vformat(place, (), {})
        assert any(other.vformat(place, (), {}) != now for other in others) or ":verb:" in place, place
