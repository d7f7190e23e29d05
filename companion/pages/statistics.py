"""The statistics: players as rows, game after game, and who finished ahead of whom."""

from collections.abc import Callable
from datetime import datetime
from functools import partial

from companion.pages.blocks import Block, Table
from companion.pages.effects import OPEN_ROWS, link
from companion.pages.page import Page
from companion.pages.view import View
from companion.report.rulesets import game_name
from companion.report.spans import GAP, text
from companion.report.statistics import day_of, games_said, meetings_view, not_counted, tally_said, tally_view
from companion.session.statistics import Statistics, statistics_in
from companion.storage.errors import FileError

HELP = ("statistics", "stats-turn", "list-arrows")
_WILL_BE = ("stats.will-plays", "stats.will-scores", "stats.will-ahead", "stats.will-length")


def page(view: View, at: int = 0, player: str = "") -> Page:
    title = view.word("stats.title")
    try:
        statistics = statistics_in(view.house.library, view.house.saves)
    except FileError as fault:
        return Page(title, [text(f"{fault.path}: {view.speaker.say(fault.message)}", "bad")])
    said = not_counted(statistics)
    uncounted = [view.text(said, "muted")] if said is not None else []
    if not statistics.games:
        will_be = [text(f"· {view.word(key)}", "muted", 2) for key in _WILL_BE]
        nothing = [view.text("stats.nothing", "strong"), GAP, view.text("stats.will-be"), *will_be]
        return Page(title, nothing, foot=uncounted, help=HELP)
    told = statistics.told[at]
    dated = partial(day_of, zone=view.zone, speaker=view.speaker)
    if player:
        return Page(player, _player(view, statistics.of(told.game or None, player), dated))
    tallies = statistics.of(told.game).tallies
    table = tally_view(view.word("split.player"), tallies, dated, view.speaker)
    opens = {one.player: link("statistics", at=at, player=one.player) for one in tallies}
    names = [_named(view, one.game) for one in statistics.told]
    games = [(name, link("statistics", at=place)) for place, name in enumerate(names)]
    summary = " ".join(map(view.speaker.say, games_said(told, dated)))
    blocks, colours = [Table(table, opens)], (statistics.players, statistics.colours)
    return Page(title, blocks, OPEN_ROWS, [text(summary)], uncounted, help=HELP, turns=games, colours=colours)


def _named(view: View, game: str) -> str:
    return game_name(view.house.library.shelf, game, view.speaker)


def _player(view: View, own: Statistics, dated: Callable[[datetime | None], str]) -> list[Block]:
    blocks: list[Block] = []
    for one in own.told:
        tally = own.of(one.game).tallies[0]
        said = tally_said(tally, partial(_named, view), dated, view.speaker)
        blocks += [text(" ".join(map(view.speaker.say, said))), GAP]
    pairs = next((found for one in own.told if (found := own.of(one.game).meetings)), ())
    if pairs:
        title = view.word("stats.against", player=pairs[0].player)
        blocks.append(Table(meetings_view(title, pairs, True, view.speaker)))
    return blocks
