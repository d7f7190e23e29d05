"""The law of what is hidden: nothing that a reader sees depends on what somebody else hides.

Two tables differ only in what is hidden from the reader: a seat, the host without one, or somebody who looks on.
Whatever the reader does at both, the answers, pages and files are equal byte by byte. The end reveals everything:
while something is hidden no phone saves it or takes it back, nor what changes who plays or what others hide. That is
left to the computer. What somebody typed and didn't save is hidden from everybody else, in every game.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, partial
from itertools import product
from typing import Any, NamedTuple

import pytest

from companion.desk.desk import Desk
from companion.desk.entry_view import preview_in_order
from companion.desk.states import Choosing
from companion.draw.export import export_bytes
from companion.forms.questions import Question
from companion.forms.questions.holders import parts_of
from companion.pages.effects import link
from companion.pages.share import FORMS
from companion.report.words import speaker_of
from companion.session import Session
from companion.web.guest_desk import AT_COMPUTER, END_AT_COMPUTER
from companion.web.guest_pages import PAGES
from companion.web.public_view import OPEN, PARTS, PublicView, address_of
from tests.memory_disk import MemoryDisk
from tests.random_play import Fields, next_entry
from tests.support import (
    ANTON,
    BEATE,
    CLAUS,
    FILE,
    THREE,
    all_shipped,
    library,
    loaded,
    log_compared,
    often,
    part_of,
    session_of,
    shipped,
    sound_session,
    text_of,
)
from tests.web.phones import FREELY
from tests.web.visiting import House, Visitor

ROCKET, WHISTLE_STOP = "stephensons-rocket", "whistle-stop"
HIDING = (ROCKET, WHISTLE_STOP)
GAMES = sorted(path.stem for path in all_shipped())
HOST, NOBODY = "host", "nobody"
NUMBERS = ("-2001", "-2000", "-1", "0", "1", "7", "1000000")
_COVER = re.compile(r'<details class="cover">.*?</details>', re.DOTALL)
LEFT_OUT = (AT_COMPUTER, END_AT_COMPUTER)
"""Why a phone leaves an entry to the computer."""
_TARGET = re.compile(r'(?:name="target" value|data-target)="([^"]*)"')


def targets_in(html: str) -> list[str]:
    return _TARGET.findall(html.replace('\\"', '"'))


def _export(form: str, guest: Visitor) -> str:
    return export_bytes(guest.house.hub.session, form, "en").decode()


class Twins:
    """Two tables with the same reader; everything is done at both and compared.

    `compared` counts what was compared, by kind; a kind that can be seen and wasn't is a fault.
    """

    def __init__(self, game: str, seed: int, reader: int | str) -> None:
        self.game, self.reader, self.luck = game, reader, random.Random(f"{game} {seed} {reader} hidden")
        more = {"options": {"hidden_money": True}} if game == ROCKET else {}
        text = text_of((), THREE, game=game, **more).encode()
        opened = [library(disk=MemoryDisk({**shipped(), FILE: text})).open(FILE) for _ in range(2)]
        self.one, self.other = self.sessions = opened
        self.compared = Counter[str]()
        self._play(25)
        self.counted_after = self.one.record.numbers[-5:]
        """The last entries before a count."""
        self._hide()
        self._play(19)
        self.houses = [House(session, rate=FREELY) for session in opened]
        self.guests = [self._guest(house) for house in self.houses]

    def _guest(self, house: House) -> Visitor:
        house.hub.guests.code = "AAAAAA"
        if isinstance(self.reader, int):
            return house.visitor(seat=self.reader)
        return house.host() if self.reader == HOST else house.visitor()

    # Two sessions

    @property
    def seated(self) -> str:
        """The reader's player, who has the same at both tables; empty without a seat."""
        return str(self.one.record.roster.players[self.reader]) if isinstance(self.reader, int) else ""

    def _play(self, count: int) -> None:
        while count:
            block = next_entry(self.one, self.luck)
            is_kept = "rename" in str(block) or "'amount': -" in str(block)
            count -= not is_kept and self.enter(block, self._hidden(block))

    def enter(self, block: Fields, twin: Fields | None = None) -> bool:
        previews = self.one.preview(block), self.other.preview(block if twin is None else twin)
        is_fit = not any(one.violations or one.would_end for one in previews)
        if is_fit and self.one.record.state != self.other.record.state:  # nothing undoes what is hidden
            is_fit = len({str(one.after and one.after.state) for one in previews}) > 1
        for session, preview in zip((self.one, self.other), previews, strict=True) if is_fit else ():
            session.save_preview(preview)
        return is_fit

    def _hidden(self, block: Any, whose: str | None = None) -> Any:
        """Return the block with other gold values, except those of the seat."""
        if isinstance(block, list):
            return [self._hidden(one, whose) for one in block]
        if not isinstance(block, dict):
            return block
        whose, found = block.get("by", whose), dict(block)
        for key, value in block.items():
            who = key if key in self.one.record.roster.players else whose
            is_gold = key == "gold" and isinstance(value, list) and who != self.seated
            found[key] = (
                [one and self._another(one) for one in value] if is_gold else self._hidden(value, who)
            )
        return found

    def _another(self, value: int) -> int:
        values = self.one.record.ruleset.gold.values  # type: ignore[attr-defined]
        return int(values[(values.index(value) + 1) % len(values)])

    def _hide(self) -> None:
        """Give the others little at one table and much at the other; gold always differs in value only."""
        others = [name for name in self.one.record.roster.players if name != self.seated]
        if self.game == ROCKET:
            own = {self.seated: 5000} if self.seated else {}
            little = {**own, **dict.fromkeys(others, 2000)}
            much = {**own, **{name: 90000 + 7 * at for at, name in enumerate(others)}}
            counted: list[Fields] = [{"cash": cash} for cash in (little, much)]
        else:
            first = self.one.record.ruleset.gold.values[0]  # type: ignore[attr-defined]
            gold = {name: {"gold": [first] * 2, "coal": 9} for name in others}
            counted = [{"players": one} for one in (gold, self._hidden(gold))]
        blocks = [{"do": "recount", "reason": "dropped", "position": one} for one in counted]
        assert self.enter(*blocks)

    # One reader at both

    def same(self, kind: str, ask: Callable[[Visitor], str], told: object) -> str:
        for house in self.houses:
            house.clock.now += 10
        found = [ask(guest) for guest in self.guests]
        assert found[0] == found[1], told
        self.compared[kind] += 1
        return found[0]

    @property
    def desk(self) -> Desk:
        return self.houses[0].hub.numbered_desk(self.guests[0].guest).desk

    def tap(self, target: str, text: str = "") -> str:
        def asked(guest: Visitor) -> str:
            drawn = guest.house.hub.numbered_desk(guest.guest).drawing_number
            return guest.post("/do", {"target": target, "text": text, "drawn": str(drawn)}).text

        answer = self.same("answer", asked, (target, text))
        self.compared.update(self._shown())
        return answer

    def _shown(self) -> Iterator[str]:
        """What there is at the desk that could tell something."""
        desk = self.desk
        if isinstance(desk.state, Choosing):
            yield "menu"
        if desk.sayings.shown:
            yield "notice"
        if desk.is_entering and desk.aim is not None:
            yield "correction"
        if desk.preview is not None and any(one.message in LEFT_OUT for one in desk.preview.violations):
            yield "left to the computer"
        yield from {one.kind for one in preview_in_order(desk)}

    def do(self, act: Callable[[Desk], object]) -> None:
        """Do something at both desks, look at it, and leave it."""
        for guest in self.guests:
            guest.house.hub.act(guest.guest, act)  # type: ignore[arg-type]
        self.tap("nothing")
        self.leave()

    def leave(self) -> None:
        for _ in range(5):
            if self.desk.is_busy:
                self.tap("press:escape")

    def walk(self, first: str, steps: int) -> None:
        """Tap whatever is there and type whatever can be typed, a few times; then leave it."""
        entry = self.tap(first)
        for _ in range(steps):
            targets = [one for one in targets_in(entry) if one != "press:escape"]
            if not targets or not self.desk.is_busy:
                break
            entry = self.tap(self.luck.choice(targets), self.luck.choice(NUMBERS))
        self.leave()

    @cached_property
    def _pages(self) -> list[str]:
        """Every address, with every argument that leads to something else."""
        record, players = self.one.record, self.one.record.roster.players
        found = [link(one) for one in OPEN if one not in ("entry", "breakdown", "run_sheet")]
        found += [link("scores", tab=tab, figures=1) for tab in ("gain", "chart", "runs")]
        found += [link("scores", tab=tab) for tab in ("gain", "chart", "runs")]
        found += [link("breakdown", player=name, line="total") for name in players]
        found += [link("run_sheet", player=name) for name in players]
        found += [link("entries", undone=1), link("entries", last=999)]
        found += [link("entries", words=words) for words in (*players, "5", "2", "9000", "gold")]
        found += [link("games", tab=tab) for tab in ("notes", "numbers")]
        found += [link("entry", number=number) for number in record.numbers[::9]]
        found += [link("tables", steps=at, place=at, set_up=at % 2) for at in range(0, len(record.steps), 15)]
        return [*(f"/{one}".replace("/table", "/") for one in PAGES), "/players.css", *map(address_of, found)]

    def compare_pages(self) -> None:
        for path in self._pages:
            page = self.same("page", lambda guest, path=path: guest.get(path).text, path)  # type: ignore[misc]
            assert "bgstats" not in page, "the play is told at the end alone"
        for form in FORMS:
            self.same("file", partial(_export, form), form)
            self.same("file", lambda guest, form=form: guest.get(f"/export/{form}").text, form)  # type: ignore[misc]


