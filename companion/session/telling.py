"""What a session says of its entries, in the notation: whole for the file, without what is covered for the table."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from companion.core.copybook import Book
from companion.core.errors import Refusal
from companion.core.forms import Questions
from companion.core.journal import Play
from companion.forms import lines
from companion.games.entries import Entry, action_block
from companion.session.config import SessionConfig
from companion.session.context import (
    EntryContext,
    Redaction,
    context_at,
    line_of,
    lines_of_entries,
    lines_of_steps,
    public_action,
    public_action_line,
)
from companion.session.played import Played


class Telling(ABC):
    _config: SessionConfig
    _played: Played
    _entries: tuple[Entry, ...]
    failure: Refusal | None

    @property
    @abstractmethod
    def is_over(self) -> bool: ...

    @abstractmethod
    def context(self, number: int | None = None) -> EntryContext: ...

    @abstractmethod
    def _entry(self, fields: Mapping[str, Any]) -> Entry: ...

    def line(self, fields: Mapping[str, Any]) -> str:
        """An entry as it could be made now, in the notation; Refusal where it has not even the right form."""
        return line_of(self._config, self._played, self._entry(given(fields)))

    def public_line(self, fields: Mapping[str, Any], hides_money: bool = False) -> str:
        """The same for the table to read: without what is covered until the end, and the sums where money is."""
        entry = self._entry(given(fields))
        return line_of(self._config, self._played, entry, self._redaction(hides_money))

    def line_so_far(self, verb: str, draft: Mapping[str, Any]) -> str:
        """The beginning of an entry's line, from those answers that are known."""
        return lines.action_line(self.context(), {**draft, "do": verb})

    def public_fields(
        self, questions: Questions, fields: Mapping[str, Any], hides_money: bool = False
    ) -> dict[str, Any]:
        """An action's fields, whole or not, without what the table may not see, by the questions that it asks."""
        return public_action(questions, fields, self._redaction(hides_money))

    def line_at(self, number: int, hides_money: bool = False) -> str:
        """The line of a standing entry as it would be entered in its place, for the table to read."""
        step = next(one for one in self._played.replay.steps if one.number == number)
        context = context_at(self._config, self._played, Book(), number)
        return public_action_line(context, action_block(step.action), self._redaction(hides_money))

    def with_hidden_answers(self, fields: Mapping[str, Any], hides_money: bool = False) -> dict[str, Any]:
        """A correction with what its line could not say: covered answers of the same action stay as they were."""
        action, number = fields.get("action"), fields.get("entry")
        step = next((one for one in self._played.replay.steps if one.number == number), None)
        if fields.get("do") != "amend" or step is None or not isinstance(action, Mapping):
            return dict(fields)
        before = action_block(step.action)
        if before["do"] != action.get("do"):
            return dict(fields)
        context = context_at(self._config, self._played, Book(), number)
        visible = public_action(context.questions(before), before, self._redaction(hides_money))
        return {**fields, "action": _completed(action, before, visible)}

    def mending_line(self, hides_money: bool = False) -> str:
        """The beginning of a line that corrects the entry which does not play, with what that entry says."""
        assert self.failure is not None
        assert self.failure.number is not None
        number, visible = self.failure.number, ""
        entry = self._entries[number - 1] if number <= len(self._entries) else None
        if entry is not None and isinstance(entry.command, Play):
            visible = public_action_line(
                self.context(), action_block(entry.model), self._redaction(hides_money)
            )
        return f"amend {number} {visible}"

    def step_lines(self, hides_money: bool = False, since: int = 0) -> list[str]:
        """Each step of the corrected game in the notation, for the table to read; all, or those behind so many."""
        return lines_of_steps(self._config, self._played, self._redaction(hides_money), since)

    def entry_lines(self) -> list[str]:
        """Every entry of the file in the notation, those too that were undone or replaced."""
        return lines_of_entries(self._config, self._entries)

    def public_entry_lines(self, hides_money: bool = False) -> list[str]:
        """The same for the table to read."""
        return lines_of_entries(self._config, self._entries, self._redaction(hides_money))

    def _redaction(self, hides_money: bool) -> Redaction:
        return Redaction(of_money=hides_money, until_end=not self.is_over)


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that were answered: nothing is as good as not there."""
    return {key: value for key, value in fields.items() if value is not None}


def _completed(
    now: Mapping[str, Any], before: Mapping[str, Any], visible: Mapping[str, Any]
) -> dict[str, Any]:
    """An action with those fields of an earlier one that were not told; in groups too."""
    found = dict(now)
    for key, value in before.items():
        if key not in visible:
            found.setdefault(key, value)
        elif isinstance(value, Mapping) and isinstance(found.get(key), Mapping):
            found[key] = _completed(found[key], value, visible[key])
    return found
