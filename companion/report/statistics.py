"""Statistics of all finished sessions: tables, sentences, CSV and JSON."""

from collections.abc import Callable, Iterable
from datetime import datetime, tzinfo
from fractions import Fraction
from functools import partial
from math import floor
from typing import Any

from companion.core.local_time import local_time
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.views import Cell, Column, TableRow, TableView
from companion.report.rulesets import game_name
from companion.report.spreadsheet import csv_text
from companion.report.standings import how_long
from companion.report.table_lines import table_lines
from companion.report.text_width import fold_text, width
from companion.report.words import Speaker
from companion.session.statistics import ALL, NOT_COUNTED, GameStats, HeadToHead, PlayerStats, Statistics
from companion.storage.rulesets import Rulesets

_SMALL = 1000
"""Averages of this or more have no decimals."""

_NAME = 8

Dated = Callable[[datetime | None], str]
_Row = dict[str, str | int | None]


def tally_view(title: str, tallies: Iterable[PlayerStats], dated: Dated, speaker: Speaker) -> TableView:
    rows: list[tuple[str, _Row]] = []
    for tally in tallies:
        row: _Row = {"plays": tally.plays, "wins": tally.wins, "shared": tally.shared_wins}
        if average := _average(tally.average_score, speaker):
            row |= {"average": average, "best": tally.best_score, "best-on": dated(tally.best_at)}
        row |= {"place": _average(tally.average_place, speaker), "last": dated(tally.last_played)}
        rows.append((tally.player, row))
    table = _view(title, rows, speaker, {"place": 1, "last": 2, "best-on": 3, "shared": 4})
    owned = (row._replace(cells=(Cell(row.key, owner=row.key), *row.cells[1:])) for row in table.rows)
    return table._replace(rows=tuple(owned))


def meetings_view(
    title: str, meetings: Iterable[HeadToHead], is_of_player: bool, speaker: Speaker
) -> TableView:
    rows: list[tuple[str, _Row]] = []
    for pair in meetings:
        both = speaker.phrase("stats.pair", player=pair.player, other=pair.other)
        counts: _Row = {"plays": pair.plays, "ahead": pair.ahead, "behind": pair.behind, "level": pair.level}
        rows.append((pair.other if is_of_player else both, counts))
    return _view(title, rows, speaker, {})


def _view(
    title: str, rows: list[tuple[str, _Row]], speaker: Speaker, priorities: dict[str, int]
) -> TableView:
    least = min(_NAME, max(width(text) for text in (title, *dict(rows))))
    columns = [Column(None, least=least, is_right=False)]
    for key in rows[0][1] if rows else ():
        label = speaker.phrase(f"stats.{key}")
        least = max(width(label), *(width(str(row[key])) for _, row in rows))
        columns.append(Column(label, priority=priorities.get(key, 0), least=least))
    cells = (TableRow(name, tuple(map(Cell, (name, *row.values())))) for name, row in rows)
    return TableView("statistics", title, tuple(columns), tuple(cells))


def _average(value: Fraction | None, speaker: Speaker) -> str:
    if value is None:
        return ""
    digits = 0 if abs(value) >= _SMALL else 1
    rounded = floor(value * 10**digits + Fraction(1, 2))  # 1.25 is 1.3, as everybody rounds by hand
    return speaker.figures(f"{rounded / 10**digits:,.{digits}f}")


def game_messages(stats: GameStats, dated: Dated) -> list[Message]:
    messages = [say("stats.total", count=stats.plays, players=stats.players, last=dated(stats.last_played))]
    messages += [say("stats.shared-wins", count=stats.shared_wins)] if stats.shared_wins else []
    lengths = (stats.average_seconds, stats.shortest_seconds, stats.longest_seconds)
    average, shortest, longest = (how_long(seconds or 0) for seconds in lengths)
    key = "stats.timed-alike" if shortest == longest else "stats.timed"
    timed = say(key, count=stats.timed, average=average, shortest=shortest, longest=longest)
    return [*messages, timed] if stats.timed else messages