READERS: list[int | str] = [*part_of(range(len(THREE)), 3), HOST, NOBODY]
AT_A_DESK = (
    *("answer", "menu", "notice", "correction", "left to the computer"),
    *("violation", "payout", "warning", "ruling", "difference", "event"),
)
"""What somebody who makes entries sees besides pages and files."""


def opening(block: Fields) -> Callable[[Desk], object]:
    return lambda desk: desk.open_block(block)


def taking(verb: str) -> Callable[[Desk], object]:
    return lambda desk: desk.take(verb)


def correcting(way: str, number: int | str) -> Callable[[Desk], object]:
    return lambda desk: getattr(desk, way)(number)


SEEDS = often(1, 3)


@pytest.mark.parametrize("game", HIDING)
def test_whatever_a_reader_sees_or_taps_tells_nothing(game: str) -> None:
    """Many entries are saved on the way, undone and redone: the tables are still twins after them."""
    compared = Counter[str]()
    for reader, seed in product(READERS, range(1, 1 + SEEDS)):
        twins = Twins(game, seed, reader)
        if reader == NOBODY:
            assert twins.guests[0].post("/do", {"target": "nothing"}).status == 401
        else:
            try_everything(twins)
        twins.compare_pages()
        assert min(twins.compared[kind] for kind in ("page", "file")) > 0, reader
        compared += twins.compared
    log_compared(game, compared, AT_A_DESK)


