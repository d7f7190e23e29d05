"""A session in which other programs enter too: what they did is taken in, and the unfinished entry here is made anew
on the list as it is then. Nothing is booked that was not on the screen.
"""

from collections.abc import Sequence
from dataclasses import replace
from time import monotonic

from companion.core.messages import Message, say
from companion.core.names import fold
from companion.desk.correcting import BOOK, CORRECTING, LEAVE, Aim, CorrectingModel
from companion.desk.line import LineModel
from companion.forms.entry_form import EntryForm, moved
from companion.forms.lines import EntryContext
from companion.report.preview import followed_said
from companion.session import Preview
from companion.session.revision import Revision, failing_in
from companion.session.session import News
from companion.storage.errors import FileError

_PLAIN = ("save.gone", "save.other-game", "followed.not-kept")
"""What is to be said of a file as it is."""


def why_not_followed(fault: FileError) -> Message:
    is_plain = fault.message.key in _PLAIN
    return fault.message if is_plain else say("followed.unreadable", reason=fault.message)


class FollowingModel(CorrectingModel):
    glance = 0.3
    """Seconds for which a key may have been meant for what stood there before."""
    typed: LineModel
    peeked: str | None = None
    others: frozenset[int] = frozenset()
    """The numbers of entries that came from other programs since the session was opened."""
    fault: Message | None = None
    """Why the file cannot be followed; as long as that is so nothing can be booked."""
    _news_at: float | None = None

    def follow(self) -> bool:
        """Takes in what another program or hand did to the file; whether there is anything new to be drawn."""
        was_closed, fault_before, news = self.session.is_read_only, self.fault, None
        self.fault, players = None, self.session.table.players
        try:
            news = self.session.follow()
        except FileError as found:
            self.fault = why_not_followed(found)
        if news is not None:
            self.take_in(news, players)
        if self.fault is not None and self.fault != fault_before:
            self._say(self.fault, "bad")
        elif self.fault is None and fault_before is not None and news is None:
            self._say(say("followed.back"), "good")
        if was_closed and not self.session.is_read_only:
            self.tell([say("followed.writable")], "good")
            self.version += 1
        return news is not None or fault_before != self.fault or was_closed != self.session.is_read_only

    def _booked(self, preview: Preview, again: str = "") -> bool:
        """Where another program was quicker, its entry is there afterwards, and this one, previewed anew, waits."""
        if self._news_at is not None and monotonic() - self._news_at < self.glance:
            self.said = tuple(one for one in self.said if one.look != "warn")
            self.tell([say("followed.look")])
            return False
        is_booked = super()._booked(preview, again)
        if not is_booked:
            self.follow()
            if self.fault is not None:
                self._say(self.fault, "bad")
        return is_booked

    def take(self, verb: str) -> None:
        """What other programs entered is taken back or restored only after a look at it."""
        preview = self.session.preview({"do": verb})
        if not self._concerns_others(preview):
            super().take(verb)
            is_overtaken = (
                self.session.record is not preview.before and self.session.entry_count in self.others
            )
            if not is_overtaken:
                return
        said = self.said if self.session.record is not preview.before else ()
        self.offer({"do": verb})
        self.said = said + (self.said if self.offered is None else ())
        if self.offered is not None:
            self.tell([say("followed.not-yours", key=self.way(BOOK), back=self.way(LEAVE))])

    def _concerns_others(self, preview: Preview) -> bool:
        if preview.after is None or not self.others:
            return False
        return bool((preview.before.standing ^ preview.after.standing) & self.others)

    # The unfinished entry, made anew

    def take_in(self, news: News, players: Sequence[str], told: Sequence[Message] | None = None) -> None:
        """What somebody else entered into the session; `players` are those who played before that, `told` what is said
        of it, where that is known already.
        """
        session, count = self.session, self.session.entry_count
        others = () if news.is_other else (*self.others, *range(count - news.entries + 1, count + 1))
        self.others = frozenset(others)  # of a list that was edited nobody knows who made what
        self._news_at = monotonic()
        self.version += 1
        self.said = ()
        self.tell(followed_said(session, news, self.speaker.lexicon) if told is None else told, "good")
        self._tell_notices()
        if session.failure is not None:
            self._tell_failure()
        told, self.said = self.said, ()
        if players != session.table.players:
            self.menu = self.peeked = None
        whose = self.typed.player
        self._make_anew()
        self.said = told + self.said
        if self.typed.player not in (None, whose):
            self.tell([say("followed.whose", player=self.typed.player)])
        if self.is_entering or self.offered is not None or self.typed.text is not None:
            self.tell([say("followed.waits")])

    def _make_anew(self) -> None:
        aim, thrown_aim, acting = self._aim_anew(self.aim), self._aim_anew(self._thrown_aim), self.acting
        offered, pending = self.offered, self._pending
        is_lost = aim is None and self.aim is not None
        if acting not in self.session.table.players or acting == self.session.game.up(self.session.state):
            self.acting = None
        self.menu = None if pending is not None else self.menu
        self.aim, self.offered, self._pending, self._trail = aim, None, None, ()
        if self.thrown is not None and thrown_aim is None and self._thrown_aim is not None:
            self.thrown = None
        elif self.thrown is not None:
            self.thrown = self._form_anew(self.thrown, thrown_aim)
        self._thrown_aim = thrown_aim
        if is_lost:
            self._leave_lost()
        elif self.is_entering:
            self._go_on(self._form_anew(self.form, aim, acting is not None))
        else:
            self.form = EntryForm(self.moment())
            if offered is not None:
                self._offer_anew(offered)
            elif pending is not None:
                self._consider_anew(pending[0])
        self.typed.renew()

    def _form_anew(self, form: EntryForm, aim: Aim | None, was_acting: bool = False) -> EntryForm:
        """The same answers on the list as it is now, for the same player."""
        if form.verb is None:
            return EntryForm(self.moment())
        first, up = form.first, form.context.up
        context: EntryContext = self.session.context() if aim is None else aim.context
        if was_acting and aim is None:
            begun = self._form_for(form.verb)
            context, first = begun.context, begun.first
        else:
            for block in first:
                context = context.after(block)
        if aim is None and up not in (None, context.up) and self._needs_player(form.verb):
            up = context.names.get(fold(str(up)), up)
            form = replace(form, draft={"by": up, **form.draft})
        return moved(form, context, first)

    def _aim_anew(self, aim: Aim | None) -> Aim | None:
        """Where the entry goes now; None where what it was for is not as it was."""
        revision = None if aim is None else self._revision_anew(aim.revision)
        if aim is None or revision is None:
            return None
        record, book = self.session.record, self.session.book
        number = revision.number if aim.number == aim.revision.number else aim.number
        if revision.changes:  # a later entry, which is corrected with it
            failing = failing_in(self.session.preview(revision.block).tried, record)
            is_same = failing is not None and failing.number == number
            return (
                Aim(revision, number, failing.context(book), failing.place) if failing and is_same else None
            )
        if record.actions_of(number) != aim.revision.before.actions_of(number):
            return None
        book = book if aim.is_insert else self.session.book_without(number)
        return Aim(revision, number, record.context(book, number), record.place_of(number), aim.is_insert)

    def _revision_anew(self, revision: Revision) -> Revision | None:
        """The same changes; None where an entry that they name is not as it was."""
        record, before = self.session.record, revision.before
        named = (change.get("entry", change.get("before")) for change in revision.changes)
        is_same = all(record.actions_of(one) == before.actions_of(one) for one in named)
        return Revision(record, revision.changes) if is_same else None

    def _offer_anew(self, offered: Preview) -> None:
        block = offered.block
        if block["do"] not in CORRECTING:
            self._consider_entry(self.session.preview(block))
        elif self._then is not None:  # made for every entry there was
            self._leave_lost()
        else:
            own = {key: value for key, value in block.items() if key != "also"}
            self._consider_anew(Revision(offered.before, (own, *block.get("also", ()))))

    def _consider_anew(self, revision: Revision) -> None:
        found = self._revision_anew(revision)
        if found is None:
            self._leave_lost()
        elif found.changes:
            self.consider(found)
        elif self.session.failure is not None:
            self.change()

    def _leave_lost(self) -> None:
        self._leave_correction()
        self._then = None
        self.tell([say("followed.left")])

    def _tell_failure(self) -> None:
        """Which entry does not play, and how to mend it."""
        failure = self.session.failure
        if failure is not None:
            reason = self.speaker.say(failure.message)
            key, number = (
                self.way("change"),
                self.session.record.place_of(failure.number or 0),
            )
            said = say("screen.does-not-play", number=number or failure.number, reason=reason, key=key)
            self.tell([said], "bad")
