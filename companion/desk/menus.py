"""The longer menus of a desk: parts of an action, earlier entries."""

from companion.core.forms import lettered
from companion.core.messages import say
from companion.desk.states import Item, Menu
from companion.desk.step_lines import StepLines
from companion.report.words import Speaker
from companion.session import Session

LISTED = 12


def parts_menu(session: Session, speaker: Speaker, verb: str) -> Menu:
    """The parts of an action that can be entered one by one, each with its present value."""
    asked = session.context().ask(verb)({})
    parts = {one.field: one for one in asked if not one.is_rare}
    items = []
    for field, letter in lettered(tuple(parts)).items():
        ask = parts[field].ask
        if parts[field].many:  # the present value would be too long
            ask = say("screen.part", what=ask.values.get("what", ask))
        items.append(Item(letter, speaker.say(ask), f"part:{verb}/{field}"))
    return Menu(say("screen.menu.parts"), tuple(items))


def entries_menu(session: Session, speaker: Speaker, lines: StepLines, until: int) -> Menu:
    """Earlier entries to be edited, the newest first; `until` is the number of steps to look back from."""
    record, last = session.record, min(until, len(session.steps))
    first = max(0, last - LISTED)
    items = [
        Item("", f"{record.place_of(step.number)}. {line}", f"change:{step.number}")
        for step, line in zip(session.steps[first:last], lines.since(first, last), strict=True)
    ]
    older = [Item("", speaker.phrase("web.older"), f"entries:{first}")] if first else []
    return Menu(say("screen.menu.entries"), (*reversed(items), *older))
