"""An empty score sheet of a game on one page of A4: the rows of its score sheet, with room to write."""

from companion.core.messages import say
from companion.core.scoresheet import START, score_sheet
from companion.core.views import EMPTY, Cell, Column, SheetLine, TableRow, TableView
from companion.report.export.html import document
from companion.report.export.tags import Chips, table_html, tag
from companion.report.words import Speaker
from companion.session.config import config_of, header_of
from companion.session.record import record_of
from companion.storage.rulesets import Loaded


def blank_sheet(loaded: Loaded, players: int | None, language: str) -> str:
    """With a column for each player, or for as many as the game takes; Refusal where it does not take so many."""
    speaker, rules = Speaker(loaded.ruleset, language), loaded.ruleset
    count = rules.players.most if players is None else players
    names = tuple(str(place) for place in range(1, count + 1))
    views = _views(loaded, names)
    title = rules.names.of(language).long
    room = [tag("span", speaker.say(say(key)), look="to-fill") for key in ("sharing.date", "sharing.place")]
    header = tag("header", tag("h1", title), tag("p", *room, look="facts"))
    hint = tag("p", speaker.say(say("sharing.names")), look="quiet")
    tables = (table_html(view, speaker, Chips((), {})) for view in views)
    look = "blank long" if sum(len(view.rows) for view in views) > _MANY else "blank"
    return document(title, speaker, "", tag("main", header, hint, *tables, look=look))


_MANY = 30
"""More rows than these are drawn in smaller steps."""


def _views(loaded: Loaded, names: tuple[str, ...]) -> list[TableView]:
    """What the game writes line by line, then its score sheet."""
    config = config_of(header_of(loaded.ruleset.id, names), loaded)
    game, opening = config.game, record_of(config, ()).opening
    final = [row.line for row in score_sheet(game, opening, (), names).rows if row.is_final]
    kinds = [game.sheet_line(kind, None) for kind in game.sheet_kinds]
    begun = [SheetLine(START, say("sheet.start"))] if any(game.scores(opening.state).values()) else []
    lines = [SheetLine(START, say("sheet.before")), *final] if final else [*begun, *kinds]
    lines.append(SheetLine("total", say("sheet.total")))
    columns = (Column(None, is_right=False), *(Column(None, owner=name) for name in names))
    rows = (TableRow(line.key, (Cell(line.label), *(EMPTY for _ in names))) for line in lines)
    sheet = TableView("score-sheet", say("sheet.title"), columns, tuple(rows))
    return [*game.blank_sheets(opening.state), sheet]
