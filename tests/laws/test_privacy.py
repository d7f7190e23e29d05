"""The law of what is hidden: nothing that a seat sees depends on what another seat hides.

Two tables differ only in hidden values of the others. Whatever the seat does at both, the answers, pages and files
are equal byte by byte. The end reveals everything: no chain of a guest's entries brings it about, or undoes it,
without the host's yes.
"""

import random
import re
from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import pytest

from companion.core.game import Game
from companion.desk.desk import Desk
from companion.draw.export import export_bytes
from companion.report.export import FORMS
from companion.report.words import speaker_of
from companion.session import Session
from companion.web.public_view import BY_READER, OPEN, PublicView
from tests.memory_disk import MemoryDisk
from tests.random_play import Fields, next_entry, player_of
from tests.support import (
    FILE,
    RAILWAYS,
    library,
    loaded,
    part_of,
    session_of,
    shipped,
    sound_session,
    text_of,
)
from tests.web.visiting import House, Visitor

ROCKET, WHISTLE_STOP = "stephensons-rocket", "whistle-stop"
SEAT = 0
NUMBERS = ("-2001", "-2000", "-1", "0", "1", "7", "1000000")
PAGES = (
    "/",
    "/board",
    "/history",
    "/history?show=mine",
    "/history?show=payouts",
    "/chart.svg",
    *(f"/page/{one}" for one in OPEN if one != "entry"),
)
_COVER = re.compile(r'<details class="cover">.*?</details>', re.DOTALL)
_TARGET = re.compile(r'(?:name="target" value|data-target)="([^"]*)"')


def _export(form: str, guest: Visitor) -> str:
    return export_bytes(guest.house.hub.session, form, "en").decode()


class Twins:
    """Two tables with the same guest at the same seat; everything is done at both and compared."""

    def __init__(self, game: str, seed: int, has_seat: bool = True) -> None:
        self.game, self.luck = game, random.Random(f"{game} {seed} hidden")
        self.is_settled = game == ROCKET and seed % 2 == 1
        self.rules = player_of(game)
        players, more = self.rules.table(self.luck, loaded(game).ruleset)
        if game == ROCKET:
            more = {**more, "options": {"hidden_money": True}}
        text = text_of((), players, game=game, **more).encode()
        opened = [library(disk=MemoryDisk({**shipped(), FILE: text})).open(FILE) for _ in range(2)]
        self.one, self.other = self.sessions = opened
        self._play(25)
        self._hide()
        self._play(15)
        self._settle()
        self._play(4)
        self.houses = [House(session) for session in opened]
        self.guests = [house.visitor(seat=SEAT) if has_seat else house.host() for house in self.houses]

    # Two sessions

    @property
    def seated(self) -> str:
        return str(self.one.record.table.players[SEAT])

    def _play(self, count: int) -> None:
        while count:
            block = next_entry(self.one, self.luck, self.rules)
            is_kept = "rename" in str(block) or (not self.is_settled and "'amount': -" in str(block))
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
            who = key if key in self.one.record.table.players else whose
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
        others = [name for name in self.one.record.table.players if name != self.seated]
        if self.game == ROCKET:
            little = {self.seated: 5000, **dict.fromkeys(others, 2000)}
            much = {self.seated: 5000, **{name: 90000 + 7 * at for at, name in enumerate(others)}}
            counted: list[Fields] = [{"cash": cash} for cash in (little, much)]
        else:
            gold = {name: {"gold": [self.one.record.ruleset.gold.values[0]] * 2} for name in others}  # type: ignore[attr-defined]
            counted = [{"players": one} for one in (gold, self._hidden(gold))]
        blocks = [{"do": "recount", "reason": "dropped", "position": one} for one in counted]
        assert self.enter(*blocks)

    def _settle(self) -> None:
        """Let somebody who was paid since then pay all they have at one table."""
        while self.is_settled:
            held = self.one.record.scores
            name = max((one for one in held if one != self.seated), key=lambda one: held[one])
            if held[name] >= 3000:
                assert self.enter({"do": "adjust", "player": name, "amount": -held[name], "reason": "debts"})
                break
            self._play(1)

    # One guest at both

    def same(self, ask: Callable[[Visitor], str], told: object) -> str:
        for house in self.houses:
            house.clock.now += 10
        found = [ask(guest) for guest in self.guests]
        assert found[0] == found[1], told
        return found[0]

    @property
    def desk(self) -> Desk:
        return self.houses[0].hub.page(self.guests[0].guest).desk

    def tap(self, target: str, text: str = "") -> str:
        """Tap and return the page; never end the game, which reveals everything."""
        preview = self.desk.preview
        if target == "press:enter" and preview is not None and preview.would_end:
            target = "press:escape"

        def asked(guest: Visitor) -> str:
            drawn = guest.house.hub.page(guest.guest).drawing_number
            return guest.post("/do", {"target": target, "text": text, "drawn": str(drawn)}).text

        return self.same(asked, (target, text))

    def do(self, *acts: Callable[[Desk], object], told: object) -> None:
        """Do at the desk itself what no button may offer, then leave it."""
        for act in acts:
            for guest in self.guests:
                guest.house.hub.act(guest.guest, lambda desk, act=act: act(desk))  # type: ignore[misc]
            self.tap("nothing", str(told))
        self.leave()

    def leave(self) -> None:
        for _ in range(5):
            if self.desk.is_busy:
                self.tap("press:escape")

    def walk(self, first: str, steps: int) -> None:
        """Tap whatever is there and type whatever can be typed, a few times; then leave it."""
        entry = self.tap(first)
        for _ in range(steps):
            targets = [one for one in _TARGET.findall(entry.replace('\\"', '"')) if one != "press:escape"]
            if not targets or not self.desk.is_busy:
                break
            entry = self.tap(self.luck.choice(targets), self.luck.choice(NUMBERS))
        self.leave()

    def compare_pages(self) -> None:
        numbers = [step.number for step in self.one.record.steps]
        for path in (*PAGES, *(f"/page/entry?number={one}" for one in numbers[::5])):
            page = self.same(lambda guest, path=path: guest.get(path).text, path)  # type: ignore[misc]
            assert "bgstats" not in page, "the play is told at the end alone"
        for form in FORMS:
            self.same(partial(_export, form), form)


