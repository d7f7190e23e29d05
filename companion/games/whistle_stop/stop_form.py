"""What a stop asks, or an upgrade that is used: the very fields that the rules want to be told."""

from collections.abc import Mapping
from typing import Any

from companion.core.forms import RARE, Question, Questions
from companion.core.forms import led as led_by_word
from companion.core.game import nothing
from companion.core.messages import Message, say
from companion.games.whistle_stop.actions import ASKED, STOP_FIELDS
from companion.games.whistle_stop.choices import (
    NO_VALUES,
    Choices,
    ask,
    led,
    placed,
    unfit,
)
from companion.games.whistle_stop.effects import piece_counts
from companion.games.whistle_stop.lessons import TILE, TOWN, price_of
from companion.games.whistle_stop.ruleset import MARKERS
from companion.games.whistle_stop.state import share_count
from companion.games.whistle_stop.stop_checks import (
    given_company_violations,
    share_violations,
    taken_company_violations,
    trade_violations,
)

FIRST, SOON, LAST = -2, -1, 1
"""When keys come to a question: what is chosen, what is likely then, all the others, and what need not be said."""
_NAMELESS = {"town": "whistle-stop.a-town", "end": "whistle-stop.an-end-tile"}
PAID = ("pay", "points", "company")


def asked_questions(choices: Choices, what: str, is_move: bool = True) -> Questions:
    """Of all that stops ask, what this one does first."""
    form = StopForm(choices, what, is_move)
    fields = [field for field in ASKED.get(what, ()) if form.applies(field)]
    asked = [getattr(form, field)() for field in fields]
    form.offer_nothing()
    others = [unfit(getattr(form, field)()) for field in STOP_FIELDS if field not in fields]
    return (*asked, *others)


def in_place(
    field: str,
    word: str | None = None,
    asks: str | None = None,
    says: Mapping[str, object] = NO_VALUES,
    **more: Any,
) -> Question:
    """Answered in its place, or behind its word."""
    return Question(field=field, kind="pick", ask=ask(asks or field, says), word=word or field, **more)


def help_on(key: str) -> Message:
    return say(f"whistle-stop.help.{key}")