def try_everything(twins: Twins) -> None:
    offered = targets_in(twins.tap("nothing"))
    for target in twins.luck.sample(offered, min(8, len(offered))):
        twins.walk(target, 10)
    for step in twins.luck.sample(list(twins.one.record.steps), 3):
        twins.walk(f"change:{step.number}", 8)
    by = {"by": twins.one.record.up, "ruling": "x"}
    ruled = [{**EXTENDED, **by, "line": line, "metropolises": ["Hull"]} for line in LINES[:3]]
    for block in ruled if twins.game == ROCKET else [{**ENDED[0], **by}]:
        twins.do(opening(block))
    for block in (*OTHERS[twins.game], *FREE[twins.game], *(end for _, end in ENDS[twins.game])):
        twins.do(opening(block))
    twins.do(taking("undo"))
    for number in twins.counted_after:
        twins.do(correcting("delete", number))


@pytest.mark.parametrize("game", HIDING)
def test_cards_show_public_facts_to_every_reader_except_under_their_own_cover(game: str) -> None:
    twins = Twins(game, 1, 0)
    views = [PublicView(session, speaker_of(session, "en")) for session in twins.sessions]
    for reader in (None, *twins.one.record.roster.players):
        names = [name for name, part in PARTS.items() if part.is_for_reader]
        cards = ["".join(view.part(name, reader) for name in names) for view in views]
        assert _COVER.sub("", cards[0]) == _COVER.sub("", cards[1]), reader
        is_playing = reader is not None and reader not in twins.one.record.former_players
        assert ("You have" in cards[0]) == is_playing


