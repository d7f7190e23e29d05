"""An entry made key by key: which question is asked, what was typed, what a key does. Screens only draw it.

A question is left as soon as no longer answer is possible. Enter takes what is typed, or the default; where nothing is
typed and nothing is missing it books. Tab goes on to the next question, Backspace one step back; no answer is lost by
going back.
"""

from copy import deepcopy
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.core.errors import Problem, Refused
from companion.core.forms import Choice, Question, Questions, Route
from companion.core.messages import Message, say
from companion.forms.answers import missing
from companion.forms.lines import Desk
from companion.forms.matching import beginning

Cursor = tuple[str | int, ...]
"""Fields and places of rows from the block down to the question; empty when nothing more is asked."""

Status = Literal["asking", "booked", "left"]
_SINGLE = frozenset({"pick", "count", "text", "switch", "value"})
_NEXT = "?"
"""In a cursor: the next pair of a table."""
_TIED = "="
"""Typed before a name: it goes into the same list as the one before it."""


@dataclass(frozen=True, slots=True)
class Dialogue:
    desk: Desk
    verb: str | None = None
    draft: dict[str, Any] = field(default_factory=dict)
    cursor: Cursor = ()
    typed: str = ""
    marked: int = 0
    """Which of the candidates Enter takes."""
    unrouted: str | None = None
    """A new name of which the kind is asked."""
    trail: tuple[Cursor, ...] = ()
    """Where the cursor was before."""
    problem: Message | None = None
    status: Status = "asking"

    # What a screen shows

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        found: Question | None = None
        questions = self._root()
        for part in self.cursor:
            if isinstance(part, int):
                continue
            if found is not None and found.kind == "table":
                return found.questions[0 if part == _NEXT else 1]
            found = next((one for one in questions if one.field == part), None)
            questions = found.questions if found is not None else ()
        return found

    @property
    def candidates(self) -> tuple[Choice, ...]:
        """The choices that fit what is typed, what the rules allow before what they refuse."""
        question = self.question
        if question is None:
            return ()
        if self.unrouted is not None:
            return tuple(Choice(one.word, key=one.key) for one in question.routes if one.is_open)
        choices = question.choices
        if question.kind == "routed":
            choices = tuple(one for route in question.routes if not route.needs_word for one in route.choices)
        elif question.kind in ("rows", "table", "group") and question.questions:
            choices = question.questions[0].choices
        fitting = [] if self.typed.startswith('"') else beginning(choices, self.typed)
        return tuple(sorted(fitting, key=lambda one: (one.off is not None, one.value != question.default)))

    @property
    def is_complete(self) -> bool:
        return self.verb is not None and not missing(self._root(), self._settled())

    @property
    def fields(self) -> dict[str, Any]:
        """The block as it would be booked, defaults and all; what is missing is not there."""
        found = self._settled()
        needs_player = any(one.needs_player for one in self.desk.verbs if one.name == self.verb)
        if needs_player and "by" not in found and self.desk.up is not None:
            found = {"by": self.desk.up, **found}
        return {**found, "do": self.verb}

    # Keys

    def press(self, key: str) -> "Dialogue":
        """The dialogue after a key: a character, or enter, tab, backspace, escape, up, down."""
        if self.status != "asking":
            return self
        clear = replace(self, problem=None)
        try:
            if self.verb is None:
                return clear._begin(key)
            if key in _KEYS:
                return _KEYS[key](clear)
            return clear._type(key)
        except Refused as refusal:
            return replace(self, problem=refusal.message)

    def _begin(self, key: str) -> "Dialogue":
        if key == "escape":
            return replace(self, status="left")
        verb = next((one.name for one in self.desk.verbs if one.key == key), None)
        return self if verb is None else self.about(verb)

    def about(self, verb: str, draft: dict[str, Any] | None = None) -> "Dialogue":
        """The dialogue of an action, from the start or with some of it answered."""
        begun = replace(self, verb=verb, draft=draft or {})
        asked = tuple(one for one in begun._root() if not one.is_aside)
        return replace(begun, cursor=begun._first((), asked))

    def _type(self, key: str) -> "Dialogue":
        question = self.question
        if question is None or len(key) != 1 or not key.isprintable():
            return self
        if self.unrouted is not None:
            route = next((one for one in question.routes if one.key == key.casefold() and one.is_open), None)
            return self if route is None else self._put_into(route, self.unrouted)
        if question.kind in ("rows", "table", "group"):
            return self._into(question, key)
        if question.kind == "switch":
            return self._accept(key.casefold() == "y") if key.casefold() in "yn" else self
        if (
            question.kind in ("pick", "several", "lists")
            and not question.is_open
            and self.typed in ("", _TIED)
        ):
            picked = [one for one in question.choices if one.key == key.casefold()]
            if picked:
                return self._pick(picked[0])
        typed = replace(self, typed=self.typed + key, marked=0)
        if self.cursor[-1] == _NEXT and not question.is_open and not typed.candidates:
            return self._further(key)
        return typed._settle_if_certain(question)

    def _further(self, key: str) -> "Dialogue":
        """A key that no pair of a table begins with belongs to the next question, if that takes it."""
        onwards = self._go(self._next())
        pressed = onwards.press(key)
        return pressed if pressed.draft != onwards.draft or pressed.typed else self

    def _settle_if_certain(self, question: Question) -> "Dialogue":
        """Takes the answer when nothing longer could be meant."""
        if question.kind in ("count", "counts") and self.typed.isdecimal() and question.high is not None:
            return self._accept_typed() if int(self.typed) * 10 > question.high else self
        if question.kind == "pick" and not question.is_open and question.choices:
            allowed = [one for one in self.candidates if one.off is None] or list(self.candidates)
            if len(allowed) == 1:
                return self._pick(allowed[0])
        return self

    def _enter(self) -> "Dialogue":
        question = self.question
        if self.unrouted is not None:
            return self
        if self.typed:
            return self._accept_typed()
        if question is not None and not self._is_answered() and not self._may_stay_open(question):
            if self.is_complete:
                return replace(self, status="booked")
            if question.default is not None:
                return self._accept(question.default)
        elif question is not None and question.kind in _SINGLE and self._is_answered():
            return self._go(self._next())
        lacking = missing(self._root(), self._settled())
        if lacking:
            raise Refused(*lacking)
        return replace(self, status="booked")

    def _tab(self) -> "Dialogue":
        if self.unrouted is not None:
            return self
        open_asides = tuple(one for one in self._root() if one.is_aside and one.field not in self.draft)
        return self._go(self._next(with_asides=True) if self.cursor else self._first((), open_asides))

    def _back(self) -> "Dialogue":
        if self.unrouted is not None:
            return replace(self, typed=self.unrouted, unrouted=None)
        if self.typed:
            return replace(self, typed=self.typed[:-1], marked=0)
        question = self.question
        if question is not None and question.kind in ("routed", "several") and self._is_answered():
            return self._take_back(question)
        if not self.trail:
            return replace(self, verb=None, draft={}, cursor=())
        return replace(self, cursor=self.trail[-1], trail=self.trail[:-1], marked=0)

    def _escape(self) -> "Dialogue":
        return self._back()

    def _up(self) -> "Dialogue":
        return replace(self, marked=max(0, self.marked - 1))

    def _down(self) -> "Dialogue":
        return replace(self, marked=min(max(0, len(self.candidates) - 1), self.marked + 1))

    # Answers

    def _accept_typed(self) -> "Dialogue":
        question = self.question
        assert question is not None
        text = self.typed
        if question.kind in ("text", "value"):
            return self._accept(text)
        if question.kind in ("count", "counts") and not (self.candidates and not text.isdecimal()):
            if not text.removeprefix("-").isdecimal():
                raise Refused(Problem(say("entry.number", word=text, what=question.ask), final=True))
            return self._accept(int(text))
        if self.candidates:
            return self._pick(self.candidates[min(self.marked, len(self.candidates) - 1)])
        name = text.strip('"')
        if question.kind == "routed":
            return replace(self, unrouted=name, typed="", marked=0)
        if not question.is_open:
            raise Refused(Problem(say("entry.misfit", word=text, what=question.ask), final=True))
        return self._accept(name)

    def _pick(self, choice: Choice) -> "Dialogue":
        question = self.question
        assert question is not None
        if question.kind == "routed":
            route = next(one for one in question.routes if choice in one.choices)
            return self._put_into(route, str(choice.value))
        return self._accept(choice.meaning, choice)

    def _put_into(self, route: Route, name: str) -> "Dialogue":
        draft = deepcopy(self.draft)
        _container(draft, self.cursor).setdefault(route.field, []).append(name)
        return replace(self, draft=draft, typed="", marked=0, unrouted=None)

    def _accept(self, value: Any, choice: Choice | None = None) -> "Dialogue":
        question = self.question
        assert question is not None
        draft = deepcopy(self.draft)
        container, field = _container(draft, self.cursor), str(self.cursor[-1])
        if field == _NEXT:
            return self._go((*self.cursor[:-1], str(value)))
        if question.kind == "lists":
            lists = container.setdefault(field, [])
            lists[-1].append(value) if lists and self.typed == _TIED else lists.append([value])
            return replace(self, draft=draft, typed="", marked=0)
        if question.kind in ("several", "counts"):
            container.setdefault(field, []).append(value)
            done = replace(self, draft=draft, typed="", marked=0)
            is_full = question.most is not None and len(container[field]) >= question.most
            return done._go(done._next()) if is_full else done
        container[field] = value
        if choice is not None:
            container.update({key: kept for key, kept in choice.sets.items() if key not in container})
        done = replace(self, draft=draft)
        return done._go(done._next())

    def _take_back(self, question: Question) -> "Dialogue":
        """The last of several answers, back into what is typed."""
        draft = deepcopy(self.draft)
        container = _container(draft, self.cursor)
        fields = [route.field for route in question.routes] or [question.field]
        field = next(name for name in reversed(fields) if container.get(name))
        name = container[field].pop()
        if not container[field]:
            del container[field]
        return replace(self, draft=draft, typed=str(name), marked=0)

    def _into(self, question: Question, key: str) -> "Dialogue":
        """Begins a row, a pair or a group with a key; 0 says that there is none of them."""
        if key == "0" and question.kind != "group":
            draft = deepcopy(self.draft)
            _container(draft, self.cursor)[question.field] = [] if question.kind == "rows" else {}
            emptied = replace(self, draft=draft)
            return emptied._go(emptied._next())
        place: Cursor = (*self.cursor, _NEXT)
        if question.kind == "rows":
            rows = _peek(self.draft, self.cursor).get(question.field, ())
            place = (*self.cursor, len(rows), question.questions[0].field)
        elif question.kind == "group":
            place = (*self.cursor, question.questions[0].field)
        return self._go(place).press(key)

    # Where the cursor goes

    def _go(self, cursor: Cursor) -> "Dialogue":
        return replace(self, cursor=cursor, trail=(*self.trail, self.cursor), typed="", marked=0)

    def _next(self, with_asides: bool = False) -> Cursor:
        """The question behind this one; behind the last of a row the next row, behind a group what follows it.

        What is seldom said is asked only of those who look for it.
        """
        cursor = self.cursor
        while cursor:
            *above, last = cursor
            outer = tuple(above)
            parent = replace(self, cursor=_without_row(outer)).question if outer else None
            if parent is not None and parent.kind == "table":
                if last != _NEXT:
                    return (*outer, _NEXT)
            elif parent is None or parent.kind != "rows" or self._row(outer):
                level = self._level(outer)
                if not with_asides:
                    level = tuple(one for one in level if not one.is_aside or one.field == last)
                later = self._first(outer, level, after=str(last))
                if later:
                    return later
                if parent is not None and parent.kind == "rows" and self._row(outer):
                    assert isinstance(outer[-1], int)
                    return (*outer[:-1], outer[-1] + 1, parent.questions[0].field)
            cursor = _without_row(outer)
        return ()

    def _first(self, outer: Cursor, questions: Questions, after: str | None = None) -> Cursor:
        """The first question of a level that is to be asked, behind a given one; those without a word inside too."""
        fields = [one.field for one in questions]
        start = fields.index(after) + 1 if after in fields else 0
        for question in questions[start:]:
            if question.kind == "group" and question.word is None:
                return self._first((*outer, question.field), question.questions)
            return (*outer, question.field)
        return ()

    def _level(self, outer: Cursor) -> Questions:
        if not outer:
            return self._root()
        parent = replace(self, cursor=_without_row(outer)).question
        return parent.questions if parent is not None else ()

    def _row(self, outer: Cursor) -> bool:
        """Whether the row at this place has an answer yet; behind an empty one there is no other."""
        rows = _peek(self.draft, _without_row(outer)).get(str(_without_row(outer)[-1]), ())
        place = outer[-1]
        return isinstance(place, int) and place < len(rows) and bool(rows[place])

    def _may_stay_open(self, question: Question) -> bool:
        """Whether nothing need be answered here: it is optional, or the first of a row that is not begun."""
        if question.is_optional:
            return True
        outer = self.cursor[:-1]
        return bool(outer) and isinstance(outer[-1], int) and not self._row(outer)

    def _root(self) -> Questions:
        return self.desk.ask(self.verb)(self.draft) if self.verb is not None else ()

    def _is_answered(self) -> bool:
        question = self.question
        if question is None or not self.cursor:
            return False
        container = _peek(self.draft, self.cursor)
        return any(field in container for field in (question.field, *(one.field for one in question.routes)))

    def _settled(self) -> dict[str, Any]:
        """What was answered, with the defaults of what was not."""
        defaults = {one.field: one.default for one in self._root() if one.default is not None}
        return {**{key: value for key, value in defaults.items() if key not in self.draft}, **self.draft}


_KEYS = {
    "enter": Dialogue._enter,
    "tab": Dialogue._tab,
    "backspace": Dialogue._back,
    "escape": Dialogue._escape,
    "up": Dialogue._up,
    "down": Dialogue._down,
}


def _without_row(cursor: Cursor) -> Cursor:
    return cursor[:-1] if cursor and isinstance(cursor[-1], int) else cursor


def _peek(draft: dict[str, Any], cursor: Cursor) -> dict[str, Any]:
    """The table that holds the answer at the cursor; an empty one where there is none yet."""
    return _container(deepcopy(draft), cursor)


def _container(draft: dict[str, Any], cursor: Cursor) -> dict[str, Any]:
    """The table that holds the answer at the cursor, made where it is not there yet."""
    found: Any = draft
    for place, part in enumerate(cursor[:-1]):
        if isinstance(part, int):
            while len(found) <= part:
                found.append({})
            found = found[part]
        else:
            is_list = isinstance(cursor[place + 1], int)
            found = found.setdefault(part, [] if is_list else {})
    return found if isinstance(found, dict) else {}
