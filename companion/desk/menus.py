"""The menus of a desk. What an item does is its target, for `Desk.point`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.core.forms import with_letters
from companion.core.messages import say
from companion.core.targets import Target
from companion.desk.states import Item, Menu
from companion.report.preview import correction_messages
from companion.report.words import Speaker
from companion.session.record import Record
from companion.session.revision import Failing, Repair, Revision, late_turns

if TYPE_CHECKING:
    from companion.desk.desk import Desk

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
    players = with_letters(record.table.players)
    items = (Item(letter, name, Target("peek", name)) for name, letter in players.items())
    return Menu(say("screen.menu.peek"), tuple(items))


def players_menu(desk: "Desk") -> Menu:
    """Whose entry comes next, or how many of the last entries belong to another player."""
    record, speaker, items = desk.record, desk.speaker, []
    up = record.game.up(desk.moment().state)
    for name, letter in with_letters(record.table.players).items():
        label = speaker.phrase("screen.is-up", player=name) if name == up else name
        items.append(Item(letter, label, Target("for", name)))
    for count, (_, heir) in enumerate(() if desk.is_entering else late_turns(record), 1):
        key = "screen.theirs-one" if count == 1 else "screen.theirs"
        items.append(Item(str(count), speaker.phrase(key, count=count, player=heir), Target("theirs", count)))
    return Menu(say(f"screen.menu.{'no-turns' if up is None else 'players'}"), tuple(items))


def turn_menu(desk: "Desk", player: str, number: int) -> Menu:
    """Whether an action of the player whose turn entry `number` ended was forgotten then, or comes now."""
    record, phrase = desk.record, desk.speaker.phrase
    is_filled = bool(record.game.passes_until(record.state, player))
    then = phrase("screen.turn.before", player=player, number=record.visible_number(number))
    now = phrase("screen.turn.filled" if is_filled else "screen.turn.ruling", player=player)
    items = Item("enter", then, Target("forgotten", number)), Item("n", now, Target("now", player))
    return Menu(say("screen.menu.turn", player=player), items)


def parts_menu(desk: "Desk", verb: str) -> Menu:
    """Which question of an action to answer, such as the title of a set-up."""
    asked = desk.session.context().ask(verb)({})
    parts = {
        desk.speaker.label(question.word or question.field): question
        for question in asked
        if not question.is_rare
    }
    items = []
    for label, letter in with_letters(tuple(parts)).items():
        part, ask = parts[label], parts[label].ask
        if part.many:  # its question names the present value, which may be long
            ask = say("screen.part", what=ask.values.get("what", ask))
        items.append(Item(letter, desk.speaker.say(ask), Target("part", (verb, part.field))))
    return Menu(say("screen.menu.parts"), tuple(items))


def entries_menu(desk: "Desk", until: int) -> Menu:
    """The entries of the steps before step `until`, newest first, for a correction."""
    record, steps = desk.record, desk.record.steps[:until]
    first = max(0, len(steps) - MOST_LISTED)
    items = [Item("", desk.speaker.phrase("web.older"), Target("entries", first))] if first else []
    for step, line in zip(steps[first:], desk.step_lines.since(first, len(steps)), strict=True):
        items.append(Item("", f"{record.visible_number(step.number)}. {line}", Target("change", step.number)))
    return Menu(say("screen.menu.entries"), tuple(reversed(items)))


def lost_menu(desk: "Desk", count: int) -> Menu:
    """Whether to restore the `count` entries that only a backup has."""
    phrase = desk.speaker.phrase
    return Menu(
        say("lost.found"),
        (
            Item("r", phrase("lost.restore", count=count), Target("lost", "restore")),
            Item("k", phrase("lost.keep", count=len(desk.record.numbers)), Target("lost", "keep")),
        ),
    )


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
