"""The menus of a desk. What an item does is its target, for `Desk.point`."""

from collections.abc import Sequence

from companion.core.letters import with_letters
from companion.core.messages import say
from companion.core.targets import Target
from companion.desk.states import Item, Menu
from companion.report.preview_sentences import correction_messages
from companion.report.step_lines import StepLines
from companion.report.words import Speaker
from companion.session import Session
from companion.session.record import Record
from companion.session.revision import Failing, Repair, Revision, late_turns

MOST_LISTED = 12
_REPAIR_KEYS = {
    "drop": "d",
    "between": "p",
    "between-all": "a",
    "give": "g",
    "extra": "m",
    "rule": "r",
    "strike": "x",
}


def peek_menu(record: Record) -> Menu:
    """Whose hidden balance to show."""
    letters = record.roster.keys
    items = (Item(letters[name], name, Target("peek", name)) for name in record.roster.seats)
    return Menu(say("screen.menu.peek"), tuple(items))


def players_menu(speaker: Speaker, record: Record, up: str | None, is_entering: bool) -> Menu:
    """Whose entry comes next, or how many of the last entries belong to another player; `up` has the turn."""
    items, letters = [], record.roster.keys
    for name in record.roster.seats:
        label = speaker.phrase("screen.is-up", player=name) if name == up else name
        items.append(Item(letters[name], label, Target("for", name)))
    for count, (_, heir) in enumerate(() if is_entering else late_turns(record), 1):
        key = "screen.theirs-one" if count == 1 else "screen.theirs"
        items.append(Item(str(count), speaker.phrase(key, count=count, player=heir), Target("theirs", count)))
    return Menu(say(f"screen.menu.{'no-turns' if up is None else 'players'}"), tuple(items))


def turn_menu(speaker: Speaker, record: Record, player: str, number: int) -> Menu:
    """Whether an action of the player whose turn entry `number` ended was forgotten then, or comes now."""
    phrase = speaker.phrase
    is_filled = bool(record.game.passes_until(record.state, player))
    then = phrase("screen.turn.before", player=player, number=record.visible_number(number))
    now = phrase("screen.turn.filled" if is_filled else "screen.turn.ruling", player=player)
    items = Item("enter", then, Target("forgotten", number)), Item("n", now, Target("now", player))
    return Menu(say("screen.menu.turn", player=player), items)


def parts_menu(speaker: Speaker, session: Session, verb: str) -> Menu:
    """Which question of an action to answer, such as the title of a set-up."""
    asked = [question for question in session.context().ask(verb)({}) if not question.is_rare]
    parts = {speaker.label(question.word or question.field): question for question in asked}
    items = []
    for label, letter in with_letters(tuple(parts)).items():
        part, ask = parts[label], parts[label].ask
        if part.many:  # its question names the present value, which may be long
            ask = say("words.text", text=ask.values.get("what", ask))
        items.append(Item(letter, speaker.say(ask), Target("part", (verb, part.field))))
    return Menu(say("screen.menu.parts"), tuple(items))


def entries_menu(speaker: Speaker, record: Record, step_lines: StepLines, until: int) -> Menu:
    """The entries of the steps before step `until`, newest first, for a correction."""
    steps = record.steps[:until]
    first = max(0, len(steps) - MOST_LISTED)
    items = [Item("", speaker.phrase("web.older"), Target("entries", first))] if first else []
    for step, line in zip(steps[first:], step_lines.since(first, len(steps)), strict=True):
        items.append(Item("", f"{record.visible_number(step.number)}. {line}", Target("change", step.number)))
    return Menu(say("screen.menu.entries"), tuple(reversed(items)))


def lost_menu(speaker: Speaker, record: Record, count: int) -> Menu:
    """Whether to restore the `count` entries that only a backup has."""
    restore = speaker.phrase("lost.restore", count=count)
    keep = speaker.phrase("lost.keep", count=len(record.numbers))
    items = Item("r", restore, Target("lost", "restore")), Item("k", keep, Target("lost", "keep"))
    return Menu(say("lost.found"), items)


def repair_menu(
    speaker: Speaker, record: Record, revision: Revision, failing: Failing, repairs: Sequence[Repair]
) -> Menu:
    """How to repair an entry that no longer fits, with what the correction changes so far."""
    correct = "repair.correct" if revision.changes else "repair.correct-it"
    items = [
        Item(_REPAIR_KEYS[repair.key], speaker.say(repair.message), Target("repair", repair.key))
        for repair in repairs
    ]
    place = 0 if repairs[0].key in ("rule", "strike") else len(items) - 1
    items.insert(place, Item("c", speaker.phrase(correct, number=failing.place), Target("repair", "correct")))
    begun = record.entry(revision.block) if revision.changes else None
    changes = () if begun is None else correction_messages(record, begun)
    return Menu(failing.message, tuple(items), tuple(changes))