class StopForm:
    """A question for each field in `ASKED`, under its name."""

    def __init__(self, choices: Choices, what: str, is_move: bool) -> None:
        self._choices, self._ruleset, self._draft = choices, choices.ruleset, choices.draft
        self._what, self._is_move, self._is_light = what, is_move, choices.state.is_light
        is_end = choices.draft.get("end", True)
        self._comes_home = what == "end" or (is_move and what == "exchange" and bool(is_end))
        self._tiles = choices.remembered(TILE, what, choices.purse(before="pay"))
        self._says = choices.says
        name = choices.draft.get("town" if what == "town" else "tile")
        self._at = {**self._says, "where": name or say(_NAMELESS.get(what, "whistle-stop.the-stop"))}
        self._facts = choices.known(TOWN if what == "town" else TILE, str(name))
        self._lacking = self._lacking_now()

        self._tokens = 1
        if what in ("end", "exchange"):
            rewards = choices.draft.get("rewards") or () if self._comes_home else ()
            self._tokens = list(rewards).count("gold")

    def offer_nothing(self) -> None:
        self._choices = self._choices.unoffered()

    def _lacking_now(self) -> Mapping[str, int]:
        """What is not in hand of a remembered price."""
        price, purse = price_of(self._facts), self._choices.purse(before="pay")
        return {} if price is None or purse is None else purse.lacking(price)

    def applies(self, field: str) -> bool:
        """Whether there is anything to say of a field that the rules ask for."""
        who = self._choices.who
        if field == "share" and self._what == "exchange" and who is not None:
            return share_count(self._ruleset, self._choices.state.ledger, who) > 0
        if field in ("rewards", "end"):
            return self._comes_home if field == "rewards" else self._is_move
        if field == "pay":
            return not self._is_light
        return field != "gold" or self._tokens > 0

    def good(self) -> Question:
        goods = self._choices.held(self._choices.goods, self._choices.purse())
        return in_place("good", asks="good-taken", says=self._says, choices=goods)

    def town(self) -> Question:
        towns = self._choices.remembered(TOWN, self._what, self._choices.purse(before="pay"))
        key = "town" if towns else "town-new"
        more: dict[str, Any] = {"is_open": True, "may_imply": True, "turn": FIRST, "help": help_on("town")}
        return in_place("town", "at", key, self._says, choices=towns, **more)

    def tile(self) -> Question:
        """Asked first where one is remembered that could fill the rest, else last."""
        more: dict[str, Any] = {"is_open": True, "may_imply": True, "help": help_on("tile")}
        return led("tile", "pick", choices=self._tiles, turn=FIRST if self._tiles else LAST, **more)

    def rate(self) -> Question:
        rates = self._choices.numbers(self._ruleset.stops["exchange"].rates)
        return in_place("rate", choices=rates)

    def trades(self) -> Question:
        """Of the row that is on its way, what is given says what may be taken."""
        choices, ruleset = self._choices, self._ruleset
        row = (*(self._draft.get("trades") or ()), {})[-2:][0]
        give, get = row.get("give", ""), tuple(row.get("get", ()))
        fair = choices.held(
            choices.pieces,
            choices.purse(before="rewards"),
            lambda name: trade_violations(ruleset, give, (*get, name), "trades", may_grow=True),
        )
        given = placed("give", "pick", "give", self._says, choices=choices.spent(choices.goods, "rewards"))
        most, least = ruleset.trading.most_for_one, self._least_for_one()
        taken = placed(
            "get", "pick", "get", self._says, word="for", many=True, choices=fair, least=least, most=most
        )
        more: dict[str, Any] = {"many": True, "most": ruleset.trading.trades, "help": help_on("trades")}
        return led("trades", "group", "trades", "trade", self._says, questions=(given, taken), **more)

    def _least_for_one(self) -> int:
        """Two where one of what is taken is only half a trade; the rows above must be whole with that."""
        rows: list[dict[str, Any]] = [*(self._draft.get("trades") or [{}])]
        *above, row = rows
        get = row.get("get", ())
        fair = self._ruleset, row.get("give", ""), get, "trades"
        if not get or not trade_violations(*fair) or trade_violations(*fair, may_grow=True):
            return 1
        whole = (len(one.get("get", ())) for one in above)
        return min((len(get) + 1, self._ruleset.trading.most_for_one, *whole))

    # What is supplied, for how many points and which share; or the penalty, which makes the rest needless

    @property
    def _is_likely_penalty(self) -> bool:
        """Whether what is not in hand of a remembered price leaves nothing else, as long as nothing is said."""
        return bool(self._lacking) and not any(field in self._draft for field in PAID)

    def pay(self) -> Question:
        pieces, is_lacking = self._choices.spent(self._choices.pieces, "pay"), self._is_likely_penalty
        says = {**self._at, "pieces": piece_counts(self._lacking)}
        key = "pay-lacking" if is_lacking else "pay"
        more: dict[str, Any] = {"need": "optional" if is_lacking else "expected", "help": help_on("pay")}
        return self._choices.bag("pay", pieces, key, says=says, replaces=("penalty",), word="pay", **more)

    def points(self) -> Question:
        more: dict[str, Any] = {"need": "needed", "help": help_on("points")}
        return led("points", "count", "points-at", says=self._at, low=0, replaces=("penalty",), **more)

    def company(self) -> Question:
        is_safe = self._what == "safe"
        given = (self._draft.get("share") or {}).get("company")
        check = self._choices.by(lambda purse, name: taken_company_violations(purse, name, given))
        return led(
            "company",
            "pick",
            "company-safe" if is_safe else "company-at",
            says=self._at,
            choices=self._choices.companies(check if is_safe else nothing),
            need="needed",
            replaces=() if is_safe else ("penalty",),
            help=help_on("company"),
        )

    def penalty(self) -> Question:
        """A sign leads there; what was remembered of it is on offer."""
        is_likely, known = self._is_likely_penalty, self._facts.get("penalty")
        seen = self._choices.numbers([known] if isinstance(known, int) else [])
        more: dict[str, Any] = {"need": "expected" if is_likely else "optional", "choices": seen}
        more |= {"low": 0, "replaces": PAID, "key": "-", "help": help_on("penalty")}
        is_paid = any(field in self._draft for field in PAID)
        more["turn"] = SOON if is_likely else RARE if is_paid else 0
        return led("penalty", "count", says=self._at, **more)

    def share(self) -> Question:
        is_safe, choices = self._what == "safe", self._choices
        taken = self._draft.get("company") if is_safe else None
        check = choices.by(lambda purse, name: given_company_violations(purse, name, taken))
        company = placed("company", "pick", "company-given", self._says, choices=choices.own_companies(check))
        given = (self._draft.get("share") or {}).get("company")
        held = choices.by(lambda purse, number: share_violations(purse, given, number))
        numbers = choices.numbers(range(1, self._ruleset.shares.numbers + 1), held)
        owned = [int(one.value) for one in numbers if one.refusal is None]
        only = owned[0] if len(owned) == 1 else None
        number = placed("number", "pick", "share-number", self._says, choices=numbers, default=only)
        more: dict[str, Any] = {"need": "needed" if is_safe else "expected"}
        more["turn"] = SOON if is_safe else 0
        return led("share", "group", says=self._says, questions=(company, number), **more)

    def end(self) -> Question:
        """Most exchanges are end tiles, so keys propose it; a line that does not say so means none."""
        return led("end", "switch", word="ends", default=True, help=help_on("end"))

    def rewards(self) -> Question:
        """Where only what scores is kept, gold alone is asked for."""
        names, count = (*MARKERS, "gold", *self._choices.goods), self._ruleset.end_tiles.rewards
        if self._is_light:
            gold = self._choices.named(["gold"])
            gold_only = say("whistle-stop.ask.rewards-light", **self._says)
            return led_by_word("rewards", "pick", gold_only, many=True, choices=gold, most=count)
        choices = self._choices.held(names, self._choices.purse())
        more: dict[str, Any] = {
            "many": True,
            "least": count,
            "most": count,
            "need": "needed" if self._what == "end" or self._draft.get("end") else "expected",
            "help": help_on("rewards"),
        }
        return led("rewards", "pick", says=self._says, choices=choices, **more)

    def gold(self) -> Question:
        """A value for each token that is taken; nobody else may know it before the end."""
        tokens, who = max(1, self._tokens), self._says["player"]
        more: dict[str, Any] = {"most": tokens, "hidden": "until-end", "help": help_on("gold")}
        return self._choices.gold("pick", "gold", "worth", who, tokens, **more)