# Which games hide something


def hidden_questions(questions: Iterable[Question]) -> Iterator[Question]:
    for one in questions:
        if one.hidden:
            yield one
        yield from hidden_questions(parts_of(one))


def hidden_kinds(game: str) -> set[str]:
    """What a game can hide: what its questions say, if it happens, and what its public state leaves out.

    Its list of hidden fields has them all: a headline of other fields is told without asking.
    """
    session = session_of(game=game)
    record, context = session.record, session.context()
    asked = [question for verb in context.possible_verbs for question in context.ask(verb.name)({})]
    hidden = [*hidden_questions(asked)]
    assert {one.field for one in hidden} == {*record.game.hidden_fields}
    kinds: set[str] = {one.hidden for one in hidden}
    kinds |= {"until-end"} if record.game.secrets is not None else set()
    return kinds if record.ruleset.can_hide_money else kinds - {"money"}


def test_every_game_that_can_hide_something_is_compared() -> None:
    """Score pads hide nothing, nor does Dampfross: a total that ends the game can't be hidden."""
    assert {game for game in GAMES if hidden_kinds(game)} == {*HIDING}


# What somebody typed


@pytest.mark.parametrize("game", part_of(GAMES, 3))
def test_what_is_typed_on_one_phone_and_not_saved_shows_on_no_other(game: str) -> None:
    """Beate begins other entries at both tables, and goes other ways in them."""
    luck, compared, most = random.Random(f"{game} typed"), Counter[str](), loaded(game).ruleset.players.most
    players = THREE[:most]
    houses = [House(session_of([], players, game=game), rate=FREELY) for _ in range(2)]
    typing = [house.visitor(seat=1) for house in houses]
    for house in houses:
        house.hub.guests.code = "AAAAAA"
    readers = [(house.visitor(seat=0), house.host(), house.visitor()) for house in houses]
    for _ in range(TRIES):
        drafts = [_type_something(guest, luck) for guest in typing]
        compared["typed"] += drafts[0] != drafts[1]
        for one, other in zip(*readers, strict=True):
            for path in ("/", "/page/entries", "/page/scores", "/page/tables", "/seats"):
                pages = [guest.get(path).text for guest in (one, other)]
                assert pages[0] == pages[1], (path, drafts)
                compared["page"] += 1
    assert [house.hub.session.record.entry_count for house in houses] == [0, 0]
    log_compared(game, compared, ("typed", "page"))


TRIES = 3


def _type_something(guest: Visitor, luck: random.Random) -> str:
    """Begin an entry and give some answers, without saving it; return the page of who does."""
    page = guest.get().text
    for _ in range(6):
        offered = [one for one in targets_in(page) if one not in ("save", "press:enter", "press:escape")]
        offered = [one for one in offered if one.startswith(("verb:", "own:", "pick:", "say", "count:"))]
        if not offered:
            break
        guest.tap(luck.choice(offered), str(luck.randint(1, 9)))
        page = guest.get().text
    return page


# What is left to the computer

Act = Callable[[Desk], object]
"""Something a guest does at their own desk, up to the tap that saves it."""
LINES = ("NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER")


def counted(**position: Any) -> Fields:
    return {"do": "recount", "reason": "x", "position": position}


