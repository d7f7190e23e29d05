"""The moment at which an entry is made: whose turn, which names, what each action asks; and lines written there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.copybook import Book
from companion.core.forms import Ask, Draft, Question, Questions, Verb
from companion.core.journal import Correction, Play
from companion.core.table import Table
from companion.forms import lines
from companion.games import common_forms
from companion.games.entries import Entry, action_fields, entry_fields
from companion.session.beginning import Beginning
from companion.session.played import Played, play


class Cover(NamedTuple):
    """What a line leaves out where the table reads it."""

    of_money: bool = False
    until_end: bool = False

    def hides(self, question: Question) -> bool:
        return (self.of_money and question.is_secret) or (self.until_end and question.is_covered)


OPEN = Cover()


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


def line_of(beginning: Beginning, played: Played, entry: Entry, cover: Cover = OPEN) -> str:
    """An entry in the notation, made after these others. It does not depend on the copy book.

    What is covered is left out; of a correction all but the entry's number where money is.
    """

    def at(number: int | None) -> Desk:
        return desk_at(beginning, played, Book(), number)

    fields = entry_fields(entry)
    if cover.of_money and isinstance(entry.body, Correction):
        fields = {key: value for key, value in fields.items() if key not in ("action", "also")}
    elif cover.until_end and isinstance(entry.body, Correction):
        fields = _correction_told(at, fields, cover)
    elif cover != OPEN and isinstance(entry.body, Play):
        fields = action_told(at(None), fields, cover)
    return lines.written(at, fields)


def _correction_told(at: Callable[[int | None], Desk], fields: Draft, cover: Cover) -> dict[str, Any]:
    """A correction, and those of the same step, with what is covered left out of their actions."""
    told = dict(fields)
    if "action" in told:
        number = told.get("entry", told.get("before"))
        told["action"] = action_told(at(number), told["action"], cover)
    if "also" in told:
        told["also"] = [_correction_told(at, further, cover) for further in told["also"]]
    return told


def action_told(desk: Desk, fields: Draft, cover: Cover) -> dict[str, Any]:
    """An action's fields without what is covered."""
    questions = desk.ask(fields["do"])(fields)
    return {**_told(questions, fields, cover, asides=True), "do": fields["do"]}


def told_beginning(desk: Desk, fields: Draft, cover: Cover) -> str:
    """The beginning of an action's line, with what is covered left out."""
    return lines.action_line(desk, action_told(desk, fields, cover))


def lines_of_steps(beginning: Beginning, played: Played, cover: Cover, since: int = 0) -> list[str]:
    """Each step of the corrected game in the notation, for a log that tells by whom, notes and rulings apart.

    `since` leaves out so many steps at the beginning.
    """
    steps = played.replay.steps
    state = steps[since - 1].outcome.state if 0 < since <= len(steps) else played.replay.opening.state
    found = []
    for step in steps[since:]:
        names = played.seating.names_at(step.item.written)
        desk = Desk(beginning, played.seating.table, names, state, Book())
        fields = action_fields(step.item.action)
        questions = desk.ask(step.item.action.do)(fields)
        told = {**_told(questions, fields, cover), "do": fields["do"]}
        found.append(lines.action_line(desk, told, tells_actor=False))
        state = step.outcome.state
    return found


def _told(questions: Questions, fields: Draft, cover: Cover, asides: bool = False) -> dict[str, Any]:
    left_out = {one.field for one in questions if (one.is_aside and not asides) or cover.hides(one)}
    told = {key: value for key, value in fields.items() if key not in left_out}
    for question in questions:
        inner = told.get(question.field)
        if question.kind == "group" and inner is not None:
            told[question.field] = _told(question.questions, inner, cover, asides)
        elif question.holds_groups and inner is not None:
            group = question.questions[1].questions
            told[question.field] = {key: _told(group, one, cover, asides) for key, one in inner.items()}
    return told


def lines_of_entries(beginning: Beginning, entries: Sequence[Entry], cover: Cover = OPEN) -> list[str]:
    """Every entry in the notation, as of the moment when it was made."""
    found: list[str] = []
    played = play(beginning, ())
    for count, entry in enumerate(entries, 1):
        found.append(line_of(beginning, played, entry, cover))
        played = play(beginning, tuple(entries[:count]), played)
    return found
