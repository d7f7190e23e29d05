"""Corrections without a screen, in CPU time: made, previewed, taken back; each beside something plain."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench.long_sessions import GAMES, title_of, written
from bench.measuring import Row, cpu_milliseconds, in_turns
from companion.report.preview_sentences import preview_sentences
from companion.report.words import Speaker
from companion.session import Library, Session
from companion.session.record import play
from companion.storage.disk import Disk
from tests.support import SHIPPED

ENTRIES, WIDTH = 500, 78
PLAIN = {"do": "adjust", "player": "Anton", "amount": 1, "reason": "house rule"}
UNDO = {"do": "undo"}


def rows(folder: Path) -> Iterator[Row]:
    for game in GAMES:
        session = Library(Disk(), tuple(SHIPPED)).open(written(folder, game, ENTRIES))
        yield from _corrected(session, f"{ENTRIES} entries, no screen", title_of(game))
        session.close()


def _corrected(session: Session, what: str, game: str) -> Iterator[Row]:
    speaker, record = Speaker(session.record.ruleset), session.record

    def entered(block: Callable[[], dict[str, object]]) -> tuple[float, float]:
        """What an entry takes, and its undo."""
        entry = block()
        taken = cpu_milliseconds(lambda: session.enter(entry))
        return taken, cpu_milliseconds(lambda: session.enter(UNDO))

    def shown() -> None:
        preview_sentences(session.preview(_change(session, 0)), speaker)

    blocks = (lambda: PLAIN, partial(_change, session, 0), partial(_change, session, -10))
    plain, first, late = in_turns(*(partial(entered, one) for one in blocks))
    replay = partial(play, record.config, record.blocks, record.entries)
    replays, previews = in_turns(partial(cpu_milliseconds, replay), partial(cpu_milliseconds, shown))
    booked, undone = zip(*plain, strict=True)
    for name, found in (("the first entry", first), ("an entry 10 back", late)):
        changed, back = zip(*found, strict=True)
        yield Row(f"undo of a change of {name}, {what}", "a plain undo there", 1.5, undone, back, game)
    yield Row(f"change of an entry 10 back, {what}", "a booking there", 3, booked, changed, game)
    yield Row(f"preview of a change of the first entry, {what}", "one replay", 3, replays, previews, game)


def _change(session: Session, place: int) -> dict[str, object]:
    """Another note on an entry, which leaves all behind it playing."""
    number = session.record.numbers[place]
    action = {**session.record.blocks[number - 1], "note": f"so it was {session.record.entry_count}"}
    action.pop("at", None)
    return {"entry": number, "action": action, "do": "amend"}
