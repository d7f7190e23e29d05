"""What can be picked in the forms of Whistle Stop: pieces, companies, stops, and what the copy book remembers."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.copybook import Book, Fact, Facts
from companion.core.forms import ONE_DIGIT, Choice, Draft, Question, lettered
from companion.core.messages import Message, say
from companion.games.whistle_stop.effects import piece_counts
from companion.games.whistle_stop.lessons import COMPANY, TILE, TOWN, UPGRADE
from companion.games.whistle_stop.purse import Purse
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import MARKERS, State, held, next_share, owner_of, piece, shares_of

_KEYS = {
    "cotton": "c", "stone": "n", "wood": "w", "cattle": "a", "whiskey": "y", "steel": "s",
    "coal": "l", "whistle": "i", "gold": "g",
    "coal-yard": "l", "whistle-factory": "i", "store": "r", "gold-mine": "g", "trading-post": "p",
    "town": "t", "exchange": "x", "end": "e", "start": "b",
    "coal-car": "c", "open-wagon": "o", "mine-cart": "m", "first-class-cabin": "f", "caboose": "b", "safe": "s",
    "warehouse": "w", "new-whistle": "n", "toll-station": "t", "compass": "p", "blocking-signal": "k",
    "extra-boiler": "x",
}  # fmt: skip


def ask(key: str) -> Message:
    return say(f"whistle-stop.ask.{key}")


def placed(field: str, kind: Any, key: str, **more: Any) -> Question:
    return Question(field=field, kind=kind, ask=ask(key), **more)


def led(field: str, kind: Any, word: str, key: str, **more: Any) -> Question:
    """A part that is led by its word; it may be left out unless it is said to be needed."""
    more.setdefault("is_optional", True)
    return Question(field=field, kind=kind, ask=ask(key), word=word, by_place=False, **more)


class Choices:
    def __init__(self, ruleset: WhistleStopRuleset, state: State, book: Book, who: str | None) -> None:
        self._ruleset, self._state, self._book, self._who = ruleset, state, book, who
        self._names = ruleset.named()
        self.goods = tuple(ruleset.goods)
        self.pieces = (*self.goods, *MARKERS)

    def named(self, name: str, hint: Message | None = None, **more: Any) -> Choice:
        words = self._names.get(name)
        return Choice(name, words.spellings() if words else (), key=_KEYS.get(name, ""), hint=hint, **more)

    def held(self, names: Iterable[str]) -> tuple[Choice, ...]:
        """Goods and markers, with how many the player has."""
        found = []
        for name in names:
            count = held(self._state.ledger, piece(name), self._who) if self._who and name != "gold" else None
            hint = None if count is None else say("whistle-stop.hint.held", count=count)
            found.append(self.named(name, hint))
        return tuple(found)

    def bag(self, field: str, word: str, key: str, names: Iterable[str], **more: Any) -> Question:
        """How many of which pieces."""
        more.setdefault("is_optional", True)
        return Question(
            field=field,
            kind="table",
            ask=ask(key),
            word=word,
            by_place=more.pop("by_place", False),
            questions=(
                placed("what", "pick", "piece", choices=self.held(names)),
                placed("count", "count", "count", low=0, high=ONE_DIGIT),
            ),
            **more,
        )

    def numbers(self, numbers: Iterable[int]) -> tuple[Choice, ...]:
        return tuple(Choice(str(number), key=str(number), answer=number) for number in numbers)

    def players(self) -> tuple[Choice, ...]:
        return tuple(Choice(name, key=key) for name, key in lettered(self._state.players).items())

    def companies(self) -> tuple[Choice, ...]:
        """By letter, and by the name and the colour that the copy book remembers."""
        found = []
        for company in self._ruleset.companies:
            words, facts = self._names.get(company), self._book.facts(COMPANY, company)
            said = tuple(str(facts[key]) for key in ("name", "colour") if facts.get(key))
            number = next_share(self._state.ledger, company, self._ruleset.shares.numbers)
            hint = say("whistle-stop.hint.next" if number else "whistle-stop.hint.none-left", number=number)
            if said:
                hint = say("whistle-stop.hint.called", called=said, left=hint)
            aliases = (*(words.spellings() if words else ()), *said)
            found.append(Choice(company, aliases, key=company.casefold()[:1], hint=hint))
        return tuple(found)

    def own_companies(self) -> tuple[Choice, ...]:
        """Those of which the player can give up a share, with the numbers."""
        if self._who is None:
            return self.companies()
        owned = shares_of(
            self._state.ledger, self._who, tuple(self._ruleset.companies), self._ruleset.shares.numbers
        )
        return tuple(
            choice._replace(
                hint=say("whistle-stop.hint.shares", numbers=owned[str(choice.value)]),
                refusal=None if owned[str(choice.value)] else say("whistle-stop.hint.no-shares"),
            )
            for choice in self.companies()
        )

    def stops(self, but: tuple[str, ...] = ()) -> tuple[Choice, ...]:
        return tuple(self.named(stop) for stop in (*self.goods, *self._ruleset.stops) if stop not in but)

    # What the copy book remembers

    def towns(self, draft: Draft) -> tuple[Choice, ...]:
        """What is printed on a remembered town fills the rest, supplied or with its penalty."""
        names = self._book.names(TOWN)
        return tuple(self._printed(TOWN, name, place, draft) for place, name in enumerate(names, 1))

    def tiles(self, stop: str, draft: Draft) -> tuple[Choice, ...]:
        """Remembered end tiles: those that exchange shares at an exchange, the others at an end."""
        names = [
            name
            for name in self._book.names(TILE)
            if ("rate" in self._book.facts(TILE, name)) == (stop == "exchange")
        ]
        return tuple(self._printed(TILE, name, place, draft) for place, name in enumerate(names, 1))

    def _printed(self, page: str, name: str, place: int, draft: Draft) -> Choice:
        facts = self._book.facts(page, name)
        return Choice(
            name, key=str(place) if place < 10 else "", hint=_hint(facts), implies=self._visit(facts, draft)
        )

    def _visit(self, facts: Facts, draft: Draft) -> Mapping[str, Fact]:
        """What a visit comes to: the rate, or the price where it can be paid, or else the penalty."""
        if "rate" in facts:
            return {"rate": facts["rate"]}
        pay = facts.get("pay")
        if not isinstance(pay, Mapping):
            return {}
        if self._can_pay(pay, draft):
            return {key: facts[key] for key in ("pay", "fame", "company") if key in facts}
        return {"penalty": facts["penalty"]} if "penalty" in facts else {}

    def _can_pay(self, pay: Mapping[str, object], draft: Draft) -> bool:
        """Behind the marker that brings the train there."""
        if self._who is None:
            return True
        purse = Purse(self._ruleset, self._state, self._who)
        marker = draft.get("with", "coal")
        if isinstance(marker, str):
            purse.take(marker, 1, "with")
        counts = {str(name): count for name, count in pay.items() if isinstance(count, int)}
        return not purse.take_all(counts, "pay")

    def upgrades(self) -> tuple[Choice, ...]:
        """With their owner; a remembered one fills its price, and its worth where the session does not know it."""
        found = []
        for name in self._ruleset.upgrades:
            owner = owner_of(self._state.ledger, name, self._state.players)
            facts = self._book.facts(UPGRADE, name)
            asked = ("pay",) if name in self._state.worth else ("pay", "worth")
            hint = None if owner is None else say("whistle-stop.hint.owned", owner=owner)
            found.append(self.named(name, hint, implies={key: facts[key] for key in asked if key in facts}))
        return tuple(found)


def _hint(facts: Facts) -> Message | None:
    """What is printed there, as far as it was seen."""
    pay, parts = facts.get("pay"), []
    if isinstance(pay, Mapping):
        counts = {str(name): count for name, count in pay.items() if isinstance(count, int)}
        parts.append(say("whistle-stop.hint.pays", pieces=piece_counts(counts), fame=facts.get("fame", 0)))
    if "company" in facts:
        parts.append(say("whistle-stop.hint.share-of", company=facts["company"]))
    if "penalty" in facts:
        parts.append(say("whistle-stop.hint.penalty", penalty=facts["penalty"]))
    if "rate" in facts:
        parts.append(say("whistle-stop.hint.rate", rate=facts["rate"]))
    return say("whistle-stop.hint.printed", parts=tuple(parts)) if parts else None
