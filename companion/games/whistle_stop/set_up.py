"""How the table of Whistle Stop is laid out again."""

from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.views import Section, Term
from companion.games.whistle_stop import units
from companion.games.whistle_stop.ruleset import MARKERS
from companion.games.whistle_stop.state import State


def _again(key: str, **values: object) -> Message:
    return say(f"whistle-stop.again.{key}", **values)


def set_up_again(game: AnyGame, state: State, hides_money: bool) -> list[Section]:
    """Gold that is hidden is only counted: the state is the public one."""
    ruleset, numbers = game.ruleset, range(1, game.ruleset.shares.numbers + 1)
    piles = []
    for company in ruleset.companies:
        left = sum(state.ledger.of(units.share(company, number), units.SUPPLY) for number in numbers)
        following = units.next_share(ruleset, state.ledger, company)
        key = "no-pile" if following is None else "pile"
        piles.append(_again(key, company=company, next=following, left=left))
    hands = [Section(name, _hand(game, state, name)) for name in state.players]
    return [Section(Term("shares"), piles), *hands]


def _hand(game: AnyGame, state: State, name: str) -> list[Message]:
    ruleset, ledger = game.ruleset, state.ledger
    found = [say("again.number", what=Term("points"), count=units.held(ledger, units.POINTS, name))]
    pieces = {one: units.held(ledger, units.piece(one), name) for one in (*MARKERS, *ruleset.goods)}
    counts = [(one, count) for one, count in pieces.items() if count]
    found += [_again("pieces", counts=counts)] if counts else []
    gold = state.gold[name]
    known = [str(value) for value in gold if value is not None]
    found += [_again("gold", count=len(gold))] if gold and not known else []
    found += [_again("gold-values", count=len(gold), values=known)] if known else []
    owned = units.shares_of(ruleset, ledger, name)
    numbers = [_again("share", company=company, numbers=own) for company, own in owned.items() if own]
    found += [_again("shares", shares=numbers)] if numbers else []
    upgrades = units.upgrades_of(ruleset, ledger, name)
    found += [say("again.names", what=Term("upgrades"), names=upgrades)] if upgrades else []
    own = units.trains(name)
    return [*found, _again("trains", board=ledger.of(own, units.BOARD), home=ledger.of(own, units.HOME))]
