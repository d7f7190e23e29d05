"""One session and all its guests: a desk for each guest who makes entries, which all learn what others saved.

An error at one desk stays there: that guest gets a new desk, the others go on.
"""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from traceback import extract_tb

from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.core.roster import names_after
from companion.desk.desk import Desk
from companion.desk.following import take_in
from companion.desk.saving import FollowedFile
from companion.desk.unfinished import UnfitDraft, open_kept, unfinished_content
from companion.draw.markup import Html
from companion.report.preview_sentences import followed_messages
from companion.report.words import Speaker, speaker_of
from companion.session import Library, Session
from companion.session.notation import Notation
from companion.session.record import Record
from companion.session.session import News
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.reports import MOST_REPORTS, keep_report
from companion.web.guest_desk import asks_to_end, end_game, guest_desk
from companion.web.guests import Guest, Guests
from companion.web.kept_state import KeptState
from companion.web.numbered_desk import NumberedDesk
from companion.web.waiting import Waiting

ANEW = 1_000
"""Added to a drawing's number after a restart, so that no page has seen the new number."""
Now = Callable[[], datetime]
_WAYS = ("undo", "redo")


class Hub:
    def __init__(self, session: Session, speaker: Speaker, now: Now, library: Library | None) -> None:
        self.session, self.speaker = session, speaker
        self._now, self._library = now, library
        self.guests = Guests(self.tell)
        self.waiting = Waiting()
        self.file = FollowedFile(session)
        self.address = ""
        """Address for phones of this network; empty if only this machine can connect."""
        self._desks: dict[int, NumberedDesk] = {}
        self._reported: set[tuple[object, ...]] = set()
        self.port = 0
        self.ending: Message | None = None
        """Why the pages aren't served any more; None as long as they are."""
        self._kept: KeptState | None = None
        """None if the state isn't kept."""

    @property
    def session_id(self) -> str:
        """Tells one session from another that is served later at the same address."""
        return f"{self.session.path.name} {self.session.record.config.created}"

    def rematch(self, guest: Guest) -> None:
        """Make a new session of the same game and people, and serve it."""
        if self._library is None or not self.session.record.is_over:
            return
        try:
            self.go_on(self._library.rematch(self.session, self._now()))
        except (Refusal, FileError) as fault:
            reason = fault.message
            self.act(guest, lambda desk: desk.sayings.tell([reason], "bad"))

    def go_on(self, path: Path) -> None:
        """Serve another session of the same people, to which guests come back as after a restart. Raise FileError."""
        library = self._library
        if library is None or self._kept is None:
            return
        session = library.open(path)
        session.start_backups()
        self.session.close()
        self._keep()
        self._kept.close()
        self._desks.clear()
        self.session, self.speaker = session, speaker_of(session, self.speaker.language)
        self.file = FollowedFile(session)
        self.come_back(library.disk)
        self.tell()

    # Beginning and ending

    def come_back(self, disk: Disk) -> None:
        """Restore the guests and the port of a server that was killed. Keep them from now on."""
        self._kept = KeptState(disk, self.session, self._now)
        if (state := self._kept.take_over()) is not None:
            players = self.session.record.roster.players
            self.port = state.port
            self.guests.bring_back(state.guests)
            self.guests.move({at: players.index(name) for at, name in enumerate(state.players)})

    def _keep(self) -> None:
        if self._kept is None:
            return
        for guest in self.guests.all():
            if (numbered := self._desks.get(guest.number)) is not None:
                guest.draft, guest.drawn = unfinished_content(numbered.desk).decode(), numbered.drawing_number
        self._kept.keep(self.port, self.guests)

    def end(self, is_for_good: bool) -> None:
        """End serving and tell every page. If it is for good, drop the kept state."""
        if self.ending is None:  # the app says first that it is for good, then it is gone
            self.ending = say("web.ended" if is_for_good else "web.closed")
        self.tell()
        if is_for_good and self._kept is not None:
            self._kept.drop()
            self._kept = None

    def tell(self, guest: Guest | None = None) -> None:
        """Wake waiting pages, of one guest or of all. Drop desks of guests who left, and keep the state."""
        self.waiting.wake(guest)
        numbers = {present.number for present in self.guests.all()} if self._desks else set()
        for number in self._desks.keys() - numbers:
            del self._desks[number]
        self._keep()

    # Desks

    def numbered_desk(self, guest: Guest) -> NumberedDesk:
        player, numbered = self.player(guest), self._desks.get(guest.number)
        if numbered is None:
            speaker = speaker_of(self.session, guest.language or self.speaker.language)
            numbered = NumberedDesk(guest_desk(self.session, speaker, self._now, self.speaker))
            self._desks[guest.number] = numbered
            numbered.desk.saver.fault = self.file.fault
            numbered.desk.rights.seat = player
            if guest.draft or guest.drawn:
                numbered.drawing_number = guest.drawn + ANEW
                try:
                    open_kept(numbered.desk, guest.draft.encode())
                except UnfitDraft:
                    numbered.desk.sayings.tell([say("web.left-unfit")])
        if numbered.desk.rights.seat != player:
            numbered.desk.rights.seat = player
            numbered.touch()
        return numbered

    def speak(self, guest: Guest, language: str) -> None:
        guest.language = language
        numbered = self.numbered_desk(guest)
        numbered.desk.speaker.speak(language)
        numbered.touch()
        self.tell(guest)

    def player(self, guest: Guest) -> str | None:
        players = self.session.record.roster.players
        return players[guest.seat] if guest.seat is not None and guest.seat < len(players) else None

    def is_free(self, guest: Guest, seat: int) -> bool:
        """Whether a guest may take a seat now: any seat, unless seats show what their players hide."""
        return not self.session.record.hides or self.guests.keeps_to_seat(guest, seat)

    def draw(self, guest: Guest) -> Html:
        """Draw a guest's desk. If that fails, replace the desk and draw the new one."""
        try:
            return self.numbered_desk(guest).draw()
        except Exception as error:
            self._renew(guest, error)
            return self.numbered_desk(guest).draw()

    def act(self, guest: Guest, do: Callable[[Desk], None]) -> None:
        before, numbered = self.session.record, self.numbered_desk(guest)
        try:
            do(numbered.desk)
            if self.session.record is not before and self.session.record.blocks[-1]["do"] not in _WAYS:
                numbered.desk.sayings.tell(
                    [say("web.saved", what=_last_sentence(self.session.record))], "saved"
                )
        except Exception as error:
            self._renew(guest, error)
        numbered.touch()
        if self.session.record is not before:
            self._spread(before, guest)
        self.tell(guest if self.session.record is before else None)

    @property
    def asks_to_end(self) -> Guest | None:
        """The guest whose entry would end the game, which only the host may allow."""
        desks = ((guest, self._desks.get(guest.number)) for guest in self.guests.all())
        return next((guest for guest, numbered in desks if numbered and asks_to_end(numbered.desk)), None)

    def end_game(self) -> None:
        """End the game as a guest asks, if one does."""
        if (guest := self.asks_to_end) is not None:
            self.act(guest, end_game)

    # Other programs

    def follow(self) -> None:
        before, known = self.session.record, self.file.condition
        try:
            self.file.read_news()
        except Exception as error:  # the next look is made all the same
            self.report(error)
        is_changed, is_new = self.file.condition != known, self.session.record is not before
        if is_new:
            self._spread(before, None)
        for numbered in self._desks.values() if is_changed else ():
            numbered.desk.saver.fault = self.file.fault
            numbered.touch()
        if is_changed or is_new:
            self.tell()

    def _spread(self, before: Record, doer: Guest | None) -> None:
        """Tell all desks but the doer's what was saved since `before`. Move guests with their players."""
        after, count = self.session.record, len(before.blocks)
        players, old_players = after.roster.players, before.roster.players
        if players != old_players:
            names = names_after(before.roster, after.roster)
            now = [names[name] for name in old_players]
            self.guests.move({at: players.index(name) for at, name in enumerate(now) if name in players})
        is_other = after.config is not before.config or after.blocks[:count] != before.blocks
        news = News(0 if is_other else len(after.blocks) - count, is_other)
        messages: list[Message] | None = None
        writer = None if doer is None else self.player(doer)
        for guest in self.guests.all():
            numbered = self._desks.get(guest.number)
            if numbered is None or guest is doer:
                continue
            try:
                messages = followed_messages(self.session, news, writer) if messages is None else messages
                take_in(numbered.desk, news, old_players, messages)
            except Exception as error:
                self._renew(guest, error)
            numbered.touch()

    # What goes wrong at a desk

    def _renew(self, guest: Guest, error: Exception) -> None:
        """Replace a desk after an unexpected error. Only the unfinished entry is lost."""
        self.report(error)
        guest.draft, guest.drawn = "", self._desks.pop(guest.number).drawing_number
        self.numbered_desk(guest).desk.sayings.tell([say("web.desk-anew")], "bad")

    def report(self, error: Exception) -> None:
        """Write a crash report, once for each kind of error."""
        where = extract_tb(error.__traceback__)[-1:]
        kind = (type(error), *((line.filename, line.lineno) for line in where))
        if self._library is None or kind in self._reported or len(self._reported) >= MOST_REPORTS:
            return
        self._reported.add(kind)
        first, folder = Speaker().phrase("crash.report"), self.session.path.parent
        keep_report(self._library.disk, folder, self._now(), error, first, {"face": "web"})


def _last_sentence(record: Record) -> Message:
    """What the last entry does; of a correction its name."""
    if isinstance(record.entries[-1].command, Play):
        return Notation(record).headlines(len(record.steps) - 1)[-1]
    return say("words.label", label=record.blocks[-1]["do"])
