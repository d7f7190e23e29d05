"""The menus of a desk, apart from that of a repair."""

from companion.core.forms import lettered
from companion.core.messages import Message, say
from companion.desk.states import Item, Menu
from companion.desk.step_lines import StepLines
from companion.report.words import Speaker
from companion.session import Session
from companion.session.revision import late_turns

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


def rolls_menu(session: Session, speaker: Speaker) -> Menu:
    rolls = lettered(session.game.rolls(session.state))
    items = (Item(letter, speaker.lexicon.word(name), f"roll:{name}") for name, letter in rolls.items())
    return Menu(say("screen.menu.roll"), tuple(items))


def entries_menu(session: Session, speaker: Speaker, lines: StepLines, until: int) -> Menu:
    """Earlier entries to be edited, the newest first; `until` is the number of steps to look back from."""
    record, last = session.record, min(until, len(session.steps))
    first = max(0, last - LISTED)
    items = [
        Item("", f"{record.place_of(step.number)}. {line}", f"change:{step.number}")
        for step, line in zip(session.steps[first:last], lines.since(first, last), strict=True)
    ]
    older = [Item("", speaker.say(say("web.older")), f"entries:{first}")] if first else []
    return Menu(say("screen.menu.entries"), (*reversed(items), *older))


def peek_menu(session: Session) -> Menu:
    letters = lettered(session.table.players)
    return Menu(
        say("screen.menu.peek"), tuple(Item(key, name, f"peek:{name}") for name, key in letters.items())
    )


def players_menu(
    session: Session, speaker: Speaker, title: Message, up: str | None, with_late_turns: bool
) -> Menu:
    """Players for whom the next entry may be, or whose the last entries really were."""
    items = []
    for name, key in lettered(session.table.players).items():
        label = speaker.say(say("screen.is-up", player=name)) if name == up else name
        items.append(Item(key, label, f"for:{name}"))
    for count, (_, heir) in enumerate(late_turns(session.record) if with_late_turns else (), 1):
        theirs = say("screen.theirs-one" if count == 1 else "screen.theirs", count=count, player=heir)
        items.append(Item(str(count), speaker.say(theirs), f"theirs:{count}"))
    return Menu(title, tuple(items))
