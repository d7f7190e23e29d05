"""One session and all its guests: a desk for each guest who makes entries, and news for all pages.

An error at one desk stays there: that guest gets a new desk, the others go on.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from traceback import extract_tb
from typing import NamedTuple

from pydantic import AwareDatetime, TypeAdapter, ValidationError

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.table import Table, names_after
from companion.core.targets import Target
from companion.desk.desk import Desk
from companion.desk.saving import follow_fault
from companion.desk.unfinished import UnfitDraft, open_kept, unfinished_content
from companion.draw.markup import Html
from companion.report.preview_sentences import followed_messages
from companion.report.words import Speaker, speaker_of
from companion.session import Library, Session
from companion.session.record import Record
from companion.session.session import News
from companion.storage.disk import Disk
from companion.storage.draft_file import PHONES, DraftFile
from companion.storage.errors import FileError
from companion.storage.reports import MOST_REPORTS, keep_report
from companion.web.button_html import DrawnDesk, with_drawing_number
from companion.web.desk_html import draw_desk
from companion.web.guests import Guest, Guests, GuestState
from companion.web.phone_desk import phone_desk

KEPT_FOR = timedelta(days=1)
ANEW = 1_000
"""Added to a drawing's number after a restart, so that no page has seen the new number."""
Now = Callable[[], datetime]
_WAYS = ("undo", "redo")
OWN = ("own", "save")
"""What targets of a player's own entry do."""


class ServerState(NamedTuple):
    """State of the server, kept in case the program is killed."""

    players: tuple[str, ...]
    at: AwareDatetime
    port: int
    guests: GuestState


_KEPT = TypeAdapter(ServerState)


class DeskPage:
    """A desk on a phone. Drawings are numbered, and only taps on the last drawing count."""

    def __init__(self, session: Session, speaker: Speaker, now: Now, notes: Speaker) -> None:
        self.desk = phone_desk(session, speaker, now, notes)
        self.drawing_number = 0
        self.drawn = DrawnDesk()
        self._drawn_record: Record | None = None
        """The record at the last drawing; None if the desk has changed since."""
        self._own: tuple[object, ...] | None = None
        self._own_since = 0
        """The first drawing with the present own entry: entries of others since don't matter to it."""

    def touch(self) -> None:
        """Mark the desk as changed, so that `draw` draws it again."""
        self._drawn_record = None

    def draw(self) -> Html:
        """Draw the desk, if it has changed; a new drawing gets a new number."""
        record = self.desk.record
        if self._drawn_record is not record:
            drawn, own = draw_desk(self.desk), self.desk.own_number.stamp
            self._drawn_record = record
            if drawn.html != self.drawn.html:
                self.drawing_number += 1
            self.drawn = drawn
            if own is None or own != self._own:
                self._own, self._own_since = own, self.drawing_number
        return with_drawing_number(self.drawn.html, self.drawing_number)

    def offered(self, text: str, drawn: str) -> Target | None:
        """The target that a tap sent; None if it doesn't count or wasn't offered.

        It counts on the last drawing, or on one since which only others' numbers came in. Any entry can be opened
        from the list.
        """
        changes = (Target("change", number) for number in self.desk.record.numbers)
        listed = {str(target): target for target in changes}
        target = self.drawn.offered.get(text) or listed.get(text)
        is_own = target is not None and target.what in OWN and drawn.isdecimal() and len(drawn) < 9
        is_same = is_own and self._own_since <= int(drawn) <= self.drawing_number
        return target if is_same or drawn == str(self.drawing_number) else None


