"""Lists that are written when somebody first reads them. Spec: "The save file", fourth point."""

import pytest

from companion.core.later import Later
from companion.core.receipts import Receipt
from companion.session.played import play
from tests.random_play import whole


def test_a_list_is_written_once_and_only_when_it_is_read() -> None:
    written: list[int] = []

    def write(*given: int) -> tuple[int, ...]:
        written.extend(given)
        return given

    later = Later(write, 1, 2)
    assert not written
    assert ([*later], len(later), later[-1], later[:1], later == (1, 2)) == ([1, 2], 2, 2, (1,), True)
    assert written == [1, 2]


@pytest.mark.parametrize(
    ("game", "kinds"),
    [
        ("dampfross", ("prize", "fares")),
        ("whistle-stop", ("stop", "town")),
        ("stephensons-rocket", ("station", "metropolis")),
    ],
)
def test_a_replay_writes_no_receipt(
    game: str, kinds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = whole(game, 1)[0].record
    made: list[str] = []
    make = Receipt.__new__

    def noted(kind: type[Receipt], *given: object, **named: object) -> Receipt:
        made.append(str(given[0]))
        return make(kind, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Receipt, "__new__", noted)
    replayed = play(record.config, record.entries)
    assert max(made.count(kind) for kind in kinds) <= 1, "but those of the entry that ends the game"
    assert [[*step.outcome.log] for step in replayed.replay.steps] == [
        [*step.outcome.log] for step in record.steps
    ]
    assert made.count(kinds[0]) > 2
