"""Players under the names that they have now: resolved once, where an entry comes in.

A field that names a player says so by its type, `PlayerName`, wherever it stands: alone, in lists, as the key of a
table, in models within a model. Whatever gets the entry after this knows no other name of a player.
"""

from collections.abc import Callable
from functools import lru_cache
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel

from companion.core.errors import Refusal, Violation
from companion.core.messages import say
from companion.core.names import fold
from companion.core.table import Names, unknown_player
from companion.games.models import NAMES_PLAYER, path_of

Path = tuple[int | str, ...]
Resolve = Callable[[Any, "_Resolving", Path], Any]
M = TypeVar("M", bound=BaseModel)


class _Resolving:
    """The names at hand, and what is wrong with those that were looked for."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.violations: list[Violation] = []

    def player(self, name: str, path: Path) -> str:
        known = self.names.get(fold(name))
        if known is None:
            self.violations.append(unknown_player(name, path_of(path), self.names.values()))
            return name
        return known

    def table(self, table: dict[Any, Any], key: Resolve | None, value: Resolve | None, path: Path) -> Any:
        found: dict[Any, Any] = {}
        for name, held in table.items():
            called = name if key is None else key(name, self, path)
            if called in found:  # by an old name and by the present one
                message = say("form.name-twice", key=path_of(path), name=name)
                self.violations.append(Violation(message, field=path_of(path), final=True))
            found[called] = held if value is None else value(held, self, (*path, name))
        return found


def resolved(model: M, names: Names, where: Path = ()) -> M:
    """The same with every player called as now; Refusal for names that nobody has. `where` is where it stands."""
    resolve = _of_model(type(model))
    if resolve is None:
        return model
    resolving = _Resolving(names)
    found: M = resolve(model, resolving, where)
    if resolving.violations:
        raise Refusal(*resolving.violations)
    return found


@lru_cache(maxsize=256)
def _of_model(kind: type[BaseModel]) -> Resolve | None:
    """How a model's players are resolved; None where it names none."""
    found: list[tuple[str, str, Resolve]] = []
    for name, field in kind.model_fields.items():
        is_player = NAMES_PLAYER in field.metadata
        resolve = _player if is_player else _of_type(field.annotation)
        if resolve is not None:
            found.append((name, field.alias or name, resolve))
    fields = tuple(found)

    def resolve_fields(model: Any, resolving: _Resolving, path: Path) -> Any:
        changes = {}
        for name, alias, resolve in fields:
            value = getattr(model, name)
            if value is not None:
                now = resolve(value, resolving, (*path, alias))
                if now != value or (isinstance(now, dict) and list(now) != list(value)):
                    changes[name] = now
        return model.model_copy(update=changes) if changes else model

    return resolve_fields if fields else None


def _of_type(kind: Any) -> Resolve | None:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _player if NAMES_PLAYER in inner[1:] else _of_type(inner[0])
    if origin is tuple:
        return _of_each(_of_type(inner[0]))
    if origin is dict:
        key, value = _of_type(inner[0]), _of_type(inner[1])
        if key is None and value is None:
            return None
        return lambda table, resolving, path: resolving.table(table, key, value, path)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _of_model(kind)
    parts = [_of_type(one) for one in inner if one is not NoneType]  # one kind of thing, or nothing
    return next((part for part in parts if part is not None), None)


def _player(name: str, resolving: _Resolving, path: Path) -> str:
    return resolving.player(name, path)


def _of_each(resolve: Resolve | None) -> Resolve | None:
    if resolve is None:
        return None
    return lambda values, resolving, path: tuple(
        resolve(value, resolving, (*path, place)) for place, value in enumerate(values)
    )
