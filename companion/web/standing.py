"""How the game stands, in parts of a page: turn, scores, tables, the last receipts, the chart, what only one may see.

What everybody may see is made once for each entry, however many look on.
"""

from collections.abc import Callable

from companion.core.messages import say
from companion.core.views import Clock, Gauge
from companion.report.curve import curve_of
from companion.report.export.folds import Folds
from companion.report.export.tags import Chips, Html, joined, table_html, tag, text
from companion.report.paid import last_gains, last_paid
from companion.report.preview import last_told
from companion.report.result import status_of
from companion.report.sheet import result_of
from companion.report.svg import chart_svg
from companion.report.tables import legend_lines, seated
from companion.report.words import Speaker
from companion.session import Session
from companion.session.notation import Notation

RECENT = 4
"""So many of the last entries are shown with their receipts."""
PAGE = 40
"""Entries on a page of the history."""
HIDDEN = "·····"
WIDE = 10_000


class Standing:
    """Parts of pages about the session as it is at one moment; each made when somebody first asks for it."""

    def __init__(self, session: Session, speaker: Speaker) -> None:
        self.session, self.speaker = session, speaker
        self.record = session.record
        self.chips = Chips(session.table.players, session.table.colours)
        self._folds = Folds(session.table.players, speaker, self.chips)
        self._known: dict[str, Html] = {}

    def part(self, name: str) -> Html:
        if name not in self._known:
            make: Callable[[], Html] = getattr(self, f"_{name}")
            self._known[name] = make()
        return self._known[name]

    def _say(self, key: str, **values: object) -> str:
        return self.speaker.say(say(key, **values))

    # Whose turn, and what is left

    def _turn(self) -> Html:
        clock = self.session.game.clock(self.session.state)
        gauges = [self._gauge(one) for one in clock.gauges]
        left = [tag("ul", *gauges, look="gauges")] if gauges else []
        return joined((tag("p", *self._up(clock), look="up"), *left))

    def _up(self, clock: Clock) -> list[Html]:
        session, speaker = self.session, self.speaker
        up = clock.turn.player if clock.turn else session.game.up(session.state)
        if session.is_over:
            found = result_of(session)
            chips = [self.chips.letter(name) for name in found.first]
            return [joined((*chips, speaker.say(status_of(session))), " ")]
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
        label = tag("span", f"{speaker.text(gauge.what)} {gauge.left}{ends}")
        return tag("li", label, bar, look="near" if gauge.is_near_end else "")

    # Scores

    def _scores(self) -> Html:
        """Rank, score and bar of each, what the last entry changed, and what it would be if it were over now."""
        session, speaker = self.session, self.speaker
        record = session.record
        up = session.game.up(session.state)
        if record.hides_money:
            rows = [tag("li", self.chips.named(name), look=_look(name == up)) for name in session.table.seats]
            return joined((tag("ol", *rows, look="scores"), tag("p", self._say("show.hidden"), look="quiet")))
        now = {name: (score, rank) for name, score, rank in record.standings()}
        then = (
            {}
            if session.is_over
            else {name: (score, rank) for name, score, rank in record.public_projection()}
        )
        gained = last_gains(session)
        most = max(1, *(score for score, _ in (*now.values(), *then.values())))
        rows = []
        for name in session.table.seats:
            score, rank = now[name]
            parts = [
                tag("span", f"{rank}.", look="rank"),
                self.chips.named(name),
                tag("strong", speaker.money(score), look="score"),
                tag("span", speaker.signed(gained[name]) if gained.get(name) else "", look="gain"),
                tag(
                    "progress", max=most, value=max(0, score), look=self.chips.look(name), aria_hidden="true"
                ),
            ]
            if then:
                final, final_rank = then[name]
                said = f"{self._say('screen.if-over')} {speaker.money(final)} · {final_rank}."
                parts.append(tag("span", said, look="then"))
            rows.append(tag("li", *parts, look=_look(name == up, rank == 1)))
        return tag("ol", *rows, look="scores")

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

    def _tables(self) -> Html:
        views = self.session.game.tables(self.session.state)
        drawn = [
            table_html(seated(view, self.session.table.seats), self.speaker, self.chips)
            for view in views
            if view.rows and not view.is_restated
        ]
        plain = [view._replace(legend=None) for view in views]
        legend = [tag("p", one, look="quiet") for one in legend_lines(plain, self.speaker, WIDE)]
        return tag("div", *drawn, *legend, look="tables")

    def _last(self) -> Html:
        """What the last entry paid, then the last few entries with all that happened, the newest first."""
        session, speaker = self.session, self.speaker
        paid = [tag("p", speaker.say(one), look="paid") for one in last_paid(session, speaker)]
        told = [tag("p", one, look="told") for one in last_told(session, speaker)]
        first = max(0, len(session.steps) - RECENT)
        return tag(
            "div", *paid, *told, *reversed(self._entries(first, len(session.steps), is_open=True)), look="log"
        )

    def history(self, until: int | None = None) -> tuple[list[Html], int]:
        """A page of entries, the newest first, and how many come before them."""
        last = len(self.session.steps) if until is None else max(0, min(until, len(self.session.steps)))
        first = max(0, last - PAGE)
        return list(reversed(self._entries(first, last))), first

    def _entries(self, first: int, last: int, is_open: bool = False) -> list[Html]:
        record, notation = self.session.record, Notation(self.session.record, self.speaker.lexicon)
        steps = self.session.steps[first:last]
        texts = notation.step_lines(first, last)
        found = []
        for step, line in zip(steps, texts, strict=True):
            place = record.place_of(step.number) or 0
            found.append(self._folds.step(place, step, line))
        if is_open and found:
            found[-1] = Html(found[-1].replace("<details>", "<details open>", 1))
        return found

    def _chart(self) -> Html:
        curve = curve_of(self.session)
        if curve is None or not curve.is_worth_drawing:
            return Html("")
        said = self._say("evening.title")
        return tag("img", src=f"/chart.svg?{len(self.session.steps)}-{self.session.entry_count}", alt=said)

    def chart(self) -> str:
        return chart_svg(self.session, self.speaker.language)

    def colours(self) -> str:
        """The style of the players."""
        return self.chips.style(self.session.table.seats)


def _look(is_up: bool, is_first: bool = False) -> str:
    return " ".join(look for look, is_so in (("now", is_up), ("first", is_first)) if is_so)
