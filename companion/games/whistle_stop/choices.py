"""What can be picked in the forms of Whistle Stop: pieces, companies, stops, and what the copy book remembers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any

from companion.core.board_notes import BoardNotes, Facts
from companion.core.errors import Violation, reason
from companion.core.forms import ONE_DIGIT, RARE, Choice, Draft
from companion.core.game import no_items
from companion.core.messages import Message, say
from companion.forms.questions import Number, Pairs, Pick, Question
from companion.games.common_forms import players_in
from companion.games.whistle_stop import units
from companion.games.whistle_stop.pieces import Fields, Flow, Purse
from companion.games.whistle_stop.questions import help_on, keyword_question, positional_question, unfit
from companion.games.whistle_stop.ruleset import MARKERS, WhistleStopRuleset
from companion.games.whistle_stop.state import State, owner_of, piece_counts

Flows = Callable[[WhistleStopRuleset, Fields], Iterable[Flow]]
Check = Callable[[Any], Sequence[Violation]]
"""Reasons against an answer."""
PurseCheck = Callable[[Purse, Any], Sequence[Violation]]
"""The same, by who acts and what that player has in hand."""

_KEYS = {
    "cotton": "c", "stone": "n", "wood": "w", "cattle": "a", "whiskey": "y", "steel": "s",
    "coal": "l", "whistle": "i", "gold": "g",
    "coal-yard": "l", "whistle-factory": "i", "store": "r", "gold-mine": "g", "trading-post": "p",
    "town": "t", "exchange": "x", "end": "e", "start": "b",
    "coal-car": "c", "open-wagon": "o", "mine-cart": "m", "first-class-cabin": "f", "caboose": "b", "safe": "s",
    "warehouse": "w", "new-whistle": "n", "toll-station": "t", "compass": "p", "blocking-signal": "k",
    "extra-boiler": "x",
}  # fmt: skip


TOWN, TILE, UPGRADE, COMPANY, GOOD = "town", "end-tile", "upgrade", "company", "good"
"""Pages of the copy book."""


class Choices:
    def __init__(
        self,
        ruleset: WhistleStopRuleset,
        state: State,
        board_notes: BoardNotes,
        draft: Draft,
        flows: Flows = no_items,
    ) -> None:
        self.ruleset, self.state, self.board_notes, self.draft = ruleset, state, board_notes, draft
        up = state.turn.player if state.turn else None
        by = draft.get("by")
        self.who: str | None = by if by in state.players else up
        self.goods = tuple(ruleset.goods)
        self.pieces = (*self.goods, *MARKERS)
        self._names, self._flows = ruleset.names_by_id(), flows
        self._purses: dict[str | None, Purse] = {}
        self._is_offering = True
        stops, upgrades = tuple(ruleset.stops), tuple(ruleset.upgrades)
        self._groups = ((self.goods,), (self.goods, (*MARKERS, "gold")), (self.goods, stops), (upgrades,))
        """Names that share letters; goods have the same ones as pieces and as stops."""

    def unoffered(self) -> "Choices":
        """The same without any choices, for questions that do not apply: half of the time of a form."""
        quiet = copy(self)
        quiet._is_offering = False
        return quiet

    @property
    def says(self) -> dict[str, object]:
        return {"player": self.who or say("whistle-stop.the-player")}

    def purse(self, before: str | None = None) -> Purse | None:
        """What is in hand at a place of the entry, or behind it, once it is known whose hand that is."""
        if self.who is None:
            return None
        if before not in self._purses:
            purse = self._purses[before] = Purse(self.ruleset, self.state, self.who)
            purse.run(self._flows(self.ruleset, self.draft), before)
        return self._purses[before]

    def choices_of(self, names: Iterable[str], check: Check = no_items) -> tuple[Choice, ...]:
        if not self._is_offering:
            return ()
        found = []
        for name in names:
            spellings = self._names[name].spellings if name in self._names else ()
            among = next((groups for groups in self._groups if name in groups[-1]), ())
            found.append(Choice(name, spellings, _KEYS.get(name, ""), None, reason(check(name)), among=among))
        return tuple(found)

    def by(self, check: PurseCheck, before: str | None = None) -> Check:
        """A check by what is in hand at a place of the entry; nobody has violations."""
        purse = self.purse(before)
        return no_items if purse is None else lambda name: check(purse, name)

    def spent(self, names: Iterable[str], place: str) -> tuple[Choice, ...]:
        """Pieces that are spent at a place of the entry, no more than are in hand."""
        given = self.draft.get(place)
        paid = given if isinstance(given, Mapping) else {}
        check = self.by(
            lambda purse, name: purse.violations(Flow(place, name, -(paid.get(name) or 1))), before=place
        )
        purse = self.purse(before=place)
        count = {} if purse is None else purse.count
        choices = self.held(names, purse, check)
        return tuple(choice._replace(high=count.get(str(choice.value)) or None) for choice in choices)

    def held(self, names: Iterable[str], purse: Purse | None, check: Check = no_items) -> tuple[Choice, ...]:
        found, count = [], {} if purse is None else purse.count
        for choice in self.choices_of(names, check):
            held = count.get(str(choice.value))
            hint = None if held is None else say("whistle-stop.hint.held", count=held)
            found.append(choice._replace(hint=hint))
        return tuple(found)

    @staticmethod
    def bag(
        field: str, choices: tuple[Choice, ...], key: str, word: str | None = None, **more: Any
    ) -> Question:
        what = positional_question(Pick, "what", "piece", choices=choices)
        count = positional_question(Number, "count", "count", low=0, high=ONE_DIGIT)
        return keyword_question(Pairs, field, key, word, questions=(what, count), **more)

    def gold(
        self, kind: type[Pick | Number], field: str, word: str, who: object, tokens: int, **more: Any
    ) -> Pick | Number:
        values, says = self.ruleset.gold.values, {"player": who, "tokens": tokens}
        key = "gold-token" if tokens == 1 else "gold-tokens"
        if kind is Pick:
            return keyword_question(
                Pick, field, key, word, says, many=True, choices=self.numbers(values), **more
            )
        return keyword_question(
            Number, field, key, word, says, many=True, low=min(values), high=max(values), **more
        )

    def discard(self, purse: Purse | None, word: str = "discard") -> Question:
        """Asked only of a player who has more goods than may be kept."""
        field = word.replace("-", "_")
        if purse is None or not purse.is_counted:
            nobody = {"player": say("whistle-stop.the-player"), "over": 0}
            return unfit(self.bag(field, (), "discard", word, says=nobody))
        goods = self.held(self.goods, purse, lambda good: purse.discarded_good_violations(good, 1, field))
        over = purse.goods_over
        counted = tuple(one._replace(high=min(over, purse.count[str(one.value)]) or None) for one in goods)
        more: dict[str, Any] = {"need": "needed" if over else "unfit", "least": min(over, 1)}
        says = {"player": purse.who, "over": over}
        return self.bag(field, counted, "discard", word, says=says, help=help_on("discard"), **more)

    def receiver_discard(self, receiver: object, good: object) -> Question:
        purse, received = self.purse(), None
        if purse is not None and receiver in {*self.state.players} - {purse.who} and good in self.goods:
            received = purse.after_paying(str(receiver), str(good))
        return self.discard(received, "receiver-discard")

    def numbers(self, numbers: Iterable[int], check: Check = no_items) -> tuple[Choice, ...]:
        if not self._is_offering:
            return ()
        return tuple(Choice(number, key=str(number), refusal=reason(check(number))) for number in numbers)

    def player(self, field: str, check: Check, default: str | None, **more: Any) -> Question:
        more = {"need": "needed", "turn": 0 if default is None else RARE, **more}
        players = players_in(self.state, check)
        return keyword_question(Pick, field, choices=players, names_player=True, default=default, **more)

    def rival_with(self, upgrade: str) -> str | None:
        owner = owner_of(self.state, upgrade)
        return owner if owner != self.who else None

    def companies(self, check: Check = no_items) -> tuple[Choice, ...]:
        """By letter, and by the name and the colour that the copy book remembers."""
        found = []
        for choice in self.choices_of(self.ruleset.companies, check):
            company = str(choice.value)
            facts = self.board_notes.facts(COMPANY, company)
            said = tuple(str(facts[key]) for key in ("name", "colour") if facts.get(key))
            number = units.next_share(self.ruleset, self.state.ledger, company)
            hint = say("whistle-stop.hint.next" if number else "whistle-stop.hint.none-left", number=number)
            if said:
                hint = say("whistle-stop.hint.called", called=", ".join(said), left=hint)
            aliases = (*choice.aliases, *said)
            found.append(choice._replace(aliases=aliases, key=company.casefold()[:1], hint=hint))
        return tuple(found)

    def own_companies(self, check: Check) -> tuple[Choice, ...]:
        """Those of which a share is given up, with the numbers that the player has."""
        if self.who is None:
            return self.companies()
        owned = units.shares_of(self.ruleset, self.state.ledger, self.who)
        return tuple(
            choice._replace(hint=say("whistle-stop.hint.shares", numbers=owned[str(choice.value)]))
            for choice in self.companies(check)
        )

    # What the copy book remembers

    def known(self, page: str, name: str) -> Facts:
        """What is printed on a town, a tile or an upgrade; no price where none is kept."""
        facts = self.board_notes.facts(page, name)
        return {key: facts[key] for key in facts if key != "pay" or not self.state.is_light}

    def remembered(self, page: str, is_exchange: bool = False) -> tuple[Choice, ...]:
        """Towns, or end tiles, exchanges or others; what is printed on one fills in the other answers."""
        found: list[Choice] = []
        purse = self.purse(before="pay")
        for name in self.board_notes.names(page):
            facts = self.known(page, name)
            if page != TILE or ("rate" in facts) == is_exchange:
                key = str(len(found) + 1) if len(found) < ONE_DIGIT else ""
                price = price_of(facts)
                is_paid = price is None or purse is None or purse.can_pay(price)
                fields = ("rate", "pay", "points", "company") if is_paid else ("penalty",)
                implies = {field: facts[field] for field in fields if field in facts}
                found.append(Choice(name, key=key, hint=_hint(facts, purse), implies=implies))
        return tuple(found)


def price_of(facts: Facts) -> dict[str, int] | None:
    """The price of a town, a tile or an upgrade, if it was seen."""
    pay = facts.get("pay")
    if not isinstance(pay, Mapping):
        return None
    return {name: count for name, count in pay.items() if isinstance(count, int)}


def _hint(facts: Facts, purse: Purse | None) -> Message | None:
    """What is printed there, as far as it was seen, and what lacks to pay it."""
    price, parts = price_of(facts), []
    if price is not None:
        parts.append(say("whistle-stop.hint.pays", pieces=piece_counts(price), points=facts.get("points", 0)))
    elif "points" in facts:
        parts.append(say("whistle-stop.hint.points", points=facts["points"]))
    if "company" in facts:
        parts.append(say("whistle-stop.hint.share-of", company=facts["company"]))
    if "penalty" in facts:
        key = "whistle-stop.hint.or-penalty" if parts else "whistle-stop.hint.penalty"
        parts.append(say(key, penalty=facts["penalty"]))
    if "rate" in facts:
        parts.append(say("whistle-stop.hint.rate", rate=facts["rate"]))
    lacking = {} if purse is None or price is None else purse.lacking(price)
    if purse is not None and lacking:
        parts.append(say("whistle-stop.lacks", player=purse.who, pieces=piece_counts(lacking)))
    return say("whistle-stop.hint.printed", parts=tuple(parts)) if parts else None
