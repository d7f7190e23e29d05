"""Names and facts printed on the players' own copy of a game, by page: noted once, offered from then on.

Board notes only fill choices. A recorded session never depends on them.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import refusal
from companion.core.likeness import slip_of
from companion.core.names import fold, tidy

Fact = bool | int | str | tuple[str, ...] | Mapping[str, int | str]
Facts = Mapping[str, Fact]


class Lesson(NamedTuple):
    page: str
    name: str
    facts: Facts = {}


class Remembered(NamedTuple):
    name: str
    """The name in its first spelling."""
    facts: Facts = {}


NamesByKey = Mapping[str, Remembered]
"""Names by their folded form, in the order in which they were learned."""


@dataclass(frozen=True, slots=True)
class BoardNotes:
    """Pages by key: a kind of thing, such as `metropolis`, or a kind on one map, such as `city/germany`."""

    pages: Mapping[str, NamesByKey] = field(default_factory=dict)

    def names(self, page: str) -> tuple[str, ...]:
        return tuple(item.name for item in self.pages.get(page, {}).values())

    def get(self, page: str, name: str) -> Remembered | None:
        return self.pages.get(page, {}).get(fold(name))

    def has(self, page: str, name: str) -> bool:
        return self.get(page, name) is not None

    def spelling(self, page: str, name: str) -> str:
        """Return the first spelling of a name; an unknown name is only tidied."""
        item = self.get(page, name)
        return tidy(name) if item is None else item.name

    def facts(self, page: str, name: str) -> Facts:
        item = self.get(page, name)
        return {} if item is None else item.facts

    def lessons(self) -> tuple[Lesson, ...]:
        return tuple(Lesson(page, *item) for page, names in self.pages.items() for item in names.values())


def learn(board_notes: BoardNotes, lessons: Iterable[Lesson]) -> BoardNotes:
    """Add lessons; return the very same object if they hold nothing new."""
    pages = {page: dict(names) for page, names in board_notes.pages.items()}
    for page, name, facts in lessons:
        if tidy(name):
            names = pages.setdefault(page, {})
            known = names.get(fold(name)) or Remembered(tidy(name))
            names[fold(name)] = Remembered(known.name, _add_facts(known.facts, facts))
    learned = BoardNotes(pages)
    return board_notes if learned == board_notes else learned


def _add_facts(known: Facts, newer: Facts) -> Facts:
    """Add newer facts. In lists, newer items come first and none is lost."""
    facts = {**known, **newer}
    for key, value in newer.items():
        before = known.get(key)
        if isinstance(value, tuple):
            older = before if isinstance(before, tuple) else (before,) if isinstance(before, str) else ()
            facts[key] = tuple({fold(item): item for item in (*value, *older)}.values())
    return facts


def rename_or_merge(board_notes: BoardNotes, page: str, old: str, new: str) -> BoardNotes:
    """Rename an item, or a numbered item's `name`, in the same position; an unknown name changes nothing.

    If another item has the new name already, merge the two; the facts of that item win.
    """
    for item in board_notes.pages.get(page, {}).values():
        if "name" in item.facts and fold(str(item.facts["name"])) == fold(old):
            board_notes = learn(board_notes, [Lesson(page, item.name, {"name": new})])
    gone, stays = board_notes.get(page, old), board_notes.get(page, new)
    if gone is None:
        return board_notes
    names = dict(board_notes.pages[page])
    if stays is None or stays is gone:
        renamed = (item._replace(name=tidy(new)) if item is gone else item for item in names.values())
        names = {fold(item.name): item for item in renamed}
    else:
        names[fold(new)] = stays._replace(facts=_add_facts(gone.facts, stays.facts))
        del names[fold(old)]
    return BoardNotes({**board_notes.pages, page: names})


def forget(board_notes: BoardNotes, page: str, name: str) -> BoardNotes:
    """Remove a name. Raise Refusal if it is unknown."""
    if not board_notes.has(page, name):
        raise refusal("board-notes.unknown", "name", name=tidy(name))
    return without_names(board_notes, [(page, fold(name))])


def news(board_notes: BoardNotes, lessons: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """Return the lessons whose names aren't noted yet, each name once."""
    new: dict[tuple[str, str], Lesson] = {}
    for lesson in lessons:
        if tidy(lesson.name) and not board_notes.has(lesson.page, lesson.name):
            new.setdefault((lesson.page, fold(lesson.name)), lesson)
    return tuple(new.values())


def close(board_notes: BoardNotes, page: str, name: str) -> str | None:
    """Return the noted name that an unknown name is probably a slip of; None if there is none."""
    if board_notes.has(page, name):
        return None
    names = board_notes.pages.get(page, {})
    slip = slip_of(fold(name), reversed([*names]))
    return None if slip is None else names[slip].name


def apply_change(board_notes: BoardNotes, old: BoardNotes, new: BoardNotes) -> BoardNotes:
    """Apply the change from `old` to `new`. Names edited elsewhere meanwhile are merged, not overwritten."""
    pages = {page: dict(names) for page, names in board_notes.pages.items()}
    for page, key in differing_names(old, new):
        names, becomes = pages.setdefault(page, {}), new.pages.get(page, {}).get(key)
        there = names.get(key)
        if there is not None and there != old.pages.get(page, {}).get(key):
            becomes = there._replace(facts=_add_facts(there.facts, becomes.facts if becomes else {}))
        if becomes is not None:
            names[key] = becomes
        else:
            names.pop(key, None)
    return _without_empty(pages)


def without_names(board_notes: BoardNotes, names: Collection[tuple[str, str]]) -> BoardNotes:
    pages: dict[str, NamesByKey] = {}
    for page, known in board_notes.pages.items():
        pages[page] = {key: item for key, item in known.items() if (page, key) not in names}
    return _without_empty(pages)


def differing_names(board_notes: BoardNotes, other: BoardNotes) -> list[tuple[str, str]]:
    names = []
    for page in {**board_notes.pages, **other.pages}:
        mine, theirs = board_notes.pages.get(page, {}), other.pages.get(page, {})
        names += [(page, key) for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
    return names


def _without_empty(pages: Mapping[str, NamesByKey]) -> BoardNotes:
    return BoardNotes({key: page for key, page in pages.items() if page})