CASES = [
    (ROCKET, 1),
    pytest.param((ROCKET, 2), marks=pytest.mark.long),  # as the first one is before somebody pays all
    (WHISTLE_STOP, 1),
    (WHISTLE_STOP, 2, False),
]


@pytest.fixture(scope="module", params=CASES, ids=str)
def twins(request: pytest.FixtureRequest) -> Twins:
    return Twins(*request.param)


def test_pages_and_files_tell_nothing(twins: Twins) -> None:
    assert twins.one.record.state != twins.other.record.state
    assert twins.one.record.game.private_messages(
        twins.one.record.state, twins.seated
    ) == twins.other.record.game.private_messages(twins.other.record.state, twins.seated)
    twins.compare_pages()


def test_cards_show_public_facts_to_every_reader_except_under_their_own_cover(twins: Twins) -> None:
    views = [PublicView(session, speaker_of(session, "en")) for session in twins.sessions]
    for reader in (None, *twins.one.record.table.players):
        cards = ["".join(view.part(name, reader) for name in BY_READER) for view in views]
        assert _COVER.sub("", cards[0]) == _COVER.sub("", cards[1]), reader
        assert ("You have" in cards[0]) == (reader is not None)


def blocks_of(twins: Twins) -> list[Fields]:
    """Return entries about what the others hide, entries that would reveal it, and some of the game."""
    others = [name for name in twins.one.record.table.players if name != twins.seated]
    amounts = [
        *map(int, NUMBERS),
        *(-session.record.scores[others[-1]] for session in twins.sessions),
    ]
    found: list[Fields] = [
        {"do": "adjust", "player": others[-1], "amount": amount - less, "reason": "x"}
        for amount in amounts
        for less in (0, 1)
    ]
    found += [twins.rules.draw(twins.one, twins.luck) for _ in range(6)]
    found.append({"do": "setup", "starts": others[0]})
    if twins.game == ROCKET:
        found += [{"do": "setup", "options": {"hidden_money": False}}, {"do": "finish"}]
        found += [counted(cash={name: 2000}) for name in others]
        found += [counted(tracks_laid=60)]
    else:
        found += [{**twins.rules.ending(twins.one), "ruling": ruling} for ruling in ("x", None)]
        found += [counted(round=9), counted(players={others[0]: {"gold": [2, 2]}})]
    return [{key: value for key, value in one.items() if value is not None} for one in found]