def player_messages(tally: PlayerStats, game: str, dated: Dated, speaker: Speaker) -> list[Message]:
    values = {"game": game, "plays": tally.plays, "wins": tally.wins, "shared": tally.shared_wins}
    place, average = (_average(value, speaker) for value in (tally.average_place, tally.average_score))
    key = "stats.player" if place else "stats.player-left"
    messages = [say(key, **values, place=place, last=dated(tally.last_played))]
    best = say("stats.player-scores", average=average, best=tally.best_score, day=dated(tally.best_at))
    return messages if tally.best_score is None else [*messages, best]


def not_counted(statistics: Statistics) -> Message | None:
    counts = (getattr(statistics, key) for key in NOT_COUNTED)
    keys = ("stats.unfinished", "stats.unreadable", "stats.archived", "stats.copies")
    reasons = tuple(say(key, count=count) for key, count in zip(keys, counts, strict=True) if count)
    return say("stats.not-counted", what=reasons) if reasons else None


def statistics_text(
    statistics: Statistics, is_of_player: bool, speaker: Speaker, rulesets: Rulesets, room: int
) -> str:
    dated = partial(day_of, zone=None, speaker=speaker)

    def paragraph(messages: Iterable[Message]) -> list[str]:
        return fold_text(" ".join(map(speaker.say, messages)), room).splitlines()

    blocks, pairs = list[list[str]](), statistics.meetings[:0]
    for stats in statistics.visible_games:
        of_game, name = statistics.of(stats.game), game_name(rulesets, stats.game, speaker)
        if is_of_player:
            blocks.append(paragraph(player_messages(of_game.tallies[0], name, dated, speaker)))
        else:
            view = tally_view(name, of_game.tallies, dated, speaker)
            blocks.append([*paragraph(game_messages(stats, dated)), *table_lines(view, speaker, room)])
        pairs = pairs or of_game.meetings
    pairs = tuple(pair for pair in pairs if is_of_player or fold(pair.player) < fold(pair.other))
    title = speaker.phrase("stats.head-to-head")
    if is_of_player and pairs:
        title = speaker.phrase("stats.against", player=pairs[0].player)
    view = meetings_view(title, pairs, is_of_player, speaker)
    uncounted = not_counted(statistics)
    blocks += [] if blocks else [paragraph([say("stats.nothing")])]
    blocks += [table_lines(view, speaker, room), paragraph([uncounted] if uncounted else [])]
    return "\n\n".join("\n".join(block) for block in blocks if block)


def statistics_csv(statistics: Statistics) -> str:
    """A row for each player and game. Totals over all games are left out, so that columns can be added up."""
    rows = (tuple(_fields(tally).values()) for tally in statistics.tallies if tally.game != ALL)
    return csv_text([PlayerStats._fields, *rows])


def statistics_structure(statistics: Statistics) -> dict[str, object]:
    """The JSON of `companion stats --json`; `game` is null for all games together."""
    return {
        "games": list(map(_fields, statistics.games)),
        "players": list(map(_fields, statistics.tallies)),
        "head_to_head": list(map(_fields, statistics.meetings)),
        "not_counted": {key: getattr(statistics, key) for key in NOT_COUNTED},
    }


def _fields(row: GameStats | PlayerStats | HeadToHead) -> dict[str, Any]:
    return {key: _plain(value) for key, value in row._asdict().items()}


def day_of(moment: datetime | None, zone: tzinfo | None, speaker: Speaker) -> str:
    return speaker.day(local_time(moment, zone)) if moment else speaker.phrase("stats.no-date")


def _plain(value: object) -> object:
    if isinstance(value, Fraction):
        return round(float(value), 2)
    return value.isoformat() if isinstance(value, datetime) else None if value == ALL else value
