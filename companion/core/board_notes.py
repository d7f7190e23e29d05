"""What is printed on the players' own copy of a game, asked once and offered from then on: names and facts by page.

It fills choices only. A recorded session never depends on it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import refusal
from companion.core.names import fold, slip_of, tidy

Fact = bool | int | str | tuple[str, ...] | Mapping[str, int | str]
Facts = Mapping[str, Fact]


class Lesson(NamedTuple):
    """One thing that an entry teaches: a name on a page, and what is known of it."""

    page: str
    name: str
    facts: Facts = {}


class Remembered(NamedTuple):
    name: str
    """Its first spelling."""
    facts: Facts = {}


NamesByKey = Mapping[str, Remembered]
"""By folded name, in the order in which they were learned."""


@dataclass(frozen=True, slots=True)
class BoardNotes:
    """Pages by key: a kind of thing, such as `metropolis`, or a part of it, such as `city/germany`."""

    pages: Mapping[str, NamesByKey] = field(default_factory=dict)

    def names(self, page: str) -> tuple[str, ...]:
        return tuple(one.name for one in self.pages.get(page, {}).values())

    def get(self, page: str, name: str) -> Remembered | None:
        return self.pages.get(page, {}).get(fold(name))

    def has(self, page: str, name: str) -> bool:
        return self.get(page, name) is not None

    def spelling(self, page: str, name: str) -> str:
        """The first spelling of a name; one that is not known as it was given."""
        one = self.get(page, name)
        return tidy(name) if one is None else one.name

    def facts(self, page: str, name: str) -> Facts:
        one = self.get(page, name)
        return {} if one is None else one.facts

    def lessons(self) -> tuple[Lesson, ...]:
        """All of it, as what would teach it to an empty book."""
        return tuple(Lesson(page, *one) for page, names in self.pages.items() for one in names.values())


def learn(board_notes: BoardNotes, lessons: Iterable[Lesson]) -> BoardNotes:
    """The book with these lessons; the very same one when they hold nothing new."""
    pages = {page: dict(names) for page, names in board_notes.pages.items()}
    for page, name, facts in lessons:
        if tidy(name):
            names = pages.setdefault(page, {})
            known = names.get(fold(name)) or Remembered(tidy(name))
            names[fold(name)] = Remembered(known.name, _updated(known.facts, facts))
    learned = BoardNotes(pages)
    return board_notes if learned == board_notes else learned


def _updated(known: Facts, newer: Facts) -> Facts:
    """The newer facts before the known ones; of lists, what is new comes first and nothing is lost."""
    facts = {**known, **newer}
    for key, value in newer.items():
        before = known.get(key)
        if isinstance(value, tuple):
            older = before if isinstance(before, tuple) else (before,) if isinstance(before, str) else ()
            facts[key] = tuple({fold(item): item for item in (*value, *older)}.values())
    return facts


def rename(board_notes: BoardNotes, page: str, old: str, new: str) -> BoardNotes:
    """The book with a name changed, in its old place; Refusal if the new name is taken."""
    entry, name = _entry(board_notes, page, old), tidy(new)
    if not name:
        raise refusal("form.empty", "name", key="name")
    if fold(name) != fold(old) and board_notes.has(page, name):
        raise refusal("copybook.taken", "name", name=board_notes.spelling(page, name), old=entry.name)
    renamed = (one._replace(name=name) if one is entry else one for one in board_notes.pages[page].values())
    return _without_empty({**board_notes.pages, page: {fold(one.name): one for one in renamed}})


def merge(board_notes: BoardNotes, page: str, gone: str, into: str) -> BoardNotes:
    """The book with two names made one; where both have a fact, that of the name which stays holds."""
    leaves, stays = _entry(board_notes, page, gone), _entry(board_notes, page, into)
    if leaves is stays:
        raise refusal("copybook.merged-with-itself", "name", name=stays.name)
    both = stays._replace(facts=_updated(leaves.facts, stays.facts))
    return forget(
        BoardNotes({**board_notes.pages, page: {**board_notes.pages[page], fold(into): both}}), page, gone
    )


def rename_or_merge(board_notes: BoardNotes, page: str, old: str, new: str) -> BoardNotes:
    """The book with something called differently, also what has a number there; two of one name become one."""
    for one in board_notes.pages.get(page, {}).values():
        if "name" in one.facts and fold(str(one.facts["name"])) == fold(old):
            board_notes = learn(board_notes, [Lesson(page, one.name, {"name": new})])
    if not board_notes.has(page, old):
        return board_notes
    is_taken = fold(new) != fold(old) and board_notes.has(page, new)
    return merge(board_notes, page, old, new) if is_taken else rename(board_notes, page, old, new)


def forget(board_notes: BoardNotes, page: str, name: str) -> BoardNotes:
    """The book without a name; a later lesson may teach it again."""
    gone = _entry(board_notes, page, name)
    names = {key: one for key, one in board_notes.pages[page].items() if one is not gone}
    return _without_empty({**board_notes.pages, page: names})


def news(board_notes: BoardNotes, lessons: Iterable[Lesson]) -> tuple[Lesson, ...]:
    """The lessons whose name is not on their page yet, each name once."""
    new: dict[tuple[str, str], Lesson] = {}
    for lesson in lessons:
        if tidy(lesson.name) and not board_notes.has(lesson.page, lesson.name):
            new.setdefault((lesson.page, fold(lesson.name)), lesson)
    return tuple(new.values())


def close(board_notes: BoardNotes, page: str, name: str) -> str | None:
    """The remembered name that an unknown one is probably a slip of."""
    if board_notes.has(page, name):
        return None
    names = board_notes.pages.get(page, {})
    found = slip_of(fold(name), reversed([*names]))
    return None if found is None else names[found].name


def replaced(board_notes: BoardNotes, old: BoardNotes, new: BoardNotes) -> BoardNotes:
    """The book with the new of two others in place of the old one; what somebody else made of a name stays."""
    pages = {page: dict(names) for page, names in board_notes.pages.items()}
    for page, key in differing(old, new):
        names, becomes = pages.setdefault(page, {}), new.pages.get(page, {}).get(key)
        there = names.get(key)
        if there is not None and there != old.pages.get(page, {}).get(key):
            becomes = there._replace(facts=_updated(there.facts, becomes.facts if becomes else {}))
        if becomes is not None:
            names[key] = becomes
        else:
            names.pop(key, None)
    return _without_empty(pages)


def without(board_notes: BoardNotes, names: Collection[tuple[str, str]]) -> BoardNotes:
    """The book without some names, each given by page and folded name."""
    pages: dict[str, NamesByKey] = {}
    for page, known in board_notes.pages.items():
        pages[page] = {key: one for key, one in known.items() if (page, key) not in names}
    return _without_empty(pages)


def differing(one: BoardNotes, other: BoardNotes) -> list[tuple[str, str]]:
    """Page and folded name of whatever is not the same in two books."""
    found = []
    for page in {**one.pages, **other.pages}:
        mine, theirs = one.pages.get(page, {}), other.pages.get(page, {})
        found += [(page, key) for key in {**mine, **theirs} if mine.get(key) != theirs.get(key)]
    return found


def _entry(board_notes: BoardNotes, page: str, name: str) -> Remembered:
    one = board_notes.get(page, name)
    if one is None:
        raise refusal("copybook.unknown", "name", name=tidy(name))
    return one


def _without_empty(pages: Mapping[str, NamesByKey]) -> BoardNotes:
    return BoardNotes({key: page for key, page in pages.items() if page})
