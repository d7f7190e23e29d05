"""The moment at which an entry is made: whose turn, which names, what each action asks; and lines written there."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.core.copybook import Book
from companion.core.forms import Ask, Draft, Question, Questions, Verb
from companion.core.journal import Correction, Play
from companion.core.table import Table
from companion.forms import lines
from companion.games.common import COMMON_ACTIONS, rule_of
from companion.games.common_forms import anywhere
from companion.games.entries import Entry, action_block, entry_block
from companion.session.config import SessionConfig
from companion.session.played import Played, play


class Redaction(NamedTuple):
    """What a line leaves out where the table reads it."""

    of_money: bool = False
    until_end: bool = False

    def hides(self, question: Question) -> bool:
        return (self.of_money and question.is_hidden_money) or (
            self.until_end and question.is_hidden_until_end
        )


UNREDACTED = Redaction()


@dataclass(frozen=True, slots=True)
class EntryContext:
    config: SessionConfig
    table: Table
    names: Mapping[str, str]
    """Folded names, old ones too, and what each player is called now."""
    state: Any
    book: Book

    @property
    def verbs(self) -> tuple[Verb, ...]:
        return (*self.config.game.actions, *COMMON_ACTIONS.values())

    @property
    def up(self) -> str | None:
        return self.config.game.up(self.state)

    def ask(self, verb: str) -> Ask:
        """The questions of an action, given what was answered so far: its own, then those that any action has."""
        game, state = self.config.game, self.state
        rule = rule_of(game, verb)
        common = anywhere(game, state, verb)

        def asked(draft: Draft) -> Questions:
            own = rule.questions(game, state, draft, self.book)
            fields = {question.field for question in own}
            return (*own, *(one for one in common if one.field not in fields))

        return asked

    def questions(self, fields: Draft) -> Questions:
        """The questions of an action with these fields."""
        return self.ask(fields["do"])(fields)


def context_at(config: SessionConfig, played: Played, book: Book, number: int | None = None) -> EntryContext:
    """Where the next entry is made, or where an entry that is to be corrected was."""
    state = played.replay.state
    before = played.replay.opening.state
    for step in played.replay.steps if number is not None else ():
        if step.number == number:
            state = before
            break
        before = step.outcome.state
    names = played.corrected.names_at(len(played.entries) + 1)
    return EntryContext(config, played.corrected.table, names, state, book)


def line_of(config: SessionConfig, played: Played, entry: Entry, redaction: Redaction = UNREDACTED) -> str:
    """An entry in the notation, made after these others. It does not depend on the copy book.

    What is covered is left out; of a correction all but the entry's number where money is.
    """

    def at(number: int | None) -> EntryContext:
        return context_at(config, played, Book(), number)

    fields = entry_block(entry)
    if redaction.of_money and isinstance(entry.command, Correction):
        fields = {key: value for key, value in fields.items() if key not in ("action", "also")}
    elif redaction.until_end and isinstance(entry.command, Correction):
        fields = _public_correction(at, fields, redaction)
    elif redaction != UNREDACTED and isinstance(entry.command, Play):
        return public_action_line(at(None), fields, redaction)
    return lines.written(at, fields)


def _public_correction(
    at: Callable[[int | None], EntryContext], fields: Draft, redaction: Redaction
) -> dict[str, Any]:
    """A correction, and those of the same step, with what is covered left out of their actions."""
    visible = dict(fields)
    if "action" in visible:
        number = visible.get("entry", visible.get("before"))
        questions = at(number).questions(visible["action"])
        visible["action"] = public_action(questions, visible["action"], redaction)
    if "also" in visible:
        visible["also"] = [_public_correction(at, further, redaction) for further in visible["also"]]
    return visible


def public_action(questions: Questions, fields: Draft, redaction: Redaction) -> dict[str, Any]:
    """An action's fields without what is covered."""
    return {**_visible(questions, fields, redaction, with_rare=True), "do": fields["do"]}


def public_action_line(context: EntryContext, fields: Draft, redaction: Redaction) -> str:
    """The beginning of an action's line, with what is covered left out."""
    questions = context.questions(fields)
    return lines.action_line(context, public_action(questions, fields, redaction), questions)


def lines_of_steps(config: SessionConfig, played: Played, redaction: Redaction, since: int = 0) -> list[str]:
    """Each step of the corrected game in the notation, for a log that tells by whom, notes and rulings apart.

    `since` leaves out so many steps at the beginning.
    """
    steps = played.replay.steps
    state = steps[since - 1].outcome.state if 0 < since <= len(steps) else played.replay.opening.state
    found = []
    for step in steps[since:]:
        names = played.corrected.names_at(step.written)
        context = EntryContext(config, played.corrected.table, names, state, Book())
        fields = action_block(step.action)
        visible = {**_visible(context.questions(fields), fields, redaction), "do": fields["do"]}
        found.append(lines.action_line(context, visible, tells_actor=False))
        state = step.outcome.state
    return found


def _visible(
    questions: Questions, fields: Draft, redaction: Redaction, with_rare: bool = False
) -> dict[str, Any]:
    left_out = {one.field for one in questions if (one.is_rare and not with_rare) or redaction.hides(one)}
    visible = {key: value for key, value in fields.items() if key not in left_out}
    for question in questions:
        inner = visible.get(question.field)
        if question.kind == "group" and inner is not None:
            visible[question.field] = _visible(question.questions, inner, redaction, with_rare)
        elif question.holds_groups and inner is not None:
            group = question.questions[1].questions
            visible[question.field] = {
                key: _visible(group, one, redaction, with_rare) for key, one in inner.items()
            }
    return visible


def lines_of_entries(
    config: SessionConfig, entries: Sequence[Entry], redaction: Redaction = UNREDACTED
) -> list[str]:
    """Every entry in the notation, as of the moment when it was made."""
    found: list[str] = []
    played = play(config, ())
    for count, entry in enumerate(entries, 1):
        found.append(line_of(config, played, entry, redaction))
        played = play(config, tuple(entries[:count]), played)
    return found