class Hub:
    def __init__(self, session: Session, speaker: Speaker, now: Now, library: Library | None) -> None:
        self.session, self.speaker = session, speaker
        self._now, self._library = now, library
        self.guests = Guests(self.tell)
        self.address = ""
        """Address for phones of this network; empty if only this machine can connect."""
        self.version = 0
        """Number that changes whenever any page may show something new."""
        self.fault: Message | None = None
        self._desks: dict[int, DeskPage] = {}
        self._waiting: dict[asyncio.Event, Guest | None] = {}
        self._reported: set[tuple[object, ...]] = set()
        self.port = 0
        self.ending: Message | None = None
        """Why the pages aren't served any more; None as long as they are."""
        self._slot: DraftFile | None = None
        """File with the server's state; None if it isn't kept."""

    @property
    def table(self) -> str:
        """Tells one session from another that is served later at the same address."""
        return f"{self.session.path.name} {self.session.record.config.created}"

    def rematch(self, guest: Guest) -> None:
        """Serve a new session of the same game and people, to which guests come back as after a restart."""
        library, before = self._library, self.session
        if library is None or self._slot is None or not before.record.is_over:
            return
        try:
            session = library.open(library.rematch(before, self._now()))
        except (Refusal, FileError) as fault:
            self.act(guest, lambda desk, why=fault.message: desk.sayings.tell([why], "bad"))  # type: ignore[misc]
            return
        session.start_backups()
        before.close()
        self._keep()
        self._slot.close()
        self._desks.clear()
        self.session, self.speaker = session, speaker_of(session, self.speaker.language)
        self.come_back(library.disk)
        self.tell()

    # State that survives a killed program

    def come_back(self, disk: Disk) -> None:
        """Restore guests and port if they were left less than KEPT_FOR ago. Keep them from now on.

        A session that no phone has seen takes those of another session of the same people: a rematch.
        """
        path = self.session.path
        self._slot = DraftFile(disk, path, PHONES)
        with suppress(OSError):
            names = [] if self._restore(self._slot) else disk.names(path.parent / PHONES)
            for other in (DraftFile(disk, path.with_name(name), PHONES) for name in names):
                if self._restore(other):
                    for guest in self.guests.all():
                        guest.draft = ""
                    other.keep(b"")
                    break
                other.close()

    def _restore(self, slot: DraftFile) -> bool:
        players = self.session.record.table.players
        with suppress(ValidationError):
            kept = _KEPT.validate_json(slot.take_over(), strict=True)
            if set(kept.players) == set(players) and self._now() - kept.at < KEPT_FOR:
                self.port = kept.port
                self.guests.bring_back(kept.guests)
                self.guests.move({at: players.index(name) for at, name in enumerate(kept.players)})
                return True
        return False

    def _keep(self) -> None:
        if self._slot is None:
            return
        for guest in self.guests.all():
            if (page := self._desks.get(guest.number)) is not None:
                guest.draft, guest.drawn = unfinished_content(page.desk).decode(), page.drawing_number
        # only the hour, else no two states would be the same and each would be written
        at = self._now().replace(minute=0, second=0, microsecond=0)
        kept = ServerState(self.session.record.table.players, at, self.port, self.guests.state)
        self._slot.keep(_KEPT.dump_json(kept))

    def end(self, is_for_good: bool) -> None:
        """End serving and tell every page. If it is for good, drop the kept state."""
        if self.ending is None:  # the app says first that it is for good, then it is gone
            self.ending = say("web.ended" if is_for_good else "web.closed")
        self.tell()
        if is_for_good and self._slot is not None:
            self._slot.keep(b"")
            self._slot = None

    # News for the pages

    def tell(self, guest: Guest | None = None) -> None:
        """Wake waiting pages, of one guest or of all. Drop desks of guests who left, and keep the state."""
        if guest is None:
            self.version += 1
        else:
            guest.news += 1
        for waiting, whose in self._waiting.items():
            if guest in (None, whose):
                waiting.set()
        numbers = {present.number for present in self.guests.all()} if self._desks else set()
        for number in self._desks.keys() - numbers:
            del self._desks[number]
        self._keep()

    def stamp(self, guest: Guest) -> int:
        """Number that changes whenever a page of this guest may show something new."""
        return self.version + guest.news

    async def news(self, version: int, seconds: float, guest: Guest | None = None) -> bool:
        """Wait for news after this version; return False if none came in time."""
        if version != (self.version if guest is None else self.stamp(guest)):
            return True
        waiting = asyncio.Event()
        self._waiting[waiting] = guest
        try:
            async with asyncio.timeout(seconds):
                await waiting.wait()
        except TimeoutError:
            return False
        finally:
            del self._waiting[waiting]
        return True

    # Desks

    def page(self, guest: Guest) -> DeskPage:
        """Return a guest's desk; make one if needed."""
        page = self._desks.get(guest.number)
        if page is None:
            speaker = speaker_of(self.session, guest.language or self.speaker.language)
            page = DeskPage(self.session, speaker, self._now, self.speaker)
            self._desks[guest.number] = page
            page.desk.saver.fault = self.fault
            page.desk.rights.seat = self.player(guest)
            if guest.draft or guest.drawn:
                page.drawing_number = guest.drawn + ANEW
                try:
                    open_kept(page.desk, guest.draft.encode())
                except UnfitDraft:
                    page.desk.sayings.tell([say("web.left-unfit")])
        player = self.player(guest)
        if page.desk.rights.seat != player:
            page.desk.rights.seat = player
            page.touch()
        return page

    def speak(self, guest: Guest, language: str) -> None:
        """Change a guest's language; the entry at the desk stays open."""
        guest.language = language
        page = self.page(guest)
        page.desk.speaker.speak(language)
        page.touch()
        self.tell(guest)

    def player(self, guest: Guest) -> str | None:
        """The current name of the player at a guest's seat; None without a seat."""
        players = self.session.record.table.players
        return players[guest.seat] if guest.seat is not None and guest.seat < len(players) else None

    def is_free(self, guest: Guest, seat: int) -> bool:
        """Whether a guest may take a seat now: any seat, unless seats show what their players hide."""
        return not self.session.record.hides or self.guests.keeps_to_seat(guest, seat)

    def draw(self, guest: Guest) -> Html:
        """Draw a guest's desk. If that fails, replace the desk and draw the new one."""
        try:
            return self.page(guest).draw()
        except Exception as error:
            self._renew(guest, error)
            return self.page(guest).draw()

    def act(self, guest: Guest, do: Callable[[Desk], None]) -> None:
        """Call `do` with a guest's desk, and tell everybody what it saved."""
        before, table, page = self.session.record, self.session.record.table, self.page(guest)
        try:
            do(page.desk)
            if self.session.record is not before and self.session.record.blocks[-1]["do"] not in _WAYS:
                page.desk.sayings.tell([say("web.saved")], "saved")
        except Exception as error:
            self._renew(guest, error)
        page.touch()
        if self.session.record is not before:
            self._spread(before, table, guest)
        self.tell(guest if self.session.record is before else None)

    # Other programs

    def follow(self) -> None:
        before, table = self.session.record, self.session.record.table
        known = self.fault, self.session.is_read_only, self.session.board_notes
        self.fault = None
        try:
            self.session.follow()
        except FileError as fault:
            self.fault = follow_fault(fault)
        except Exception as error:  # the next look is made all the same
            self.report(error)
        is_changed = known != (self.fault, self.session.is_read_only, self.session.board_notes)
        is_new = self.session.record is not before
        if is_new:
            self._spread(before, table, None)
        for page in self._desks.values() if is_changed else ():
            page.desk.saver.fault = self.fault
            page.touch()
        if is_changed or is_new:
            self.tell()

    def _spread(self, before: Record, table: Table, doer: Guest | None) -> None:
        """Tell all desks but the doer's what was saved since `before`. Move guests with their players."""
        after, count, players = self.session.record, len(before.blocks), self.session.record.table.players
        if players != table.players:
            names = names_after(table, self.session.record.table)
            now = [names[name] for name in table.players]
            self.guests.move({at: players.index(name) for at, name in enumerate(now) if name in players})
        is_other = after.config is not before.config or after.blocks[:count] != before.blocks
        news = News(0 if is_other else len(after.blocks) - count, is_other)
        messages: list[Message] | None = None
        writer = None if doer is None else self.player(doer)
        for guest in self.guests.all():
            page = self._desks.get(guest.number)
            if page is None or guest is doer:
                continue
            try:
                messages = followed_messages(self.session, news, writer) if messages is None else messages
                page.desk.take_in(news, table.players, messages)
            except Exception as error:
                self._renew(guest, error)
            page.touch()

    # What goes wrong at a desk

    def _renew(self, guest: Guest, error: Exception) -> None:
        """Replace a desk after an unexpected error. Only the unfinished entry is lost."""
        self.report(error)
        guest.draft, guest.drawn = "", self._desks.pop(guest.number).drawing_number
        self.page(guest).desk.sayings.tell([say("web.desk-anew")], "bad")

    def report(self, error: Exception) -> None:
        """Write a crash report, once for each kind of error."""
        where = extract_tb(error.__traceback__)[-1:]
        kind = (type(error), *((line.filename, line.lineno) for line in where))
        if self._library is None or kind in self._reported or len(self._reported) >= MOST_REPORTS:
            return
        self._reported.add(kind)
        first, folder = Speaker().phrase("crash.report"), self.session.path.parent
        keep_report(self._library.disk, folder, self._now(), error, first, {"face": "web"})
