"""Questions of Whistle Stop and their choices: pieces, companies, stops, and names in the board notes."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from typing import Any, TypeVar

from companion.core.board_notes import BoardNotes, Facts
from companion.core.choices import ONE_DIGIT, RARE, Choice, Draft
from companion.core.errors import Check, Violation, reason
from companion.core.game import no_items
from companion.core.messages import Message, say, saying
from companion.forms.questions import Number, Pick, Question, count_pairs
from companion.forms.questions.holders import parts_of, with_parts
from companion.games.actions import players_in
from companion.games.whistle_stop.purse import Flow, Purse
from companion.games.whistle_stop.ruleset import MARKERS, WhistleStopRuleset
from companion.games.whistle_stop.state import State, piece_counts

Q = TypeVar("Q", bound=Question)
ASKED_FIRST, ASKED_SOON, ASKED_LAST = -2, -1, 1
"""Turns of questions: asked first, soon, last; all others have turn 0."""
Values = Mapping[str, object]
NO_VALUES: Values = {}
_SHARED = ("count", "player", "share-count")
"""Questions that other games ask too."""
help_on = saying("whistle-stop.help")

Flows = Callable[[WhistleStopRuleset, Draft], Iterable[Flow]]

_KEYS = {
    "cotton": "c", "stone": "n", "wood": "w", "cattle": "a", "whiskey": "y", "steel": "s",
    "coal": "l", "whistle": "i", "gold": "g",
    "coal-yard": "l", "whistle-factory": "i", "store": "r", "gold-mine": "g", "trading-post": "p",
    "town": "t", "exchange": "x", "end": "e", "start": "b",
    "coal-car": "c", "open-wagon": "o", "mine-cart": "m", "first-class-cabin": "f", "caboose": "b", "safe": "s",
    "warehouse": "w", "new-whistle": "n", "toll-station": "t", "compass": "p", "blocking-signal": "k",
    "extra-boiler": "x",
}  # fmt: skip

NOT_BUILDINGS = ("town", "exchange", "end", "start")
"""Stops that aren't buildings."""

TOWN, TILE, UPGRADE, COMPANY, GOOD = "town", "end-tile", "upgrade", "company", "good"
"""Pages of the board notes."""


def unfit(question: Question) -> Question:
    """Return the question as one that doesn't apply: it offers nothing, but a line can still answer it."""
    parts = tuple(with_parts(part, (), parts_of(part)) for part in parts_of(question))
    silent = copy(with_parts(question, (), parts))  # `replace` is slower: a tenth of a form's time
    silent.by_place, silent.need, silent.least, silent.key = False, "unfit", 0, ""
    silent.default, silent.replaces = None, ()
    return silent


def fit(question: Question, applies: bool) -> Question:
    return question if applies else unfit(question)


