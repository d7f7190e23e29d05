"""A position of Whistle Stop, and how a state is brought to it; a recount sets any part of it."""

from collections.abc import Mapping
from typing import Annotated

from pydantic import AfterValidator

from companion.core.errors import Violation
from companion.core.ledger import BANK, Books, Holder, player
from companion.core.messages import say
from companion.core.names import fold
from companion.core.table import Names, unknown_player
from companion.games.models import (
    Count,
    Held,
    Listed,
    Model,
    Name,
    NameList,
    Number,
    PlayerName,
    distinct_names,
)
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import (
    BOARD,
    COAL,
    FAME,
    GOLD,
    HOME,
    OUT,
    SUPPLY,
    WHISTLE,
    State,
    goods,
    share,
    trains,
    upgrade,
)

Numbers = Listed[Number]


class PositionPlayer(Model):
    fame: Count | None = None
    coal: Count | None = None
    whistle: Count | None = None
    gold: Listed[Count] | None = None
    """What each token is worth; 0 where that is not said yet."""
    goods: Held | None = None
    shares: Annotated[dict[Name, Numbers], AfterValidator(distinct_names)] | None = None
    upgrades: NameList | None = None
    trains_home: Count | None = None


class PositionCompany(Model):
    next: Number


class Position(Model):
    round: Number | None = None
    worth: Annotated[dict[Name, Number], AfterValidator(distinct_names)] = {}
    companies: Annotated[dict[Name, PositionCompany], AfterValidator(distinct_names)] = {}
    players: Annotated[dict[PlayerName, PositionPlayer], AfterValidator(distinct_names)] = {}


def position_violations(
    ruleset: WhistleStopRuleset, state: State, position: Position, names: Names
) -> list[Violation]:
    found: list[Violation] = []
    if position.round is not None and position.round > state.options.rounds:
        most = state.options.rounds
        found.append(
            Violation(say("whistle-stop.position.round", most=most), field="position.round", final=True)
        )
    for name, worth in position.worth.items():
        found += _known(name, ruleset.upgrades, "upgrade", "worth")
        if worth not in ruleset.upgrade_rules.worth:
            values = ruleset.upgrade_rules.worth
            found.append(
                Violation(say("whistle-stop.unknown-worth", known=values), field="position.worth", final=True)
            )
    for name in position.companies:
        found += _known(name, ruleset.companies, "company", "companies")
    for name, part in position.players.items():
        if fold(name) not in names:
            found.append(unknown_player(name, "position.players", names.values()))
        found += _player(ruleset, state, name, part, {**state.worth, **position.worth})
    return found + _shares(ruleset, position)


def _known(name: str, known: Mapping[str, object], what: str, field: str) -> list[Violation]:
    if name in known:
        return []
    message = say(f"whistle-stop.unknown-{what}", **{what: name, "known": tuple(known)})
    return [Violation(message, field=f"position.{field}", final=True)]


def _player(
    ruleset: WhistleStopRuleset, state: State, name: str, part: PositionPlayer, worth: Mapping[str, int]
) -> list[Violation]:
    found: list[Violation] = []
    for good in part.goods or {}:
        found += _known(good, ruleset.goods, "good", "players")
    for company in part.shares or {}:
        found += _known(company, ruleset.companies, "company", "players")
    for owned in part.upgrades or ():
        unknown = _known(owned, ruleset.upgrades, "upgrade", "players")
        found += unknown
        if not unknown and owned not in worth:
            message = say("whistle-stop.position.worth", upgrade=owned)
            found.append(Violation(message, field="position.worth", final=True))
    for value in part.gold or ():
        if value and value not in ruleset.gold.values:
            message = say("whistle-stop.gold-value", value=value, known=ruleset.gold.values)
            found.append(Violation(message, field="position.players", final=True))
    most = ruleset.by_players[str(len(state.players))].trains
    if (part.trains_home or 0) > most:
        message = say("whistle-stop.position.trains", player=name, most=most)
        found.append(Violation(message, field="position.players", final=True))
    if sum((part.goods or {}).values()) > ruleset.limits.goods:
        message = say("whistle-stop.position.goods", player=name, most=ruleset.limits.goods)
        found.append(Violation(message, field="position.players", final=True))
    return found


def _shares(ruleset: WhistleStopRuleset, position: Position) -> list[Violation]:
    """A share or an upgrade that two players hold, and numbers that do not exist."""
    found: list[Violation] = []
    seen: set[tuple[str, int | None]] = set()
    for part in position.players.values():
        held = [(company, number) for company, numbers in (part.shares or {}).items() for number in numbers]
        for company, number in held:
            if number > ruleset.shares.numbers:
                message = say("whistle-stop.position.share", company=company, most=ruleset.shares.numbers)
                found.append(Violation(message, field="position.players", final=True))
        for one in [*held, *((name, None) for name in part.upgrades or ())]:
            if one in seen:
                message = say(
                    "whistle-stop.position.twice", name=one[0] if one[1] is None else f"{one[0]} {one[1]}"
                )
                found.append(Violation(message, field="position.players", final=True))
            seen.add(one)
    return found


class Placement:
    """Sets a state to a position: all of it at the start (`fresh`), later only the parts that are given."""

    def __init__(
        self, ruleset: WhistleStopRuleset, state: State, position: Position, names: Names, fresh: bool
    ) -> None:
        self._ruleset, self._state, self._position, self._names = ruleset, state, position, names
        self._fresh = fresh
        self.books = Books(state.ledger)
        self._gold = dict(state.gold)

    def run(self) -> State:
        for name, part in self._position.players.items():
            self._place(self._names[fold(name)], part)
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
        for unit, count in ((FAME, part.fame), (COAL, part.coal), (WHISTLE, part.whistle)):
            if count is not None:
                self.books.settle(unit, BANK, [(holder, count)])
        if part.goods is not None:
            for good in self._ruleset.goods:
                self.books.settle(goods(good), BANK, [(holder, part.goods.get(good, 0))])
        if part.gold is not None:
            self.books.settle(GOLD, SUPPLY, [(holder, len(part.gold))])
            self._gold[who] = tuple(value or None for value in part.gold)
        if part.trains_home is not None:
            self.books.settle(trains(who), BOARD, [(HOME, part.trains_home)])
        if part.upgrades is not None:
            for name in self._ruleset.upgrades:
                self._bring(upgrade(name), holder, name in part.upgrades)
        if part.shares is not None:
            for company in self._ruleset.companies:
                owned = part.shares.get(company, ())
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
        last = self._ruleset.shares.numbers
        if number is None:
            taken = [n for n in range(1, last + 1) if not self.books.of(share(company, n), SUPPLY)]
            number = next((n for n in range(1, last + 1) if n not in taken), last + 1)
        for one in range(1, last + 1):
            if one < number:
                self.books.move(share(company, one), SUPPLY, OUT, self.books.of(share(company, one), SUPPLY))
            else:
                self.books.move(share(company, one), OUT, SUPPLY, self.books.of(share(company, one), OUT))
