"""Players under the names that they have now: resolved once, where an entry comes in.

A field that names a player says so by its type, `PlayerName`, wherever it stands: alone, in lists, as the key of a
table, in models within a model. Whatever gets the entry after this knows no other name of a player.
"""

from collections.abc import Callable
from functools import lru_cache
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel

from companion.core.errors import Refusal, refused
from companion.core.names import fold
from companion.core.table import Names, unknown_player
from companion.games.models import NAMES_PLAYER, path_of

Path = tuple[int | str, ...]
Resolve = Callable[[Any, Names, Path], Any]
M = TypeVar("M", bound=BaseModel)


def resolved(model: M, names: Names, where: Path = ()) -> M:
    """The same with every player called as now; Refusal for a name that nobody has. `where` is where it stands."""
    resolve = _of_model(type(model))
    found: M = model if resolve is None else resolve(model, names, where)
    return found


@lru_cache(maxsize=256)
def _of_model(kind: type[BaseModel]) -> Resolve | None:
    """How a model's players are resolved; None where it names none."""
    found: list[tuple[str, str, Resolve]] = []
    for name, field in kind.model_fields.items():
        resolve = _player if NAMES_PLAYER in field.metadata else _of_type(field.annotation)
        if resolve is not None:
            found.append((name, field.alias or name, resolve))

    def resolve_fields(model: Any, names: Names, path: Path) -> Any:
        changes = {}
        for name, alias, resolve in found:
            value = getattr(model, name)
            if value is not None:
                now = resolve(value, names, (*path, alias))
                if now != value or (isinstance(now, dict) and list(now) != list(value)):
                    changes[name] = now
        return model.model_copy(update=changes) if changes else model

    return resolve_fields if found else None


def _of_type(kind: Any) -> Resolve | None:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _player if NAMES_PLAYER in inner[1:] else _of_type(inner[0])
    if origin is tuple:
        return _of_each(_of_type(inner[0]))
    if origin is dict:
        return _of_table(_of_type(inner[0]), _of_type(inner[1]))
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _of_model(kind)
    parts = [_of_type(one) for one in inner if one is not NoneType]  # one kind of thing, or nothing
    return next((part for part in parts if part is not None), None)


def _player(name: str, names: Names, path: Path) -> str:
    known = names.get(fold(name))
    if known is None:
        raise Refusal(unknown_player(name, path_of(path), names.values()))
    return known


def _of_each(resolve: Resolve | None) -> Resolve | None:
    if resolve is None:
        return None
    return lambda values, names, path: tuple(
        resolve(value, names, (*path, place)) for place, value in enumerate(values)
    )


def _of_table(key: Resolve | None, value: Resolve | None) -> Resolve | None:
    if key is None and value is None:
        return None

    def resolve_table(table: dict[Any, Any], names: Names, path: Path) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for name, held in table.items():
            called = name if key is None else key(name, names, path)
            if called in found:  # by an old name and by the present one
                where = path_of(path)
                raise refused("form.name-twice", where, key=where, name=name)
            found[called] = held if value is None else value(held, names, (*path, name))
        return found

    return resolve_table
