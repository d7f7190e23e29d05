"""What all finished sessions say together, in tables and sentences, as CSV and as JSON."""

from collections.abc import Callable, Iterable
from datetime import datetime
from fractions import Fraction
from typing import Any

from companion.core.messages import Message, say
from companion.core.views import Cell, Column, TableRow, TableView, Text
from companion.report.export.spreadsheet import csv_text
from companion.report.words import money
from companion.session.statistics import ALL, Evenings, Meeting, Statistics, Tally

HEAD = (
    *("player", "game", "plays", "wins", "shared_wins", "average_score", "best_score", "best_at"),
    *("average_place", "last_played"),
)
"""Named like the keys of the JSON."""
_SMALL = 1000
"""From here on nobody reads the decimals of an average."""

Named = Callable[[str], str]
"""What a game is called."""
Dated = Callable[[datetime | None], str]
"""The day of a moment, where the clock on the wall hangs."""


def tally_view(title: str, tallies: Iterable[Tally], dated: Dated, named: Named | None = None) -> TableView:
    """Players, or the games of one player where these are named."""
    shown = list(tallies)
    has_scores = any(one.score is not None for one in shown)
    columns = [
        (None, 0, False),
        *(("plays", 0, True), ("wins", 0, True), ("shared", 4, True)),
        *([("score", 0, True), ("best", 0, True), ("best-on", 3, True)] if has_scores else []),
        *(("place", 1, True), ("last", 2, True)),
    ]
    rows = []
    for one in shown:
        scores = [_average(one.score), _money(one.best), dated(one.best_at)] if has_scores else []
        texts: list[str | int] = [
            one.plays,
            one.wins,
            one.shared,
            *scores,
            _average(one.place),
            dated(one.last),
        ]
        name = one.player if named is None else named(one.game)
        rows.append(_row(name, [name, *texts]))
    return _view(title, columns, rows)


def meeting_view(title: Message, meetings: Iterable[Meeting], has_both: bool = False) -> TableView:
    """Whom a player met and how that went; with both names where it is not of one player alone."""
    keys = ("meetings", "ahead", "behind", "level")
    columns = [
        (None, 0, False),
        *([("other", 0, False)] if has_both else []),
        *((key, 0, True) for key in keys),
    ]
    rows = []
    for one in meetings:
        names = [one.player, one.other] if has_both else [one.other]
        rows.append(_row(one.other, [*names, one.plays, one.ahead, one.behind, one.level]))
    return _view(title, columns, rows)


def player_views(
    statistics: Statistics, player: str, game: str, named: Named, dated: Dated
) -> tuple[TableView, TableView]:
    """One player in every game, and against everybody in one game or in all."""
    own = statistics.of(player=player)
    tallies = [one for one in own.tallies if one.game in {known.game for known in own.told}]
    against = say("stats.against", player=player, game=named(game))
    return tally_view(player, tallies, dated, named), meeting_view(against, own.of(game).meetings)


def _view(title: Text, columns: Iterable[tuple[str | None, int, bool]], rows: list[TableRow]) -> TableView:
    made = (
        Column(None if key is None else say(f"stats.{key}"), priority=priority, is_right=is_right)
        for key, priority, is_right in columns
    )
    return TableView("statistics", title, tuple(made), tuple(rows))


def _row(key: str, values: Iterable[str | int]) -> TableRow:
    return TableRow(key, tuple(Cell(value) for value in values))


def _average(value: Fraction | None) -> str:
    return "" if value is None else f"{float(value):,.1f}" if abs(value) < _SMALL else f"{float(value):,.0f}"


def _money(value: int | None) -> str:
    return "" if value is None else money(value)


# Sentences


def evenings_said(one: Evenings, dated: Dated) -> list[Message]:
    """How often, by how many, how often it was shared, and when and how long as far as that is known."""
    said = [say("stats.total", count=one.plays, players=one.players)]
    said += [say("stats.shared-wins", count=one.shared)] if one.shared else []
    said += [say("stats.last-played", day=dated(one.last))] if one.last else []
    if one.seconds:
        lengths = (sum(one.seconds) // len(one.seconds), one.seconds[0], one.seconds[-1])
        average, shortest, longest = map(_length, lengths)
        timed = say(
            "stats.timed", count=len(one.seconds), average=average, shortest=shortest, longest=longest
        )
        said.append(timed)
    return said


def _length(seconds: int) -> Message:
    hours, minutes = divmod((seconds + 30) // 60, 60)
    return say("stats.length" if hours else "stats.minutes", hours=hours, minutes=minutes)


def not_counted(statistics: Statistics) -> Message | None:
    parts = {
        "stats.unfinished": statistics.unfinished,
        "stats.unreadable": statistics.unreadable,
        "stats.put-away": statistics.put_away,
    }
    said = tuple(say(key, count=count) for key, count in parts.items() if count)
    return say("stats.not-counted", what=said) if said else None


# For programs


def statistics_csv(statistics: Statistics) -> str:
    """A row for each player and game; nothing of all games together, so that columns can be added up."""
    rows = (_tally_fields(one).values() for one in statistics.tallies if one.game != ALL)
    return csv_text([HEAD, *(tuple(row) for row in rows)])


def statistics_structure(statistics: Statistics) -> dict[str, Any]:
    """As `companion stats --json` prints it; `game` is null for all games together."""
    return {
        "games": [_evenings_fields(one) for one in statistics.games],
        "players": [_tally_fields(one) for one in statistics.tallies],
        "head_to_head": [{**one._asdict(), "game": one.game or None} for one in statistics.meetings],
        "not_counted": {
            "unfinished": statistics.unfinished,
            "unreadable": statistics.unreadable,
            "put_away": statistics.put_away,
        },
    }


def _tally_fields(one: Tally) -> dict[str, Any]:
    score, place = (None if value is None else round(float(value), 2) for value in (one.score, one.place))
    best_at, last = _iso(one.best_at), _iso(one.last)
    values = (
        one.player,
        one.game or None,
        one.plays,
        one.wins,
        one.shared,
        score,
        one.best,
        best_at,
        place,
        last,
    )
    return dict(zip(HEAD, values, strict=True))


def _evenings_fields(one: Evenings) -> dict[str, Any]:
    count = len(one.seconds)
    return {
        "game": one.game or None,
        "plays": one.plays,
        "players": one.players,
        "shared_wins": one.shared,
        "timed": count,
        "average_seconds": sum(one.seconds) // count if count else None,
        "shortest_seconds": one.seconds[0] if count else None,
        "longest_seconds": one.seconds[-1] if count else None,
        "last_played": _iso(one.last),
    }


def _iso(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()
