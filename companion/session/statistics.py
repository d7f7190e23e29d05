"""Statistics of all finished sessions: wins, scores, opponents, durations."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from itertools import permutations
from math import inf
from pathlib import Path
from typing import NamedTuple

from companion.core.names import fold
from companion.core.summary import IDENTITY, LONG_AGO, Summary
from companion.session.archiving import archived_names
from companion.session.library import Library
from companion.session.listing import ListedSession

ALL = ""
"""All games together, instead of a game's id; scores are never mixed then."""
NOT_COUNTED = ("unfinished", "unreadable", "archived", "copies")


class PlayerStats(NamedTuple):
    """Results of a player in one game or in all. The fields are the columns of the CSV."""

    player: str
    game: str
    plays: int
    wins: int
    """A shared win counts for each winner."""
    shared_wins: int
    average_score: Fraction | None
    """None over several games, like the best score."""
    best_score: int | None
    best_at: datetime | None
    average_place: Fraction | None
    """Average over the sessions that the player didn't leave; None if there are none."""
    last_played: datetime | None


class HeadToHead(NamedTuple):
    player: str
    other: str
    game: str
    plays: int
    ahead: int
    behind: int
    level: int


class GameStats(NamedTuple):
    """The sessions of one game or of all; durations are from sessions with times."""

    game: str
    plays: int
    players: int
    shared_wins: int
    timed: int
    average_seconds: int | None
    shortest_seconds: int | None
    longest_seconds: int | None
    last_played: datetime | None


class Statistics(NamedTuple):
    games: tuple[GameStats, ...] = ()
    """All games together first, then by the last session."""
    tallies: tuple[PlayerStats, ...] = ()
    """Sorted by game in the order of `games`, then by wins."""
    meetings: tuple[HeadToHead, ...] = ()
    """Each pair twice, once for each player; by game in the same order, then by player and number of sessions."""
    colours: Mapping[str, str] = {}
    unfinished: int = 0
    unreadable: int = 0
    archived: int = 0
    copies: int = 0
    """Further files of a session, with the same header and first entry."""

    def of(self, game: str | None = None, player: str | None = None) -> "Statistics":
        def is_meant(stats: PlayerStats | HeadToHead) -> bool:
            return game in (None, stats.game) and (player is None or fold(stats.player) == fold(player))

        tallies = tuple(filter(is_meant, self.tallies))
        games = tuple(game_ for game_ in self.games if game_.game in {tally.game for tally in tallies})
        return self._replace(games=games, tallies=tallies, meetings=tuple(filter(is_meant, self.meetings)))

    @property
    def players(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(tally.player for tally in self.tallies))

    @property
    def visible_games(self) -> tuple[GameStats, ...]:
        return self.games if len(self.games) != 2 else self.games[1:]


def statistics_in(library: Library, folder: Path) -> Statistics:
    """Count the sessions of a folder. Write nothing; raise FileError if the folder can't be read."""
    return statistics_so_far(library.summaries(folder), len(archived_names(library.disk, folder)))


def statistics_so_far(listed: Sequence[ListedSession], archived: int) -> Statistics:
    sound = [session.summary for session in listed if session.summary is not None and session.fault is None]
    return statistics_of(sound, sum(session.fault is not None for session in listed), archived)


def statistics_of(summaries: Iterable[Summary], unreadable: int = 0, archived: int = 0) -> Statistics:
    """Count finished sessions, and how many others there are. Names are spelt as in the newest session."""
    known = sorted(summaries, key=lambda session: (session.is_over, session.last or LONG_AGO))
    once = [*{session.trail[IDENTITY] or at: session for at, session in enumerate(known)}.values()]
    over = [session for session in once if session.is_over]
    over.sort(key=lambda session: session.last or LONG_AGO)
    spelt = {fold(name): name for session in over for name in session.players}
    sessions: dict[str, list[Summary]] = defaultdict(list)
    results: dict[tuple[str, str], list[tuple[Summary, str]]] = defaultdict(list)
    for game, session in ((game, summary) for summary in over for game in (ALL, summary.game)):
        sessions[game].append(session)
        for name in session.players:
            results[game, fold(name)].append((session, name))
    games = [ALL, *dict.fromkeys(session.game for session in reversed(over))] if over else []
    tallies = [_tally(spelt[name], game, own) for (game, name), own in results.items()]
    tallies.sort(
        key=lambda row: (games.index(row.game), -row.wins, row.average_place or inf, fold(row.player))
    )
    meetings = _meetings(over, spelt)
    meetings.sort(key=lambda pair: (games.index(pair.game), fold(pair.player), -pair.plays, fold(pair.other)))
    colours = {spelt[fold(name)]: colour for session in over for name, colour in session.colours.items()}
    stats = tuple(_game_stats(game, sessions[game]) for game in games)
    left_out = (len(once) - len(over), unreadable, archived, len(known) - len(once))
    return Statistics(stats, tuple(tallies), tuple(meetings), colours, *left_out)


def _meetings(over: Sequence[Summary], spelt: Mapping[str, str]) -> list[HeadToHead]:
    met: dict[tuple[str, str, str], Counter[str]] = defaultdict(Counter)
    for session in over:
        for (first, place), (second, other) in permutations(session.places.items(), 2):
            how = "ahead" if place < other else "behind" if place > other else "level"
            for game in (ALL, session.game):
                met[game, fold(first), fold(second)][how] += 1
    return [
        HeadToHead(spelt[player], spelt[other], game, n.total(), n["ahead"], n["behind"], n["level"])
        for (game, player, other), n in met.items()
    ]


def _tally(player: str, game: str, results: Sequence[tuple[Summary, str]]) -> PlayerStats:
    """Sum up a player's results, each with the name then, oldest first. Of equal best scores the earlier counts."""
    scores = [session.scores[name] for session, name in results]
    own: tuple[Fraction | None, int | None, datetime | None] = (None, None, None)
    if game != ALL:
        choose = min if results[-1][0].wins_lowest else max
        best = choose(range(len(scores)), key=scores.__getitem__)
        own = Fraction(sum(scores), len(scores)), scores[best], results[best][0].last
    won = [session for session, name in results if name in session.winners]
    shared = sum(len(session.winners) > 1 for session in won)
    places = [session.places[name] for session, name in results if name in session.places]
    place = Fraction(sum(places), len(places)) if places else None
    return PlayerStats(player, game, len(results), len(won), shared, *own, place, results[-1][0].last)


def _game_stats(game: str, sessions: Sequence[Summary]) -> GameStats:
    seconds = sorted(session.seconds for session in sessions if session.seconds)
    count = len(seconds)
    average, shortest, longest = (sum(seconds) // count, seconds[0], seconds[-1]) if seconds else (None,) * 3
    players = {fold(name) for session in sessions for name in session.players}
    shared = sum(len(session.winners) > 1 for session in sessions)
    last = sessions[-1].last
    return GameStats(game, len(sessions), len(players), shared, count, average, shortest, longest, last)
