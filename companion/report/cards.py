"""Cards of sessions: day, game, title, players, progress, and who leads or won."""

from collections.abc import Mapping
from datetime import date, tzinfo

from companion.core.letters import chip_letters
from companion.core.local_time import local_time
from companion.core.names import clean, fold
from companion.core.player_colours import PLAIN_DARK, colour_of
from companion.core.summary import Summary
from companion.report.spans import Line, Span, folded_spans, span_width, spread, wrap
from companion.report.text_width import clip_text, flush_left, flush_right, width
from companion.report.words import Speaker
from companion.session.listing import ListedSession

COLOURS = {hue: hue for hue in PLAIN_DARK}
"""Colour names standing for players, so that chips of many sessions can be drawn on one screen."""
LONGEST_GAME, LONGEST_FAULT = 20, 400
SCORE = 8
"""Columns of a score with the blanks before it."""


class Cards:
    def __init__(self, speaker: Speaker, games: Mapping[str, str], today: date, zone: tzinfo | None) -> None:
        self._speaker, self._games, self._today, self._zone = speaker, games, today, zone
        self._days = speaker.phrase("shelf.days").split(", ")
        self._day_room = 2 + max(map(width, (*self._days, speaker.day(self._today))))
        self._game_room = 2 + max((width(name) for name in games.values()), default=0)

    def lines(self, listed: ListedSession, most: int) -> list[Line]:
        summary = listed.summary
        if summary is None and listed.fault is None:  # not read yet; keep two lines for it
            name = clip_text(clean(listed.path.name, "?"), most)
            return [(Span(name, "muted"),), (Span(self._speaker.phrase("shelf.reading"), "muted"),)]
        if summary is None:
            return folded_spans(f"{clean(listed.path.name, '?')}: {self._fault(listed)}", most, "bad")
        if listed.difference is not None:
            return folded_spans(self._speaker.say(listed.difference), most, "warn")
        return [
            *self._card(summary, most, listed.is_outdated),
            *(folded_spans(self._fault(listed), most, "bad") if listed.fault else ()),
        ]

    def has(self, listed: ListedSession, words: str) -> bool:
        summary = listed.summary
        texts = [listed.path.name]
        if summary is not None:
            day = "" if summary.last is None else local_time(summary.last, self._zone).date().isoformat()
            texts += [summary.title, *summary.players, self._games.get(summary.game, ""), summary.game, day]
            texts += [self._when(summary), self.state(listed), str(summary.entries)]
        whole = fold(" ".join(texts))
        return all(word in whole for word in fold(words).split())

    def _card(self, summary: Summary, most: int, is_outdated: bool) -> list[Line]:
        when = Span(flush_left(self._when(summary), self._day_room), "muted")
        game = Span(flush_left(f"{self.game(summary)}  ", self._game_room), "strong")
        title = Span(clean(summary.title, "?"))
        far = Span(self._speaker.phrase("show.entries", count=summary.entries), "muted")
        standing = self._standing(summary)
        if is_outdated:
            far, standing = Span(self._speaker.phrase("shelf.reading"), "muted"), ()
        for longest in (99, 12, 9, 7, 5):
            players: Line = sum(_chips(summary, longest), ())
            if span_width(players) < most - span_width(standing):
                return [spread((when, game, title), (far,), most), spread(players, standing, most)]
        names = wrap(_chips(summary, 7), most, indent=0)  # names are worth more than the number of entries
        return [spread((when, game, title), standing or (far,), most), *names]

    def game(self, summary: Summary) -> str:
        return self._games.get(summary.game) or clip_text(clean(summary.game, "?"), LONGEST_GAME)

    def _when(self, summary: Summary) -> str:
        if summary.last is None:
            return ""
        day = local_time(summary.last, self._zone).date()
        ago = (self._today - day).days
        if ago in (0, 1):
            return self._speaker.phrase("shelf.yesterday" if ago else "shelf.today")
        return self._days[day.weekday()] if 1 < ago < 7 else self._speaker.day(day)

    def state(self, listed: ListedSession) -> str:
        """Running or finished; empty for a session without a summary."""
        if listed.summary is None:
            return ""
        return self._speaker.phrase("shelf.over" if listed.summary.is_over else "shelf.running")

    def _standing(self, summary: Summary) -> Line:
        if not (summary.is_hidden or summary.entries or summary.is_over):
            return ()
        first = [name for name, place in summary.places.items() if place == 1]
        score = self._speaker.money(summary.scores[first[0]])
        if summary.is_hidden or (len(first) == len(summary.places) and not summary.is_over):
            key = "shelf.hidden" if summary.is_hidden else "shelf.level"
            return (Span(self._speaker.phrase(key, score=score), "muted"),)
        keys = ("shelf.won", "shelf.shared") if summary.is_over else ("shelf.leads", "shelf.lead")
        text = Span(f"{self._speaker.phrase(keys[len(first) > 1])} ", "" if summary.is_over else "muted")
        letters = chip_letters(summary.players, summary.given)
        chips = [
            Span(f" {letters[name]} ", f"chip:{hue}") for name, hue in hues(summary).items() if name in first
        ]
        return (text, *chips, Span(flush_right(score, SCORE), "strong"))

    def _fault(self, listed: ListedSession) -> str:
        speaker = Speaker(listed.ruleset, self._speaker.language) if listed.ruleset else self._speaker
        return clip_text(clean(speaker.say(listed.fault), "?"), LONGEST_FAULT) if listed.fault else ""


def hues(summary: Summary) -> dict[str, str]:
    return {name: colour_of(name, summary.players, summary.colours) for name in summary.players}


def _chips(summary: Summary, longest: int) -> list[Line]:
    letters, colours = chip_letters(summary.players, summary.given), hues(summary)
    chips: list[Line] = []
    for name in summary.players:
        text = f" {clip_text(clean(name, '?'), longest)}  " if longest else " "
        chips.append((Span(f" {letters[name]} ", f"chip:{colours[name]}"), Span(text)))
    return chips
