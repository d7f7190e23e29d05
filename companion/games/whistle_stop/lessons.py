"""What entries of Whistle Stop teach the copy book: towns, end tiles, exchanges and upgrades as they are printed.

Names and colours of companies stand there too; no entry says them, so they are asked when a session is made.
"""

from collections.abc import Sequence

from companion.core.copybook import Book, Fact, Lesson
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.whistle_stop.actions import Buy, Move, Stopping, Use
from companion.games.whistle_stop.choices import COMPANY, TILE, TOWN, UPGRADE, price_of
from companion.games.whistle_stop.moving import purse_after
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State, piece_counts
from companion.games.whistle_stop.stops import could_pay

_BEFORE = {
    "points": "whistle-stop.before.points",
    "company": "whistle-stop.before.company",
    "penalty": "whistle-stop.before.penalty",
    "rate": "whistle-stop.before.rate",
    "worth": "whistle-stop.before.worth",
}
"""What is said of a fact that was remembered otherwise."""
_OTHER = {
    TOWN: "whistle-stop.other.town",
    TILE: "whistle-stop.other.tile",
    UPGRADE: "whistle-stop.other.upgrade",
}
"""What it may be then, if it is no slip."""


def of_purchase(game: AnyGame, state: State, action: Buy) -> list[Lesson]:
    """The price is not known where nothing is counted and nobody said it."""
    facts: dict[str, Fact] = {} if state.is_light and not action.pay else {"pay": dict(action.pay)}
    if action.worth is not None:
        facts["worth"] = action.worth
    return [Lesson(UPGRADE, action.upgrade, facts)]


def of_stop(game: AnyGame, state: State, action: Move | Use) -> list[Lesson]:
    page, name = _named(action)
    return [] if name is None else [Lesson(page, name, _printed(action, state.is_light))]


def _named(action: Move | Use) -> tuple[str, str | None]:
    """The page and the name under which a stop is remembered."""
    if action.stop == "town":
        return TOWN, action.town
    return TILE, action.tile if action.stop in ("end", "exchange") else None


def _printed(action: Stopping, is_light: bool) -> dict[str, Fact]:
    """Price and points, or the penalty, or the rate: what was seen on this visit."""
    if action.penalty is not None:
        return {"penalty": action.penalty}
    facts: dict[str, Fact] = {}
    if action.points is not None:
        if action.pay is not None or not is_light:
            facts["pay"] = dict(action.pay or {})
        facts["points"] = action.points
    if action.company is not None:
        facts["company"] = action.company
    if action.rate is not None:
        facts["rate"] = action.rate
    return facts


def companies_called(ruleset: WhistleStopRuleset, book: Book) -> dict[str, str]:
    """Companies with the name that the players gave them, or else the colour, behind the letter."""
    found = {company: book.facts(COMPANY, company) for company in ruleset.companies}
    said = {company: facts.get("name") or facts.get("colour") for company, facts in found.items()}
    return {company: f"{company} {name}" for company, name in said.items() if name}


def warnings_of_purchase(game: AnyGame, state: State, action: Buy, book: Book) -> list[Message]:
    return _differences(action.upgrade, UPGRADE, of_purchase(game, state, action), book)


def warnings_of_stop(game: AnyGame, state: State, action: Move | Use, book: Book) -> list[Message]:
    """What is remembered otherwise; and a penalty although what the town asked for in another session is in hand.

    Of this session the rules themselves know that.
    """
    page, name = _named(action)
    found = [] if name is None else _differences(name, page, of_stop(game, state, action), book)
    if action.town is None or action.penalty is None:
        return found
    price = price_of(book.facts(TOWN, action.town))
    if price is None or fold(action.town) in state.prices:
        return found
    purse, _ = purse_after(game, state, action)
    return [*found, could_pay(action.by, action.town, price)] if purse.can_pay(price) else found


def _differences(name: str, page: str, lessons: Sequence[Lesson], book: Book) -> list[Message]:
    """What an entry says otherwise than the book: another one of that name, or a slip."""
    known = book.facts(page, name)
    said = {field: value for lesson in lessons for field, value in lesson.facts.items()}
    parts: list[Message] = []
    price, paid = price_of(known), price_of(said)
    if price is not None and paid is not None and set(piece_counts(price)) != set(piece_counts(paid)):
        parts.append(say("whistle-stop.before.pay", pieces=piece_counts(price)))
    parts += [
        say(key, value=known[field])
        for field, key in _BEFORE.items()
        if field in known and field in said and known[field] != said[field]
    ]
    if not parts:
        return []
    thing = name if page != UPGRADE else say("whistle-stop.upgrade", upgrade=name)
    return [say("whistle-stop.differs", name=thing, parts=tuple(parts), other=say(_OTHER[page]))]