def opening(block: Fields) -> Callable[[Desk], object]:
    return lambda desk: desk.open_block(block)


def beginning(block: Fields) -> Callable[[Desk], object]:
    draft = {key: value for key, value in block.items() if key != "do"}
    return lambda desk: desk.start(str(block["do"]), draft)


def correcting(way: str, number: int | str) -> Callable[[Desk], object]:
    return lambda desk: getattr(desk, way)(number)


def test_no_entry_tells_anything(twins: Twins) -> None:
    for block in blocks_of(twins):
        twins.do(opening(block), told=block)
        twins.do(beginning(block), told=block)


FOR_HOST: Any = [
    (ROCKET, {"do": "adjust", "amount": -2001}),
    (ROCKET, {"do": "setup", "options": {"hidden_money": False}}),
    (ROCKET, {"do": "setup"}),
    (ROCKET, {"do": "recount", "position": {"tracks_laid": 3, "cash": {"Anton": 2000}}}),
    (ROCKET, {"do": "finish"}),
    (WHISTLE_STOP, {"do": "recount", "position": {"players": {"Anton": {"gold": [2]}}}}),
    (WHISTLE_STOP, {"do": "setup", "rename": {"Anton": "Beate", "Beate": "Anton"}}),
    (WHISTLE_STOP, {"do": "final", "ruling": "x"}),
]


@pytest.mark.parametrize(("game", "block"), FOR_HOST)
def test_what_could_tell_is_left_to_the_host(game: str, block: Fields) -> None:
    """A desk that begins such an entry says who can; no phone offers one."""
    options = {"options": {"hidden_money": True}} if game == ROCKET else {}
    mined = {"do": "move", "by": "Beate", "stop": "gold-mine", "with": "coal", "gold": [5], "ruling": "x"}
    session = session_of([mined] if game == WHISTLE_STOP else [], ("Anton", "Beate"), game=game, **options)
    guest = House(session).visitor(seat=SEAT)
    desk = guest.house.hub.page(guest.guest).desk
    offered = _TARGET.findall(guest.get("/").text)
    assert (block["do"] == "recount") == any(one.endswith(f":{block['do']}") for one in offered)
    beginning(block)(desk)
    assert [one.text for one in desk.messages] == [desk.speaker.phrase("web.for-host")]
    assert not desk.is_busy


def test_no_correction_tells_anything(twins: Twins) -> None:
    """Those that hide something and some others are deleted and changed, two of them into anything."""
    blocks, numbers = blocks_of(twins), twins.one.record.numbers
    hiding = [one for one in numbers if len({str(it.record.actions_of(one)) for it in twins.sessions}) > 1]
    for number in dict.fromkeys((*hiding, *part_of(numbers, 4))):
        twins.do(correcting("strike", number), told=number)
        instead = twins.rules.in_place_of(twins.one.record.actions_of(number)[-1])
        twins.do(correcting("change", number), opening(instead), told=number)
    for number in (numbers[-1], twins.luck.choice(hiding)):
        for block in (*blocks[-4:], twins.luck.choice(blocks)):
            twins.do(correcting("insert_before", number), opening(block), told=(number, block))
            twins.do(correcting("change", number), opening(block), told=(number, block))


def test_whatever_is_tapped_tells_nothing(twins: Twins) -> None:
    """Many entries are saved on the way, undone and redone: the tables are still twins after them."""
    for target in _TARGET.findall(twins.tap("nothing").replace('\\"', '"')):
        twins.walk(target, 10)
    for step in twins.luck.sample(list(twins.one.record.steps), 4):
        twins.walk(f"change:{step.number}", 8)
    twins.compare_pages()
    assert twins.one.record.state != twins.other.record.state


# The end, which reveals everything

Act = Callable[[Desk], object]
"""Something a guest does at their own desk, up to the tap that saves it."""
ANTON, BEATE = "Anton", "Beate"
LINES = ("NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER")


def counted(**position: Any) -> Fields:
    return {"do": "recount", "reason": "x", "position": position}


def piles(*lines: str) -> Fields:
    return counted(lines=[{"line": line, "pile": 0} for line in lines])


