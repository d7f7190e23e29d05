"""A player's own number in an entry that everyone makes: a keypad, a button for each of a few numbers, or counters."""

from collections.abc import Mapping

from companion.core.game import EveryonesEntry
from companion.core.targets import Target
from companion.desk import entry_view
from companion.desk.entry_buttons import Button, Counter
from companion.draw.log import LOOKS
from companion.draw.markup import Html, join_html, tag
from companion.forms.entry_form import EntryForm
from companion.forms.questions import Each
from companion.forms.questions.number import bounds
from companion.forms.questions.pick import names_players
from companion.report.standings import place_text
from companion.web.button_html import ButtonHtml, buttons

MOST_DIGITS = 7
MOST_BUTTONS = 22
"""Most numbers that are a button each: the tricks of the longest round, and none."""
BLANK, _IN, _MISSING = "–", "✓", "…"


class OwnNumberHtml:
    def __init__(self, draw: ButtonHtml, form: EntryForm, asked: EveryonesEntry) -> None:
        self._draw, self._desk, self._asked, self._label = draw, draw.desk, asked, draw.word
        table = form.nav.at(form.cursor[:1])
        assert isinstance(table, Each)
        self._form, self._table, self._key = form, table, str(form.cursor[-1])
        self.numbers: Mapping[str, int] = form.draft.get(table.field, {})
        """The numbers so far, by player or by category."""
        self.is_by_player = names_players(table.questions[0])
        self._who = self._key if self.is_by_player else str(form.draft["by"])
        self._question = table.inside(self._key) or table
        is_own = self._who == draw.desk.rights.seat
        title = draw.speaker.say(asked.ask if is_own else self._question.ask)
        self._title = title if is_own else f"{self._who}: {title}"

    def counters(self) -> Html:
        """A row for each category; empty if the numbers are players'."""
        if self.is_by_player:
            return Html("")
        return tag("div", self._heading, *map(self._counter, self._table.listed_keys), css="tally")

    def pinned_html(self, *ends: Html) -> Html:
        """The keys, what the numbers lead to, who is in, and the buttons that end it. None of it ever moves."""
        record, parts = self._desk.record, [*self._sums(), *self._blanks()]
        if self.is_by_player:
            number = self.numbers.get(self._key)
            blank = self._form.typed or BLANK
            shown = tag("output", blank if number is None else self._desk.speaker.money(number))
            bid = self._asked.before.get(self._who)
            said = [] if bid is None else [tag("p", self._desk.speaker.say(bid))]
            parts = [self._heading, tag("div", shown, *said, *parts, css="number"), self._keys(number)]
        staying = (name for name in record.roster.seats if name not in record.former_players)
        order = sorted(staying, key=lambda name: name != self._desk.rights.seat)
        everyone, end = buttons(*map(self._chip, order), css="everyone"), buttons(*ends, css="end")
        remarks = self._remarks()
        asked = f"{self._title} {self.numbers} {join_html(remarks)}"
        return tag("div", *parts, everyone, *remarks, end, css="own", data_own=asked)

    @property
    def _heading(self) -> Html:
        return tag("h3", self._title, tabindex="-1")

    def _chip(self, name: str) -> Html:
        is_missing, typed = name in self._asked.missing, self.numbers.get(name) if self.is_by_player else None
        label = self._label("web.not-entered" if is_missing else "web.entered", player=name)
        number = _MISSING if typed is None else self._desk.speaker.money(typed)
        mark = tag("b", number if is_missing else _IN)
        shown = self._draw.chips.letter(name), mark, tag("bdi", name)
        if not is_missing or not self.is_by_player:
            return tag("span", *shown, aria_label=label, role="img")
        css = "chosen" * (name == self._who)
        return self._draw.button(
            Button(name, Target("cell", name), css), join_html(shown), aria_description=label
        )

    def _keys(self, number: int | None) -> Html:
        """A button for each of a few numbers, else a keypad. Each key's target is the whole number it makes."""
        most, low, label = self._asked.most, bounds(self._question)[0], self._label
        if most is not None and most < MOST_BUTTONS:
            few = (self._button(str(at), at, css="chosen" * (at == number)) for at in range(most + 1))
            return buttons(*few, css="buttons numbers")
        typed = self._form.typed if number is None else str(number)
        longer = [None if len(typed) > MOST_DIGITS else int(f"{typed}{digit}") for digit in range(10)]
        sign = (-number or None) if number is not None else "" if typed else "-"
        shorter = typed[:-1].removesuffix("-") if typed else None
        keys = [self._button(str(digit), longer[digit]) for digit in range(1, 10)]
        can_be_less = low is None or low < 0
        keys.append(self._button("±", sign, label("web.other-sign")) if can_be_less else tag("span"))
        keys.append(self._button("0", longer[0]))
        return buttons(*keys, self._button("⌫", shorter, label("web.last-digit")), css="keypad")

    def _button(self, text: str, number: int | str | None, name: str = "", css: str = "") -> Html:
        target = None if number is None else Target("own", (self._key, number))
        return self._draw.button(Button(text, target, css, name=name), data_key=text)

    def _counter(self, key: str) -> Html:
        number, name = self.numbers.get(key), self._desk.speaker.name(key)
        now, low = number or 0, bounds(self._table.inside(key))[0]
        typed, less, more = (Target("own", (key, count)) for count in ("", now - 1, now + 1))
        text, fewer = "" if number is None else str(number), less if low is None or now > low else None
        counter = Counter(name, text, typed, fewer, more, look="none" * (number is None))
        return self._draw.counter(counter, tag("span", name))

    def _sums(self) -> list[Html]:
        preview, money, rest = self._desk.preview, self._desk.speaker.money, self._question.default
        if preview is None and isinstance(rest, int) and self._who == self._desk.rights.seat:
            return [tag("p", self._label("web.left-for-you", number=money(rest)))]
        if preview is None or preview.after is None:
            return [tag("p", money(self._desk.record.scores[self._who]))] if self.is_by_player else []
        before, after = (scores[self._who] for scores in preview.scores)
        parts, place = [before, after - before], Html("")
        if before == after:
            receipts = preview.after.game.final_receipts(preview.after.state)
            ends = [row.amount for receipt in receipts for row in receipt.rows if row.player == self._who]
            parts = [before, *ends] if before or not ends else ends
        elif self._who == self._desk.rights.seat and preview.after.game.is_settled(preview.after.state):
            ranks = {name: rank for name, _, rank in preview.after.standings()}
            there = place_text(self._desk.speaker, ranks[self._who])
            place = tag("small", self._label("web.own-place", place=there))
        terms = "".join(f" {'−' if part < 0 else '+'} {money(abs(part))}" for part in parts[1:])
        total = f" = {money(sum(parts))}" if terms else ""
        is_nothing_new = parts == [before] and not self.is_by_player
        return [] if is_nothing_new else [tag("p", f"{money(parts[0])}{terms}{total}", place)]

    def _blanks(self) -> list[Html]:
        if self.is_by_player or not self.numbers or not self._form.blank_keys:
            return []
        names = [self._desk.speaker.name(key) for key in self._form.blank_keys]
        blank = tag("p", self._label("web.blank", names=names), css="left")
        fill = self._draw.act("web.rest-is-0", Target("own", ("", 0)))
        return [buttons(blank, fill, css="blanks")]

    def _remarks(self) -> list[Html]:
        desk, kinds = self._desk, ["violation", "warning"]
        before, after = ({}, {}) if desk.preview is None else desk.preview.scores
        if after.get(self._who, 0) - before.get(self._who, 0) != self.numbers.get(self._key):
            kinds.append("payout")
        sentences = [sentence for sentence in entry_view.preview_in_order(desk) if sentence.kind in kinds]
        remarks = [tag("p", sentence.text, css=LOOKS.get(sentence.kind, "")) for sentence in sentences]
        if desk.form.problem is not None:
            remarks.append(tag("p", desk.speaker.say(desk.form.problem.message), css="bad", role="alert"))
        return [tag("div", *remarks, css="told")] if remarks else []
