"""Counts after a corrected entry: the holdings they keep."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.game import common_beginning, positions_of
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.roster import names_after
from companion.core.views import Term, Text
from companion.forms.cells import key_label
from companion.forms.drafts import Path, RowOf
from companion.forms.grid_cells import cell_name, heads_of, row_of
from companion.forms.questions import Group, Pairs, Question, Rows
from companion.forms.questions.question import rename_players
from companion.games.actions import AnyStep, action_block
from companion.games.common_actions import Recount
from companion.session.notation import Notation
from companion.session.record import Record


class Holding(NamedTuple):
    path: Path
    name: Message
    value: Any
    hidden: str
    """`Question.hidden` of the question or of a question around it."""
    player: str | None
    """The owner; None if the holding belongs to no player."""

    @property
    def key(self) -> tuple[object, ...]:
        """The path with folded names."""
        return tuple(_fold_step(step) for step in self.path)


class Held(NamedTuple):
    """A holding that an earlier entry changes, and that a later count sets back to the same value."""

    number: int
    holding: Holding
    is_hidden: bool

    def message(self, place: int) -> Message:
        holding, key = self.holding, "count.held"
        if holding.hidden == "money" and holding.player is not None:
            key = "count.held-money"
        key = f"{key}-hidden" if self.is_hidden else key
        values = {"player": holding.player, "name": holding.name, "value": holding.value}
        return say(key, number=place, **values)


Count = tuple[object, AnyStep]


def held_by_counts(before: Record, after: Record) -> tuple[Held, ...]:
    """Holdings that counts keep despite an undo, a correction or another set-up, in the order of the counts."""
    hidden = Notation(before).redaction | Notation(after).redaction
    called = {fold(old): new for old, new in names_after(before.roster, after.roster).items()}
    since, held = common_beginning(before.steps, after.steps), list[Held]()
    olds = _counts(before, since)
    for place, new in _counts(after, since).items():
        if place in olds:
            for item in _find_kept(after, olds[place], new, called):
                held.append(item._replace(is_hidden=item.holding.hidden in hidden))
    return tuple(held)


def _counts(record: Record, since: int) -> dict[tuple[int, int], Count]:
    """The counts from step `since` on, by entry number and index: a correction can insert several."""
    counts, seen = {}, Counter[int]()
    for state, step in record.from_states(since):
        if isinstance(step.action, Recount):
            seen[step.number] += 1
            counts[step.number, seen[step.number]] = state, step
    return counts


def _find_kept(record: Record, old: Count, new: Count, called: dict[str, str]) -> Iterator[Held]:
    game, step = record.game, new[1]
    states = (old[0], new[0], old[1].outcome.state, step.outcome.state)
    drafts = [positions_of(game).now(state) for state in states]
    fields = [field for field in {**drafts[0], **drafts[1]} if drafts[0].get(field) != drafts[1].get(field)]
    if not fields:
        return
    asked = positions_of(game).questions(new[0], drafts[1], BoardNotes())
    questions = tuple(question for question in asked if question.field in fields)
    for place in (0, 2):
        drafts[place] = rename_players(questions, drafts[place], called)
    was, now, was_after, after = ({row.key: row for row in holdings(questions, draft)} for draft in drafts)
    named = {holding.key for holding in holdings(questions, action_block(step.action)["position"])}
    for key, held in {**was, **now, **after}.items():
        values = [_value(each.get(key), held.value) for each in (was, now, was_after, after)]
        is_held = not _is_same(*values[:2]) and _is_same(*values[2:])
        if is_held and (key in named or held.player is not None):
            yield Held(step.number, held._replace(value=values[3]), False)


def _value(holding: Holding | None, like: object) -> object:
    nothing = 0 if type(like) is int else None
    return nothing if holding is None else holding.value


def _is_same(value: object, other: object) -> bool:
    if isinstance(value, list | tuple) and isinstance(other, list | tuple):
        return sorted(value, key=str) == sorted(other, key=str)
    return bool(value == other)


def holdings(
    questions: Iterable[Question],
    draft: Draft,
    path: Path = (),
    labels: tuple[Text, ...] = (),
    hidden: str = "",
) -> Iterator[Holding]:
    """Yield every answer of a position: single values of groups and tables, and whole lists."""
    for question in questions:
        value, place, secret = draft.get(question.field), (*path, question.field), hidden or question.hidden
        if value is None:
            continue
        if isinstance(question, Rows):
            others = [inner for inner in question.questions if inner not in heads_of(question)]
            for row in value:
                of = row_of(question, row)
                names = [name for name in of.answers.values() if name is not None]
                first = () if of.others else (Term(of.key),)
                for held in holdings(others, row, (*place, of), (*labels, *first), secret):
                    name = held.name if first else say("count.in-row", row=names, cell=held.name)
                    yield held._replace(name=name)
        elif isinstance(question, Group):
            called = (*labels, Term(question.word or question.field))
            yield from holdings(question.questions, value, place, called, secret)
        elif isinstance(question, Pairs):
            key = question.questions[0]
            for name, held in value.items():
                at, called = (*place, name), (*labels, key_label(key, name))
                if question.group:
                    yield from holdings(question.group.questions, held, at, called, secret)
                else:
                    yield _holding(at, question, called, held, secret)
        else:
            yield _holding(place, question, labels, value, secret)


def _holding(path: Path, question: Question, labels: tuple[Text, ...], value: object, hidden: str) -> Holding:
    player = next((label for label in labels if isinstance(label, str)), None)
    return Holding(path, cell_name(question.word or question.field, *labels), value, hidden, player)


def _fold_step(step: str | int | RowOf) -> object:
    if isinstance(step, RowOf):
        return tuple((field, fold(str(name or ""))) for field, name in step.answers.items())
    return fold(str(step))
