"""Questions that several actions of Dampfross share. Each choice says why the rules refuse it, if they do."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

from companion.core.board_notes import BoardNotes
from companion.core.choices import ONE_DIGIT, RARE, Choice, Draft
from companion.core.errors import Check, reason
from companion.core.game import no_items
from companion.core.letters import with_letters
from companion.core.messages import Message, say, saying
from companion.core.names import fold
from companion.forms.questions import Need, Number, Pick, Question, Rows, Square, count_pairs
from companion.games.actions import players_in
from companion.games.dampfross.questions import CityNumber
from companion.games.dampfross.state import State, Train

P = TypeVar("P", bound=Pick)
Hint = Callable[[str], Message]
FEE_PARTS = ("joins", "halves", "crossings")
ask = saying("dampfross.ask")
help_on = saying("dampfross.help")

FIELDS = Pick.with_keyword(
    "fields", ask("route"), is_open=True, is_prose=True, turn=RARE, help=help_on("route"), key="."
)
"""The question for field numbers, asked only on demand. Its answer is one word: more can follow in a line."""


def count(field: str, low: int | None = None, high: int | None = None, **more: Any) -> Number:
    asks = say("ask.count") if field == "count" else ask(field)
    return Number(**{"field": field, "ask": asks, "low": low, "high": high, **more})


def need_to_pay(to: Pick) -> Need:
    return "optional" if to.choices else "unfit"


class DampfrossForm:
    """A draft in a state, and the questions that several actions ask."""

    def __init__(
        self, state: State, draft: Draft, board_notes: BoardNotes, check_actor: Check = no_items
    ) -> None:
        self.state, self.draft, self._board_notes = state, draft, board_notes
        self._check_actor = check_actor
        self.ruleset = state.ruleset
        self.by = draft["by"] if draft.get("by") in state.players else state.up
        self.acting = (say("dampfross.somebody"),) if self.by is None else (self.by,)
        """The acting player, as questions name them."""

    # Players

    def players(
        self, check: Check = no_items, but: Sequence[object] = (), hint: Hint | None = None
    ) -> tuple[Choice, ...]:
        """All players except `but` as choices, each with a hint: by default the balance."""
        held, choices = self.state.accounts, players_in(self.state, check)
        hint = hint or (lambda name: say("dampfross.hint.account", account=held[name]))
        offered = (choice for choice in choices if choice.value not in but)
        return tuple(choice._replace(hint=hint(str(choice.value))) for choice in offered)

    def player(self, field: str, asked: Message, check: Check = no_items, **more: Any) -> Pick:
        return Pick(field, asked, choices=self.players(check, **more), names_player=True)

    def partners(self, key: str, check: Check, least: int, kind: type[P], **more: Any) -> P:
        """Ask for one or two players who build or run together."""
        more |= {"names_player": True, "many": True, "least": least, "most": 2}
        return kind("players", ask(key), choices=self.players(check), **more)

    def actor(self, asked: str, default: str | None, hint: Hint | None = None) -> Pick:
        by = self.player("by", ask(asked), self._check_actor, hint=hint)
        return replace(by, word="by", default=default)

    @property
    def trains(self) -> tuple[Train, ...]:
        return () if self.state.run is None else self.state.run.trains

    # Track and fees

    @property
    def known_track(self) -> dict[str, int]:
        return self.ruleset.known_track(self.draft.get("track"))

    def track(self, points: int | None, check: Check, asked: Message) -> Question:
        """Ask for segments by kind. Each kind is bounded by the points that the others leave."""
        names, laid, choices = self.ruleset.names_by_id(), self.known_track, []
        kinds = tuple(self.ruleset.segments)
        for kind, key in with_letters(kinds).items():
            others = {other: number for other, number in laid.items() if other != kind}
            price, fitting = self.ruleset.segments[kind].points, None
            if points is not None:
                fitting = max(0, points - self.ruleset.points_of(others)) // price
            hint, refusal = say("dampfross.hint.points", points=price), reason(check({**others, kind: 1}))
            spellings = names[kind].spellings
            choices.append(Choice(kind, spellings, key, hint, refusal, high=fitting, among=(kinds,)))
        what = Pick("kind", ask("kind"), choices=tuple(choices))
        more: dict[str, Any] = {"need": "optional", "help": help_on("track")}
        return count_pairs(what)("track", asked, "track", questions=(what, count("count", 1)), **more)

    def fees(self, builders: Sequence[str | Message], most_halves: int) -> Question:
        fees = self.draft.get("fees", ())
        rival = fees[-1].get("to") if fees else None
        whose = say("dampfross.this-rival") if rival is None else rival
        asks = [(part, ask(part, players=builders, rival=whose)) for part in FEE_PARTS]
        parts = [Number.with_keyword(part, what, assumed=0, low=0, high=ONE_DIGIT) for part, what in asks]
        parts[1] = replace(parts[1], high=max(ONE_DIGIT, most_halves))
        if not all(any(map(fee.get, FEE_PARTS)) for fee in fees):  # a fee of nothing has to be typed
            is_said = all(fee.keys() & {*FEE_PARTS} for fee in fees)
            parts[0] = replace(parts[0], need="optional" if is_said else "needed", assumed=None)
        to = self.player("to", ask("fee-to", players=builders), but=builders)
        more: dict[str, Any] = {"help": help_on("fees"), "need": need_to_pay(to)}
        return Rows.with_keyword("fees", ask("fees", players=builders), "fee", questions=(to, *parts), **more)

    # Cities and ferries

    @cached_property
    def city_names(self) -> Mapping[int, str]:
        """City names by number, from the session, else the ruleset, else the board notes."""
        known, page = self.state.city_names, self.state.page_of("city")
        for number in self._board_notes.names(page):
            name = self._board_notes.facts(page, number).get("name")
            if number.isdecimal() and isinstance(name, str):
                known.setdefault(int(number), name)
        return dict(sorted(known.items()))

    def noted_names(self, city: str) -> dict[str, str]:
        """Numbers that only the board notes give this name. An entry stores them, to depend on no notes."""
        noted = self.city_names.keys() - self.state.city_names.keys()
        return {str(n): self.city_names[n] for n in sorted(noted) if fold(self.city_names[n]) == fold(city)}

    def city(self, field: str, check: Check, stores_names: bool = False, **more: Any) -> CityNumber:
        """Ask for a city, by its number or its name; with `many` for several."""
        return self.number(field, check, choices=tuple(self._cities(check, stores_names)), **more)

    def _cities(self, check: Check, stores_names: bool) -> Iterator[Choice]:
        """Cities by name, answered by number. If a city has several numbers, each name says which."""
        owned = Counter(map(fold, self.city_names.values()))
        for number, name in self.city_names.items():
            label = name if owned[fold(name)] == 1 else f"{name} {number}"
            noted = self.noted_names(name) if stores_names else {}
            implies = {"names": noted} if noted else {}
            yield Choice(label, answer=number, refusal=reason(check(number)), implies=implies)

    def number(self, field: str, check: Check = no_items, **more: Any) -> CityNumber:
        """Ask for a number on the board. Bounds alone would allow others, such as 17."""
        reached, numbers = self.state.reached_numbers, self.ruleset.numbers.all()
        squares = tuple(Square(number, reason(check(number)), reached.get(number, ())) for number in numbers)
        asked = CityNumber(field, more.pop("ask", ask(field)), squares=squares, **more)
        return replace(asked, low=numbers[0], high=numbers[-1])

    def ferry(self, asked: Message, check: Check) -> Question:
        names = {folded: ferry.name for folded, ferry in self.state.ferries.items()}
        for name in self._board_notes.names(self.state.page_of("ferry")):
            names.setdefault(fold(name), name)
        choices = tuple(Choice(name, refusal=reason(check(name))) for name in names.values())
        return Pick("ferry", asked, choices=choices, is_open=True)
