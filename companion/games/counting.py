"""Fields of a position that count pieces in the ledger: one list of fields both reads and sets them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.core.choices import Fields
from companion.core.game import AnyOutcome
from companion.core.ledger import BANK, Holder, Ledger, OpenLedger, Unit, player
from companion.core.receipts import Receipt, differences, pay

Spot = tuple[Unit, Holder, Holder]
"""Pieces that one number counts: unit, holder, and the holder who has the rest of the unit."""


class CountedField(NamedTuple):
    """A number of pieces, or a table of such numbers by player or kind."""

    name: str
    spot: Callable[..., Spot]
    """Takes the keys above the field, then the field's own key if it is a table."""
    is_table: bool = False


def counts_now(
    fields: Sequence[CountedField], ledger: Ledger | OpenLedger, keys: Iterable[str], *above: str
) -> Fields:
    """Return the fields' numbers from the ledger; `keys` are the keys of every field that is a table."""
    counts: Fields = {}
    for name, spot, is_table in fields:
        if is_table:
            counts[name] = {key: ledger.of(*spot(*above, key)[:2]) for key in keys}
        else:
            counts[name] = ledger.of(*spot(*above)[:2])
    return counts


def counts_in(fields: Sequence[CountedField], part: object, *above: str) -> Iterator[tuple[Spot, int]]:
    """Yield each number that a position, or a part of it, gives, after the pieces it counts."""
    for field in fields:
        given = getattr(part, field.name)
        if isinstance(given, Mapping):
            yield from ((field.spot(*above, key), count) for key, count in given.items())
        elif given is not None:
            yield field.spot(*above), given


def settle(ledger: OpenLedger, counts: Iterable[tuple[Spot, int]]) -> None:
    """Set the pieces to these numbers. All holders of a unit are set together, so that two can swap."""
    wanted: dict[tuple[Unit, Holder], list[tuple[Holder, int]]] = {}
    for (unit, holder, rest), count in counts:
        wanted.setdefault((unit, rest), []).append((holder, count))
    for (unit, rest), holders in wanted.items():
        ledger.settle(unit, rest, holders)


def score_again(
    recounted: AnyOutcome,
    unit: Unit,
    paid: Iterable[Receipt],
    due: Iterable[Receipt],
    totals: Mapping[str, int],
) -> AnyOutcome:
    """Pay what a recount after the end changes in the final scoring. Counted scores are final, so they are set last."""
    receipts, ledger = differences(paid, due, "table.counted-again"), OpenLedger(recounted.state.ledger)
    pay(ledger, unit, *receipts)
    for name, total in totals.items():
        ledger.settle(unit, BANK, [(player(name), total)])
    state = recounted.state._replace(ledger=ledger.close())
    postings, log = (*recounted.postings, *ledger.postings), (*recounted.log, *receipts)
    return recounted._replace(state=state, postings=postings, log=log)
