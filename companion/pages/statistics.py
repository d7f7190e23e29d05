"""The statistics: players as rows, game by game, and who finished ahead of whom."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial

from companion.core.messages import say
from companion.pages.effects import OPEN_ROW, link
from companion.pages.page import Block, Page, TableBlock
from companion.pages.view import View
from companion.report import statistics as reports
from companion.report.rulesets import game_name
from companion.report.spans import GAP, text
from companion.session.archiving import archived_names
from companion.session.statistics import Statistics, statistics_so_far


def page(view: View, at: int = 0, player: str = "") -> Page:
    """The statistics of the sessions read so far; the start page reads on meanwhile."""
    title, listing = view.word("screen.label.statistics"), view.services.listing
    if listing.fault is not None:
        return Page(title, [text(f"{listing.fault.path}: {view.speaker.say(listing.fault.message)}", "bad")])
    away, waiting = archived_names(view.services.disk, view.services.saves), len(listing.waiting)
    statistics = statistics_so_far(listing.sessions(), len(away))
    lines = (reports.not_counted(statistics), say("shelf.waiting", count=waiting) if waiting else None)
    uncounted = [view.text(message, "muted") for message in lines if message is not None]
    if not statistics.games and waiting:
        return Page(title, uncounted, is_unfinished=True)
    if not statistics.games:
        return Page(title, [view.text("stats.nothing", "strong")], foot=uncounted)
    stats = statistics.visible_games[min(at, len(statistics.visible_games) - 1)]
    dated = partial(reports.day_of, zone=view.zone, speaker=view.speaker)
    if player:
        own = _player(view, statistics.of(stats.game or None, player), dated)
        return Page(player, own, is_unfinished=bool(waiting))
    tallies = statistics.of(stats.game).tallies
    table = reports.tally_view(view.word("export.player"), tallies, dated, view.speaker)
    opens = {tally.player: link("statistics", at=at, player=tally.player) for tally in tallies}
    names = [_game_name(view, each.game) for each in statistics.visible_games]
    games = [(name, link("statistics", at=place)) for place, name in enumerate(names)]
    summary = " ".join(map(view.speaker.say, reports.game_messages(stats, dated)))
    page = Page(title, [TableBlock(table, opens)], [OPEN_ROW], [text(summary)], uncounted, tabs=games)
    return replace(page, colours=(statistics.players, statistics.colours), is_unfinished=bool(waiting))


def _game_name(view: View, game: str) -> str:
    return game_name(view.services.library.rulesets, game, view.speaker)


def _player(view: View, own: Statistics, dated: Callable[[datetime | None], str]) -> list[Block]:
    blocks: list[Block] = []
    for stats in own.visible_games:
        tally = own.of(stats.game).tallies[0]
        lines = reports.player_messages(tally, _game_name(view, stats.game), dated, view.speaker)
        blocks += [text(" ".join(map(view.speaker.say, lines))), GAP]
    pairs = next((met for stats in own.visible_games if (met := own.of(stats.game).meetings)), ())
    if pairs:
        title = view.word("stats.against", player=pairs[0].player)
        blocks.append(TableBlock(reports.meetings_view(title, pairs, True, view.speaker)))
    return blocks
