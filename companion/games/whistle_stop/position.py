"""A position of Whistle Stop: read from a state, asked, checked and set. A recount sets any part of it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft, Fields
from companion.core.errors import Violation, one_violation, unknown_violations
from companion.core.game import Outcome, Positions
from companion.core.ledger import BANK, OpenLedger, Posting, Unit, player
from companion.core.messages import say
from companion.forms.questions import Group, Pairs, Pick, Questions
from companion.forms.questions import Number as NumberQuestion
from companion.games.actions import ask_player
from companion.games.counting import CountedField, counts_in, counts_now, score_again, settle
from companion.games.models import Count, Held, Keyed, Listed, Model, Name, NameList, Number, PlayerName
from companion.games.whistle_stop import scoring, units
from companion.games.whistle_stop.choices import Choices
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State
from companion.games.whistle_stop.stops import gold_value_violations


class PositionPlayer(Model):
    points: Count | None = None
    coal: Count | None = None
    whistle: Count | None = None
    gold: Listed[Count] | None = None
    """Value of each token; 0 if it isn't known yet."""
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
    CountedField("coal", lambda who: (units.piece("coal"), player(who), BANK)),
    CountedField("whistle", lambda who: (units.piece("whistle"), player(who), BANK)),
    CountedField("goods", lambda who, good: (units.piece(good), player(who), BANK), is_table=True),
    CountedField("trains_home", lambda who: (units.trains(who), units.HOME, units.BOARD)),
)
"""A player's fields that are counts. Shares and upgrades aren't listed: each is a single piece."""
NOT_SCORING = ("coal", "whistle", "goods")
"""Fields that aren't counted if only the score is kept."""


def holdings(state: State, who: str) -> Fields:
    """Everything that a player has, by the fields of a position."""
    shares = state.shares_of(who)
    held = {
        **counts_now(COUNTED, state.ledger, state.ruleset.goods, who),
        "gold": [*state.gold[who]],
        "shares": {company: [*owned] for company, owned in shares.items()},
        "upgrades": [*state.upgrades_of(who)],
    }
    return {field: held[field] for field in PositionPlayer.model_fields}


