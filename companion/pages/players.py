"""The players of a running session: the form of a new session, in which each change becomes an entry."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

from companion.core.errors import Violation
from companion.core.letters import Letters
from companion.core.messages import Message, say
from companion.desk.desk import Desk
from companion.pages.effects import AtDesk, CallHere, Effect
from companion.pages.new_session import CHOICES, GAP_ROW, FormRow, PlanView
from companion.pages.page import Block, drawn
from companion.report.entries import step_sentences
from companion.report.preview_sentences import balance_sentences, with_visible_number
from companion.report.spans import heading, text
from companion.report.table_text import capitalise
from companion.session.preview import Preview
from companion.session.revision import failing_in
from companion.session.seating import Changes, Seating, seating_of


class PlayersView(PlanView):
    heading = "screen.label.players-options"
    labels = {
        **{row: row for row in ("starts", "options")},
        "title": "label.title",
        "seat": "label.players",
        "next": "label.turn",
        "play": "save",
    }
    seat_hints = (*PlanView.seat_hints[:-1], ("delete", "leaves"))
    leaving = (("end", "review"), ("escape", "discard"))
    help = ("new-tab",)
    is_running = True
    plan: Seating

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.speaker, seating_of(desk.session))
        self.desk, self.session, self.begun = desk, desk.session, self.plan
        self._tried = self.plan, self.record, self.plan.changes(self.session)

    def follow(self) -> None:
        """Begin anew if others changed who plays."""
        before = self._tried[1]
        if (self.record.roster, self.record.former_players) != (before.roster, before.former_players):
            self.plan = self.begun = seating_of(self.session)

    @property
    def given(self) -> Letters:
        return tuple(self.record.roster.keys.items())

    @property
    def changes(self) -> Changes:
        """What the plan changes, tried again if others made entries."""
        plan, record, _ = self._tried
        if self.plan != plan or self.record is not record:
            self._tried = self.plan, self.record, self.plan.changes(self.session)
        return self._tried[2]

    def take(self) -> None:
        super().take()
        if not self.plan.title.strip():  # a title can be changed but not taken away
            self.plan = replace(self.plan, title=self.begun.title)

    # The rows

    @property
    def full(self) -> Message | None:
        record, violations = self.record, list[Violation]()
        has_join = "join" in record.game.rows and record.game.has_action(record.state, "join")
        if has_join and not (violations := [*record.game.verb_violations(record.state, "join")]):
            return super().full
        return violations[0].message if violations else say("players.no-joining")

    def rows(self) -> Iterator[FormRow]:
        yield from (*self.seat_rows(), GAP_ROW)
        if self.changes.next_id is not None:
            yield self._next_row()
        yield from (*self.starts_row(), *self.option_rows(), self.title_row(), GAP_ROW, self.last_row())

    def seat_rows(self) -> Iterator[FormRow]:
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
        seat = self.plan.seats[place]
        values = {"old": self.plan.before[seat.id].name, "new": seat.name}
        names = [self.word(f"players.{way}", **values) for way in ("takes-over", "misspelt")]

        def choose(at: int) -> None:
            self.change(replace(self.plan, is_other={**self.plan.is_other, seat.id: not at}))

        row = self.choice_row(key, names, int(not self.plan.takes_over(seat)), choose)
        return row._replace(hints=(("enter", "review"), *CHOICES), after="play")

    def _next_row(self) -> FormRow:
        names = {seat.id: seat.name for seat in self.plan.staying}
        ids, next_id = list(names), self.changes.next_id
        chosen = ids.index(next_id) if next_id in names else None

        def choose(at: int) -> None:
            self.change(replace(self.plan, next_id=ids[at]))

        return self.choice_row("next", list(names.values()), chosen, choose)

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
        title = drawn(lambda width: [(), heading(self.word("players.changes"), width)])
        sentences = [text(sentence) for preview in previews for sentence in self._sentences(preview)]
        return [title, *sentences] if previews else []

    def _sentences(self, preview: Preview) -> list[str]:
        summary, speaker, changes = preview.summary, self.speaker, [preview.summary]
        if summary.key == "did.setup":
            changes = cast("list[Message]", summary.values["told"])
        texts = []
        for change in changes:
            is_rename = change.key == "did.setup-rename"
            message = say("players.respelled", **change.values) if is_rename else change
            texts.append(f"{capitalise(speaker.say(message)).rstrip('.')}.")
        effects = [part for step in preview.steps for part in step_sentences(step, speaker, self.record.game)]
        effects += balance_sentences(preview, speaker) if preview.after else []
        return [*texts[:-1], " ".join([texts[-1], *(sentence.text for sentence in effects)])]
