"""A position of Whistle Stop, and how a state is brought to it; a recount sets any part of it."""

from collections.abc import Iterator, Mapping
from typing import Any

from companion.core.errors import Violation
from companion.core.ledger import BANK, Books, Holder, player
from companion.core.messages import say
from companion.games.models import (
    Count,
    Held,
    Keyed,
    Listed,
    Model,
    Name,
    NameList,
    Number,
    PlayerName,
)
from companion.games.whistle_stop.purse import unknown
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import (
    BOARD,
    COAL,
    GOLD,
    HOME,
    OUT,
    POINTS,
    SUPPLY,
    WHISTLE,
    State,
    goods,
    goods_of,
    held,
    next_share,
    share,
    shares_of,
    trains,
    upgrade,
    upgrades_of,
)
from companion.games.whistle_stop.stops import gold_value_violations

Numbers = Listed[Number]


class PositionPlayer(Model):
    points: Count | None = None
    coal: Count | None = None
    whistle: Count | None = None
    gold: Listed[Count] | None = None
    """What each token is worth; 0 where that is not said yet."""
    goods: Held | None = None
    shares: Keyed[Name, Numbers] | None = None
    upgrades: NameList | None = None
    trains_home: Count | None = None


class PositionCompany(Model):
    next: Number


class Position(Model):
    round: Number | None = None
    worth: Keyed[Name, Number] = {}
    companies: Keyed[Name, PositionCompany] = {}
    players: Keyed[PlayerName, PositionPlayer] = {}


def position_now(ruleset: WhistleStopRuleset, state: State) -> dict[str, Any]:
    return {
        **({} if state.is_light else {"round": state.round}),
        "worth": dict(state.worth),
        "companies": {
            company: {"next": number}
            for company in ruleset.companies
            if (number := _next_now(ruleset, state, company)) is not None
        },
        "players": {name: _player_now(ruleset, state, name) for name in state.players},
    }


def _next_now(ruleset: WhistleStopRuleset, state: State, company: str) -> int | None:
    """None where shares above the next one are out, which a position cannot say."""
    last = ruleset.shares.numbers
    number = next_share(ruleset, state.ledger, company) or last + 1
    above = range(number, last + 1)
    return None if any(state.ledger.of(share(company, one), OUT) for one in above) else number


def _player_now(ruleset: WhistleStopRuleset, state: State, name: str) -> dict[str, Any]:
    ledger = state.ledger
    pieces = {
        "coal": held(ledger, COAL, name),
        "whistle": held(ledger, WHISTLE, name),
        "goods": goods_of(ruleset, ledger, name),
    }
    return {
        "points": held(ledger, POINTS, name),
        **({} if state.is_light else pieces),
        "gold": [value or 0 for value in state.gold[name]],
        "shares": {company: [*numbers] for company, numbers in shares_of(ruleset, ledger, name).items()},
        "upgrades": [*upgrades_of(ruleset, ledger, name)],
        "trains_home": ledger.of(trains(name), HOME),
    }


def position_violations(ruleset: WhistleStopRuleset, state: State, position: Position) -> list[Violation]:
    found: list[Violation] = []
    rounds, values = state.options.rounds, ruleset.upgrade_rules.worth
    if position.round is not None and state.is_light:
        found.append(_cannot("round", "whistle-stop.no-turns"))
    elif position.round is not None and position.round > rounds:
        found.append(_cannot("round", "whistle-stop.position.round", most=rounds))
    for name, worth in position.worth.items():
        found += _known(name, ruleset.upgrades, "upgrade", f"worth.{name}")
        if worth not in values:
            found.append(_cannot(f"worth.{name}", "whistle-stop.unknown-worth", known=values))
    for name in position.companies:
        found += _known(name, ruleset.companies, "company", f"companies.{name}")
    seen: set[str] = set()
    for name, part in position.players.items():
        found += _player(ruleset, state, name, part, {**state.worth, **position.worth})
        for piece, field in _owned(part, f"players.{name}"):
            if piece in seen:
                found.append(twice(piece, f"position.{field}"))
            seen.add(piece)
    return found


def _cannot(field: str, key: str, **values: object) -> Violation:
    return Violation(say(key, **values), field=f"position.{field}", final=True)


def twice(name: str, field: str) -> Violation:
    """A share or an upgrade that two players hold, or one of them twice."""
    return Violation(say("whistle-stop.position.twice", name=name), field=field, final=True)


def _owned(part: PositionPlayer, field: str) -> Iterator[tuple[str, str]]:
    """Pieces of which there is one only, and where the position says so."""
    for company, numbers in (part.shares or {}).items():
        for place, number in enumerate(numbers, 1):
            yield f"{company} {number}", f"{field}.shares.{company}[{place}]"
    for place, name in enumerate(part.upgrades or (), 1):
        yield name, f"{field}.upgrades[{place}]"


