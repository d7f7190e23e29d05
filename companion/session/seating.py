"""The players of a running session as a plan, and the entries that bring the session to a changed plan."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import NamedTuple

from companion.core.errors import Refusal
from companion.core.likeness import nearest
from companion.core.messages import Message
from companion.core.names import fold, tidy
from companion.core.people import Seat
from companion.core.roster import clockwise
from companion.games.registry import engine
from companion.session.planning import Plan
from companion.session.preview import Preview
from companion.session.record import Record
from companion.session.session import Session
from companion.storage.loaded_ruleset import Loaded


class Changes(NamedTuple):
    previews: tuple[Preview, ...]
    """Each entry on top of those before it."""
    next_id: int | None = None
    """The seat of whoever is next; None if it's nobody's turn."""
    refusal: Message | None = None
    """Why an entry can't be made, the last one of the previews."""

    @property
    def blocks(self) -> list[Mapping[str, object]]:
        return [preview.block for preview in self.previews]


@dataclass(frozen=True, slots=True)
class Seating(Plan):
    """The plan of a running session. Its seats keep their ids, so every change of a player can be told."""

    before: Mapping[int, Seat] = field(default_factory=dict)
    """The seats as they are in the session, by id."""
    former: frozenset[int] = frozenset()
    leaving: frozenset[int] = frozenset()
    is_other: Mapping[int, bool] = field(default_factory=dict)
    """Whether another name means another person, by seat id, once that was said."""
    next_id: int | None = None
    """The player chosen to be next."""

    @property
    def staying(self) -> list[Seat]:
        return [seat for seat in self.seats if seat.id not in self.former | self.leaving]

    def is_renamed(self, seat: Seat) -> bool:
        return seat.id in self.before and seat.name != self.before[seat.id].name

    def takes_over(self, seat: Seat) -> bool:
        """Whether the new name of a seat is another person's; a similar one corrects the spelling."""
        is_alike = nearest(fold(seat.name), [fold(self.before[seat.id].name)]) is not None
        return self.is_other.get(seat.id, not is_alike)

    def rename(self, place: int, name: str) -> Plan:
        seat = self.seats[place]
        if seat.id not in self.before:
            return Plan.rename(self, place, name)
        known = {id_: is_other for id_, is_other in self.is_other.items() if id_ != seat.id}
        return replace(self._change_seat(place, name=tidy(name)), is_other=known)

    def next_colour(self, place: int, by: int = 1) -> Plan:
        """Choose another colour; a player who has one keeps one."""
        plan, seat = Plan.next_colour(self, place, by), self.seats[place]
        is_lost = plan.seats[place].colour is None and seat.id in self.before and self.before[seat.id].colour
        return Plan.next_colour(plan, place, by) if is_lost else plan

    def remove(self, place: int) -> Plan:
        """Let a player leave, or stay after all; a newcomer doesn't come."""
        seat = self.seats[place].id
        if seat not in self.before:
            return Plan.remove(self, place)
        return self if seat in self.former else replace(self, leaving=self.leaving ^ {seat}, next_id=None)

    def changes(self, session: Session) -> Changes:
        """Try the entries that make the changes. A spelling is corrected last: all others use the old one."""
        trial, previews, next_id = session.what_if(), list[Preview](), self.next_id
        renamed = [seat for seat in self.seats if self.is_renamed(seat)]
        misspelt = [seat for seat in renamed if not self.takes_over(seat)]
        names = {seat.id: seat.name for seat in self.seats}
        names |= {seat.id: self.before[seat.id].name for seat in misspelt}

        def enter(block: Mapping[str, object]) -> None:
            previews.append(trial.preview(block))
            trial.save_preview(previews[-1])

        try:
            for block in self._comings_and_goings(names):
                enter(block)
            if next_id is None and trial.record.up is not None:
                next_id = next(seat.id for seat in self.staying if names[seat.id] == trial.record.up)
            for block in self._order(trial.record, names, next_id):
                enter(block)
            spelt = {**names, **{seat.id: seat.name for seat in misspelt}}
            if setup := self._setup(session.record, names, spelt):
                enter({**setup, "do": "setup"})
        except Refusal as refusal:
            return Changes(tuple(previews), next_id, refusal.message)
        return Changes(tuple(previews), next_id)

    def _comings_and_goings(self, names: Mapping[int, str]) -> Iterator[dict[str, object]]:
        """The entries of those who play on for somebody, leave or join."""
        for seat in self.seats:
            if self.is_renamed(seat) and self.takes_over(seat):
                yield {"player": self.before[seat.id].name, "name": seat.name, "do": "replace"}
        for seat in self.seats:
            if seat.id in self.leaving:
                yield {"player": names[seat.id], "do": "leave"}
        here = [seat for seat in self.staying if seat.id in self.before]
        for place, seat in enumerate(self.staying):
            if seat.id not in self.before:
                after = names[(self.staying[:place] or here)[-1].id]
                yield {"player": seat.name, "after": after, "do": "join"}

    def _order(
        self, record: Record, names: Mapping[int, str], next_id: int | None
    ) -> list[dict[str, object]]:
        """The entry that changes seats or who is next, if any."""
        order = tuple(names[seat.id] for seat in self.staying)
        seated = tuple(name for name in record.roster.seats if name not in record.former_players)
        up = None if next_id is None else names[next_id]
        if up == record.up and clockwise(order, seated[0]) == seated:
            return []
        return [{"order": list(order), **({} if up is None else {"next": up}), "do": "seats"}]

    def _setup(self, record: Record, names: Mapping[int, str], spelt: Mapping[int, str]) -> dict[str, object]:
        """What is corrected in the header, spellings too; a title can't be taken away."""
        table, starts = record.roster, self.seats[self.start_place]
        colours = {
            spelt[seat.id]: seat.colour
            for seat in self.seats
            if seat.colour and seat.colour != self.before.get(seat.id, seat._replace(colour=None)).colour
        }
        options = {rule.key: rule.value for rule in self.options if rule.value != table.options[rule.key]}
        title = self.title.strip()
        setup = {
            "title": title if title != (table.title or "") else "",
            "starts": spelt[starts.id] if self.before.get(starts.id, starts).name != table.starts else "",
            "options": options,
            "rename": {names[id_]: name for id_, name in spelt.items() if name != names[id_]},
            "colours": colours,
        }
        return {key: value for key, value in setup.items() if value}


def seating_of(session: Session) -> Seating:
    """The running session as a plan: players in seat order, those who left last."""
    record, table = session.record, session.record.roster
    order = sorted(table.seats, key=lambda name: name in record.former_players)
    seats = [
        Seat(number, name, table.colours.get(name), name == table.starts)
        for number, name in enumerate(order, 1)
    ]
    rules, people = record.ruleset.options, () if session.regulars is None else session.regulars.people
    is_begun = any(step.action.do in record.config.game.rows for step in record.steps)
    return Seating(
        (Loaded(Path(), {}, record.ruleset, engine(record.ruleset.engine)),),
        record.ruleset.id,
        people,
        tuple(seats),
        table.title or "",
        {record.ruleset.id: table.options},
        fixed=frozenset(key for key, rule in rules.items() if rule.fixed and is_begun),
        before={seat.id: seat for seat in seats},
        former=frozenset(seat.id for seat in seats if seat.name in record.former_players),
    )
