"""What the table may name and colour before a game, since no entry says it: companies, for the copy book."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.core.copybook import Book, Lesson


class Piece(NamedTuple):
    page: str
    key: str
    """Under which entries know it."""
    name: str = ""
    colour: str | None = None


def pieces_of(to_tell: Sequence[Lesson], told: Mapping[int, Piece], book: Book) -> tuple[Piece, ...]:
    """What may be named, as it was told or else stands in the copy book."""
    found = []
    for place, lesson in enumerate(to_tell):
        facts = book.facts(lesson.page, lesson.name)
        name, colour = str(facts.get("name", "")), facts.get("colour")
        known = Piece(lesson.page, lesson.name, name, str(colour) if colour else None)
        found.append(told.get(place, known))
    return tuple(found)


def lessons_of(pieces: Iterable[Piece]) -> tuple[Lesson, ...]:
    """What was told, for the copy book; nothing of what has neither name nor colour."""
    told = [(piece, {"name": piece.name, "colour": piece.colour or ""}) for piece in pieces]
    lessons = [
        Lesson(one.page, one.key, {key: said for key, said in facts.items() if said}) for one, facts in told
    ]
    return tuple(lesson for lesson in lessons if lesson.facts)
