"""What each action of Whistle Stop asks."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from companion.core.copybook import Book
from companion.core.forms import Draft, Question, Questions, Verb
from companion.core.messages import say
from companion.games.whistle_stop.choices import Choices, ask, led, placed
from companion.games.whistle_stop.position_form import position_questions
from companion.games.whistle_stop.purse import Purse
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import MARKERS, State, owner_of, upgrades_of

VERBS: tuple[Verb, ...] = (
    Verb(name="move", key="m", needs_player=True),
    Verb(name="use", key="v", needs_player=True),
    Verb(name="buy", key="b", needs_player=True),
    Verb(name="rest", key="r", needs_player=True),
    Verb(name="end-turn", key="e", needs_player=True, is_instant=True),
    Verb(name="final", key="f"),
)


class Forms:
    def __init__(self, ruleset: WhistleStopRuleset, state: State, book: Book, by: object = None) -> None:
        self._ruleset, self._state = ruleset, state
        up = state.turn.player if state.turn else None
        self._who = by if isinstance(by, str) and by in state.players else up
        self._choices = Choices(ruleset, state, book, self._who)

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

    def position(self) -> Questions:
        return position_questions(self._ruleset, self._choices)

    # Moves and their stops

    def _move(self, draft: Draft) -> Questions:
        goods = self._choices.goods
        rival = self._rival_with("toll-station")
        toll = draft.get("toll")
        receiver = toll.get("to", rival) if isinstance(toll, Mapping) else None
        return (
            placed("stop", "pick", "stop", choices=self._choices.stops()),
            *self._stop(draft, str(draft.get("stop", ""))),
            led(
                "toll",
                "group",
                "toll",
                "toll",
                is_rare=rival is None,
                questions=(
                    placed("good", "pick", "good", choices=self._choices.held(goods)),
                    led(
                        "to",
                        "pick",
                        "to",
                        "to",
                        choices=self._choices.players(),
                        names_player=True,
                        is_optional=False,
                        default=rival,
                    ),
                ),
            ),
            led(
                "with",
                "pick",
                "with",
                "with",
                choices=self._choices.held(MARKERS),
                default="coal",
                is_assumed=True,
            ),
            self._discard("discard", "discard", self._over(self._who, draft, str(draft.get("stop", "")))),
            self._discard("receiver_discard", "receiver-discard", self._over_by_one(receiver)),
        )

    def _rival_with(self, upgrade: str) -> str | None:
        owner = owner_of(self._state.ledger, upgrade, self._state.players)
        return owner if owner != self._who else None

    def _discard(self, field: str, word: str, is_needed: bool) -> Question:
        """Asked only of those who have more goods than they may keep."""
        goods = self._choices.goods
        return self._choices.bag(
            field, word, word, goods, is_optional=not is_needed, is_rare=not is_needed, least=int(is_needed)
        )

    def _over(self, who: str | None, draft: Draft, stop: str) -> bool:
        """Whether what is answered so far would leave more goods than may be kept."""
        if who is None:
            return False
        goods, gone = self._choices.goods, list[object]()
        come: list[object] = [stop, draft.get("good"), *_names(draft.get("rewards"))]
        for trade in draft.get("trades") or ():
            gone.append(trade.get("give"))
            come += _names(trade.get("get"))
        toll, pay = draft.get("toll"), draft.get("pay")
        if isinstance(toll, Mapping):
            gone.append(toll.get("good"))
        paid = sum(n for name, n in pay.items() if name in goods) if isinstance(pay, Mapping) else 0
        change = sum(name in goods for name in come) - sum(name in goods for name in gone) - paid
        return Purse(self._ruleset, self._state, who).goods + change > self._ruleset.limits.goods

    def _over_by_one(self, who: object) -> bool:
        if not isinstance(who, str) or who not in self._state.players:
            return False
        return Purse(self._ruleset, self._state, who).goods >= self._ruleset.limits.goods

    def _stop(self, draft: Draft, stop: str) -> Questions:
        """What a stop asks; what it does not ask can be said all the same, so that the rules can refuse it.

        The name of a tile comes first where one is remembered that could fill the rest, else last.
        """
        choices, is_exchange = self._choices, stop == "exchange"
        comes_home = stop == "end" or bool(draft.get("end"))
        takes_gold = stop == "gold-mine" or (comes_home and "gold" in _names(draft.get("rewards")))
        rates = choices.numbers(self._ruleset.stops["exchange"].rates)
        tiles = choices.tiles(stop, draft)
        tile = led(
            "tile",
            "pick",
            "tile",
            "tile",
            choices=tiles,
            is_open=True,
            may_imply=True,
            is_rare=stop not in ("end", "exchange"),
        )
        rate = self._asked("rate", "pick", "rate", is_exchange, choices=rates)
        return (
            self._asked("good", "pick", "good", stop == "store", choices=choices.held(choices.goods)),
            self._asked(
                "town",
                "pick",
                "town",
                stop == "town",
                choices=choices.towns(draft),
                is_open=True,
                may_imply=True,
            ),
            *((tile, rate) if tiles else (rate,)),
            self._trades(is_rare=stop != "trading-post"),
            *self._price(draft, stop),
            self._share(is_optional=True, is_rare=not is_exchange),
            led("end", "switch", "ends", "end", is_rare=not is_exchange),
            led(
                "rewards",
                "several",
                "rewards",
                "rewards",
                choices=choices.held((*MARKERS, "gold", *choices.goods)),
                least=self._ruleset.end_tiles.rewards,
                most=self._ruleset.end_tiles.rewards,
                is_optional=not comes_home,
                is_rare=not comes_home,
            ),
            self._gold(is_rare=not takes_gold),
            *(() if tiles else (tile,)),
        )

    def _price(self, draft: Draft, stop: str) -> Questions:
        """What is supplied, for how much fame and which share; or the penalty, which makes the rest needless."""
        is_priced, is_town = stop in ("town", "end"), stop == "town"
        is_supplied = any(field in draft for field in ("pay", "fame", "company"))
        is_rare = not is_priced or "penalty" in draft
        return (
            self._choices.bag(
                "pay", "pay", "pay", self._choices.pieces, replaces=("penalty",), is_rare=is_rare
            ),
            led(
                "fame",
                "count",
                "fame",
                "fame-or-penalty",
                low=0,
                is_optional=not is_priced,
                replaces=("penalty",),
                is_rare=is_rare,
            ),
            led(
                "company",
                "pick",
                "company",
                "company",
                choices=self._choices.companies(),
                is_optional=not is_town,
                is_rare=is_rare or not is_town,
                replaces=("penalty",),
            ),
            led(
                "penalty",
                "count",
                "penalty",
                "penalty",
                low=0,
                replaces=("pay", "fame", "company"),
                is_rare=not is_priced or is_supplied,
            ),
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
            is_rare=not is_asked,
            **more,
        )

    def _gold(self, **more: Any) -> Question:
        values = self._ruleset.gold.values
        return led(
            "gold",
            "counts",
            "worth",
            "gold",
            low=min(values),
            high=max(values),
            is_hidden_until_end=True,
            **more,
        )

    def _trades(self, **more: Any) -> Question:
        choices = self._choices
        return led(
            "trades",
            "rows",
            "trade",
            "trades",
            most=self._ruleset.trading.trades,
            questions=(
                placed("give", "pick", "give", choices=choices.held(choices.goods)),
                placed(
                    "get",
                    "several",
                    "get",
                    word="for",
                    choices=choices.held(choices.pieces),
                    least=1,
                    most=self._ruleset.trading.most_for_one,
                ),
            ),
            **more,
        )

    def _share(self, **more: Any) -> Question:
        return led(
            "share",
            "group",
            "share",
            "share",
            questions=(
                placed("company", "pick", "company", choices=self._choices.own_companies()),
                placed("number", "count", "number", low=1, high=self._ruleset.shares.numbers),
            ),
            **more,
        )

    # The other actions

    def _buy(self, draft: Draft) -> Questions:
        choices, name = self._choices, draft.get("upgrade")
        rival = self._rival_with(name) if isinstance(name, str) else None
        is_known = name in self._state.worth
        has_seller = rival is not None or "from" in draft
        return (
            placed("upgrade", "pick", "upgrade", choices=choices.upgrades(), may_imply=True),
            choices.bag("pay", "pay", "pay", choices.goods, by_place=True),
            led(
                "from",
                "pick",
                "from",
                "from",
                choices=choices.players(),
                names_player=True,
                is_optional=rival is None,
                is_rare=rival is None,
                default=rival,
            ),
            led(
                "tribute",
                "pick",
                "tribute",
                "tribute",
                choices=choices.held(self._ruleset.rare),
                is_optional=not has_seller,
                is_rare=not has_seller,
            ),
            led(
                "worth",
                "pick",
                "worth",
                "worth",
                choices=choices.numbers(self._ruleset.upgrade_rules.worth),
                is_optional=is_known,
                is_rare=is_known,
            ),
            self._discard("receiver_discard", "receiver-discard", self._over_by_one(draft.get("from"))),
        )

    def _use(self, draft: Draft) -> Questions:
        choices, name = self._choices, str(draft.get("upgrade", ""))
        known = tuple(self._ruleset.upgrades)
        owned = () if self._who is None else upgrades_of(self._state.ledger, self._who, known)
        upgrades = tuple(
            choices.named(
                one,
                refusal=None if one in owned else say("whistle-stop.owns-not", player=self._who, upgrade=one),
            )
            for one, rule in self._ruleset.upgrades.items()
            if rule.coal
        )
        is_caboose = name == "caboose"
        stop = str(draft.get("stop", "")) if is_caboose else ""
        asked = {one.field: one for one in self._stop({**draft, "end": False}, stop)}
        if name == "warehouse":
            asked["good"] = self._asked("good", "pick", "good", True, choices=choices.held(choices.goods))
        elif name == "mine-cart":
            asked["gold"] = self._gold()
        elif name == "open-wagon":
            asked["trades"] = self._trades()
        elif name == "safe":
            asked["share"] = self._share(is_optional=False)
            asked["company"] = replace(asked["company"], is_optional=False, is_rare=False)
        return (
            placed("upgrade", "pick", "upgrade", choices=upgrades),
            self._asked("stop", "pick", "stop", is_caboose, choices=choices.stops(but=("end",))),
            *asked.values(),
            self._discard("discard", "discard", self._over(self._who, draft, stop)),
        )

    def _final(self) -> Questions:
        players, values = self._choices.players(), self._ruleset.gold.values
        unknown = any(None in held for held in self._state.gold.values())
        return (
            Question(
                field="black_tiles",
                kind="table",
                ask=ask("black-tiles"),
                word="black-tiles",
                is_optional=True,
                questions=(
                    placed("player", "pick", "player", choices=players, names_player=True),
                    placed("count", "count", "count", low=0, high=self._ruleset.limits.hand_with_boiler),
                ),
            ),
            led(
                "gold",
                "table",
                "gold",
                "gold",
                is_optional=not unknown,
                is_rare=not unknown,
                questions=(
                    placed("player", "pick", "player", choices=players, names_player=True),
                    placed(
                        "values", "counts", "gold", low=min(values), high=max(values), word="values", least=1
                    ),
                ),
            ),
        )


def _names(value: object) -> list[Any]:
    return list(value) if isinstance(value, Iterable) and not isinstance(value, str) else []
