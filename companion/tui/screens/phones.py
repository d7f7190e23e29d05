"""Phones at the table: whether they may reach it, how they do, who is there, and who is sent away."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from companion.core.messages import say
from companion.report.spans import Line
from companion.tui.commands import PAGE, PHONES, Command, Commands, bindings_of, shown
from companion.tui.draw.phones import (
    address_lines,
    ask_lines,
    guest_lines,
    question_lines,
    seats_lines,
    text_width,
    title_of_guests,
    with_picture,
)
from companion.tui.phones import Guest, Phones
from companion.tui.screens.listing import ListPage


class PhonesPage(ListPage):
    """Leaving it leaves the phones at the table."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(PHONES)
    OWN_COMMANDS: ClassVar[Commands] = (*PHONES, *PAGE)
    HINTS: ClassVar[Commands] = (*PHONES, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("phones", "list-arrows")

    def __init__(self, title: str, phones: Phones, start: Callable[[], None]) -> None:
        super().__init__(title)
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

    def rows(self, width: int) -> list[list[Line]]:
        return [guest_lines(one, self.host.speaker, width) for one in self._guests]

    def _marked_rows(self, width: int) -> list[Line]:
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
        guests = super()._marked_rows(room) if self._guests else []
        self._tops = [top + len(above) for top in self._tops]
        return with_picture(served, [*above, *guests, *seats_lines(served, speaker, room)], width, height)

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
        guests = self._guests
        if guests:
            self._phones.send(f"away {guests[self.place].number}")

    def action_new_code(self) -> None:
        self._phones.send("code")

    def action_stop_serving(self) -> None:
        if self._phones.is_on:
            self._phones.stop()
            self.notify(self.host.speaker.say(say("serve.ended")))
        self.dismiss()