PASSED, REMARKED = {"do": "pass", "by": ANTON}, {"do": "remark", "note": "x"}
EXTENDED = {"do": "extend", "by": ANTON, "line": LINES[0]}
ENDED = [{"do": "end-turn", "by": name} for name in (ANTON, BEATE)]
MINED = {"do": "move", "by": ANTON, "stop": "gold-mine", "with": "coal", "gold": [5]}
FINAL, SHOWN = {"do": "final"}, {"do": "setup", "options": {"hidden_money": False}}
BEFORE: dict[str, list[Fields]] = {
    ROCKET: [EXTENDED, PASSED, counted(tracks_laid=55), *({**PASSED, "by": BEATE} for _ in range(2))],
    WHISTLE_STOP: [MINED, ENDED[0], counted(round=10), ENDED[1]],
}
"""Entries of the host before, in every game that hides something; the third is a count."""
FORCED: dict[str, list[tuple[list[Fields], list[Fields]]]] = {
    ROCKET: [
        ([counted(tracks_laid=60)], [PASSED]),
        ([counted(tracks_laid=59)], [EXTENDED]),
        ([counted(tracks_laid=57), counted(tracks_laid=60)], [PASSED]),
        ([piles(*LINES[1:])], [PASSED]),
        ([piles(*LINES[2:]), counted(lines=[{"line": LINES[0], "pile": 1}])], [EXTENDED]),
        ([{"do": "isolate", "line": line} for line in LINES[1:]], []),
        ([{**EXTENDED, "by": BEATE, "ruling": "x"}] * 5, []),
    ],
    WHISTLE_STOP: [
        ([counted(round=12)], [*ENDED, FINAL]),
        ([counted(players={BEATE: {"trains_home": 5}})], [*ENDED, FINAL]),
        ([counted(players={ANTON: {"trains_home": home}}) for home in (4, 5)], [*ENDED, FINAL]),
        ([{**one, "ruling": "x"} for one in (*ENDED, *ENDED, *ENDED)], [FINAL]),
    ],
}
"""Entries that are no play and bring the end nearer; and the play that ends the game then."""
AWAY = {ROCKET: counted(tracks_laid=55), WHISTLE_STOP: counted(round=11)}


def taking(verb: str) -> Act:
    return lambda desk: desk.take(verb)


def placing(way: str, number: int, block: Fields) -> Act:
    """Put an entry before another one, or in place of it."""

    def act(desk: Desk) -> None:
        correcting(way, number)(desk)
        desk.open_block(block)

    return act


class Seats(NamedTuple):
    """A guest, and the host's phone."""

    session: Session
    guest: Visitor
    host: Visitor

    def is_left_to_host(self, act: Act, answer: str = "deny") -> bool:
        """Do something as the guest, tap Save and repairs until nothing is open, and answer what the host is asked."""
        hub, found = self.guest.house.hub, False
        desk = hub.page(self.guest.guest).desk
        laptop = desk.speaker.phrase("web.for-host")
        hub.act(self.guest.guest, act)  # type: ignore[arg-type]
        for tapped in range(20):
            self.guest.house.clock.now += 10
            asks = [one for one in _TARGET.findall(self.host.get("/seats").text) if one.startswith("allow:")]
            for one in asks:
                self.host.post("/host", {"target": one.replace("allow", answer)})
            found = found or bool(asks) or laptop in [one.text for one in desk.messages]
            if not desk.is_busy:
                break
            offered = _TARGET.findall(self.guest.get("/").text) if not found and tapped < 9 else ()
            ways = (one for one in ("repair:strike", "press:enter") if one in offered)
            self.guest.tap(next(ways, "press:escape"))
        return found


def seats_at(game: str, *blocks: Fields, **options: Any) -> Seats:
    options = {"hidden_money": True} if game == ROCKET else options
    session = sound_session(blocks, (ANTON, BEATE), game=game, options=options)
    house = House(session)
    return Seats(session, house.visitor(seat=SEAT), house.host())


def can_hide(session: Session) -> bool:
    hides_state = type(session.record.game).public_state is not Game.public_state
    return hides_state or "hidden_money" in session.record.ruleset.options


def test_every_game_that_hides_something_has_chains() -> None:
    assert {*BEFORE} == {*FORCED} == {one for one in RAILWAYS if can_hide(session_of(game=one))}


