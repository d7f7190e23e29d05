"""A desk whose drawings are numbered: a tap counts only on the last drawing, and only on what that offered."""

from companion.core.targets import Target
from companion.desk.desk import Desk
from companion.draw.markup import Html
from companion.session.record import Record
from companion.web.button_html import DrawnDesk, with_drawing_number
from companion.web.desk_html import draw_desk

OWN = ("own", "save")


class NumberedDesk:
    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.drawing_number = 0
        self.drawing = DrawnDesk()
        self._drawn_record: Record | None = None
        """The record at the last drawing; None if the desk has changed since."""
        self._own: tuple[object, ...] | None = None
        self._own_since = 0
        """The first drawing with the present own entry: entries of others since don't matter to it."""

    def touch(self) -> None:
        self._drawn_record = None

    def draw(self) -> Html:
        """Draw the desk, if it has changed; a new drawing gets a new number."""
        record = self.desk.record
        if self._drawn_record is not record:
            drawing, own = draw_desk(self.desk), self.desk.own_number.fingerprint
            self._drawn_record = record
            if drawing.html != self.drawing.html:
                self.drawing_number += 1
            self.drawing = drawing
            if own is None or own != self._own:
                self._own, self._own_since = own, self.drawing_number
        return with_drawing_number(self.drawing.html, self.drawing_number)

    def offered(self, text: str, drawn: str) -> Target | None:
        """A tap's target, if offered by the last drawing (for one's own number, an earlier one may do); else None."""
        changes = (Target("change", number) for number in self.desk.record.numbers)
        listed = {str(target): target for target in changes}
        target = self.drawing.offered.get(text) or listed.get(text)
        is_own = target is not None and target.what in OWN and drawn.isdecimal() and len(drawn) < 9
        is_same = is_own and self._own_since <= int(drawn) <= self.drawing_number
        return target if is_same or drawn == str(self.drawing_number) else None