class Choices:
    """The questions of one form, with choices from the state, the board notes and the answers so far."""

    def __init__(self, state: State, board_notes: BoardNotes, draft: Draft, flows: Flows = no_items) -> None:
        self.ruleset, self.state, self.board_notes, self.draft = state.ruleset, state, board_notes, draft
        up = state.turn.player if state.turn else None
        by = draft.get("by")
        self.who: str | None = by if by in state.players else up
        self.says: dict[str, object] = {"player": self.who or say("whistle-stop.the-player")}
        self.goods = tuple(state.ruleset.goods)
        self.pieces = (*self.goods, *MARKERS)
        self._names, self._flows = state.ruleset.names_by_id(), flows
        self._purses: dict[str | None, Purse] = {}
        stops, upgrades = tuple(state.ruleset.stops), tuple(state.ruleset.upgrades)
        self._groups = ((self.goods,), (self.goods, (*MARKERS, "gold")), (self.goods, stops), (upgrades,))
        """Groups of names that share out letters. A good has the same letter among pieces and among stops."""

    # Questions

    def by_place(self, kind: type[Q], field: str, asks: str = "", says: Values = NO_VALUES, **more: Any) -> Q:
        """Make a question that a line answers by position, without a keyword."""
        key = asks or field
        key = f"ask.{key}" if key in _SHARED else f"whistle-stop.ask.{key}"
        return kind(field, say(key, **{**self.says, **says}), **more)

    def by_word(
        self, kind: type[Q], field: str, asks: str = "", word: str = "", says: Values = NO_VALUES, **more: Any
    ) -> Q:
        """Make a question that a line answers after its keyword; optional unless `more` has a `need`."""
        usual = {"word": word or field, "by_place": False, "need": "optional"}
        return self.by_place(kind, field, asks, says, **{**usual, **more})

    def bag(
        self, field: str, choices: tuple[Choice, ...], asks: str, word: str = "", **more: Any
    ) -> Question:
        what = self.by_place(Pick, "what", "piece", choices=choices)
        count = self.by_place(Number, "count", low=0, high=self.ruleset.limits.goods)
        return self.by_word(count_pairs(what), field, asks, word, questions=(what, count), **more)

    def discard(self, purse: Purse, word: str = "discard") -> Question:
        """Ask which goods are discarded. This applies only if the player has more goods than the limit."""
        field = word.replace("-", "_")
        if not purse.is_counted:
            nobody = {"player": say("whistle-stop.the-player"), "over": 0}
            return unfit(self.bag(field, (), "discard", word, says=nobody))
        goods = self.held_pieces(
            self.goods, purse, lambda good: purse.discarded_good_violations(good, 1, field)
        )
        over = purse.goods_over
        counted = tuple(good._replace(high=min(over, purse.count[str(good.value)]) or None) for good in goods)
        more: dict[str, Any] = {"need": "needed" if over else "unfit", "least": min(over, 1)}
        says = {"player": purse.who, "over": over}
        return self.bag(field, counted, "discard", word, says=says, help=help_on("discard"), **more)

    def receiver_discard(self, receiver: object, good: object) -> Question:
        received = Purse(self.state, "")
        if self.who and receiver in {*self.state.players} - {self.who} and good in self.goods:
            received = self.purse().after_paying(str(receiver), str(good))
        return self.discard(received, "receiver-discard")

    def player(self, field: str, check: Check, default: str | None, **more: Any) -> Question:
        more = {"need": "needed", "turn": 0 if default is None else RARE, **more}
        players = players_in(self.state, check)
        return self.by_word(Pick, field, choices=players, names_player=True, default=default, **more)

    # Choices

    def purse(self, before: str | None = None) -> Purse:
        """The acting player's pieces before the field `before` of the entry, or after the entry if None."""
        if before not in self._purses:
            purse = self._purses[before] = Purse(self.state, self.who or "")
            purse.run(self._flows(self.ruleset, self.draft), before)
        return self._purses[before]

    def check_purse(
        self, check: Callable[[Purse, Any], Sequence[Violation]], before: str | None = None
    ) -> Check:
        """Return a check that uses the acting player's purse, and finds nothing if that player is unknown."""
        purse = self.purse(before)
        return (lambda name: check(purse, name)) if self.who else no_items

    def choices_of(self, names: Iterable[str], check: Check = no_items) -> tuple[Choice, ...]:
        choices = []
        for name in names:
            spellings = self._names[name].spellings if name in self._names else ()
            among = next((groups for groups in self._groups if name in groups[-1]), ())
            key, refusal = _KEYS.get(name, ""), reason(check(name))
            choices.append(Choice(name, spellings, key, refusal=refusal, among=among))
        return tuple(choices)

    def stops(self, names: Iterable[str], check: Check = no_items) -> tuple[Choice, ...]:
        choices = []
        for choice in self.choices_of(names, check):
            kind = "places" if choice.value in NOT_BUILDINGS else "buildings"
            kind = "goods" if choice.value in self.goods else kind
            choices.append(choice._replace(heading=say(f"whistle-stop.stops.{kind}")))
        return tuple(choices)

    def held_pieces(self, names: Iterable[str], purse: Purse, check: Check = no_items) -> tuple[Choice, ...]:
        """Choices of pieces, with the number of each in the purse as a hint."""
        choices = []
        for choice in self.choices_of(names, check):
            held = purse.count.get(str(choice.value))
            hint = None if held is None else say("whistle-stop.hint.held", count=held)
            choices.append(choice._replace(hint=hint))
        return tuple(choices)

    def spendable_pieces(self, names: Iterable[str], place: str) -> tuple[Choice, ...]:
        """Choices of pieces to spend in the field `place`: those in hand before it that nothing after it spends."""
        given = self.draft.get(place)
        paid = given if isinstance(given, Mapping) else {}
        purse = self.purse(before=place).without_spent(self._flows(self.ruleset, self.draft), after=place)
        choices = self.held_pieces(
            names, purse, lambda name: purse.violations(Flow(place, name, -(paid.get(name) or 1)))
        )
        return tuple(choice._replace(high=purse.count.get(str(choice.value)) or None) for choice in choices)

    def numbers(self, numbers: Iterable[int], check: Check = no_items) -> tuple[Choice, ...]:
        return tuple(Choice(number, key=str(number), refusal=reason(check(number))) for number in numbers)

    def rival_with(self, upgrade: str) -> str | None:
        owner = self.state.owner_of(upgrade)
        return owner if owner != self.who else None

    def companies(self, check: Check = no_items) -> tuple[Choice, ...]:
        choices = []
        for choice in self.choices_of(self.ruleset.companies, check):
            company = str(choice.value)
            facts = self.board_notes.facts(COMPANY, company)
            noted = tuple(str(facts[key]) for key in ("name", "colour") if facts.get(key))
            number = self.state.next_share(company)
            hint = say("whistle-stop.hint.next" if number else "whistle-stop.hint.none-left", number=number)
            if noted:
                hint = say("whistle-stop.hint.called", called=", ".join(noted), left=hint)
            aliases = (*choice.aliases, *noted)
            choices.append(choice._replace(aliases=aliases, key=company.casefold()[:1], hint=hint))
        return tuple(choices)

    def own_companies(self, check: Check) -> tuple[Choice, ...]:
        """Companies as choices for a share that is given up, with the player's share numbers as a hint."""
        if self.who is None:
            return self.companies()
        owned = self.state.shares_of(self.who)
        return tuple(
            choice._replace(hint=say("words.names", names=owned[str(choice.value)]))
            for choice in self.companies(check)
        )

    # Board notes

    def facts(self, page: str, name: str) -> Facts:
        """Facts printed on a town, a tile or an upgrade; without the price if only the score is kept."""
        facts = self.board_notes.facts(page, name)
        return {key: facts[key] for key in facts if key != "pay" or not self.state.is_light}

    def noted_names(self, page: str, is_exchange: bool = False) -> tuple[Choice, ...]:
        """Choices of noted towns, or of end tiles that are exchanges or not. Each fills in its facts."""
        choices: list[Choice] = []
        purse = self.purse(before="pay")
        for name in self.board_notes.names(page):
            facts = self.facts(page, name)
            if page != TILE or ("rate" in facts) == is_exchange:
                key = str(len(choices) + 1) if len(choices) < ONE_DIGIT else ""
                paid = ("rate", "pay", "points", "company")
                implies = {field: facts[field] for field in paid if field in facts}
                choices.append(Choice(name, key=key, hint=_hint(facts, purse), implies=implies))
        return tuple(choices)


def price_of(facts: Facts) -> dict[str, int] | None:
    """The price of a town, a tile or an upgrade; None if it isn't known."""
    pay = facts.get("pay")
    if not isinstance(pay, Mapping):
        return None
    return {name: count for name, count in pay.items() if isinstance(count, int)}


def _hint(facts: Facts, purse: Purse) -> Message | None:
    """Tell the noted facts, and what the player lacks to pay the price; None if nothing is noted."""
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
    if lacking := purse.shortfall(price or {}):
        parts.append(say("whistle-stop.lacks", player=purse.who, pieces=piece_counts(lacking)))
    return say("words.join", parts=tuple(parts)) if parts else None
