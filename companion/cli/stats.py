"""`companion stats [--game GAME] [--player NAME] [--csv] [--json]`: what all finished sessions say together."""

import argparse
from datetime import datetime

from companion.cli.console import (
    GOOD,
    language_of,
    out,
    out_bytes,
    out_json,
    saves_of,
    stopping,
    terminal_width,
    wrong_call,
)
from companion.core.messages import say
from companion.core.names import fold
from companion.report.layout import folded
from companion.report.rulesets import game_name
from companion.report.statistics import (
    evenings_said,
    meeting_view,
    not_counted,
    player_views,
    statistics_csv,
    statistics_structure,
    tally_view,
)
from companion.report.tables import table_lines
from companion.report.words import Speaker
from companion.session import Library
from companion.session.statistics import ALL, Statistics, statistics_in

WIDE = 200
"""Room for every column, where no terminal reads it."""


def run(arguments: argparse.Namespace) -> int:
    library = Library()
    with stopping():
        statistics = statistics_in(library, saves_of(arguments))
    chosen = _chosen(statistics, arguments.game, arguments.player)
    if arguments.csv:
        out_bytes(statistics_csv(chosen).encode())
    elif arguments.json:
        out_json(statistics_structure(chosen))
    else:
        _print(chosen, library, arguments)
    return GOOD


def _chosen(statistics: Statistics, game: str | None, player: str | None) -> Statistics:
    games, players = tuple(one.game for one in statistics.games if one.game), statistics.players
    if game is not None and games and game not in games:
        raise wrong_call(say("stats.unknown-game", game=game, known=games), "companion stats")
    if player is not None and players and fold(player) not in map(fold, players):
        raise wrong_call(say("stats.unknown-player", player=player, known=players), "companion stats")
    return statistics.of(game, player)


def _print(statistics: Statistics, library: Library, arguments: argparse.Namespace) -> None:
    """Of one player what he did in every game and against whom; else the players of every game, and all pairs."""
    speaker, width = Speaker(None, language_of(arguments)), terminal_width() or WIDE

    def named(game: str) -> str:
        return game_name(library.shelf, game, speaker.language) if game else speaker.say(say("stats.all"))

    game = arguments.game or ALL
    blocks: list[list[str]] = []
    if arguments.player is not None and statistics.players:
        views = player_views(statistics, statistics.players[0], game, named, dated)
        blocks += [table_lines(view, speaker, width) for view in views]
    else:
        for one in statistics.told:
            said = " ".join(map(speaker.say, evenings_said(one, dated)))
            view = tally_view(named(one.game), statistics.of(one.game).tallies, dated)
            blocks.append([*folded(said, width).splitlines(), *table_lines(view, speaker, width)])
        pairs = [one for one in statistics.of(game).meetings if fold(one.player) < fold(one.other)]
        view = meeting_view(say("stats.head-to-head"), pairs, has_both=True)
        blocks.append(table_lines(view, speaker, width))
    if not statistics.games:
        blocks = [[speaker.say(say("stats.nothing"))]]
    uncounted = not_counted(statistics)
    blocks += [] if uncounted is None else [folded(speaker.say(uncounted), width).splitlines()]
    out("\n\n".join("\n".join(block) for block in blocks if block))


def dated(moment: datetime | None) -> str:
    return "" if moment is None else moment.astimezone().strftime("%Y-%m-%d")
