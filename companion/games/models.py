"""Types and models of everything that is read from files: strict, frozen, without unknown keys."""

from collections.abc import Iterable, Iterator
from datetime import MAXYEAR, MINYEAR, datetime
from functools import lru_cache
from typing import Annotated, Any, NamedTuple, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import PydanticCustomError

from companion.core.choices import LONGEST_LIST
from companion.core.errors import Refusal, Violation, path_of
from companion.core.messages import say
from companion.core.names import LONGEST_LINE, fold, is_printable, tidy

LONGEST_NAME = 80
LONGEST_TEXT = 2000
LARGEST = 1_000_000_000
_MOST_FAULTS = 99
"""Most faults in one refusal: nobody mends more at once, and a hostile file can have any number."""


M = TypeVar("M", bound=BaseModel)
K = TypeVar("K", bound=str)
T = TypeVar("T")
N = TypeVar("N", bound=Iterable[str])


class Model(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid", defer_build=True)


class NoPosition(Model):
    """The position of a game that can only begin from the start."""


@lru_cache(maxsize=4096)
def _name(text: str) -> str:
    return _check_text(tidy(text), LONGEST_NAME)


def _check_text(text: str, most: int, allowed: str = "") -> str:
    if not text:
        raise PydanticCustomError("form.empty", "empty")
    if len(text) > most:
        raise PydanticCustomError("form.too-long", "too long", {"most": most})
    if not is_printable(text, allowed):
        raise PydanticCustomError("form.unprintable", "unprintable")
    return text


def _moment(moment: datetime) -> datetime:
    if not MINYEAR < moment.year < MAXYEAR:  # else a time zone could shift it out of range
        raise PydanticCustomError("form.far-off", "far off")
    return moment


def distinct_names(names: N) -> N:
    """Return the names. Raise an error if two of them are spellings of one name."""
    seen: set[str] = set()
    for name in names:
        if fold(name) in seen:
            raise PydanticCustomError("form.name-twice", "twice", {"name": name})
        seen.add(fold(name))
    return names


Name = Annotated[str, AfterValidator(_name)]
"""A player or a town: trimmed, in NFC, printable."""


def check_line(text: str) -> str:
    """Return a line without spaces around it. Raise an error if it is empty, too long or unprintable."""
    return _check_text(text.strip(), LONGEST_LINE)


TextLine = Annotated[str, AfterValidator(check_line)]
"""A title or a reason: one line, trimmed."""

Line = Annotated[str, AfterValidator(lambda text: _check_text(text, LONGEST_LINE))]
"""One line that isn't trimmed, so that lines that differ in spaces stay different."""

Text = Annotated[str, AfterValidator(lambda text: text and _check_text(text, LONGEST_TEXT, allowed="\n\r\t"))]
"""A note of one or more lines."""

Moment = Annotated[datetime, AfterValidator(_moment)]
"""A time that every time zone can show."""

Amount = Annotated[int, Field(ge=-LARGEST, le=LARGEST)]
Count = Annotated[int, Field(ge=0, le=LARGEST)]
Number = Annotated[int, Field(ge=1, le=LARGEST)]
Few = Annotated[int, Field(ge=1, le=LONGEST_LIST)]
"""Things that a ruleset counts one by one: players, pieces, rounds."""
FewOrNone = Annotated[int, Field(ge=0, le=LONGEST_LIST)]
Listed = Annotated[tuple[T, ...], Field(strict=False, max_length=LONGEST_LIST)]
NameList = Listed[Name]
Keyed = Annotated[dict[K, T], Field(max_length=LONGEST_LIST), AfterValidator(distinct_names)]
"""A table by names, each under one spelling only."""
Held = Keyed[Name, Count]


class NameOf(NamedTuple):
    """Marks a type as a kind of name: a player's, or one on a page of the board notes."""

    kind: str


PLAYER = "player"
PlayerName = Annotated[Name, NameOf(PLAYER)]
"""Replaced by the player's present name when an entry is read (`model_names`), anywhere in a model."""
HeldByPlayer = Keyed[PlayerName, Count]
NameTable = Keyed[Name, Name]


# Pydantic's kinds of error that have a sentence of their own, and the value each sentence needs.
_KINDS = {
    "extra_forbidden": ("form.unknown-key", None),
    "missing": ("form.missing", None),
    "int_type": ("form.whole-number", None),
    "int_from_float": ("form.whole-number", None),
    "string_type": ("form.text", None),
    "bool_type": ("form.true-or-false", None),
    "datetime_type": ("form.date-and-time", None),
    "list_type": ("form.list", None),
    "tuple_type": ("form.list", None),
    "iterable_type": ("form.list", None),
    "dict_type": ("form.table", None),
    "model_type": ("form.table", None),
    "model_attributes_type": ("form.table", None),
    "greater_than_equal": ("form.at-least", "ge"),
    "less_than_equal": ("form.at-most", "le"),
    "too_short": ("form.at-least-items", "min_length"),
    "too_long": ("form.at-most-items", "max_length"),
    "literal_error": ("form.choice", "expected"),
}


def _keys_to(place: tuple[int | str, ...], raw: Any, is_missing: bool) -> Iterator[int | str]:
    """Yield the keys of a place, without the types that Pydantic names where a value may be of several."""
    for depth, key in enumerate(place):
        is_there = key in raw if isinstance(raw, dict) else isinstance(raw, list) and isinstance(key, int)
        if is_there or (is_missing and depth == len(place) - 1):
            yield key
        raw = raw[key] if is_there else raw


def validate(model: type[M], raw: object, where: str | None = None) -> M:
    """Return the model. Raise Refusal with the faults found; `where` is the key above the model."""
    try:
        return model.model_validate(raw)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
    violations = []
    for fault in faults[:_MOST_FAULTS]:
        kind, values = fault["type"], dict(fault.get("ctx") or {})
        keys = tuple(_keys_to(fault["loc"], raw, kind == "missing"))
        path = path_of(keys if where is None else (where, *keys))
        if "." not in kind:  # else it was raised by a model of ours, with its sentence's key
            kind, wanted = _KINDS.get(kind, ("form.unfit", None))
            values = {} if wanted is None else {"wanted": values[wanted]}
        violations.append(Violation(say(kind, **{"key": path, **values}), field=path, final=True))
    raise Refusal(*violations)
