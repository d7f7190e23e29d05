"""Everybody's score from the first entry to the last, as a chart or figures, and the story."""

from companion.pages.effects import PageCommand, ReplacePage, link
from companion.pages.page import Block, Chart, Page, TableBlock
from companion.pages.view import SessionView
from companion.report.curve import curve_of, figures_of
from companion.report.spans import GAP
from companion.report.story import story_of


def page(view: SessionView, figures: int = 0) -> Page:
    turned = PageCommand("evening.figures", ReplacePage(link("evening", figures=0 if figures else 1)))
    return Page(view.word("evening.title"), blocks(view, bool(figures)), [turned])


def blocks(view: SessionView, as_figures: bool = False) -> list[Block]:
    curve = curve_of(view.session)
    story: list[Block] = [view.text(one) for one in story_of(view.session)]
    if curve is None:
        return story or [view.text("evening.hidden" if view.record.hides_money else "evening.only-at-end")]
    if as_figures:
        return [TableBlock(figures_of(curve)), view.text("evening.figures-note", "muted"), GAP, *story]
    drawn = Chart(curve) if curve.is_worth_drawing else view.text("evening.too-early", "muted")
    return [drawn, GAP, *story]
