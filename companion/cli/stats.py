"""`companion stats [--game GAME] [--player NAME] [--csv] [--json]`: statistics of all finished sessions."""

import argparse

from companion.cli import console
from companion.cli.common import file_errors, language, out_json, saves
from companion.cli.console import terminal_width, wrong_call
from companion.cli.new import load_ruleset
from companion.core.errors import Refusal
from companion.core.messages import say
from companion.core.names import fold
from companion.report.statistics import statistics_csv, statistics_structure, statistics_text
from companion.report.words import Speaker
from companion.session import Library
from companion.session.statistics import Statistics, statistics_in

WIDE = 200
"""Width that shows every column, if the output isn't a terminal."""


def run(arguments: argparse.Namespace) -> None:
    library, speaker = Library(), Speaker(None, language())
    with file_errors():
        statistics = statistics_in(library, saves())
    game, player = _game(library, statistics, arguments.game), arguments.player
    games, players = tuple(row.game for row in statistics.games if row.game), statistics.players
    if game is not None and games and game not in games:
        raise wrong_call(say("stats.unknown-game", game=game, known=games))
    if player is not None and players and fold(player) not in map(fold, players):
        raise wrong_call(say("stats.unknown-player", player=player, known=players))
    chosen = statistics.of(game, player)
    if arguments.csv:
        console.out_bytes(statistics_csv(chosen).encode())
    elif arguments.json:
        out_json(statistics_structure(chosen))
    else:
        room = terminal_width() or WIDE
        console.out(statistics_text(chosen, player is not None, speaker, library.rulesets, room))


def _game(library: Library, statistics: Statistics, name: str | None) -> str | None:
    """The id of a game, even if its ruleset is gone. Raise CommandError if the game is unknown."""
    if name is None or any(row.game == name for row in statistics.games):
        return name
    try:
        return load_ruleset(library, name).ruleset.id
    except Refusal as refusal:
        raise wrong_call(refusal.message) from None