class WhistleStopPositions(Positions[State]):
    model = Position

    def now(self, state: State) -> Fields:
        ruleset, players = state.ruleset, {}
        for name in state.players:
            has = holdings(state, name)
            has["gold"] = [value or 0 for value in has["gold"]]
            hidden = NOT_SCORING if state.is_light else ()
            players[name] = {field: value for field, value in has.items() if field not in hidden}
        companies = {}
        for company in ruleset.companies:
            number = state.next_share(company) or ruleset.shares.numbers + 1
            # a position can't say that shares above the next one are out of the game
            if all(share < number for share in state.shares_in(company, units.OUT)):
                companies[company] = {"next": number}
        position = {"worth": dict(state.worth), "companies": companies, "players": players}
        return position if state.is_light else {"round": state.round, **position}

    def questions(self, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        ruleset = state.ruleset
        choices = Choices(state, board_notes, {})
        owned = {name for part in draft.get("players", {}).values() for name in part.get("upgrades", ())}
        company = choices.by_place(Pick, "company", choices=choices.companies())
        upgrades = choices.choices_of(
            ruleset.upgrades, lambda name: _twice(name, "") if name in owned else []
        )
        shares: dict[str, Any] = {"many": True, "low": 1, "high": ruleset.shares.numbers}
        numbers = choices.by_place(NumberQuestion, "numbers", "shares", word="numbers", **shares)
        gold: dict[str, Any] = {"many": True, "low": 0, "high": max(ruleset.gold.values)}
        fields = (
            *(choices.by_word(NumberQuestion, field, low=0) for field in ("points", "coal", "whistle")),
            choices.by_word(NumberQuestion, "gold", "gold-held", hidden="until-end", **gold),
            choices.bag("goods", choices.choices_of(choices.goods), "goods"),
            choices.by_word(Pairs, "shares", questions=(company, numbers)),
            choices.by_word(Pick, "upgrades", many=True, choices=upgrades),
            choices.by_word(NumberQuestion, "trains_home", "trains-home", "home", low=0),
        )
        part = tuple(field for field in fields if not state.is_light or field.field not in NOT_SCORING)
        has = choices.by_place(Group, "part", "player", questions=part)
        name = choices.by_place(Pick, "upgrade", choices=choices.choices_of(ruleset.upgrades))
        worth = choices.by_place(Pick, "count", "worth", choices=choices.numbers(ruleset.upgrade_rules.worth))
        following = choices.by_word(NumberQuestion, "next", "number", low=1, need="needed")
        rule = choices.by_place(Group, "rule", "company", questions=(following,))
        return (
            *(() if state.is_light else (choices.by_word(NumberQuestion, "round", low=1),)),
            choices.by_word(Pairs, "worth", questions=(name, worth)),
            choices.by_word(Pairs, "companies", "next-shares", "company", questions=(company, rule)),
            choices.by_word(Pairs, "players", "player", "player", questions=(ask_player(state), has)),
        )

    def violations(self, state: State, position: Position) -> list[Violation]:
        ruleset = state.ruleset
        violations: list[Violation] = []
        rounds, values = state.options.rounds, ruleset.upgrade_rules.worth
        if position.round is not None and state.is_light:
            violations += one_violation("whistle-stop.no-turns", "round", final=True)
        elif position.round is not None and position.round > rounds:
            violations += cannot("round", "round", most=rounds)
        for name, worth in position.worth.items():
            violations += unknown_violations(name, ruleset.upgrades, f"worth.{name}")
            if worth not in values:
                key = "whistle-stop.unknown-worth"
                violations += one_violation(key, f"worth.{name}", final=True, known=values)
        for name in position.companies:
            violations += unknown_violations(name, ruleset.companies, f"companies.{name}")
        listed = {name: part.upgrades for name, part in position.players.items() if part.upgrades is not None}
        owned = {upgrade for name in state.players for upgrade in listed.get(name, state.upgrades_of(name))}
        most = ruleset.upgrades_in_play(len(state.players))
        if listed and len(owned) > most:
            violations += cannot("upgrades", f"players.{[*listed][-1]}.upgrades", count=len(owned), most=most)
        seen: set[str] = set()
        for name, part in position.players.items():
            violations += _player_violations(state, name, part, {**state.worth, **position.worth})
            for piece, field in _owned_pieces(part, f"players.{name}"):
                if piece in seen:
                    violations += _twice(piece, field)
                seen.add(piece)
        return [violation._replace(field=f"position.{violation.field}") for violation in violations]

    def recount(self, state: State, position: Position) -> Outcome[State]:
        """Set pieces as counted. After the end, also score again and post the difference."""
        log = (say("table.recounted"),)
        if not state.is_over:
            return Outcome(*place(state, position, fresh=False), log)
        totals = {name: part.points for name, part in position.players.items() if part.points is not None}
        parts = {name: part.model_copy(update={"points": None}) for name, part in position.players.items()}
        pieces = position.model_copy(update={"players": parts})
        placed, postings = place(state, pieces, fresh=False)
        due = tuple(scoring.final_receipts(placed))
        recounted = Outcome(placed._replace(scored=due), postings, log)
        return score_again(recounted, units.POINTS, state.scored, due, totals)


def place(state: State, position: Position, fresh: bool) -> tuple[State, Sequence[Posting]]:
    """Set the given parts of a position, which begins a session if `fresh`. Return state and postings."""
    ledger, gold, numbers = OpenLedger(state.ledger), dict(state.gold), state.ruleset.share_numbers
    for who, part in position.players.items():
        settle(ledger, counts_in(COUNTED, part, who))
        if part.gold is not None:
            ledger.settle(units.GOLD, units.SUPPLY, [(player(who), len(part.gold))])
            gold[who] = tuple(value or None for value in part.gold)
        for unit, is_held in _single_pieces(state.ruleset, part):
            where = next((place for place, count in ledger.holders(unit).items() if count > 0), units.SUPPLY)
            if is_held != (where == player(who)):
                ledger.move(unit, where, player(who) if is_held else units.SUPPLY, 1)
    for company in state.ruleset.companies if fresh else position.companies:
        # shares below the next one that nobody holds leave the game; by default the next one follows the
        # highest share held
        gone = [number for number in numbers if not ledger.of(units.share(company, number), units.SUPPLY)]
        rule = position.companies.get(company)
        following = max(gone, default=0) + 1 if rule is None else rule.next
        for number in numbers:
            source, target = (units.SUPPLY, units.OUT) if number < following else (units.OUT, units.SUPPLY)
            ledger.settle(units.share(company, number), target, [(source, 0)])
    number, worth = position.round or state.round, {**state.worth, **position.worth}
    return state._replace(ledger=ledger.close(), round=number, gold=gold, worth=worth), ledger.postings


def _single_pieces(ruleset: WhistleStopRuleset, part: PositionPlayer) -> Iterator[tuple[Unit, bool]]:
    """Yield upgrades and shares that a position names, and whether the player has them."""
    if part.upgrades is not None:
        for name in ruleset.upgrades:
            yield units.upgrade(name), name in part.upgrades
    for company, owned in (part.shares or {}).items():
        for number in ruleset.share_numbers:
            yield units.share(company, number), number in owned


def cannot(key: str, field: str, **values: object) -> list[Violation]:
    return one_violation(f"whistle-stop.position.{key}", field, final=True, **values)


def _twice(name: str, field: str) -> list[Violation]:
    return one_violation("entry.twice", field, final=True, word=say("words.name", name=name))


def _owned_pieces(part: PositionPlayer, field: str) -> Iterator[tuple[str, str]]:
    """Yield a player's single pieces, and the fields that name them."""
    for company, numbers in (part.shares or {}).items():
        for place, number in enumerate(numbers, 1):
            yield f"{company} {number}", f"{field}.shares.{company}[{place}]"
    for place, name in enumerate(part.upgrades or (), 1):
        yield name, f"{field}.upgrades[{place}]"


def _player_violations(
    state: State, name: str, part: PositionPlayer, worth: Mapping[str, int]
) -> list[Violation]:
    violations: list[Violation] = []
    field, goods = f"players.{name}", part.goods or {}
    for kind, count in (("coal", part.coal), ("whistle", part.whistle), ("goods", sum(goods.values()))):
        if count and state.is_light:
            violations += one_violation("whistle-stop.not-counted", f"{field}.{kind}", final=True)
    for good in goods:
        violations += unknown_violations(good, state.ruleset.goods, f"{field}.goods.{good}")
    most = state.ruleset.shares.numbers
    for company, numbers in (part.shares or {}).items():
        at = f"{field}.shares.{company}"
        violations += unknown_violations(company, state.ruleset.companies, at)
        if any(number > most for number in numbers):
            violations += cannot("share", at, company=company, most=most)
    for place, owned in enumerate(part.upgrades or (), 1):
        violations += unknown_violations(owned, state.ruleset.upgrades, f"{field}.upgrades[{place}]")
        if owned in state.ruleset.upgrades and owned not in worth:
            violations += cannot("worth", f"worth.{owned}", upgrade=owned)
    violations += gold_value_violations(state.ruleset, name, filter(None, part.gold or ()), f"{field}.gold")
    most = state.ruleset.for_players(len(state.players)).trains
    if (part.trains_home or 0) > most:
        violations += cannot("trains", f"{field}.trains_home", player=name, most=most)
    most = state.ruleset.limits.goods
    has = {good: state.ledger.of(units.piece(good), player(name)) for good in state.ruleset.goods}
    if goods and sum({**has, **goods}.values()) > most:
        violations += cannot("goods", f"{field}.goods", player=name, most=most)
    return violations
