"""The page for a television: the game in a few large parts, without scrolling."""

from collections.abc import Sequence

from companion.draw.html import PageHtml
from companion.draw.markup import Html, join_html, tag
from companion.draw.tables import shown_tables
from companion.pages import make_page
from companion.pages.effects import link
from companion.pages.page import Row
from companion.pages.view import SessionView
from companion.report.entries import step_sentences
from companion.report.paid import last_gains
from companion.report.preview import last_change_sentences
from companion.report.spans import Paragraph
from companion.report.standings import has_projection, rank_text
from companion.web.turn import turn_html


class Television:
    """`rows` are the last entries of the history, `chart` is the address of the chart."""

    def __init__(self, view: SessionView, rows: Sequence[Row], chart: str) -> None:
        self._view, self._session, self._speaker, self._rows = view, view.session, view.speaker, rows
        self._draw = PageHtml(view, lambda _: "", chart)
        self._draw.is_still, self._chips = True, self._draw.chips
        self._gains = {name: gain for name, gain in last_gains(view.session).items() if gain}

    def parts(self) -> dict[str, Html]:
        """The parts by element id. Content of class `pages` that doesn't fit is shown page by page."""
        turn = turn_html(self._view, self._draw, is_board=True)
        parts = {"turn": turn, "scores": self._scores(), "chart": self._chart()}
        return parts | {"last": self._last(), "tables": self._tables()}

    def _scores(self) -> Html:
        """Scores, best first, with striped bars for the projection; only names if money is hidden."""
        record, word = self._session.record, self._view.word
        title = tag("h2", word("screen.view.scores"))
        if record.hides_money:
            names = tag("ul", *(tag("li", self._who(name)) for name in record.table.seats), look="pages")
            return join_html((title, tag("p", word("web.scores-hidden"), look="quiet"), names))
        ranked = record.standings()
        projection = record.public_projection if has_projection(record) else ()
        then = {name: score for name, score, _ in projection}
        most = max(1, *(score for _, score, _ in ranked), *then.values())
        rows = [self._score(name, score, rank, then.get(name), most) for name, score, rank in ranked]
        legend = tag("p", word("web.striped") if then else "", look="quiet")
        return join_html((title, legend, tag("ol", *rows, look="pages")))

    def _score(self, name: str, score: int, rank: int, then: int | None, most: int) -> Html:
        speaker, gain = self._speaker, self._gains.get(name)
        gained = tag("span", speaker.signed(gain), look="gain" if gain > 0 else "gain loss") if gain else ""
        later = "" if then is None else tag("small", speaker.money(then))
        ends = "" if then is None else tag("progress", max=most, value=max(0, then), look="then")
        now = tag("progress", max=most, value=max(0, score))
        place = tag("small", rank_text(self._session, speaker, name, rank))
        figures = tag("span", gained, tag("strong", speaker.money(score)), later, look="figures")
        bars = tag("span", ends, now, look="bar", aria_hidden="true")
        return tag("li", place, self._who(name), figures, bars, look=self._chips.look(name))

    def _who(self, name: str) -> Html:
        return tag("span", self._chips.chip_with_name(name), look="who")

    def _last(self) -> Html:
        """The last entry, who gets how much, and why; for a correction, the changes it made."""
        title = tag("h2", self._view.word("web.last"))
        if not self._rows:
            return join_html((title, tag("p", self._view.word("screen.no-history"), look="why")))
        row, session, speaker = self._rows[-1], self._session, self._speaker
        paid = []
        for name, gain in sorted(self._gains.items(), key=lambda gain: -gain[1]):
            paid.append(tag("li", self._chips.chip_with_name(name), tag("b", speaker.signed(gain))))
        pay = [tag("ul", *paid, look="pay")] if paid else []
        if told := last_change_sentences(session, speaker):
            first, *more = (tag("p", one) for one in told)
            return join_html((title, tag("div", tag("div", first, look="say"), *pay, *more, look="pages")))
        steps = [step for step in session.record.steps if step.number == row.key]
        why = [tag("p", one.text, look="why") for step in steps for one in step_sentences(step, speaker)]
        lead = tag("p", self._draw.lead(row), look="quiet")
        what = tag("div", *self._draw.blocks([Paragraph(row.text)]), look="say")
        return join_html((title, lead, tag("div", what, *pay, *why, look="pages")))

    def _chart(self) -> Html:
        page = make_page(self._view, link("evening"))
        return join_html((tag("h2", page.title), *self._draw.blocks(page.blocks[:1])))

    def _tables(self) -> Html:
        """The game's tables; the score sheet once the game is over."""
        sheet = make_page(self._view, link("score_sheet")).sheet if self._session.record.is_over else None
        if sheet is not None:
            return tag("div", self._draw.sheet(sheet), look="tables")
        return self._draw.tables([one for one in shown_tables(self._view) if not one.is_restated])
