"""The players of a running session: the form of a new session, in which each change becomes an entry."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import tzinfo
from typing import cast

from companion.core.errors import Violation
from companion.core.messages import Message, say
from companion.desk.desk import Desk
from companion.pages.effects import AtDesk, CallHere, Effect
from companion.pages.new_session import CHOICES, GAP_ROW, FormRow, PlanView
from companion.pages.page import Block, Row, RowList
from companion.report.drawing import capitalise
from companion.report.entries import step_sentences
from companion.report.preview import balance_sentences, with_visible_number
from companion.report.spans import rule, text
from companion.session.preview import Preview
from companion.session.revision import failing_in
from companion.session.seating import Changes, Seating, seating_of


class PlayersView(PlanView):
    heading = "screen.label.players"
    kinds = ("seat", "next", "starts", "options", "title", "play")
    seat_hints = (*PlanView.seat_hints[:-1], ("delete", "leaves"))
    leaving = (("end", "review"), ("escape", "discard"))
    help = ("new-tab", "new-seats")
    finishes = "save"
    is_running = True
    plan: Seating

    def __init__(self, desk: Desk, zone: tzinfo | None) -> None:
        super().__init__(desk.speaker, zone, seating_of(desk.session), lambda count: 0)
        self.desk, self.session = desk, desk.session
        self.begun = self._tried = self.plan
        self._seen, self._changes = desk.record, self.plan.changes(desk.session)

    def follow(self) -> None:
        """Try the changes again if others made entries; begin anew if they changed who plays."""
        before, self._seen = self._seen, self.record
        if (self.record.table, self.record.former_players) != (before.table, before.former_players):
            self.plan = self.begun = seating_of(self.session)
        if self.record is not before:
            self._tried, self._changes = self.plan, self.plan.changes(self.session)

    @property
    def changes(self) -> Changes:
        if self.plan != self._tried:
            self._tried, self._changes = self.plan, self.plan.changes(self.session)
        return self._changes

    def take(self) -> None:
        super().take()
        if not self.plan.title.strip():  # a title can be changed but not taken away
            self.plan = replace(self.plan, title=self.begun.title)

    # The rows

    @property
    def full(self) -> Message | None:
        record, violations = self.record, list[Violation]()
        has_join = "join" in record.game.rules and record.game.has_action(record.state, "join")
        if has_join and not (violations := [*record.game.verb_violations(record.state, "join")]):
            return super().full
        return violations[0].message if violations else say("players.no-joining")

    def rows(self) -> Iterator[FormRow]:
        yield from (*self.seat_rows(), GAP_ROW)
        if self.changes.next_id is not None:
            yield self._next_row()
        yield from (*self.starts_row(), *self.option_rows(), self.title_row(), GAP_ROW, self.last_row())

    def seat_rows(self) -> Iterator[FormRow]:
        """Yield a row for each player, with the question about a new name."""
        for row in super().seat_rows():
            yield row
            if self.question(row.key):
                yield self._who_row(self.question(row.key), int(row.key.removeprefix("seat:")))

    def seat_row(self, place: int) -> FormRow:
        before = self.plan.before.get(self.plan.seats[place].id)
        about = "" if before is None else self.word("players.name", player=before.name)
        return super().seat_row(place)._replace(about=about)

    def notes(self, place: int) -> list[str]:
        seat = self.plan.seats[place].id
        kinds = {"show.gone": self.plan.former, "players.leaves": self.plan.leaving}
        return [*super().notes(place), *(self.word(key) for key, seats in kinds.items() if seat in seats)]

    def question(self, row: str) -> str:
        kind, _, place = row.partition(":")
        is_asked = kind == "seat" and self.plan.is_renamed(self.plan.seats[int(place)])
        return f"who:{place}" if is_asked else ""

    def _who_row(self, key: str, place: int) -> FormRow:
        """Whether somebody else takes over a seat, or the name was misspelt."""
        seat = self.plan.seats[place]
        values = {"old": self.plan.before[seat.id].name, "new": seat.name}
        names = [self.word(f"players.{way}", **values) for way in ("takes-over", "misspelt")]
        row = self.choice_row(
            key,
            names,
            int(not self.plan.takes_over(seat)),
            lambda at: self.change(replace(self.plan, is_other={**self.plan.is_other, seat.id: not at})),
        )
        return row._replace(hints=(("enter", "review"), *CHOICES), after="play")

    def _next_row(self) -> FormRow:
        staying = self.plan.staying
        chosen = next((at for at, seat in enumerate(staying) if seat.id == self.changes.next_id), None)
        names = [seat.name for seat in staying]
        return self.choice_row(
            "next", names, chosen, lambda at: self.change(replace(self.plan, next_id=staying[at].id))
        )

    # What Enter and Esc do

    @property
    def lack(self) -> Message | None:
        if self.changes.refusal is not None and not self._can_repair:
            return with_visible_number(self.changes.refusal, self.record)
        return None if self.changes.previews else say("screen.nothing-changed")

    @property
    def _can_repair(self) -> bool:
        """Whether the only change corrects the set-up, so that the entries it breaks can be repaired."""
        previews = self.changes.previews
        return len(previews) == 1 and failing_in(previews[0].tried, previews[0].before) is not None

    @property
    def ready(self) -> str:
        if self.changes.refusal is None:
            return self.word("players.saves", count=len(self.changes.previews))
        refusal = self.speaker.say(with_visible_number(self.changes.refusal, self.record))
        return f"{refusal} {self.word('players.repairs')}"

    def finish(self) -> Effect:
        """Save the changes, unless entries have to be repaired for them, which is done at the desk."""
        blocks = self.changes.blocks
        if self._can_repair:
            return AtDesk(lambda desk: desk.offer(blocks[0]))
        self.desk.saver.save_all(blocks)
        self.desk.renew()
        return AtDesk(lambda desk: None)

    @property
    def leaves(self) -> Effect:
        is_changed = bool(self.changes.previews or self.typed)
        sure = say("players.discard", key=self.speaker.key("escape")) if is_changed else None
        return CallHere(lambda: None, sure, closes=True)

    # What changes

    def changes_below(self) -> list[Block]:
        previews = self.changes.previews
        heading = RowList([Row((), lines=lambda width: [(), rule(self.word("players.changes"), "", width)])])
        sentences = [text(sentence) for preview in previews for sentence in self._sentences(preview)]
        return [heading, *sentences] if previews else []

    def _sentences(self, preview: Preview) -> list[str]:
        """A sentence for each change of an entry, then what follows from it."""
        summary, speaker = preview.summary, self.speaker
        changes = [summary] if summary.key != "did.setup" else list(_setup_messages(summary))
        *others, last = [f"{capitalise(speaker.say(change)).rstrip('.')}." for change in changes]
        effects = [part for step in preview.steps for part in step_sentences(step, speaker, self.record.game)]
        effects += balance_sentences(preview, speaker) if preview.after else []
        return [*others, " ".join([last, *(sentence.text for sentence in effects)])]


def _setup_messages(summary: Message) -> Iterator[Message]:
    for change in cast("list[Message]", summary.values["told"]):
        yield say("players.respelled", **change.values) if change.key == "did.setup-rename" else change
