"""What entries of Whistle Stop teach the copy book: towns, end tiles, exchanges and upgrades as they are printed.

Names and colours of companies stand there too; no entry says them, so they are asked when a session is made.
"""

from collections.abc import Sequence

from companion.core.board_notes import BoardNotes, Fact, Lesson
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.whistle_stop.actions import Buy, Move, Stopping, Use
from companion.games.whistle_stop.choices import COMPANY, GOOD, TILE, TOWN, UPGRADE, price_of
from companion.games.whistle_stop.state import State, piece_counts
from companion.games.whistle_stop.stops import could_pay
from companion.games.whistle_stop.turns import purse_after

_FIGURES = ("points", "company", "penalty", "rate", "worth")
_OTHER = {
    TOWN: "whistle-stop.other.town",
    TILE: "whistle-stop.other.tile",
    UPGRADE: "whistle-stop.other.upgrade",
}
"""What a thing of the same name may be that is printed differently, if it isn't a slip."""


def of_purchase(game: AnyGame, state: State, action: Buy) -> list[Lesson]:
    """The price is not known where nothing is counted and nobody said it."""
    facts: dict[str, Fact] = {} if state.is_light and not action.pay else {"pay": dict(action.pay)}
    if action.worth is not None:
        facts["worth"] = action.worth
    return [Lesson(UPGRADE, action.upgrade, facts)]


def of_stop(game: AnyGame, state: State, action: Move | Use) -> list[Lesson]:
    page, name = TOWN, action.town
    if action.stop != "town":
        page, name = TILE, action.tile if action.stop in ("end", "exchange") else None
    return [] if name is None else [Lesson(page, name, _printed(action, state.is_light))]


def _printed(action: Stopping, is_light: bool) -> dict[str, Fact]:
    """Price and points, or the penalty, or the rate: what was seen on this visit."""
    if action.penalty is not None:
        return {"penalty": action.penalty}
    facts: dict[str, Fact] = {}
    if action.points is not None:
        if action.pay is not None or not is_light:
            facts["pay"] = dict(action.pay or {})
        facts["points"] = action.points
    more = {"company": action.company, "rate": action.rate}
    return facts | {key: fact for key, fact in more.items() if fact is not None}


def companies_called(game: AnyGame, board_notes: BoardNotes) -> dict[str, str]:
    """Companies with the name that the players gave them, or else the colour, behind the letter."""
    found = {company: board_notes.facts(COMPANY, company) for company in game.ruleset.companies}
    said = {company: facts.get("name") or facts.get("colour") for company, facts in found.items()}
    return {company: f"{company} {name}" for company, name in said.items() if name}


def colours_of_goods(game: AnyGame, board_notes: BoardNotes) -> dict[str, str]:
    noted = {good: str(board_notes.facts(GOOD, good).get("colour", "")) for good in game.ruleset.goods}
    return {good: rule.cube or noted[good] for good, rule in game.ruleset.goods.items()}


def warnings_of_purchase(game: AnyGame, state: State, action: Buy, board_notes: BoardNotes) -> list[Message]:
    return _differences(of_purchase(game, state, action), board_notes)


def warnings_of_stop(
    game: AnyGame, state: State, action: Move | Use, board_notes: BoardNotes
) -> list[Message]:
    """What is remembered differently; and a penalty although what the town asked for in another session is in hand.

    Of this session the rules themselves know that.
    """
    found = _differences(of_stop(game, state, action), board_notes)
    if action.town is None or action.penalty is None:
        return found
    price = price_of(board_notes.facts(TOWN, action.town))
    if price is None or fold(action.town) in state.prices:
        return found
    purse, _ = purse_after(game, state, action)
    return [*found, could_pay(action.by, action.town, price)] if purse.can_pay(price) else found


def _differences(lessons: Sequence[Lesson], board_notes: BoardNotes) -> list[Message]:
    """What an entry says differently from the book: another one of that name, or a slip."""
    found = []
    for page, name, said in lessons:
        known, parts = board_notes.facts(page, name), []
        price, paid = price_of(known), price_of(said)
        if price is not None and paid is not None and set(piece_counts(price)) != set(piece_counts(paid)):
            parts.append(say("whistle-stop.before.pay", pieces=piece_counts(price)))
        for field in _FIGURES:
            if field in known and field in said and known[field] != said[field]:
                parts.append(say(f"whistle-stop.before.{field}", value=known[field]))
        if parts:
            thing = name if page != UPGRADE else say("whistle-stop.upgrade", upgrade=name)
            other = say(_OTHER[page])
            found.append(say("whistle-stop.differs", name=thing, parts=tuple(parts), other=other))
    return found
