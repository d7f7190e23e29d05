"""What entries of Whistle Stop teach the copy book: towns, end tiles, exchanges and upgrades as they are printed.

Names and colours of companies stand there too; no entry says them, so they are written by hand.
"""

from collections.abc import Mapping

from companion.core.copybook import Book, Fact, Facts, Lesson
from companion.core.game import AnyGame
from companion.core.messages import Message
from companion.core.names import fold
from companion.games.entries import action_block
from companion.games.whistle_stop.actions import Buy, Move, Stopping, Use
from companion.games.whistle_stop.effects import could_pay
from companion.games.whistle_stop.purse import Purse, move_flows, use_flows
from companion.games.whistle_stop.state import State

TOWN, TILE, UPGRADE, COMPANY = "town", "end-tile", "upgrade", "company"


def of_purchase(game: AnyGame, state: State, action: Buy) -> list[Lesson]:
    facts: dict[str, Fact] = {"pay": dict(action.pay)}
    if action.worth is not None:
        facts["worth"] = action.worth
    return [Lesson(UPGRADE, action.upgrade, facts)]


def of_stop(game: AnyGame, state: State, action: Move | Use) -> list[Lesson]:
    if action.stop == "town" and action.town is not None:
        return [Lesson(TOWN, action.town, _printed(action))]
    if action.stop in ("end", "exchange") and action.tile is not None:
        return [Lesson(TILE, action.tile, _printed(action))]
    return []


def _printed(action: Stopping) -> dict[str, Fact]:
    """Price and fame, or the penalty, or the rate: what was seen on this visit."""
    if action.penalty is not None:
        return {"penalty": action.penalty}
    facts: dict[str, Fact] = {}
    if action.fame is not None:
        facts = {"pay": dict(action.pay or {}), "fame": action.fame}
    if action.company is not None:
        facts["company"] = action.company
    if action.rate is not None:
        facts["rate"] = action.rate
    return facts


def price_of(facts: Facts) -> dict[str, int] | None:
    """What a town or a tile asks for, as far as that was seen."""
    pay = facts.get("pay")
    if not isinstance(pay, Mapping):
        return None
    return {name: count for name, count in pay.items() if isinstance(count, int)}


def warnings_of_stop(game: AnyGame, state: State, action: Move | Use, book: Book) -> list[Message]:
    """A penalty although what the town asked for in another session is in hand; of this session the rules know."""
    if action.town is None or action.penalty is None:
        return []
    price = price_of(book.facts(TOWN, action.town))
    if price is None or fold(action.town) in state.prices:
        return []
    purse = Purse(game.ruleset, state, action.by)
    flows = move_flows if isinstance(action, Move) else use_flows
    purse.run(flows(game.ruleset, action_block(action)))
    return [could_pay(action.by, action.town, price)] if purse.can_pay(price) else []
