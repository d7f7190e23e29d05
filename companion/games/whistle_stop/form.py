"""What each action of Whistle Stop asks."""

from collections.abc import Mapping
from typing import Any

from companion.core.copybook import Book, Facts
from companion.core.forms import Choice, Draft, Question, Questions, Verb, lettered
from companion.core.messages import Message, say
from companion.games.whistle_stop.lessons import TILE, TOWN, UPGRADE
from companion.games.whistle_stop.purse import Purse
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import (
    MARKERS,
    State,
    held,
    next_share,
    owner_of,
    piece,
    shares_of,
    upgrades_of,
)

VERBS: tuple[Verb, ...] = (
    Verb("move", "m", needs_player=True),
    Verb("use", "v", needs_player=True),
    Verb("buy", "b", needs_player=True),
    Verb("rest", "r", needs_player=True),
    Verb("end-turn", "e", needs_player=True, is_instant=True),
    Verb("final", "f"),
)

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


class Forms:
    def __init__(self, ruleset: WhistleStopRuleset, state: State, book: Book, by: object = None) -> None:
        self._ruleset, self._state, self._book = ruleset, state, book
        up = state.turn.player if state.turn else None
        self._who = by if isinstance(by, str) and by in state.players else up
        self._names = ruleset.named()

    def of(self, verb: str, draft: Draft) -> Questions:
        if verb == "move":
            return self._move(draft)
        if verb == "use":
            return self._use(draft)
        if verb == "buy":
            return self._buy(draft)
        if verb == "final":
            return self._final()
        return ()

    # Choices

    def _choice(self, name: str, hint: Message | None = None, **more: Any) -> Choice:
        words = self._names.get(name)
        return Choice(name, words.spellings() if words else (), key=_KEYS.get(name, ""), hint=hint, **more)

    def _pieces(self, names: tuple[str, ...]) -> tuple[Choice, ...]:
        """Goods and markers, with how many the player has."""
        found = []
        for name in names:
            count = held(self._state.ledger, piece(name), self._who) if self._who and name != "gold" else None
            hint = None if count is None else say("whistle-stop.hint.held", count=count)
            found.append(self._choice(name, hint))
        return tuple(found)

    def _players(self) -> tuple[Choice, ...]:
        return tuple(Choice(name, key=key) for name, key in lettered(self._state.players).items())

    def _companies(self) -> tuple[Choice, ...]:
        found = []
        for company in self._ruleset.companies:
            number = next_share(self._state.ledger, company, self._ruleset.shares.numbers)
            key = "whistle-stop.hint.next" if number else "whistle-stop.hint.none-left"
            words = self._names.get(company)
            aliases = words.spellings() if words else ()
            found.append(Choice(company, aliases, key=company.casefold()[:1], hint=say(key, number=number)))
        return tuple(found)

    def _bag(self, field: str, word: str, key: str, names: tuple[str, ...], **more: Any) -> Question:
        more.setdefault("is_optional", True)
        return Question(
            field=field,
            kind="table",
            ask=ask(key),
            word=word,
            by_place=more.pop("by_place", False),
            questions=(
                placed("what", "pick", "piece", choices=self._pieces(names)),
                placed("count", "count", "count", low=0, high=9),
            ),
            **more,
        )

    # Stops

    def _move(self, draft: Draft) -> Questions:
        stops = tuple(self._choice(stop) for stop in (*self._ruleset.goods, *self._ruleset.stops))
        markers = tuple(self._pieces(MARKERS))
        goods = tuple(self._ruleset.goods)
        owner = owner_of(self._state.ledger, "toll-station", self._state.players)
        has_rival = owner is not None and owner != self._who
        over = self._is_over(draft)
        return (
            placed("stop", "pick", "stop", choices=stops),
            *self._stop(draft, str(draft.get("stop", ""))),
            led(
                "toll",
                "group",
                "toll",
                "toll",
                is_aside=not has_rival,
                questions=(
                    placed("good", "pick", "good", choices=self._pieces(goods)),
                    led(
                        "to",
                        "pick",
                        "to",
                        "to",
                        choices=self._players(),
                        names_player=True,
                        is_optional=False,
                        default=owner if has_rival else None,
                    ),
                ),
            ),
            led("with", "pick", "with", "with", is_optional=False, choices=markers, default="coal"),
            self._bag("discard", "discard", "discard", goods, is_optional=not over, is_aside=not over),
            self._bag("receiver_discard", "receiver-discard", "receiver-discard", goods, is_aside=True),
        )

    def _is_over(self, draft: Draft) -> bool:
        """Whether the stop would leave more goods than the limit; looked at only where it surely adds one."""
        if self._who is None:
            return False
        gains = draft.get("stop") in self._ruleset.goods or draft.get("stop") == "store"
        return gains and Purse(self._ruleset, self._state, self._who).goods >= self._ruleset.limits.goods

    def _stop(self, draft: Draft, stop: str) -> Questions:
        """What a stop asks; what it does not ask can be said all the same, so that the rules can refuse it."""
        goods, everything = tuple(self._ruleset.goods), (*self._ruleset.goods, *MARKERS)
        is_priced, is_town = stop in ("town", "end"), stop == "town"
        is_exchange = stop == "exchange"
        comes_home = stop == "end" or bool(draft.get("end"))
        price = {"is_aside": not is_priced}
        rewards = (*MARKERS, "gold", *goods)
        takes_gold = stop == "gold-mine" or (comes_home and "gold" in list(draft.get("rewards") or ()))
        return (
            self._asked("good", "pick", "good", stop == "store", choices=self._pieces(goods)),
            self._asked("town", "pick", "town", is_town, choices=self._towns(), is_open=True, fills=True),
            self._asked(
                "rate",
                "pick",
                "rate",
                is_exchange,
                choices=tuple(Choice(str(rate), key=str(rate), answer=rate) for rate in self._rates()),
            ),
            self._trades(is_aside=stop != "trading-post"),
            self._bag("pay", "pay", "pay", everything, replaces=("penalty",), **price),
            led(
                "fame",
                "count",
                "fame",
                "fame",
                low=0,
                is_optional=not is_priced,
                replaces=("penalty",),
                **price,
            ),
            led(
                "company",
                "pick",
                "company",
                "company",
                choices=self._companies(),
                is_optional=not is_town,
                is_aside=not is_town,
                replaces=("penalty",),
            ),
            led(
                "penalty", "count", "penalty", "penalty", low=0, replaces=("pay", "fame", "company"), **price
            ),
            self._share(is_optional=True, is_aside=not is_exchange),
            led("end", "switch", "ends", "end", is_aside=not is_exchange),
            led(
                "tile",
                "pick",
                "tile",
                "tile",
                choices=self._tiles(),
                is_open=True,
                is_aside=stop not in ("end", "exchange"),
            ),
            led(
                "rewards",
                "several",
                "rewards",
                "rewards",
                choices=self._pieces(rewards),
                least=3,
                most=3,
                is_optional=not comes_home,
                is_aside=not comes_home,
            ),
            led("gold", "counts", "worth", "gold", low=3, high=5, is_aside=not takes_gold),
        )

    def _asked(self, field: str, kind: Any, key: str, is_asked: bool, **more: Any) -> Question:
        """Answered in its place where it is asked, led by its word where it is not."""
        return Question(
            field=field,
            kind=kind,
            ask=ask(key),
            word={"town": "at", "stop": "stops"}.get(field, field),
            by_place=is_asked,
            is_optional=not is_asked,
            is_aside=not is_asked,
            **more,
        )

    def _rates(self) -> tuple[int, ...]:
        return tuple(self._ruleset.stops["exchange"].rates)

    def _trades(self, **more: Any) -> Question:
        goods, everything = tuple(self._ruleset.goods), (*self._ruleset.goods, *MARKERS)
        return led(
            "trades",
            "rows",
            "trade",
            "trades",
            most=2,
            questions=(
                placed("give", "pick", "give", choices=self._pieces(goods)),
                placed(
                    "get", "several", "get", word="for", choices=self._pieces(everything), least=1, most=2
                ),
            ),
            **more,
        )

    def _share(self, **more: Any) -> Question:
        owned = (
            {}
            if self._who is None
            else shares_of(
                self._state.ledger, self._who, tuple(self._ruleset.companies), self._ruleset.shares.numbers
            )
        )
        held_ones = tuple(
            choice._replace(
                hint=say("whistle-stop.hint.shares", numbers=owned[str(choice.value)]) if owned else None,
                off=None if not owned or owned[str(choice.value)] else say("whistle-stop.hint.no-shares"),
            )
            for choice in self._companies()
        )
        return led(
            "share",
            "group",
            "share",
            "share",
            questions=(
                placed("company", "pick", "company", choices=held_ones),
                placed("number", "count", "number", low=1, high=self._ruleset.shares.numbers),
            ),
            **more,
        )

    def _towns(self) -> tuple[Choice, ...]:
        """Towns of the copy book: what is printed on one fills the rest, paid or with its penalty."""
        found = []
        for place, name in enumerate(self._book.names(TOWN), 1):
            facts = self._book.facts(TOWN, name)
            found.append(Choice(name, key=str(place) if place < 10 else "", sets=self._visit(facts)))
        return tuple(found)

    def _visit(self, facts: Facts) -> Mapping[str, Any]:
        pay = facts.get("pay")
        paid = {key: facts[key] for key in ("pay", "fame", "company") if key in facts}
        if self._who is not None and isinstance(pay, Mapping) and "penalty" in facts:
            purse = Purse(self._ruleset, self._state, self._who)
            counts = {str(name): count for name, count in pay.items() if isinstance(count, int)}
            if purse.take_all(counts, "pay"):
                return {"penalty": facts["penalty"]}
        return paid or {key: facts[key] for key in ("penalty",) if key in facts}

    def _tiles(self) -> tuple[Choice, ...]:
        return tuple(Choice(name) for name in self._book.names(TILE))

    # The other actions

    def _buy(self, draft: Draft) -> Questions:
        goods = tuple(self._ruleset.goods)
        choices = []
        for name in self._ruleset.upgrades:
            owner = owner_of(self._state.ledger, name, self._state.players)
            facts = self._book.facts(UPGRADE, name)
            sets: dict[str, Any] = {key: facts[key] for key in ("pay", "worth") if key in facts}
            if name in self._state.worth:
                sets.pop("worth", None)
            hint = None if owner is None else say("whistle-stop.hint.owned", owner=owner)
            choices.append(self._choice(name, hint, sets=sets))
        is_known = draft.get("upgrade") in self._state.worth
        worth = tuple(Choice(str(n), key=str(n), answer=n) for n in self._ruleset.upgrade_rules.worth)
        from_player = "from" in draft
        return (
            placed("upgrade", "pick", "upgrade", choices=tuple(choices), fills=True),
            self._bag("pay", "pay", "pay", goods, by_place=True),
            led("worth", "pick", "worth", "worth", choices=worth, is_optional=is_known, is_aside=is_known),
            led("from", "pick", "from", "from", choices=self._players(), names_player=True),
            led(
                "tribute",
                "pick",
                "tribute",
                "tribute",
                choices=self._pieces(tuple(self._ruleset.rare)),
                is_optional=not from_player,
                is_aside=not from_player,
            ),
            self._bag("receiver_discard", "receiver-discard", "receiver-discard", goods, is_aside=True),
        )

    def _use(self, draft: Draft) -> Questions:
        name = str(draft.get("upgrade", ""))
        owned = (
            ()
            if self._who is None
            else upgrades_of(self._state.ledger, self._who, tuple(self._ruleset.upgrades))
        )
        choices = tuple(
            self._choice(
                upgrade,
                off=None
                if upgrade in owned
                else say("whistle-stop.owns-not", player=self._who, upgrade=upgrade),
            )
            for upgrade, rule in self._ruleset.upgrades.items()
            if rule.coal
        )
        stops = tuple(
            self._choice(stop) for stop in (*self._ruleset.goods, *self._ruleset.stops) if stop != "end"
        )
        is_caboose, is_safe = name == "caboose", name == "safe"
        asked = {
            question.field: question
            for question in self._stop(
                {**draft, "end": False}, str(draft.get("stop", "")) if is_caboose else ""
            )
        }
        goods = tuple(self._ruleset.goods)
        if name == "warehouse":
            asked["good"] = self._asked("good", "pick", "good", True, choices=self._pieces(goods))
        if name == "mine-cart":
            asked["gold"] = led("gold", "counts", "worth", "gold", low=3, high=5)
        if name == "open-wagon":
            asked["trades"] = self._trades()
        if is_safe:
            asked["share"] = self._share(is_optional=False)
            asked["company"] = led(
                "company", "pick", "company", "company", choices=self._companies(), is_optional=False
            )
        over = is_caboose and self._is_over(draft)
        return (
            placed("upgrade", "pick", "upgrade", choices=choices),
            self._asked("stop", "pick", "stop", is_caboose, choices=stops),
            *asked.values(),
            self._bag("discard", "discard", "discard", goods, is_optional=not over, is_aside=not over),
        )

    def _final(self) -> Questions:
        players = self._players()
        unknown = any(None in values for values in self._state.gold.values())
        return (
            Question(
                field="black_tiles",
                kind="table",
                ask=ask("black-tiles"),
                word="black-tiles",
                is_optional=True,
                questions=(
                    placed("player", "pick", "player", choices=players, names_player=True),
                    placed("count", "count", "count", low=0, high=5),
                ),
            ),
            led(
                "gold",
                "table",
                "gold",
                "gold",
                is_optional=not unknown,
                is_aside=not unknown,
                questions=(
                    placed("player", "pick", "player", choices=players, names_player=True),
                    placed("values", "counts", "gold", low=3, high=5, word="values", least=1),
                ),
            ),
        )

    # The position

    def position(self) -> Questions:
        companies, goods = self._companies(), tuple(self._ruleset.goods)
        number = placed("count", "count", "count", low=0)
        upgrades = tuple(self._choice(name) for name in self._ruleset.upgrades)
        numbers = placed("numbers", "counts", "number", low=1, high=6, word="numbers")
        part = (
            led("fame", "count", "fame", "fame", low=0),
            led("coal", "count", "coal", "coal", low=0),
            led("whistle", "count", "whistle", "whistle", low=0),
            led("gold", "counts", "gold", "gold", low=0, high=5),
            self._bag("goods", "goods", "goods", goods),
            led(
                "shares",
                "table",
                "shares",
                "shares",
                questions=(placed("company", "pick", "company", choices=companies), numbers),
            ),
            led("upgrades", "several", "upgrades", "upgrades", choices=upgrades),
            led("trains_home", "count", "home", "trains-home", low=0),
        )
        who = placed("player", "pick", "player", choices=self._players(), names_player=True)
        upgrade = placed("upgrade", "pick", "upgrade", choices=upgrades)
        following = led("next", "count", "next", "number", low=1, is_optional=False)
        return (
            led("round", "count", "round", "round", low=1),
            led("worth", "table", "worth", "worth", questions=(upgrade, number)),
            led(
                "companies",
                "table",
                "company",
                "company",
                questions=(
                    placed("company", "pick", "company", choices=companies),
                    placed("rule", "group", "company", questions=(following,)),
                ),
            ),
            led(
                "players",
                "table",
                "player",
                "player",
                questions=(who, placed("part", "group", "player", questions=part)),
            ),
        )
