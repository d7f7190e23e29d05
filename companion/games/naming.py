"""Names wherever they stand in a model: players under their present names, and all of one kind called otherwise.

A field that holds a name of some kind says so by its type, such as `PlayerName`, wherever it stands: alone, in lists,
as the key of a table, in models within a model. Players are resolved once, where an entry comes in: whatever gets
the entry after this knows no other name of a player.
"""

from collections.abc import Callable
from functools import lru_cache, partial
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin

from pydantic import BaseModel

from companion.core.errors import Refusal, refused
from companion.core.names import fold
from companion.core.table import Names, unknown_player
from companion.games.models import PLAYER, NameOf, path_of

Path = tuple[int | str, ...]
Call = Callable[[str, str], str]
"""What a name is to be, given its kind and the name."""
Walk = Callable[[Any, Call], Any]
"""What is there with its names called otherwise: the very same where none of them is."""
M = TypeVar("M", bound=BaseModel)


class _Misnamed(Exception):  # noqa: N818 - says what happened
    """A name that cannot stand where it is; the path to it is found on the way out, since there hardly ever is one."""

    def __init__(self, refusal: Callable[[str], Refusal]) -> None:
        super().__init__()
        self.refusal = refusal
        self.path: Path = ()


def resolved(model: M, names: Names, where: Path = ()) -> M:
    """The same with every player called as now; Refusal for a name that nobody has. `where` is where it stands."""

    def call(kind: str, name: str) -> str:
        known = names.get(fold(name))
        if known is None:
            raise _Misnamed(lambda path: Refusal(unknown_player(name, path, names.values())))
        return known

    return called(model, call, PLAYER, where)


def called(model: M, call: Call, kind: str | None = None, where: Path = ()) -> M:
    """The same with every name called otherwise: all of one kind, or of all kinds."""
    walk = _of_model(type(model), kind)
    try:
        found: M = model if walk is None else walk(model, call)
    except _Misnamed as wrong:
        raise wrong.refusal(path_of((*where, *wrong.path))) from None
    return found


def names_in(model: BaseModel) -> list[tuple[str, str]]:
    """The names in it, each with its kind, once; in the order in which they stand."""
    found: dict[tuple[str, str], tuple[str, str]] = {}

    def call(kind: str, name: str) -> str:
        found.setdefault((kind, fold(name)), (kind, name))
        return name

    called(model, call)
    return list(found.values())


@lru_cache(maxsize=512)
def _of_model(model: type[BaseModel], kind: str | None) -> Walk | None:
    """How a model's names are found; None where it holds none of that kind."""
    found: list[tuple[str, str, Walk]] = []
    for name, field in model.model_fields.items():
        walk = _marked(field.metadata, kind) or _of_type(field.annotation, kind)
        if walk is not None:
            found.append((name, field.alias or name, walk))

    def walk_fields(given: Any, call: Call) -> Any:
        changes, fields = {}, vars(given)
        for name, alias, walk in found:
            value = fields[name]
            if value:  # an empty list or table names nobody
                try:
                    now = walk(value, call)
                except _Misnamed as wrong:
                    wrong.path = (alias, *wrong.path)
                    raise
                if now is not value and (now != value or isinstance(now, dict)):
                    changes[name] = now
        return given.model_copy(update=changes) if changes else given

    return walk_fields if found else None


def _marked(marks: Any, kind: str | None) -> Walk | None:
    """How a name is called, where one of its marks says that it is of that kind."""
    mark = next((one for one in marks if isinstance(one, NameOf) and kind in (None, one.kind)), None)
    if mark is None:
        return None
    its_kind = mark.kind
    return lambda name, call: call(its_kind, name)


def _of_type(annotation: Any, kind: str | None) -> Walk | None:
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _marked(inner[1:], kind) or _of_type(inner[0], kind)
    if origin is tuple:
        return _of_each(_of_type(inner[0], kind))
    if origin is dict:
        return _of_table(_of_type(inner[0], kind), _of_type(inner[1], kind))
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return _of_model(annotation, kind)
    parts = [_of_type(one, kind) for one in inner if one is not NoneType]  # one kind of thing, or nothing
    return next((part for part in parts if part is not None), None)


def _of_each(walk: Walk | None) -> Walk | None:
    if walk is None:
        return None

    def walk_each(values: tuple[Any, ...], call: Call) -> tuple[Any, ...]:
        found: list[Any] = []
        try:
            for value in values:
                found.append(walk(value, call))
        except _Misnamed as wrong:
            wrong.path = (len(found), *wrong.path)
            raise
        now = tuple(found)
        return values if now == values else now

    return walk_each


def _of_table(key: Walk | None, value: Walk | None) -> Walk | None:
    if key is None and value is None:
        return None

    def walk_table(table: dict[Any, Any], call: Call) -> dict[Any, Any]:
        found: dict[Any, Any] = {}
        for name, held in table.items():
            now = name if key is None else key(name, call)
            if now in found:  # by an old name and by the present one
                raise _Misnamed(partial(_twice, name))
            try:
                found[now] = held if value is None else value(held, call)
            except _Misnamed as wrong:
                wrong.path = (name, *wrong.path)
                raise
        return table if found == table and list(found) == list(table) else found

    return walk_table


def _twice(name: str, path: str) -> Refusal:
    return refused("form.name-twice", path, key=path, name=name)
