"""The current question of a form: what is around it, which comes next, its typed text, and which keys work."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from companion.core.errors import Refusal, refusal
from companion.core.forms import Choice, Draft
from companion.forms.asides import Aside
from companion.forms.drafts import NEXT, Cursor, found_at, holder_of, row_around, without_row
from companion.forms.lexicon import Lexicon
from companion.forms.questions import Question, Questions
from companion.forms.questions.holders import Pairs, Rows, Tally
from companion.forms.questions.question import in_turn
from companion.forms.tokens import Token, is_number

_FEW = 6
"""The most names listed in a message."""


@dataclass(frozen=True, eq=False)
class Hand:
    questions: Questions
    draft: Draft
    cursor: Cursor
    typed: str
    marked: int | None
    aside: Aside | None
    stray: str
    lexicon: Lexicon

    @cached_property
    def question(self) -> Question | None:
        asked = self.at(self.cursor)
        return asked if asked is None or self.aside is None else self.aside.question(asked)

    @property
    def whole_question(self) -> Question | None:
        """The current question; in a tally, the question of the whole tally."""
        return self.question if self.tally is None else self.tally.question

    @property
    def answer(self) -> Any:
        return found_at(self.draft, self.cursor)

    @cached_property
    def is_answered(self) -> bool:
        question, cursor = self.at(self.cursor), self.cursor
        if question is None or not cursor:
            return False
        return any(field in self._holder for field in (str(cursor[-1]), *question.fields[1:]))

    @property
    def _holder(self) -> Draft:
        return holder_of(self.draft, self.cursor)

    @cached_property
    def is_typing(self) -> bool:
        """Whether text is typed that isn't an answer yet. In a tally, digits are an answer at once."""
        if not self.typed or self.question is None:
            return False
        if self.tally is not None:
            return not is_number(self.typed)
        return not self.question.is_live(self.typed)

    @property
    def is_naming(self) -> bool:
        """Whether a name or a number is being typed, not only the sign that joins one."""
        question = self.question
        return self.is_typing and question is not None and bool(question.bare(self.typed))

    @cached_property
    def candidates(self) -> tuple[Choice, ...]:
        """The choices that fit the typed text, allowed ones before refused ones."""
        question, tally = self.question, self.tally
        if question is None:
            return ()
        if tally is not None and self.aside is None:
            word = self.typed if self.is_typing else ""
            return tuple(self.lexicon.starting_with(tally.question.questions[0].choices, word))
        return tuple(question.candidates(self.typed, self.lexicon))

    @cached_property
    def meant_choice(self) -> Choice | None:
        """The candidate that Enter takes: the marked one, the only one, or the one typed in full; or None."""
        candidates, question = self.candidates, self.question
        if self.marked is not None and candidates:
            return candidates[min(self.marked, len(candidates) - 1)]
        if not self.is_typing or self.stray or not candidates or question is None:
            return None
        return question.meant(self.typed, candidates, self.lexicon)

    def choice_meant(self) -> Choice:
        """Return `meant_choice`; raise Refusal if no candidate fits or several do."""
        if self.meant_choice is not None:
            return self.meant_choice
        asked = self.whole_question
        assert asked is not None
        if len(self.candidates) < 2:
            raise asked.misfit(Token(self.typed, 0))
        names = tuple(self.lexicon.name_among(choice, self.candidates) for choice in self.candidates[:_FEW])
        raise refusal("entry.which", asked.field, names=names)

    def new_name(self) -> str:
        """Return the typed name; begin a lower-case name with a capital. Raise Refusal if there is none."""
        name = self.typed.strip('"')
        if self.typed.islower() and name == self.typed:
            name = name[:1].upper() + name[1:]
        if not name.strip():
            assert self.question is not None
            raise Refusal(self.question.missing(self.lexicon))
        return name.strip()

    def no_answer(self, key: str) -> Refusal:
        """Return the refusal of a key that fits no answer; it also names the letters typed before."""
        asked = self.whole_question
        word = f"{self.stray or self.typed}{key}"
        return refusal("entry.no-answer", "" if asked is None else asked.field, word=word)

    @property
    def close(self) -> Choice | None:
        """The choice that the stray letters probably misspell; None if no choice is close."""
        asked = self.question if self.tally is None else self.tally.question.questions[0]
        return asked.close_to(self.stray) if asked is not None and len(self.stray) > 2 else None

    @property
    def letters(self) -> tuple[Choice, ...]:
        """The choices that can be answered with one letter."""
        question = self.question
        if question is None or self.is_naming:
            return ()
        if self.tally is not None and self.aside is None:
            return self.tally.question.questions[0].letters()
        return question.letters()

    @property
    def takes_text(self) -> bool:
        return self.question is not None and self.question.takes_text

    @property
    def can_join(self) -> bool:
        """Whether the next answer can be joined to the last one."""
        question = self.question
        return (
            question is not None and self.is_answered and not self.typed and not question.is_full(self.answer)
        )

    def has_already(self, key: str) -> bool:
        """Whether a key stands for a player who is in the list already."""
        question = self.question
        if self.typed or question is None:
            return False
        choice = self.lexicon.of_key(question.choices, key)
        is_players = question.names_player and question.is_list
        return choice is not None and is_players and choice.meaning in (self.answer or ())

    @property
    def can_clear(self) -> bool:
        """Whether Delete has something to clear: typed text, an answer, a row."""
        has_pairs = bool(self.cursor) and self.cursor[-1] == NEXT and bool(self._holder)
        has_pairs = has_pairs or (self.tally is not None and bool(self.tally.pairs))
        row = self.headed_row()
        has_row = row is not None and found_at(self.draft, row) is not None
        is_asking_more = self.aside is not None or self.naming is not None
        return bool(self.typed) or self.is_answered or has_pairs or has_row or is_asking_more

    @property
    def naming(self) -> Question | None:
        """While the name of a number is asked, the question that asks for the number; else None."""
        if self.pair is None:
            return None
        return next((question for question in self.questions if question.names_in == self.cursor[0]), None)

    @property
    def can_be_none(self) -> bool:
        """Whether 0 answers "none"."""
        if self.question is None or self.is_typing or self.aside is not None:
            return False
        if self.tally is not None:
            return not self.tally.pairs and not self.tally.question.least
        return self.question.can_be_none and not self.is_answered

    @property
    def has_other_rows(self) -> bool:
        """Whether the arrows lead to other rows."""
        question, around = self.question, row_around(self.place)
        if self.is_typing or question is None:
            return False
        place = self.cursor if question.has_rows else (around or (0,))[:-1]
        rows = found_at(self.draft, place)
        return isinstance(rows, list) and len(rows) > (0 if question.has_rows else 1)

    @property
    def has_next_row(self) -> bool:
        """Whether a comma begins the next row."""
        if self.question is None or (self.is_typing and self.question.takes_text):
            return False
        return self.begun_row() is not None

    def at(self, cursor: Cursor) -> Question | None:
        question: Question | None = None
        for depth, part in enumerate(cursor):
            if isinstance(part, int):
                continue
            if depth == 0:
                question = next((asked for asked in self.questions if asked.field == part), None)
            elif question is not None:
                question = question.inside(part)
        return question

    # What is around the question

    def around(self) -> Iterator[tuple[Cursor, Question]]:
        """Yield the current question and the questions around it with their paths, innermost first."""
        for length in range(len(self.cursor), 0, -1):
            path = self.cursor[:length]
            question = None if isinstance(path[-1], int) else self.at(path)
            if question is not None:
                yield path, question

    @cached_property
    def tally(self) -> Tally | None:
        for path, question in self.around():
            if question.is_tally and isinstance(question, Rows | Pairs):
                held = holder_of(self.draft, path).get(question.field)
                return Tally(question, path, question.pairs(held))
        return None

    @property
    def place(self) -> Cursor:
        """The cursor; in a tally, the path of the tally."""
        return self.cursor if self.tally is None else self.tally.place

    @property
    def pair(self) -> str | None:
        """In a table, the key whose value is asked; else None."""
        above = self.at(self.cursor[:-1])
        is_pair = above is not None and above.has_pairs and self.cursor[-1] != NEXT
        return str(self.cursor[-1]) if is_pair else None

    def cells_around(self, cursor: Cursor) -> Question | None:
        """The row of cells around a question, with a value for each key of a fixed list; None if there is none."""
        above = self.at(cursor[:-1])
        return above if above is not None and above.previews_parts else None

    @property
    def is_cell(self) -> bool:
        return self.cells_around(self.cursor) is not None

    @property
    def has_chosen_key(self) -> bool:
        """Whether the value of a key is asked that the players chose."""
        return self.pair is not None and not self.is_cell

    def begun_row(self) -> Cursor | None:
        """The path of the innermost row around the question that has an answer; None if there is none.

        Rows of a tally don't count.
        """
        path = self.place
        while path and not self._is_begun(path):
            path = path[:-1]
        return path or None

    def headed_row(self) -> Cursor | None:
        """The path of the row whose first question is the current question; None if it begins no row."""
        row = self.cursor[:-1]
        rows = self.at(row[:-1]) if row and isinstance(row[-1], int) else None
        return row if rows is not None and rows.questions[0].field == self.cursor[-1] else None

    def level(self) -> tuple[Cursor, Questions]:
        """Path and questions of the innermost row or group around the question; both empty if none."""
        place = self.place
        for length in range(len(place) - 1, 0, -1):
            outer = place[:length]
            question = self.at(without_row(outer))
            if question is not None and (isinstance(outer[-1], int) or not question.takes_a_place):
                held = found_at(self.draft, outer) or {}
                return outer, by_keys(question.questions, held, also=str(place[length]))
        return (), ()

    def rows(self) -> tuple[Cursor, Question | None, list[Any]]:
        """Path, question and answers of the innermost rows around the question; (), None and [] if none."""
        for path, question in self.around():
            if question.has_rows and not question.is_tally:
                return path, question, found_at(self.draft, path) or []
        return (), None, []

    def row_heads(self) -> tuple[Question | None, list[tuple[object, ...]], int]:
        """The first question of the rows around this one, its answer in each, and the index of the current row."""
        place, rows, held = self.rows()
        if rows is None:
            return None, [], 0
        heads = [row.get(rows.questions[0].field, ()) for row in held]
        players = [tuple(head) if isinstance(head, list) else (head,) for head in heads]
        return rows.questions[0], players, int(next(iter(self.cursor[len(place) :]), len(heads)))

    def groups_by_key(self) -> Cursor:
        """The path of the table of groups around the question, if it has a group and can have another; else empty."""
        for path, question in self.around():
            if question.group is not None and self.cursor[len(path) :][:1] not in ((), (NEXT,)):
                is_begun = bool(found_at(self.draft, path))
                return path if is_begun and question.next_place(path, "", None) else ()
        return ()

    # Which question comes next

    def first(self, outer: Cursor, questions: Questions, after: str | None = None) -> Cursor:
        """The path of the first question that keys ask at a level, after the field `after`; empty if there is none."""
        asked = by_keys(questions, holder_of(self.draft, (*outer, "")), after)
        fields = [question.field for question in asked]
        rest = asked[fields.index(after) + 1 if after in fields else 0 :]
        return self.inside((*outer, rest[0].field), rest[0]) if rest else ()

    def inside(self, path: Cursor, question: Question) -> Cursor:
        """The path of a question; the first one inside, for a group without a keyword or a number for each key."""
        if question.previews_parts:
            return question.place_inside(path, found_at(self.draft, path))
        is_nameless = not question.takes_a_place and question.word is None
        return self.first(path, question.questions) if is_nameless else path

    def next(self, by_tab: bool = False) -> Cursor:
        """The path of the next question, which may be in the next row; empty if there is none."""
        cursor = self.place
        while cursor:
            *above, last = cursor
            outer = tuple(above)
            parent = self.at(without_row(outer))
            is_row = bool(outer) and isinstance(outer[-1], int)
            if parent is None or not is_row or self._is_begun(outer):
                level = (
                    self.questions
                    if not outer
                    else ()
                    if parent is None or parent.has_pairs
                    else parent.questions
                )
                passed_over = {
                    question.field for question in level if (question.key or question.is_rare) and not by_tab
                }
                rare = {question.field for question in level if question.is_rare}
                if last not in rare:  # only rare questions lead to the note
                    passed_over.add("note")
                level = tuple(
                    question
                    for question in level
                    if question.field == last or question.field not in passed_over
                )
                later = self.first(outer, level, after=str(last)) if level else ()
                if not later and parent is not None:
                    later = parent.next_place(outer, last, found_at(self.draft, without_row(outer)))
                if later:
                    return later
            cursor = without_row(outer)
        return ()

    def _is_begun(self, path: Cursor) -> bool:
        """Whether the path leads to a row that has an answer."""
        return isinstance(path[-1], int) and bool(found_at(self.draft, path))


def by_keys(questions: Questions, fields: Draft, also: str | None = None) -> Questions:
    """The questions that keys ask, rare ones last: those that apply, are answered or have field `also`."""
    asked = (
        question
        for question in questions
        if question.applies or question.field == also or fields.keys() & question.fields
    )
    return in_turn(tuple(asked))
