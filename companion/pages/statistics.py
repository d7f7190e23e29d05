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
from companion.session.filing import archived_names
from companion.session.statistics import Statistics, statistics_so_far


def page(view: View, at: int = 0, player: str = "") -> Page:
    """The statistics of the sessions read so far; the start page reads on meanwhile."""
    title, listing = view.word("screen.label.statistics"), view.services.listing
    if listing.fault is not None:
        return Page(title, [text(f"{listing.fault.path}: {view.speaker.say(listing.fault.message)}", "bad")])
    away, waiting = archived_names(view.services.library, view.services.saves), len(listing.waiting)
    statistics = statistics_so_far(listing.sessions(), len(away))
    said = (reports.not_counted(statistics), say("shelf.waiting", count=waiting) if waiting else None)
    uncounted = [view.text(one, "muted") for one in said if one is not None]
    if not statistics.games and waiting:
        return Page(title, uncounted, is_unfinished=True)
    if not statistics.games:
        return Page(title, [view.text("stats.nothing", "strong")], foot=uncounted)
    told = statistics.visible_games[min(at, len(statistics.visible_games) - 1)]
    dated = partial(reports.day_of, zone=view.zone, speaker=view.speaker)
    if player:
        own = _player(view, statistics.of(told.game or None, player), dated)
        return Page(player, own, is_unfinished=bool(waiting))
    tallies = statistics.of(told.game).tallies
    table = reports.tally_view(view.word("export.player"), tallies, dated, view.speaker)
    opens = {one.player: link("statistics", at=at, player=one.player) for one in tallies}
    names = [_game_name(view, one.game) for one in statistics.visible_games]
    games = [(name, link("statistics", at=place)) for place, name in enumerate(names)]
    summary = " ".join(map(view.speaker.say, reports.game_messages(told, dated)))
    page = Page(title, [TableBlock(table, opens)], [OPEN_ROW], [text(summary)], uncounted, tabs=games)
    return replace(page, colours=(statistics.players, statistics.colours), is_unfinished=bool(waiting))


def _game_name(view: View, game: str) -> str:
    return game_name(view.services.library.shelf, game, view.speaker)


def _player(view: View, own: Statistics, dated: Callable[[datetime | None], str]) -> list[Block]:
    blocks: list[Block] = []
    for one in own.visible_games:
        tally = own.of(one.game).tallies[0]
        said = reports.player_messages(tally, _game_name(view, one.game), dated, view.speaker)
        blocks += [text(" ".join(map(view.speaker.say, said))), GAP]
    pairs = next((found for one in own.visible_games if (found := own.of(one.game).meetings)), ())
    if pairs:
        title = view.word("stats.against", player=pairs[0].player)
        blocks.append(TableBlock(reports.meetings_view(title, pairs, True, view.speaker)))
    return blocks
