"""Showing what a correction of the first entry changes, as a multiple of one full replay of the same session.

    python -m bench.hindsight [entries]

In every game: an entry at the very beginning is amended, so that everything behind it is played again; then what the
screen says of it, with the table of all that changes. The replay is the least it can be: the entries are understood
already, they are only played. Both are measured in turns in one run, so that a noisy machine disturbs both alike.
"""

import random
import statistics
import sys
from importlib import import_module

from bench.measuring import milliseconds
from companion.core.errors import Refusal
from companion.games.registry import engines
from companion.report.preview import preview_said
from companion.report.words import Speaker
from companion.session import Session
from companion.session.record import play
from tests.random_play import common_action
from tests.support import FILE, library, text_of

GOAL = 3.0
ROUNDS = 15
FIRST = {"do": "adjust", "player": "Anton", "amount": 1, "reason": "house rule"}
WIDTH = 78


def long_session(game: str, entries: int) -> Session:
    """A session of so many entries that all stand and never come to its end."""
    luck, module = (
        random.Random(f"bench {game}"),
        import_module(f"tests.random_play.{game.replace('-', '_')}"),
    )
    text = text_of((), ("Anton", "Beate", "Claus", "Dora"), game=game, **_options(game))
    session = library({FILE: text.encode()}).open(FILE)
    session.enter(FIRST)
    while session.entry_count < entries:
        fields = common_action(session, luck) if luck.random() < 0.05 else module.draw(session, luck)
        if fields["do"] in ("recount", "setup"):  # few in a session, and none that renames Anton
            continue
        try:
            preview = session.preview(fields)
            if preview.after is not None and not preview.after.is_over:
                session.book_preview(preview)
        except Refusal:
            continue
    return session


def _options(game: str) -> dict[str, object]:
    """As many rounds as a ruleset allows."""
    return {"options": {"rounds": 30}} if game == "whistle-stop" else {}


def shown(session: Session, speaker: Speaker) -> None:
    """What the screen works out for a correction of the first entry."""
    preview = session.preview({"do": "amend", "entry": 1, "action": {**FIRST, "amount": 2}})
    said = preview_said(preview, speaker, WIDTH)
    assert any(one.kind == "difference" for one in said)


def measured(game: str, entries: int) -> str:
    session = long_session(game, entries)
    speaker, record = Speaker(session.ruleset), session.record
    replays, differences = [], []
    for _ in range(ROUNDS):
        replays.append(milliseconds(lambda: play(record.config, record.blocks, record.entries)))
        differences.append(milliseconds(lambda: shown(session, speaker)))
    ratio = statistics.median(one / two for one, two in zip(differences, replays, strict=True))
    floor, full = (statistics.median(times) for times in (replays, differences))
    return (
        f"{game}, {len(record.steps)} actions: one full replay {floor:.1f} ms, "
        f"the difference {full:.1f} ms, ratio {ratio:.2f} (goal: at most {GOAL})"
    )


def main(entries: int) -> None:
    for game in engines():
        print(measured(game, entries))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 500)