PASSED, REMARKED = {"do": "pass", "by": ANTON}, {"do": "remark", "note": "x"}
EXTENDED = {"do": "extend", "by": ANTON, "line": LINES[0]}
ENDED = [{"do": "end-turn", "by": name} for name in THREE]
MINED = {"do": "move", "by": ANTON, "stop": "gold-mine", "with": "coal", "gold": [5]}
MINED_BY_BEATE = {**MINED, "by": BEATE}
FINAL, SHOWN = {"do": "final"}, {"do": "setup", "options": {"hidden_money": False}}
NO_PILES = counted(lines=[{"line": one, "pile": 0} for one in LINES[1:]])
BEFORE: dict[str, list[Fields]] = {
    ROCKET: [EXTENDED, PASSED, *({**PASSED, "by": one} for one in (BEATE, BEATE, CLAUS, CLAUS))],
    WHISTLE_STOP: [MINED, ENDED[0], MINED_BY_BEATE, *ENDED[1:]],
}
"""Entries in every game that hides something; it is Anton's turn then."""
LEFT = {"do": "leave", "player": CLAUS}
REPLACED = {"do": "replace", "player": CLAUS, "name": "Tina"}
TAKEN = {"do": "adjust", "player": BEATE, "amount": 1000, "reason": "x"}
ENDS: dict[str, list[tuple[list[Fields], Fields]]] = {
    ROCKET: [
        ([counted(tracks_laid=60)], PASSED),
        ([counted(tracks_laid=59)], EXTENDED),
        ([NO_PILES], PASSED),
        ([{"do": "isolate", "line": one} for one in LINES[1:-1]], {"do": "isolate", "line": LINES[-1]}),
        ([], {"do": "finish"}),
    ],
    WHISTLE_STOP: [
        ([counted(round=11), *ENDED], FINAL),
        ([counted(players={BEATE: {"trains_home": 5}}), *ENDED], FINAL),
        ([], {**FINAL, "ruling": "x"}),
    ],
}
"""What the computer saves after those, and the entry that ends the game then."""


def placing(way: str, number: int, block: Fields) -> Act:
    """Put an entry before another one, or in place of it."""

    def act(desk: Desk) -> None:
        correcting(way, number)(desk)
        desk.open_block(block)

    return act


class Seat(NamedTuple):
    """Anton's phone at a table of three that hides something."""

    session: Session
    guest: Visitor

    @property
    def desk(self) -> Desk:
        return self.guest.house.hub.numbered_desk(self.guest.guest).desk

    def is_refused(self, *acts: Act) -> bool:
        """Do something, tap Save and repairs until nothing is open; return whether it is left to the computer."""
        found = False
        for act in acts:
            self.guest.house.hub.act(self.guest.guest, act)  # type: ignore[arg-type]
            for _ in range(9):
                self.guest.house.clock.now += 10
                page = self.guest.get("/").text
                found = found or any(self.desk.speaker.say(why) in page for why in LEFT_OUT)
                if not self.desk.is_busy:
                    break
                offered = _TARGET.findall(page)
                ways = (one for one in ("repair:strike", "press:enter") if one in offered and not found)
                self.guest.tap(next(ways, "press:escape"))
        return found


def seat_at(game: str, *blocks: Fields, **options: Any) -> Seat:
    options = {"hidden_money": True} if game == ROCKET else options
    session = sound_session(blocks, THREE, game=game, options=options)
    return Seat(session, House(session, rate=FREELY).visitor(seat=0))


@pytest.mark.parametrize("game", BEFORE)
def test_no_phone_saves_the_end(game: str) -> None:
    """Made now, inserted, in place of another entry or redone; the computer saves the same at once."""
    tried = 0
    for more, end in ENDS[game]:
        blocks = [*BEFORE[game], *more]
        ways: list[tuple[list[Fields], Act]] = [
            (blocks, opening(end)),
            ([*blocks, REMARKED], placing("insert_before", len(blocks) + 1, end)),
            ([*blocks, REMARKED], placing("change", len(blocks) + 1, end)),
            ([*blocks, end, {"do": "undo"}], taking("redo")),
        ]
        for before, act in ways:
            seat = seat_at(game, *before)
            assert seat.is_refused(act), (end, before)
            assert (seat.session.record.is_over, seat.session.record.entry_count) == (False, len(before))
            tried += 1
        assert seat_at(game, *blocks).session.preview(end).would_end, end
    assert tried > 0