def _known(name: str, known: Mapping[str, object], what: str, field: str) -> list[Violation]:
    return unknown(what, name, known, f"position.{field}")


def _player(
    ruleset: WhistleStopRuleset, state: State, name: str, part: PositionPlayer, worth: Mapping[str, int]
) -> list[Violation]:
    found: list[Violation] = []
    field, goods = f"players.{name}", part.goods or {}
    told = sum(goods.values())
    for kind, count in (("coal", part.coal), ("whistle", part.whistle), ("goods", told)):
        if count and state.is_light:
            found.append(_cannot(f"{field}.{kind}", "whistle-stop.not-counted"))
    for good in goods:
        found += _known(good, ruleset.goods, "good", f"{field}.goods.{good}")
    for company, numbers in (part.shares or {}).items():
        found += _known(company, ruleset.companies, "company", f"{field}.shares.{company}")
        most = ruleset.shares.numbers
        if any(number > most for number in numbers):
            found.append(
                _cannot(
                    f"{field}.shares.{company}", "whistle-stop.position.share", company=company, most=most
                )
            )
    for place, owned in enumerate(part.upgrades or (), 1):
        unknown = _known(owned, ruleset.upgrades, "upgrade", f"{field}.upgrades[{place}]")
        found += unknown
        if not unknown and owned not in worth:
            found.append(_cannot("worth", "whistle-stop.position.worth", upgrade=owned))
    said = [value for value in part.gold or () if value]
    found += gold_value_violations(ruleset, said, f"position.{field}.gold")
    most = ruleset.for_players(len(state.players)).trains
    if (part.trains_home or 0) > most:
        found.append(_cannot(f"{field}.trains_home", "whistle-stop.position.trains", player=name, most=most))
    if goods and sum({**goods_of(ruleset, state.ledger, name), **goods}.values()) > ruleset.limits.goods:
        found.append(
            _cannot(f"{field}.goods", "whistle-stop.position.goods", player=name, most=ruleset.limits.goods)
        )
    return found


class Placement:
    """Sets a state to a position: all of it at the start (`fresh`), later only the parts that are given."""

    def __init__(self, ruleset: WhistleStopRuleset, state: State, position: Position, fresh: bool) -> None:
        self._ruleset, self._state, self._position = ruleset, state, position
        self._fresh = fresh
        self.books = Books(state.ledger)
        self._gold = dict(state.gold)

    def run(self) -> State:
        for name, part in self._position.players.items():
            self._place(name, part)
        for company, rule in self._position.companies.items():
            self._next(company, rule.next)
        if self._fresh:
            for company in self._ruleset.companies:
                if company not in self._position.companies:
                    self._next(company, None)
        return self._state._replace(
            ledger=self.books.close(),
            round=self._position.round or self._state.round,
            gold=self._gold,
            worth={**self._state.worth, **self._position.worth},
        )

    def _place(self, who: str, part: PositionPlayer) -> None:
        holder = player(who)
        for unit, count in ((POINTS, part.points), (COAL, part.coal), (WHISTLE, part.whistle)):
            if count is not None:
                self.books.settle(unit, BANK, [(holder, count)])
        for good, count in (part.goods or {}).items():
            self.books.settle(goods(good), BANK, [(holder, count)])
        if part.gold is not None:
            self.books.settle(GOLD, SUPPLY, [(holder, len(part.gold))])
            self._gold[who] = tuple(value or None for value in part.gold)
        if part.trains_home is not None:
            self.books.settle(trains(who), BOARD, [(HOME, part.trains_home)])
        if part.upgrades is not None:
            for name in self._ruleset.upgrades:
                self._bring(upgrade(name), holder, name in part.upgrades)
        for company, owned in (part.shares or {}).items():
            for number in range(1, self._ruleset.shares.numbers + 1):
                self._bring(share(company, number), holder, number in owned)

    def _bring(self, unit: tuple[str, ...], holder: Holder, is_held: bool) -> None:
        """One piece to its holder, from wherever it is, or back to the supply."""
        where = next((place for place, count in self.books.holders(unit).items() if count > 0), SUPPLY)
        if is_held and where != holder:
            self.books.move(unit, where, holder, 1)
        elif not is_held and where == holder:
            self.books.move(unit, holder, SUPPLY, 1)

    def _next(self, company: str, number: int | None) -> None:
        """Shares below the next one that nobody holds have left the game; none is left above a number too high."""
        numbers = range(1, self._ruleset.shares.numbers + 1)
        if number is None:
            held = [one for one in numbers if not self.books.of(share(company, one), SUPPLY)]
            number = max(held, default=0) + 1
        for one in numbers:
            unit, (source, target) = share(company, one), (SUPPLY, OUT) if one < number else (OUT, SUPPLY)
            self.books.move(unit, source, target, self.books.of(unit, source))
