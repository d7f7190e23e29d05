"""A position of Whistle Stop: read from a state, asked, checked and set. A recount sets any part of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.errors import Violation
from companion.core.forms import Draft
from companion.core.game import AnyGame
from companion.core.ledger import BANK, OpenLedger, Posting, Unit, player
from companion.forms.questions import Group, Pairs, Pick, Questions
from companion.forms.questions import Number as NumberQuestion
from companion.games.common_forms import players_in
from companion.games.counting import CountedField, counts_in, counts_now, settle
from companion.games.models import Count, Held, Keyed, Listed, Model, Name, NameList, Number, PlayerName
from companion.games.whistle_stop import units
from companion.games.whistle_stop.choices import Choices
from companion.games.whistle_stop.pieces import forbidden, unknown
from companion.games.whistle_stop.questions import keyword_question, positional_question
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State
from companion.games.whistle_stop.stops import gold_value_violations


class PositionPlayer(Model):
    points: Count | None = None
    coal: Count | None = None
    whistle: Count | None = None
    gold: Listed[Count] | None = None
    """What each token is worth; 0 if that is not known yet."""
    goods: Held | None = None
    shares: Keyed[Name, Listed[Number]] | None = None
    upgrades: NameList | None = None
    trains_home: Count | None = None


class PositionCompany(Model):
    next: Number


class Position(Model):
    round: Number | None = None
    worth: Keyed[Name, Number] = {}
    companies: Keyed[Name, PositionCompany] = {}
    players: Keyed[PlayerName, PositionPlayer] = {}


COUNTED = (
    CountedField("points", lambda who: (units.POINTS, player(who), BANK)),
    CountedField("coal", lambda who: (units.COAL, player(who), BANK)),
    CountedField("whistle", lambda who: (units.WHISTLE, player(who), BANK)),
    CountedField("goods", lambda who, good: (units.goods(good), player(who), BANK), is_table=True),
    CountedField("trains_home", lambda who: (units.trains(who), units.HOME, units.BOARD)),
)
"""Fields of a player that are counts; shares and upgrades are single pieces."""
NOT_SCORING = ("coal", "whistle", "goods")
"""Those that are not counted where only the score is kept."""


def holdings(ruleset: WhistleStopRuleset, state: State, who: str) -> dict[str, Any]:
    """All that a player has, by the fields of a position."""
    shares = units.shares_of(ruleset, state.ledger, who)
    found = {
        **counts_now(COUNTED, state.ledger, ruleset.goods, who),
        "gold": [*state.gold[who]],
        "shares": {company: [*owned] for company, owned in shares.items()},
        "upgrades": [*units.upgrades_of(ruleset, state.ledger, who)],
    }
    return {field: found[field] for field in PositionPlayer.model_fields}


def position_now(game: AnyGame, state: State) -> dict[str, Any]:
    ruleset, players = game.ruleset, {}
    for name in state.players:
        has = holdings(ruleset, state, name)
        has["gold"] = [value or 0 for value in has["gold"]]
        hidden = NOT_SCORING if state.is_light else ()
        players[name] = {field: value for field, value in has.items() if field not in hidden}
    companies, last = {}, ruleset.shares.numbers
    for company in ruleset.companies:
        number = units.next_share(ruleset, state.ledger, company) or last + 1
        above = [units.share(company, one) for one in range(number, last + 1)]
        # a position cannot say that shares above the next one are out of the game
        if not any(state.ledger.of(one, units.OUT) for one in above):
            companies[company] = {"next": number}
    found = {"worth": dict(state.worth), "companies": companies, "players": players}
    return found if state.is_light else {"round": state.round, **found}


# Setting a state to a position


def place(
    ruleset: WhistleStopRuleset, state: State, position: Position, fresh: bool
) -> tuple[State, Sequence[Posting]]:
    """The state with the given parts of a position; a `fresh` one begins a session."""
    ledger, gold = OpenLedger(state.ledger), dict(state.gold)
    for who, part in position.players.items():
        settle(ledger, counts_in(COUNTED, part, who))
        if part.gold is not None:
            ledger.settle(units.GOLD, units.SUPPLY, [(player(who), len(part.gold))])
            gold[who] = tuple(value or None for value in part.gold)
        for unit, is_held in _single_pieces(ruleset, part):
            where = next((place for place, count in ledger.holders(unit).items() if count > 0), units.SUPPLY)
            if is_held != (where == player(who)):
                ledger.move(unit, where, player(who) if is_held else units.SUPPLY, 1)
    numbers = range(1, ruleset.shares.numbers + 1)
    for company in ruleset.companies if fresh else position.companies:
        # shares below the next one that nobody holds leave the game; by default it follows the highest one held
        gone = [one for one in numbers if not ledger.of(units.share(company, one), units.SUPPLY)]
        rule = position.companies.get(company)
        following = max(gone, default=0) + 1 if rule is None else rule.next
        for one in numbers:
            source, target = (units.SUPPLY, units.OUT) if one < following else (units.OUT, units.SUPPLY)
            ledger.settle(units.share(company, one), target, [(source, 0)])
    number, worth = position.round or state.round, {**state.worth, **position.worth}
    return state._replace(ledger=ledger.close(), round=number, gold=gold, worth=worth), ledger.postings


def _single_pieces(ruleset: WhistleStopRuleset, part: PositionPlayer) -> Iterator[tuple[Unit, bool]]:
    """Upgrades and shares that a position speaks of, and whether the player has them."""
    if part.upgrades is not None:
        for name in ruleset.upgrades:
            yield units.upgrade(name), name in part.upgrades
    for company, owned in (part.shares or {}).items():
        for number in range(1, ruleset.shares.numbers + 1):
            yield units.share(company, number), number in owned


# Checks


def position_violations(game: AnyGame, state: State, position: Position) -> list[Violation]:
    ruleset: WhistleStopRuleset = game.ruleset
    found: list[Violation] = []
    rounds, values = state.options.rounds, ruleset.upgrade_rules.worth
    if position.round is not None and state.is_light:
        found += forbidden("whistle-stop.no-turns", "round")
    elif position.round is not None and position.round > rounds:
        found += forbidden("whistle-stop.position.round", "round", most=rounds)
    for name, worth in position.worth.items():
        found += unknown("upgrade", name, ruleset.upgrades, f"worth.{name}")
        if worth not in values:
            found += forbidden("whistle-stop.unknown-worth", f"worth.{name}", known=values)
    for name in position.companies:
        found += unknown("company", name, ruleset.companies, f"companies.{name}")
    seen: set[str] = set()
    for name, part in position.players.items():
        found += _player_violations(ruleset, state, name, part, {**state.worth, **position.worth})
        for piece, field in _owned(part, f"players.{name}"):
            if piece in seen:
                found += _twice(piece, field)
            seen.add(piece)
    return [one._replace(field=f"position.{one.field}") for one in found]


def _twice(name: str, field: str) -> list[Violation]:
    """A share or an upgrade that two players hold, or one of them twice."""
    return forbidden("whistle-stop.position.twice", field, name=name)


def _owned(part: PositionPlayer, field: str) -> Iterator[tuple[str, str]]:
    """Single pieces of a player, and where the position says so."""
    for company, numbers in (part.shares or {}).items():
        for place, number in enumerate(numbers, 1):
            yield f"{company} {number}", f"{field}.shares.{company}[{place}]"
    for place, name in enumerate(part.upgrades or (), 1):
        yield name, f"{field}.upgrades[{place}]"


def _player_violations(
    ruleset: WhistleStopRuleset, state: State, name: str, part: PositionPlayer, worth: Mapping[str, int]
) -> list[Violation]:
    found: list[Violation] = []
    field, goods = f"players.{name}", part.goods or {}
    for kind, count in (("coal", part.coal), ("whistle", part.whistle), ("goods", sum(goods.values()))):
        if count and state.is_light:
            found += forbidden("whistle-stop.not-counted", f"{field}.{kind}")
    for good in goods:
        found += unknown("good", good, ruleset.goods, f"{field}.goods.{good}")
    most = ruleset.shares.numbers
    for company, numbers in (part.shares or {}).items():
        at = f"{field}.shares.{company}"
        found += unknown("company", company, ruleset.companies, at)
        if any(number > most for number in numbers):
            found += forbidden("whistle-stop.position.share", at, company=company, most=most)
    for place, owned in enumerate(part.upgrades or (), 1):
        found += unknown("upgrade", owned, ruleset.upgrades, f"{field}.upgrades[{place}]")
        if owned in ruleset.upgrades and owned not in worth:
            found += forbidden("whistle-stop.position.worth", f"worth.{owned}", upgrade=owned)
    values = [value for value in part.gold or () if value]
    found += gold_value_violations(ruleset, name, values, f"{field}.gold")
    most = ruleset.for_players(len(state.players)).trains
    if (part.trains_home or 0) > most:
        found += forbidden("whistle-stop.position.trains", f"{field}.trains_home", player=name, most=most)
    most, has = ruleset.limits.goods, units.goods_of(ruleset, state.ledger, name)
    if goods and sum({**has, **goods}.values()) > most:
        found += forbidden("whistle-stop.position.goods", f"{field}.goods", player=name, most=most)
    return found


# Questions


def position_questions(game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
    ruleset: WhistleStopRuleset = game.ruleset
    choices = Choices(ruleset, state, board_notes, {})
    owned = {name for part in draft.get("players", {}).values() for name in part.get("upgrades", ())}
    company = positional_question(Pick, "company", "company", choices=choices.companies())
    upgrades = choices.choices_of(ruleset.upgrades, lambda name: _twice(name, "") if name in owned else [])
    shares: dict[str, Any] = {"many": True, "low": 1, "high": ruleset.shares.numbers}
    numbers = positional_question(NumberQuestion, "numbers", "shares", word="numbers", **shares)
    gold: dict[str, Any] = {"many": True, "low": 0, "high": max(ruleset.gold.values), "hidden": "until-end"}
    fields = (
        *(keyword_question(NumberQuestion, field, low=0) for field in ("points", "coal", "whistle")),
        keyword_question(NumberQuestion, "gold", "gold-held", **gold),
        choices.bag("goods", choices.choices_of(choices.goods), "goods"),
        keyword_question(Pairs, "shares", questions=(company, numbers)),
        keyword_question(Pick, "upgrades", many=True, choices=upgrades),
        keyword_question(NumberQuestion, "trains_home", "trains-home", "home", low=0),
    )
    part = tuple(one for one in fields if not state.is_light or one.field not in NOT_SCORING)
    who = positional_question(Pick, "player", "player", choices=players_in(state), names_player=True)
    has = positional_question(Group, "part", "player", questions=part)
    name = positional_question(Pick, "upgrade", "upgrade", choices=choices.choices_of(ruleset.upgrades))
    worth = positional_question(Pick, "count", "worth", choices=choices.numbers(ruleset.upgrade_rules.worth))
    following = keyword_question(NumberQuestion, "next", "number", low=1, need="needed")
    rule = positional_question(Group, "rule", "company", questions=(following,))
    return (
        *(() if state.is_light else (keyword_question(NumberQuestion, "round", low=1),)),
        keyword_question(Pairs, "worth", questions=(name, worth)),
        keyword_question(Pairs, "companies", "next-shares", "company", questions=(company, rule)),
        keyword_question(Pairs, "players", "player", "player", questions=(who, has)),
    )
