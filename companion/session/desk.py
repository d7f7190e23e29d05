"""The moment at which an entry is made: whose turn, which names, what each action asks; and lines written there."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.core.copybook import Book
from companion.core.forms import Ask, Draft, Questions, Verb
from companion.core.journal import Correction, Play
from companion.core.table import Table
from companion.forms import lines
from companion.games import common_forms
from companion.games.entries import Entry, action_fields, entry_fields
from companion.session.beginning import Beginning
from companion.session.played import Played, play


@dataclass(frozen=True, slots=True)
class Desk:
    beginning: Beginning
    table: Table
    names: Mapping[str, str]
    """Folded names, old ones too, and what each player is called now."""
    state: Any
    book: Book

    @property
    def verbs(self) -> tuple[Verb, ...]:
        return (*self.beginning.game.verbs, *common_forms.VERBS)

    @property
    def up(self) -> str | None:
        return self.beginning.game.up(self.state)

    def ask(self, verb: str) -> Ask:
        """The questions of an action, given what was answered so far."""
        begun = self.beginning
        return lambda draft: common_forms.questions_of(
            begun.game, begun.ruleset, self.table, self.book, self.state, verb, draft
        )


def desk_at(beginning: Beginning, played: Played, book: Book, number: int | None = None) -> Desk:
    """Where the next entry is made, or where an entry that is to be corrected was."""
    state = played.replay.state
    before = played.replay.opening.state
    for step in played.replay.steps if number is not None else ():
        if step.item.number == number:
            state = before
            break
        before = step.outcome.state
    names = played.seating.names_at(len(played.entries) + 1)
    return Desk(beginning, played.seating.table, names, state, book)


def line_of(beginning: Beginning, played: Played, entry: Entry, covered: bool = False) -> str:
    """An entry in the notation, made after these others. It does not depend on the copy book.

    Where money is covered, what the line says of it is left out; of a correction all but the entry's number.
    """
    fields = entry_fields(entry)
    if covered and isinstance(entry.body, Correction):
        fields = {key: value for key, value in fields.items() if key not in ("action", "also")}
    elif covered and isinstance(entry.body, Play):
        asked = desk_at(beginning, played, Book()).ask(fields["do"])(fields)
        fields = {**_told(asked, fields, covered, asides=True), "do": fields["do"]}
    return lines.written(lambda number: desk_at(beginning, played, Book(), number), fields)


def lines_of_steps(beginning: Beginning, played: Played, covered: bool) -> list[str]:
    """Each step of the corrected game in the notation, for a log that tells by whom, notes and rulings apart.

    Where money is covered, what a line says of it is left out.
    """
    found, state = [], played.replay.opening.state
    for step in played.replay.steps:
        names = played.seating.names_at(step.item.written)
        desk = Desk(beginning, played.seating.table, names, state, Book())
        fields = action_fields(step.item.action)
        questions = desk.ask(step.item.action.do)(fields)
        told = {**_told(questions, fields, covered), "do": fields["do"]}
        found.append(lines.action_line(desk, told, tells_actor=False))
        state = step.outcome.state
    return found


def _told(questions: Questions, fields: Draft, covered: bool, asides: bool = False) -> dict[str, Any]:
    left_out = {
        one.field for one in questions if (one.is_aside and not asides) or (covered and one.is_secret)
    }
    told = {key: value for key, value in fields.items() if key not in left_out}
    for question in questions:
        if question.kind == "group" and question.field in told:
            told[question.field] = _told(question.questions, told[question.field], covered, asides)
    return told


def lines_of_entries(beginning: Beginning, entries: Sequence[Entry], covered: bool = False) -> list[str]:
    """Every entry in the notation, as of the moment when it was made."""
    found: list[str] = []
    played = play(beginning, ())
    for count, entry in enumerate(entries, 1):
        found.append(line_of(beginning, played, entry, covered))
        played = play(beginning, tuple(entries[:count]), played)
    return found
