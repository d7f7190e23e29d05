"""What entries of Whistle Stop teach the copy book: towns, end tiles, exchanges and upgrades as they are printed.

Names and colours of companies stand there too; no entry says them, so they are written by hand.
"""

from companion.core.copybook import Fact, Lesson
from companion.games.entries import Action
from companion.games.whistle_stop.actions import Buy, Stopping

TOWN, TILE, UPGRADE, COMPANY = "town", "end-tile", "upgrade", "company"


def lessons_of(action: Action) -> list[Lesson]:
    if isinstance(action, Buy):
        facts: dict[str, Fact] = {"pay": dict(action.pay)}
        if action.worth is not None:
            facts["worth"] = action.worth
        return [Lesson(UPGRADE, action.upgrade, facts)]
    if not isinstance(action, Stopping):
        return []
    stop = getattr(action, "stop", None)
    if stop == "town" and action.town is not None:
        return [Lesson(TOWN, action.town, _printed(action))]
    if stop in ("end", "exchange") and action.tile is not None:
        facts = _printed(action)
        if action.rate is not None:
            facts["rate"] = action.rate
        return [Lesson(TILE, action.tile, facts)]
    return []


def _printed(action: Stopping) -> dict[str, Fact]:
    """Price and fame, or the penalty: what was seen on this visit."""
    if action.penalty is not None:
        return {"penalty": action.penalty}
    facts: dict[str, Fact] = {}
    if action.fame is not None:
        facts = {"pay": dict(action.pay or {}), "fame": action.fame}
    if action.company is not None:
        facts["company"] = action.company
    return facts
