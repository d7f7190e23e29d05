"""How the game stands, in parts of a page: turn, scores, tables, the last receipts, the chart, what only one may see.

What everybody may see is made once for each entry, however many look on.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.core.messages import say
from companion.core.replay import Step
from companion.core.views import Clock, Gauge, TableView
from companion.games.entries import Action
from companion.report.curve import curve_of
from companion.report.export.html import Chips, Folds, Html, joined, table_html, tag, text
from companion.report.paid import GAP, last_gains, last_paid
from companion.report.preview import last_told
from companion.report.sheet import final_sheet, result_of, sheet_table, status_of
from companion.report.story import story_of
from companion.report.svg import SMALL, chart_svg
from companion.report.tables import legend_lines, seated
from companion.report.words import Speaker
from companion.session import Session
from companion.session.notation import Notation
from companion.web.asking import button, buttons

RECENT = 8
"""So many of the last entries are shown with their receipts."""
PAGE = 40
"""Entries on a page of the history."""
WIDE = 10_000
BETWEEN = " · "
"""Between what one player gets and what the next one does."""


class Standing:
    """Parts of pages about the session as it is at one moment; each made when somebody first asks for it.

    Tables and entries that are as they were a moment before look as they did then, and are not made again.
    """

    def __init__(self, session: Session, speaker: Speaker, before: "Standing | None" = None) -> None:
        self.session, self.speaker = session, speaker
        self.record = session.record
        self.chips = Chips(session.table.players, session.table.colours)
        self._folds = Folds(session.table.players, speaker, self.chips)
        self._gains = last_gains(session)
        self._known: dict[str, Html] = {}
        self._notation = Notation(session.record, speaker.lexicon)
        self._seen = session.table, self._notation.redaction, session.display_names()
        """What an entry or a table shows besides itself: who plays under which name, what is hidden, and what the copy
        book calls things.
        """
        self._before = before._made if before is not None and before._seen == self._seen else {}
        self._made: dict[tuple[object, ...], tuple[object, Html]] = {}

    def part(self, name: str) -> Html:
        if name not in self._known:
            make: Callable[[], Html] = getattr(self, f"_{name}")
            self._known[name] = make()
        return self._known[name]

    def _as_before(self, key: tuple[object, ...], of: object, make: Callable[[], Html]) -> Html:
        """What shows something, taken over where that is what it was a moment before."""
        was, html = self._before.get(key, (None, None))
        if html is None or was != of:
            html = make()
        self._made[key] = of, html
        return html

    def _say(self, key: str, **values: object) -> str:
        return self.speaker.say(say(key, **values))

    # Whose turn, and what is left

    def _turn(self) -> Html:
        if self.session.is_over:
            return self._winner()
        clock = self.session.game.clock(self.session.state)
        gauges = [self._gauge(one) for one in clock.gauges]
        left = [tag("ul", *gauges, look="gauges")] if gauges else []
        return joined((tag("p", *self._up(clock), look="up"), *left))

    def _winner(self) -> Html:
        """Who won and with how much, large; what decided between those with the same score."""
        found = result_of(self.session)
        chips = [self.chips.letter(name) for name in found.first]
        score = tag("span", self._say("sheet.with", score=found.score), look="with")
        said = joined((*chips, self.speaker.say(status_of(self.session)), score), " ")
        tie = [tag("p", self.speaker.say(found.tie), look="tie-said")] if found.tie is not None else []
        return joined((tag("p", said, look="up winner"), *tie))

    def _up(self, clock: Clock) -> list[Html]:
        session, speaker = self.session, self.speaker
        up = clock.turn.player if clock.turn else session.game.up(session.state)
        if up is None:
            return [text(speaker.say(clock.next or status_of(session)))]
        parts: list[Html] = [self.chips.named(up)]
        if clock.turn:
            what, turn = speaker.text(clock.turn.what), clock.turn
            said = self._say("screen.turn", left=turn.left, of=turn.of, what=what)
            done = [speaker.text(one) for one in turn.done]
            said += f", {self._say('screen.done', what=', '.join(done))}" if done else ""
            parts.append(tag("span", said, look="left"))
        return [joined(parts, " ")]

    def _gauge(self, gauge: Gauge) -> Html:
        speaker = self.speaker
        bar = tag("progress", max=max(1, gauge.of), value=gauge.left, aria_hidden="true")
        ends = self._say("screen.ends-at", count=gauge.ends_at) if gauge.ends_at else ""
        label = tag("span", speaker.text(gauge.what), " ", tag("strong", str(gauge.left)), ends)
        return tag("li", label, bar, look="near" if gauge.is_near_end else "")

    # Scores

    def _scores(self) -> Html:
        """Rank, score and bar of each, what the last entry changed, and what it would be if it were over now."""
        session = self.session
        if session.record.hides_money:
            up = session.game.up(session.state)
            names = [
                tag("li", self.chips.named(name), look=_look(name == up)) for name in session.table.seats
            ]
            hidden = tag("p", self._say("show.hidden"), look="quiet")
            return joined((tag("ul", *names, look="seated"), hidden))
        ranked = session.record.standings()
        now = {name: (score, rank) for name, score, rank in ranked}
        then: dict[str, tuple[int, int]] = {}
        if not session.is_over:
            then = {name: (score, rank) for name, score, rank in session.record.public_projection()}
        most = max(1, *(score for score, _ in (*now.values(), *then.values())))
        order = [name for name, _, _ in ranked] if session.is_over else session.table.seats
        heads = {"rank": "show.rank", "player": "show.player", "score": "show.now"}
        if session.is_over:
            heads["score"] = "sharing.score"
        cells = [*heads.items(), *((("then", "show.if-over"), ("rank", "show.rank")) if then else ())]
        head = [tag("th", self._say(key), scope="col", look=look) for look, key in cells]
        rows = [self._score_row(name, now[name], then.get(name), most) for name in order]
        return tag("table", tag("thead", tag("tr", *head)), tag("tbody", *rows), look="scores")

    def _score_row(self, name: str, now: tuple[int, int], then: tuple[int, int] | None, most: int) -> Html:
        session, speaker = self.session, self.speaker
        score, rank = now
        bar = tag("progress", max=most, value=max(0, score), look=self.chips.look(name), aria_hidden="true")
        gain = self._gains.get(name)
        gained = tag("span", speaker.signed(gain), look="gain" if gain > 0 else "gain loss") if gain else ""
        cells = [
            tag("td", f"{rank}.", look="rank"),
            tag("th", tag("span", self.chips.named(name), look="who"), bar, scope="row", look="player"),
            tag("td", tag("strong", speaker.money(score)), " ", gained, look="score"),
        ]
        if then is not None:
            final, final_rank = then
            cells.append(tag("td", speaker.money(final), look="then"))
            cells.append(tag("td", f"{final_rank}.", look="rank best" if final_rank == 1 else "rank"))
        is_up = name == session.game.up(session.state)
        return tag("tr", *cells, look=_look(is_up, rank == 1))

    def own(self, player: str | None) -> Html:
        """What is hidden from the others, for its owner alone."""
        session = self.session
        if player is None or session.is_over:
            return Html("")
        found = []
        if session.record.hides_money:
            score = session.game.scores(session.state)[player]
            found.append(self._say("web.own-money", amount=score))
        found += [self.speaker.say(one) for one in session.game.own(session.state, player)]
        return tag("div", *(tag("p", one) for one in found), look="own") if found else Html("")

    # Tables, receipts, chart

    def _sheet(self) -> Html:
        """What the scores are made of, once it is over."""
        sheet = final_sheet(self.session) if self.session.is_over else None
        return (
            table_html(sheet_table(sheet.without_nothing()), self.speaker, self.chips) if sheet else Html("")
        )

    def _tables(self) -> Html:
        views = [
            view
            for view in self.session.game.tables(self.session.state)
            if view.rows and not view.is_restated
        ]
        drawn = [self._as_before(("table", view.key), view, partial(self._table, view)) for view in views]
        plain = [view for view in views if view.legend is None]
        legend = [tag("p", one, look="quiet") for one in legend_lines(plain, self.speaker, WIDE)]
        return tag("div", *drawn, *legend, look="tables") if drawn else Html("")

    def _table(self, view: TableView) -> Html:
        return table_html(seated(view, self.session.table.seats), self.speaker, self.chips)

    def _last(self) -> Html:
        """What the last entry paid, then the last few entries with all that happened, the newest first."""
        session, speaker = self.session, self.speaker
        said = (speaker.say(one).replace(GAP, BETWEEN) for one in last_paid(session, speaker))
        paid = [tag("p", one, look="paid") for one in said]
        told = [tag("p", one, look="told") for one in last_told(session, speaker)]
        first = max(0, len(session.steps) - RECENT)
        found = [*paid, *told, *self._entries(first, len(session.steps), is_open=not session.is_over)]
        return tag("div", *found, look="log") if found else self._empty("screen.no-history")

    def _empty(self, key: str) -> Html:
        """Said where nothing is to be seen yet and room is kept for it."""
        return tag("p", self._say(key), look="empty")

    def history(self, until: int | None = None, can_change: bool = False) -> tuple[Html, int]:
        """A page of entries, the newest first, and how many come before them; pages are whole ones from the first on,
        so that there are not more of them to be kept than the session has.
        """
        count = len(self.session.steps)
        last = count if until is None else min(-(-max(0, until) // PAGE) * PAGE, count)
        first = (
            max(0, (last - 1) // PAGE * PAGE) if until is not None else max(0, (last - PAGE) // PAGE * PAGE)
        )
        known = f"history {first} {last} {can_change}"
        if known not in self._known:
            made = joined(self._entries(first, last, can_change=can_change))
            self._known[known] = made or tag("p", self._say("screen.no-history"), look="quiet")
        return self._known[known], first

    def _entries(self, first: int, last: int, is_open: bool = False, can_change: bool = False) -> list[Html]:
        """Entries folded, the newest first, which may stand open; each with a button to change it for those who may."""
        steps = self.session.steps[first:last]
        places = self.record.places_of(one.number for one in steps)
        found: list[Html] = []
        for at, (step, place) in enumerate(zip(steps, places, strict=True), first):
            make = partial(self._entry, at, step, place, can_change)
            found.insert(0, self._as_before(("entry", place, can_change), step, make))
        if is_open and found:
            found[0] = Html(found[0].replace("<details>", "<details open>", 1))
        return found

    def _entry(self, at: int, step: Step[Any, Action], place: int, can_change: bool) -> Html:
        (line,) = self._notation.step_lines(at, at + 1)
        change = [self._change(step.number)] if can_change else []
        return self._folds.step(place, step, line, *change)

    def _change(self, number: int) -> Html:
        page = tag("input", type="hidden", name="page", value="history")
        return buttons(page, button(self._say("web.change-this"), f"change:{number}"))

    def _chart(self) -> Html:
        curve = curve_of(self.session)
        if curve is None or not curve.is_worth_drawing:
            return self._empty("evening.hidden" if curve is None else "evening.too-early")
        told = " ".join(self.speaker.say(one) for one in story_of(self.session, by_place=True, curve=curve))
        address = f"/chart.svg?{len(self.session.steps)}-{self.session.entry_count}"
        title = tag("h2", self._say("evening.title"))
        return joined((title, tag("img", src=address, alt=told, width=SMALL.width, height=SMALL.height)))

    def _picture(self) -> Html:
        return Html(chart_svg(self.session, self.speaker.language, SMALL))

    def chart(self) -> str:
        return self.part("picture")

    def colours(self) -> str:
        """The style of the players."""
        return self.chips.style(self.session.table.seats)


def _look(is_up: bool, is_first: bool = False) -> str:
    return " ".join(look for look, is_so in (("now", is_up), ("first", is_first)) if is_so)