@pytest.mark.parametrize(("game", "least"), [(ROCKET, 32), (WHISTLE_STOP, 17)])
def test_no_guest_forces_the_end_without_the_host(game: str, least: int) -> None:
    """The first entry is made now, put in, in place of a count or redone; or it was there, and a count after it goes.

    The rest of the chain follows, whatever the host answers: after a yes the game ends, else everything stays hidden.
    """
    before, tried = BEFORE[game], 0
    for (first, *more), played in FORCED[game]:
        then = [opening(block) for block in (*more, *played)]
        chains: dict[str, tuple[list[Fields], Act]] = {
            "now": (before, opening(first)),
            "before the last": (before, placing("insert_before", len(before), first)),
            "redone": ([*before, first, {"do": "undo"}], taking("redo")),
        }
        if first["do"] == "recount":
            chains["in place of a count"] = (before, placing("change", 3, first))
        if {*first.get("position", {})} == {*AWAY[game]["position"]}:
            counts = [*before, first, AWAY[game]]
            chains["a count deleted"] = (counts, correcting("strike", len(counts)))
            chains["a count undone"] = (counts, taking("undo"))
        for way, (blocks, act) in chains.items():
            for answer in ("deny", "allow") if way == "now" else ("deny",):
                seats = seats_at(game, *blocks)
                asked = [seats.is_left_to_host(one, answer) for one in (act, *then)]
                assert any(asked), (way, first)
                assert seats.session.record.hides == (answer == "deny"), (way, answer, first)
            tried += 1
    assert tried >= least, f"only {tried} chains"


@pytest.mark.parametrize("game", BEFORE)
def test_no_guest_takes_the_end_back_without_the_host(game: str) -> None:
    """Else a guest could look at everything hidden and hide it again."""
    over = {"do": "finish"} if game == ROCKET else {**FINAL, "ruling": "x"}
    blocks = [*BEFORE[game], over]
    number = len(blocks)
    acts = [taking("undo"), correcting("strike", number), placing("change", number, REMARKED)]
    for act in (*acts, *([opening(SHOWN)] if game == ROCKET else ())):
        seats = seats_at(game, *blocks)
        assert seats.is_left_to_host(act)
        assert seats.session.record.is_over


def test_no_guest_takes_back_that_the_host_hid_money_again() -> None:
    seats = seats_at(ROCKET, PASSED, SHOWN, {"do": "strike", "entry": 2})
    assert seats.is_left_to_host(taking("undo"))
    assert seats.session.record.hides


@pytest.mark.parametrize(("trains_home", "is_due"), [(4, False), (5, True)])
def test_without_turns_a_guest_ends_the_game_only_once_a_last_train_is_home(
    trains_home: int, is_due: bool
) -> None:
    """Rules of Whistle Stop: the game ends with the round in which a player's last train, of five, comes home."""
    mined, home = {**MINED}, counted(players={BEATE: {"trains_home": trains_home}})
    del mined["with"]
    seats = seats_at(WHISTLE_STOP, mined, home, track="score")
    assert seats.is_left_to_host(opening(FINAL)) is not is_due
    assert seats.session.record.is_over is is_due


FREE: dict[str, list[Fields]] = {
    ROCKET: [EXTENDED, PASSED, counted(tracks_laid=1), {**PASSED, "ruling": "x"}, {**PASSED, "by": BEATE}],
    WHISTLE_STOP: [MINED, ENDED[0], counted(round=1), counted(players={ANTON: {"coal": 5}}), ENDED[1]],
}
"""Play, and counts and rulings that bring the end no nearer."""


@pytest.mark.parametrize("game", BEFORE)
def test_what_brings_the_end_no_nearer_needs_nobody(game: str) -> None:
    seats, first = seats_at(game, *BEFORE[game]), len(BEFORE[game]) + 1
    acts = [opening(block) for block in FREE[game]]
    acts += [
        taking("undo"),
        taking("redo"),
        placing("insert_before", first, REMARKED),
        placing("change", first, {**FREE[game][0], "note": "x"}),
    ]
    acts += [
        opening(REMARKED),
        taking("undo"),
        opening(REMARKED),
        lambda desk: desk.strike(desk.session.record.numbers[-1]),
    ]
    for at, act in enumerate(acts):
        assert not seats.is_left_to_host(act), at
        assert seats.session.record.entry_count == len(BEFORE[game]) + at + 1, at
