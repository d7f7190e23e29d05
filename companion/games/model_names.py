"""Names in models: finding and replacing them by kind.

A type such as `PlayerName` marks a name, anywhere in a model: alone, in a list, or as a key. Players are
resolved once, when an entry is read; from then on the entry holds only present names.
"""

from collections.abc import Callable, Sequence
from functools import lru_cache
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel

from companion.core.errors import Refusal, path_of, refusal
from companion.core.names import fold
from companion.core.roster import Names, unknown_player
from companion.games.models import PLAYER, NameOf

Path = tuple[int | str, ...]
Call = Callable[[str, str, Path], str]
"""Returns the new name, given the kind, the name and its path."""
Walk = Callable[[Any, Call, Path], Any]
"""Returns a value with its names replaced; the same object if none changes."""
M = TypeVar("M", bound=BaseModel)


def with_present_names(model: M, names: Names, where: Path = ()) -> M:
    """Give players their present names; `where` is the model's path. Raise Refusal if a player is unknown."""

    def call(kind: str, name: str, path: Path) -> str:
        known = names.get(fold(name))
        if known is None:
            raise Refusal(unknown_player(name, path_of(path), names.values()))
        return known

    return replace_names(model, call, PLAYER, where)


def replace_names(model: M, call: Call, kind: str | None = None, where: Path = ()) -> M:
    """Replace the names of one kind, or of all kinds if None, with those that `call` returns."""
    walk = _model_walk(type(model), kind)
    renamed: M = model if walk is None else walk(model, call, where)
    return renamed


def names_in(model: BaseModel) -> list[tuple[str, str]]:
    """Return the names in a model with their kinds, each once, in order."""
    names: dict[tuple[str, str], tuple[str, str]] = {}

    def call(kind: str, name: str, _path: Path) -> str:
        names.setdefault((kind, fold(name)), (kind, name))
        return name

    replace_names(model, call)
    return list(names.values())


@lru_cache(maxsize=512)
def _model_walk(model: type[BaseModel], kind: str | None) -> Walk | None:
    """Return the walk of a model; None if the model holds no names of that kind."""
    walks: list[tuple[str, str, Walk]] = []
    for name, field in model.model_fields.items():
        walk = _type_walk(field.annotation, kind, field.metadata)
        if walk is not None:
            walks.append((name, field.alias or name, walk))

    def walk_fields(given: Any, call: Call, path: Path) -> Any:
        changes, fields = {}, vars(given)
        for name, alias, walk in walks:
            value = fields[name]
            now = walk(value, call, (*path, alias)) if value else value
            if now is not value:
                changes[name] = now
        return given.model_copy(update=changes) if changes else given

    return walk_fields if walks else None


def _same(value: object, now: object) -> Any:
    return value if now == value else now


def _type_walk(annotation: object, kind: str | None, marks: Sequence[object] = ()) -> Walk | None:
    """Return the walk of a type; `marks` may say that it is a name, and of which kind."""
    for mark in marks:
        if isinstance(mark, NameOf) and kind in (None, mark.kind):
            return lambda name, call, path: _same(name, call(mark.kind, name, path))
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _type_walk(inner[0], kind, inner[1:])
    if origin is dict:
        return _table_walk(_type_walk(inner[0], kind), _type_walk(inner[1], kind))
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _model_walk(annotation, kind)
    # a list, or an optional value
    walk = next(filter(None, (_type_walk(type_, kind) for type_ in inner if type_ is not NoneType)), None)
    if walk is None or origin is not tuple:
        return walk
    return lambda values, call, path: _same(
        values, tuple(walk(value, call, (*path, place)) for place, value in enumerate(values))
    )


def _table_walk(key: Walk | None, value: Walk | None) -> Walk | None:
    if key is None and value is None:
        return None

    def walk_table(table: dict[Any, Any], call: Call, path: Path) -> dict[Any, Any]:
        renamed: dict[Any, Any] = {}
        for name, held in table.items():
            now = name if key is None else key(name, call, path)
            if now in renamed:  # once by an old name, once by the present one
                where = path_of(path)
                raise refusal("form.name-twice", where, key=where, name=name)
            renamed[now] = held if value is None else value(held, call, (*path, name))
        return table if renamed == table and list(renamed) == list(table) else renamed

    return walk_table
