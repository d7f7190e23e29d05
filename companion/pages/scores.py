"""The scores: what each is made of, what would gain most, the chart, and the runs; a tab for each."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import groupby

from companion.core.gains import Gain, gains
from companion.core.messages import say
from companion.core.views import Source, player_columns, ranked_cells, row_of, table_of
from companion.pages.effects import Link, Open, PageCommand, ReplacePage, RunCommand, link
from companion.pages.page import Bar, Bars, Block, Chart, Page, Row, RowList, SheetBlock, Stage, TableBlock
from companion.pages.session_view import SessionView
from companion.report.chart_data import curve_of, figures_of
from companion.report.score_sheet import TOTAL, final_sheet, sheet_table
from companion.report.spans import GAP, Line, Span
from companion.report.standings import final_ranks, how_long, result_of, sources_at_end, standings, takeovers
from companion.report.table_lines import with_columns
from companion.report.table_text import capitalise, chip, player_look
from companion.report.text_width import flush_right
from companion.report.text_width import width as text_width
from companion.session.summary import summary_of

FOOT = 2
"""Rows of a score sheet that are always in view: totals and ranks."""
LEAST_STEPS = 3
"""Fewer steps mean that only the end was scored, and a chart shows nothing."""
MOST = 80
_PLACES = {1: "first", 2: "second"}


def page(view: SessionView, tab: str = "", figures: int = 0) -> Page:
    record, game, is_open = view.record, view.record.game, not view.record.hides_money
    makers: dict[str, tuple[str, Callable[[SessionView], Page]]] = {"": ("scores.sheet", _sheet)}
    if game.gains is not None and not record.is_over:
        makers["gain"] = "scores.gain", _gain
    if is_open and not game.scores_only_at_end:
        makers["chart"] = "screen.label.chart", partial(_chart, figures=figures)
    if is_open and game.views.run_sheet(record.opening, ()):
        makers["runs"] = "scores.runs", _runs
    names = makers.items() if len(makers) > 1 else ()
    tabs = [(view.word(label), link("scores", tab=name, figures=figures)) for name, (label, _) in names]
    _, make = makers.get(tab, makers[""])
    made = make(view)
    share = PageCommand("table.share", RunCommand("table.share"), is_button=record.is_over and not tab)
    commands = [*made.commands, share]
    return replace(made, title=view.word("screen.label.scores"), commands=commands, tabs=tabs)


# Sheet


def _sheet(view: SessionView) -> Page:
    session, record, result = view.session, view.record, result_of(view.session)
    sheet = final_sheet(session)
    if sheet is None:
        return Page("", [view.text("sheet.hidden"), *_end_table(view)])
    notes = [view.text(line) for line in (result.tie, result.note, *takeovers(record)) if line is not None]
    curve = curve_of(session) if record.is_over else None
    is_drawn = curve is not None and curve.is_worth_drawing and len(record.steps) >= LEAST_STEPS
    below = [Chart(curve, view.word("screen.label.chart"))] if curve is not None and is_drawn else []
    commands = [PageCommand("scores.open", Open())]
    services = getattr(view, "services", None)  # a phone has none
    if record.is_over and services is not None:
        commands.append(
            PageCommand("start.rematch", lambda _: services.plans.rematch(session.path), is_button=True)
        )
    behind = {name: max(0, record.game.merit(result.score - sheet.total(name))) for name in sheet.players}
    further = [Source(say("screen.trails-by"), behind)] if any(behind.values()) and not record.is_over else []
    further += record.game.unscored_pieces(record.state)
    ranks, folded = final_ranks(session, view.speaker), sheet.fold_groups()
    shown = None if record.is_over else ranks
    top: list[Block] = [_headline(view)]
    if record.is_over:
        top = [_stage(view, behind), _bars(view, ranks, behind)]
    whole, short = (sheet_table(part, shown, further) for part in (sheet.without_empty_lines(), folded))
    lines = {TOTAL, *(row.line.key for part in (sheet, folded) for row in part.rows)}

    def opens(player: str, key: str) -> Link | None:
        return link("breakdown", player=player, line=key) if player and key in lines else None

    figures = SheetBlock(whole, opens, short, result.first, len(further) + FOOT - record.is_over)
    return Page("", below, commands, [*top, *notes], sheet=figures)


def _headline(view: SessionView) -> RowList:
    spans = (Span(view.speaker.say(result_of(view.session).text), "here"),)
    return RowList([Row(spans, trail=(Span(_about(view), "muted"),))])


def _about(view: SessionView, *more: str) -> str:
    summary = summary_of(view.session)
    length = how_long(summary.seconds)
    return " · ".join(filter(None, (view.speaker.say(length) if length else "", *more, summary.title)))


def _stage(view: SessionView, behind: Mapping[str, int]) -> Stage:
    result, speaker = result_of(view.session), view.speaker
    ahead = sorted({gap for name, gap in behind.items() if name not in result.first})[:1]
    nearest = tuple(name for name, gap in behind.items() if [gap] == ahead and name not in result.first)
    margin = [view.word("sheet.margin", score=ahead[0], players=nearest)] if any(ahead) else []
    about = _about(view, view.word("show.entries", count=summary_of(view.session).entries))
    won = f"{speaker.say(result.text).upper()} {view.word('sheet.with', score=result.score)}"
    told = [won, *margin, about]
    return Stage(told, speaker.money(result.score), result.first)


def _bars(view: SessionView, ranks: Mapping[str, str], behind: Mapping[str, int]) -> Bars:
    bars, longest = list[Bar](), max(map(text_width, ranks.values()))
    first = result_of(view.session).first
    for name, score in ((one.player, one.score) for one in standings(view.record)):
        place = Span(f"{flush_right(ranks[name], longest)} ", "muted")
        lead = (place, *chip(view.letters[name], name), Span("  "))
        text = Span(view.speaker.money(score), "strong" if name in first else "")
        gap = view.speaker.signed(-behind[name]) if behind[name] else ""
        bars.append(Bar(lead, score, text, name, (Span(f"  {gap}", "muted"),) if gap else ()))
    return Bars(bars)


def _end_table(view: SessionView) -> list[Block]:
    rows = [
        row_of(str(at), capitalise(view.speaker.text(source.what)), *ranked_cells(source.amounts))
        for at, source in enumerate(sources_at_end(view.record))
    ]
    columns = player_columns(view.record.roster.seats, 1)
    table = table_of("end", say("screen.end-adds"), columns, rows, least=9)
    return [GAP, TableBlock(table)] if rows else []


# Gain


def _gain(view: SessionView) -> Page:
    """The cheapest gains from public facts; players with the same ones share rows."""
    record, by_texts = view.record, dict[tuple[tuple[str, str], ...], list[str]]()
    all_gains = gains(record.game, record.game.public_state(record.state))
    for name, own in groupby(all_gains, lambda gain: gain.player):
        by_texts.setdefault(tuple(_gain_texts(view, gain) for gain in own), []).append(name)
    rows = []
    for texts, names in by_texts.items():
        lead: Line = (Span(f" {', '.join(view.letters[name] for name in names)}  ", "strong"),)
        if len(names) == 1:
            lead = (
                *chip(view.letters[names[0]], names[0], 3)[:1],
                Span(f" {names[0]} ", player_look(names[0])),
            )
        for text, gained in texts:
            rows.append(Row((Span(text),), lead=lead, trail=(Span(gained, "strong"),)))
            lead = (Span(" "),)
    return Page("", [view.text("scores.gain-note"), GAP, RowList(rows)], most=MOST)


def _gain_texts(view: SessionView, gain: Gain) -> tuple[str, str]:
    what = gain.what
    if gain.place in _PLACES:
        shared = "shared-" if gain.is_shared else ""
        what = say(f"screen.brings-{shared}{_PLACES[gain.place]}", what=gain.what)
    return view.speaker.say(what), view.speaker.signed(gain.gain)


# Chart


def _chart(view: SessionView, figures: int) -> Page:
    turned = ReplacePage(link("scores", tab="chart", figures=0 if figures else 1))
    curve, blocks = curve_of(view.session), list[Block]()
    if curve is not None and figures:
        blocks = [TableBlock(figures_of(curve))]
    elif curve is not None:
        blocks = [Chart(curve) if curve.is_worth_drawing else view.text("chart.too-early", "muted")]
    return Page("", blocks, [PageCommand("scores.figures", turned)])


# Runs


def _runs(view: SessionView) -> Page:
    record = view.record
    balances = record.game.views.run_sheet(record.opening, record.steps)[0]
    owned = [at for at, column in enumerate(balances.columns) if column.owner or not at]
    sheet = SheetBlock(with_columns(balances, owned), lambda player, _: link("run_sheet", player=player))
    return Page("", (), [PageCommand("scores.open", Open())], sheet=sheet)
