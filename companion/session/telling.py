"""What a session says of its entries, in the notation: whole for the file, without what is covered for the table."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from companion.core.copybook import Book
from companion.core.errors import Refused
from companion.core.journal import Play
from companion.forms import lines
from companion.games.entries import Entry, action_fields
from companion.session.beginning import Beginning
from companion.session.desk import (
    Cover,
    Desk,
    action_told,
    desk_at,
    line_of,
    lines_of_entries,
    lines_of_steps,
    told_beginning,
)
from companion.session.played import Played


class Telling(ABC):
    _beginning: Beginning
    _played: Played
    _entries: tuple[Entry, ...]
    failure: Refused | None

    @property
    @abstractmethod
    def is_over(self) -> bool: ...

    @abstractmethod
    def desk(self, number: int | None = None) -> Desk: ...

    @abstractmethod
    def _entry(self, fields: Mapping[str, Any]) -> Entry: ...

    def line(self, fields: Mapping[str, Any]) -> str:
        """An entry as it could be made now, in the notation; Refused where it has not even the right form."""
        return line_of(self._beginning, self._played, self._entry(given(fields)))

    def told_line(self, fields: Mapping[str, Any], covered: bool = False) -> str:
        """The same for the table to read: without what is covered until the end, and the sums where money is."""
        entry = self._entry(given(fields))
        return line_of(self._beginning, self._played, entry, self._cover(covered))

    def line_so_far(self, verb: str, draft: Mapping[str, Any]) -> str:
        """The beginning of an entry's line, from those answers that are known."""
        return lines.action_line(self.desk(), {**draft, "do": verb})

    def told_line_so_far(self, verb: str, draft: Mapping[str, Any], covered: bool = False) -> str:
        """The same for the table to read."""
        return told_beginning(self.desk(), {**draft, "do": verb}, self._cover(covered))

    def told_fields(self, fields: Mapping[str, Any], covered: bool = False) -> dict[str, Any]:
        """An action's fields, whole or not, without what the table may not see."""
        return action_told(self.desk(), fields, self._cover(covered))

    def line_at(self, number: int, covered: bool = False) -> str:
        """The line of a standing entry as it would be entered in its place, for the table to read."""
        step = next(one for one in self._played.replay.steps if one.item.number == number)
        desk = desk_at(self._beginning, self._played, Book(), number)
        return told_beginning(desk, action_fields(step.item.action), self._cover(covered))

    def with_what_is_covered(self, fields: Mapping[str, Any], covered: bool = False) -> dict[str, Any]:
        """A correction with what its line could not say: covered answers of the same action stay as they were."""
        action, number = fields.get("action"), fields.get("entry")
        step = next((one for one in self._played.replay.steps if one.item.number == number), None)
        if fields.get("do") != "amend" or step is None or not isinstance(action, Mapping):
            return dict(fields)
        before = action_fields(step.item.action)
        if before["do"] != action.get("do"):
            return dict(fields)
        desk = desk_at(self._beginning, self._played, Book(), number)
        told = action_told(desk, before, self._cover(covered))
        return {**fields, "action": _completed(action, before, told)}

    def mending_line(self, covered: bool = False) -> str:
        """The beginning of a line that corrects the entry which does not play, with what that entry says."""
        assert self.failure is not None
        assert self.failure.number is not None
        number, told = self.failure.number, ""
        entry = self._entries[number - 1] if number <= len(self._entries) else None
        if entry is not None and isinstance(entry.body, Play):
            told = told_beginning(self.desk(), action_fields(entry.block), self._cover(covered))
        return f"amend {number} {told}"

    def step_lines(self, covered: bool = False, since: int = 0) -> list[str]:
        """Each step of the corrected game in the notation, for the table to read; all, or those behind so many."""
        return lines_of_steps(self._beginning, self._played, self._cover(covered), since)

    def entry_lines(self) -> list[str]:
        """Every entry of the file in the notation, those too that were undone or replaced."""
        return lines_of_entries(self._beginning, self._entries)

    def told_entry_lines(self, covered: bool = False) -> list[str]:
        """The same for the table to read."""
        return lines_of_entries(self._beginning, self._entries, self._cover(covered))

    def _cover(self, covered: bool) -> Cover:
        return Cover(of_money=covered, until_end=not self.is_over)


def given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that were answered: nothing is as good as not there."""
    return {key: value for key, value in fields.items() if value is not None}


def _completed(now: Mapping[str, Any], before: Mapping[str, Any], told: Mapping[str, Any]) -> dict[str, Any]:
    """An action with those fields of an earlier one that were not told; in groups too."""
    found = dict(now)
    for key, value in before.items():
        if key not in told:
            found.setdefault(key, value)
        elif isinstance(value, Mapping) and isinstance(found.get(key), Mapping):
            found[key] = _completed(found[key], value, told[key])
    return found