@pytest.mark.parametrize("game", BEFORE)
def test_no_phone_takes_the_end_back(game: str) -> None:
    """Else a guest could look at everything hidden and hide it again."""
    blocks = [*BEFORE[game], {"do": "finish"} if game == ROCKET else {**FINAL, "ruling": "x"}]
    number = len(blocks)
    acts = [taking("undo"), correcting("delete", number), placing("change", number, REMARKED)]
    for act in acts:
        seat = seat_at(game, *blocks)
        assert seat.is_refused(act)
        assert (seat.session.record.is_over, seat.session.record.entry_count) == (True, number)


RENAMED = {"do": "setup", "rename": {BEATE: CLAUS, CLAUS: BEATE}}
OTHERS: dict[str, list[Fields]] = {
    ROCKET: [LEFT, REPLACED, RENAMED, SHOWN, TAKEN, counted(tracks_laid=3, cash={BEATE: 2000})],
    WHISTLE_STOP: [LEFT, REPLACED, RENAMED, counted(players={BEATE: {"gold": [3]}})],
}
"""What changes who plays, what is hidden, or hidden things."""


@pytest.mark.parametrize("game", BEFORE)
def test_no_phone_changes_who_plays_or_what_is_hidden(game: str) -> None:
    """Nor undoes or deletes that: the computer saved it."""
    tried = 0
    for block in OTHERS[game]:
        before = BEFORE[game]
        number = len(before) + 1
        ways: list[tuple[list[Fields], Act]] = [
            (before, opening(block)),
            ([*before, REMARKED], placing("change", number, block)),
            ([*before, block, {"do": "undo"}], taking("redo")),
        ]
        if block is not SHOWN:  # nothing is hidden then
            ways += [([*before, block], taking("undo")), ([*before, block], correcting("delete", number))]
        for blocks, act in ways:
            seat = seat_at(game, *blocks)
            assert seat.is_refused(act), (block, blocks)
            assert seat.session.record.entry_count == len(blocks)
            tried += 1
    assert tried > 0


def test_no_phone_changes_what_somebody_else_has_hidden() -> None:
    """Else the page would tell whether a value that was tried is the hidden one."""
    hidden = 3
    for act in (correcting("change", hidden), correcting("delete", hidden)):
        seat = seat_at(WHISTLE_STOP, *BEFORE[WHISTLE_STOP])
        assert seat.is_refused(act)
        assert seat.session.record.entry_count == len(BEFORE[WHISTLE_STOP])
    seat = seat_at(WHISTLE_STOP, *BEFORE[WHISTLE_STOP][:hidden])
    assert seat.is_refused(taking("undo"))
    assert not seat.is_refused(placing("change", 1, {**MINED, "gold": [3]})), "their own"


FREE: dict[str, list[Fields]] = {
    ROCKET: [EXTENDED, PASSED, counted(tracks_laid=50), NO_PILES, {**PASSED, "by": BEATE, "ruling": "x"}],
    WHISTLE_STOP: [MINED, ENDED[0], counted(round=5), counted(players={BEATE: {"coal": 5}}), ENDED[1]],
}
"""Play, and counts and rulings that bring the end nearer."""


@pytest.mark.parametrize("game", BEFORE)
def test_everything_else_is_saved_by_a_phone(game: str) -> None:
    seat, count = seat_at(game, *BEFORE[game]), len(BEFORE[game])
    acts = [opening(block) for block in FREE[game][:4]]
    acts += [taking("undo"), taking("redo"), placing("insert_before", count + 1, REMARKED)]
    acts += [opening(REMARKED), lambda desk: desk.delete(desk.session.record.numbers[-1])]
    for at, act in enumerate(acts, 1):
        assert not seat.is_refused(act), at
        assert seat.session.record.entry_count == count + at, at


# By offered buttons alone
