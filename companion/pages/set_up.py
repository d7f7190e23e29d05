"""How to set up the physical game again, as it is now."""

from collections.abc import Sequence

from companion.pages.page import Block, Page
from companion.pages.view import SessionView
from companion.report.drawing import capitalise
from companion.report.spans import GAP, text
from companion.report.standings import status_of
from companion.report.tables import clock_lines

WIDTH = 72


def page(view: SessionView) -> Page:
    return Page(view.word("again.title"), blocks(view))


def blocks(view: SessionView, width: int = WIDTH) -> list[Block]:
    """Titles and sentences, without hidden values."""
    record, speaker, found = view.record, view.speaker, list[Block]()
    state = record.game.public_state(record.state)
    for title, lines in record.game.current_setup(state, record.hides_money):
        left = f" ({view.word('show.gone')})" if title in record.former_players else ""
        told = [capitalise(speaker.say(line)) for line in lines]
        found += _section(capitalise(speaker.text(title)) + left, told)
    over = [speaker.say(status_of(view.session))] if record.is_over else []
    turn = [*over, *clock_lines(record.game.clock(state), speaker, width)]
    return [*found, *_section(view.word("again.turn"), turn)][:-1]


def _section(title: str, lines: Sequence[str]) -> list[Block]:
    return [text(title, "title"), *(text(line, indent=2) for line in lines), GAP] if lines else []
