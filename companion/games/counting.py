"""Fields of a position that count pieces in the ledger: one table of them reads and sets the pieces."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.core.ledger import Holder, Ledger, OpenLedger, Unit

Spot = tuple[Unit, Holder, Holder]
"""The pieces that one number counts: unit, holder, and the holder of all others of that unit."""


class CountedField(NamedTuple):
    """A number of pieces, or a table of such numbers by player or kind."""

    name: str
    spot: Callable[..., Spot]
    """Takes the keys above the field, then the field's own if it is a table."""
    is_table: bool = False


def counts_now(
    fields: Sequence[CountedField], ledger: Ledger | OpenLedger, keys: Iterable[str], *above: str
) -> dict[str, Any]:
    """Return the fields as the ledger has them; `keys` are those of every table."""
    found: dict[str, Any] = {}
    for name, spot, is_table in fields:
        if is_table:
            found[name] = {key: ledger.of(*spot(*above, key)[:2]) for key in keys}
        else:
            found[name] = ledger.of(*spot(*above)[:2])
    return found


def counts_in(fields: Sequence[CountedField], part: Any, *above: str) -> Iterator[tuple[Spot, int]]:
    """Yield the numbers that a position, or a part of it, gives."""
    for field in fields:
        given = getattr(part, field.name)
        if isinstance(given, Mapping):
            yield from ((field.spot(*above, key), count) for key, count in given.items())
        elif given is not None:
            yield field.spot(*above), given


def settle(ledger: OpenLedger, counts: Iterable[tuple[Spot, int]]) -> None:
    """Bring the pieces to these numbers, those of one unit together, so that two holders can swap."""
    wanted: dict[tuple[Unit, Holder], list[tuple[Holder, int]]] = {}
    for (unit, holder, rest), count in counts:
        wanted.setdefault((unit, rest), []).append((holder, count))
    for (unit, rest), holders in wanted.items():
        ledger.settle(unit, rest, holders)
