"""All tables of the game and how to set up the physical game, now or as of an entry."""

from collections.abc import Sequence

from companion.core.messages import say
from companion.core.views import Section
from companion.pages.effects import link
from companion.pages.page import Block, Bullets, Page, Tables
from companion.pages.session_view import SessionView
from companion.pages.view import SessionDisplay
from companion.report.spans import GAP, text
from companion.report.standings import status_of
from companion.report.table_lines import clock_lines
from companion.report.table_text import capitalise
from companion.session.record import Record

WIDTH = 72


def page(view: SessionView, steps: int = 0, place: int = 0, set_up: int = 0) -> Page:
    here = link("tables", steps=steps, place=place)
    tabs = (view.word("screen.label.tables"), here), (view.word("again.tab"), here.having(set_up=1))
    title = view.word("screen.as-of", number=place) if place else view.word("screen.label.tables")
    seen = view.as_of(steps) if place else view
    return Page(title, set_up_blocks(seen) if set_up else [Tables(seen)], tabs=tabs)


def set_up_blocks(view: SessionDisplay, width: int = WIDTH) -> list[Block]:
    record, speaker, blocks = view.record, view.speaker, list[Block]()
    if not record.steps and (steps := first_steps(view)):
        return steps
    state = record.game.public_state(record.state)
    set_up = record.game.set_up
    sections = _scores(record) if set_up is None else set_up.current(state, record.hides_money)
    for title, lines in sections:
        mark = f" ({speaker.phrase('show.gone')})" if title in record.former_players else ""
        texts = [capitalise(speaker.say(line)) for line in lines]
        blocks += _section(capitalise(speaker.text(title)) + mark, texts)
    over = [speaker.say(status_of(view.session))] if record.is_over else []
    turn = [*over, *clock_lines(record.game.views.clock(state), speaker, width)]
    return [*blocks, *_section(speaker.phrase("again.turn"), turn)][:-1]


def first_steps(view: SessionDisplay) -> list[Block]:
    """How to set up the game from its box; empty if the session began from a position."""
    record = view.record
    set_up = record.game.set_up if record.config.position is None else None
    return [] if set_up is None else [Bullets([*map(view.speaker.say, set_up.steps(record.roster))])]


def _scores(record: Record) -> list[Section]:
    what, hidden = say(f"{record.game.engine}.score"), say("again.hidden")
    return [
        Section(name, (hidden if record.hides_money else say("again.amount", what=what, amount=score),))
        for name, score in record.scores.items()
    ]


def _section(title: str, lines: Sequence[str]) -> list[Block]:
    return [text(title, "title"), *(text(line, indent=2) for line in lines), GAP] if lines else []
