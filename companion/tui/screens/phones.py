"""Phones at the table: whether they may reach it, how they do, who is there, and who is sent away."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from companion.core.messages import say
from companion.pages.commands import (
    PAGE,
    PHONES,
    Command,
    Commands,
)
from companion.report.spans import Line, Span, beside, filled, folded_line, folded_spans, rule, span_width
from companion.report.tables import player_look
from companion.report.words import Speaker
from companion.tui.keymap import (
    bindings_of,
    shown,
)
from companion.tui.phones import Guest, Phones, Served
from companion.tui.screens.listing import ListPage, stacked

LEAST_TEXT = 36
"""Columns for the text beside the picture."""
_GAP = "  "


def question_lines(phones: Phones, speaker: Speaker, yes: str, no: str, width: int) -> list[Line]:
    """Before anybody is let in: what is asked, or what is waited for, or what went wrong."""
    if phones.fault is not None:
        again = speaker.say(say("phones.again", key=yes))
        return [*folded_spans(speaker.say(phones.fault), width, "bad"), (), *folded_spans(again, width)]
    if not phones.is_asked:
        return folded_spans(speaker.say(say("phones.starting")), width, "muted")
    if phones.offer is None:
        told = (say("phones.no-network"), say("phones.look-again", key=yes), say("phones.no", key=no))
    else:
        allowed = say("phones.yes", key=yes, address=phones.offer)
        told = (say("phones.may-they"), allowed, say("phones.no", key=no))
    first, *then = (speaker.say(one) for one in told)
    answers = [line for one in then for line in ((), *folded_spans(one, width))]
    return [*folded_spans(first, width, "strong"), *answers]


def address_lines(served: Served, speaker: Speaker, width: int) -> list[Line]:
    reach = say("serve.lan" if served.is_lan else "phones.here", address=served.address)
    lines = [
        *folded_spans(speaker.say(reach), width, "strong"),
        *folded_spans(speaker.say(say("web.code-is", code=served.code)), width, "strong"),
    ]
    if served.wrong:
        lines += folded_spans(speaker.say(say("serve.wrong", count=served.wrong)), width, "warn")
    return [*lines, ()]


def ask_lines(served: Served, speaker: Speaker, yes: str, no: str, width: int) -> list[Line]:
    """The first who asks for a seat: the keys answer that one."""
    if not served.asks:
        return []
    number, player = served.asks[0]
    asked = say("phones.asks", number=number, player=player, yes=yes, no=no)
    more = say("web.asking", count=len(served.asks))
    lines = folded_spans(speaker.say(asked), width, "warn")
    return [*lines, *(folded_spans(speaker.say(more), width, "muted") if len(served.asks) > 1 else []), ()]


def guest_lines(guest: Guest, speaker: Speaker, width: int) -> list[Line]:
    if guest.player is not None:
        said, look = (
            say("web.guest-sits", number=guest.number, player=guest.player),
            player_look(guest.player),
        )
    elif guest.is_host:
        said, look = say("web.guest-hosts", number=guest.number), ""
    else:
        said, look = say("web.guest-looks", number=guest.number), ""
    away = [] if guest.is_here else [Span(f"  {speaker.say(say('phones.asleep'))}", "muted")]
    return folded_line((Span(speaker.say(said), look), *away), width)


def seats_lines(served: Served, speaker: Speaker, width: int) -> list[Line]:
    """Which seats nobody has on a phone; a title where somebody is there at all."""
    taken = {guest.player for guest in served.guests}
    free = [name for name in served.players if name not in taken]
    said = say("phones.free", players=", ".join(free)) if free else say("phones.none-free")
    return [(), *folded_spans(speaker.say(said), width, "muted")]


def title_of_guests(served: Served, speaker: Speaker, width: int) -> list[Line]:
    if not served.guests:
        return folded_spans(speaker.say(say("phones.nobody")), width, "muted")
    return [rule(speaker.say(say("phones.guests")), "", width)]


def text_width(served: Served, width: int, height: int) -> int:
    """Columns for the text: fewer where the picture stands beside it."""
    room = width - len(_GAP) - max((len(row) for row in served.picture), default=width)
    return room if room >= LEAST_TEXT and len(served.picture) <= height else width


def with_picture(served: Served, lines: list[Line], width: int, height: int) -> list[Line]:
    """The picture beside the text or below it, where all of it can be seen at once; else none."""
    picture: list[Line] = [(Span(row, "picture"),) for row in served.picture]
    room = text_width(served, width, height)
    if room < width:
        return beside([filled(lines[0], room), *lines[1:]], picture, _GAP)
    below = [*lines, (), *picture]
    is_seen = picture and span_width(picture[0]) <= width and len(below) <= height
    return below if is_seen else lines


class PhonesPage(ListPage):
    """Leaving it leaves the phones at the table."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PHONES)
    OWN_COMMANDS: ClassVar[Commands] = (*PHONES, *PAGE)
    HINTS: ClassVar[Commands] = (*PHONES, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("phones", "list-arrows")

    def __init__(self, title: str, phones: Phones, start: Callable[[], None]) -> None:
        super().__init__(title, self._lines)
        self._phones, self._begin = phones, start

    def hinted(self) -> list[Command]:
        """Only what can be done now."""
        phones, served = self._phones, self._phones.served
        is_question = phones.is_asked or bool(served and served.asks)
        useful = {
            "allow": is_question or phones.fault is not None,
            "deny": is_question,
            "send_away": bool(served and served.guests),
            "new_code": served is not None,
            "stop_serving": served is not None,
        }
        return [one for one in super().hinted() if useful.get(one.action, True)]

    @property
    def _guests(self) -> list[Guest]:
        """By their seats; who has none comes last."""
        served = self._phones.served
        if served is None:
            return []
        seats = {player: place for place, player in enumerate(served.players)}
        return sorted(served.guests, key=lambda one: seats.get(one.player or "", len(seats)))

    def _lines(self, width: int) -> list[Line]:
        speaker, keys, served = self.host.speaker, self.host.keys, self._phones.served
        yes, no = (shown(keys[f"phones.{one}"], speaker) for one in ("allow", "deny"))
        if served is None:
            return question_lines(self._phones, speaker, yes, no, width)
        height = self._content.size.height
        room = text_width(served, width, height)
        above = [
            *address_lines(served, speaker, room),
            *ask_lines(served, speaker, yes, no, room),
            *title_of_guests(served, speaker, room),
        ]
        guests = [(one.number, guest_lines(one, speaker, room)) for one in self._guests]
        lines = self.marked_lines(stacked(guests, above))
        return with_picture(served, [*lines, *seats_lines(served, speaker, room)], width, height)

    def action_open(self) -> None:
        """A guest that is pointed at is marked, and no more."""

    def action_allow(self) -> None:
        if self._phones.is_asked and self._phones.offer is not None:
            self._phones.open(is_lan=True)
        elif self._phones.is_asked or self._phones.fault is not None:
            self._begin()
        else:
            self._settle("yes")
        self.redraw()

    def action_deny(self) -> None:
        if self._phones.is_asked:
            self._phones.open(is_lan=False)
        else:
            self._settle("no")
        self.redraw()

    def _settle(self, word: str) -> None:
        served = self._phones.served
        if served is not None and served.asks:
            self._phones.send(f"{word} {served.asks[0].number}")

    def action_send_away(self) -> None:
        if self._guests:
            self._phones.send(f"away {self.marked}")

    def action_new_code(self) -> None:
        self._phones.send("code")

    def action_stop_serving(self) -> None:
        if self._phones.is_on:
            self._phones.stop()
            self.notify(self.host.speaker.say(say("serve.ended")))
        self.dismiss()
