"""What a stop asks, or an upgrade that is used: the very fields that the rules want to be told."""

from collections.abc import Mapping
from typing import Any

from companion.core.forms import Question, Questions
from companion.core.forms import led as led_by_word
from companion.core.messages import Message, say
from companion.games.whistle_stop.actions import ASKED, STOP_FIELDS
from companion.games.whistle_stop.choices import (
    NO_VALUES,
    Choices,
    ask,
    led,
    nothing_against,
    placed,
    unfit,
)
from companion.games.whistle_stop.effects import piece_counts
from companion.games.whistle_stop.lessons import TILE, TOWN, price_of
from companion.games.whistle_stop.ruleset import MARKERS
from companion.games.whistle_stop.state import share_count, shares_of
from companion.games.whistle_stop.stop_checks import (
    given_company_violations,
    taken_company_violations,
    trade_violations,
)

FIRST, SOON, LAST = -2, -1, 1
"""When keys come to a question: what is chosen, what is likely then, all the others, and what need not be said."""
_NAMELESS = {"town": "whistle-stop.a-town", "end": "whistle-stop.an-end-tile"}
PAID = ("pay", "fame", "company")


def asked_questions(choices: Choices, what: str, is_move: bool = True) -> Questions:
    """Of all that stops ask, what this one does first."""
    form = StopForm(choices, what, is_move)
    fields = [field for field in ASKED.get(what, ()) if form.applies(field)]
    others = [field for field in STOP_FIELDS if field not in fields]
    return (
        *(getattr(form, field)() for field in fields),
        *(unfit(getattr(form, field)()) for field in others),
    )


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
        self._comes_home = what == "end" or (is_move and bool(choices.draft.get("end")))
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

    def _lacking_now(self) -> Mapping[str, int]:
        """What is not in hand of a remembered price."""
        price, purse = price_of(self._facts), self._choices.purse(before="pay")
        return {} if price is None or purse is None else purse.lacking(price)

    def _is_filled(self, field: str) -> bool:
        """Whether an answer is as it is remembered: keys go on to what is not."""
        return field in self._draft and self._draft[field] == self._facts.get(field)

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
        return in_place("rate", choices=rates, is_rare=self._is_filled("rate"))

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
        most = ruleset.trading.most_for_one
        taken = placed("get", "several", "get", self._says, word="for", choices=fair, least=1, most=most)
        more: dict[str, Any] = {"most": ruleset.trading.trades, "help": help_on("trades")}
        return led("trades", "rows", "trades", "trade", self._says, questions=(given, taken), **more)

    # What is supplied, for how much fame and which share; or the penalty, which makes the rest needless

    @property
    def _is_penalty(self) -> bool:
        """Whether nothing is paid: that is said, or what lacks leaves nothing else."""
        is_paid = any(field in self._draft for field in PAID)
        return "penalty" in self._draft or (bool(self._lacking) and not is_paid)

    def pay(self) -> Question:
        pieces, is_penalty = self._choices.spent(self._choices.pieces, "pay"), self._is_penalty
        more: dict[str, Any] = {"is_rare": is_penalty or self._is_filled("pay"), "help": help_on("pay")}
        more["is_expected"] = not is_penalty
        return self._choices.bag("pay", pieces, "pay", says=self._at, replaces=("penalty",), **more)

    def fame(self) -> Question:
        is_rare = self._is_penalty or self._is_filled("fame")
        more: dict[str, Any] = {"is_optional": False, "is_rare": is_rare, "help": help_on("fame")}
        return led("fame", "count", "fame-at", says=self._at, low=0, replaces=("penalty",), **more)

    def company(self) -> Question:
        is_safe = self._what == "safe"
        check = self._choices.by(taken_company_violations) if is_safe else nothing_against
        return led(
            "company",
            "pick",
            "company-safe" if is_safe else "company-at",
            says=self._at,
            choices=self._choices.companies(check),
            is_optional=False,
            is_rare=not is_safe and (self._is_penalty or self._is_filled("company")),
            replaces=() if is_safe else ("penalty",),
            help=help_on("company"),
        )

    def penalty(self) -> Question:
        is_likely, is_paid = self._is_penalty, any(field in self._draft for field in PAID)
        asks = ask("penalty", self._at)
        if self._lacking:
            pieces = piece_counts(self._lacking)
            asks = say("whistle-stop.ask.penalty-lacking", pieces=pieces, **self._says)
        more: dict[str, Any] = {
            "is_rare": is_paid,
            "is_expected": is_likely,
            "turn": SOON if is_likely else 0,
        }
        more |= {"low": 0, "replaces": PAID, "key": "-", "help": help_on("penalty")}
        return led_by_word("penalty", "count", asks, **more)

    def share(self) -> Question:
        is_safe, choices = self._what == "safe", self._choices
        taken = self._draft.get("company") if is_safe else None
        check = choices.by(lambda purse, name: given_company_violations(purse, name, taken))
        company = placed("company", "pick", "company-given", self._says, choices=choices.own_companies(check))
        given = (self._draft.get("share") or {}).get("company")
        owned: tuple[int, ...] = ()
        if choices.who is not None:
            owned = shares_of(self._ruleset, choices.state.ledger, choices.who).get(str(given), ())
        only = owned[0] if len(owned) == 1 else None
        number = placed(
            "number",
            "count",
            "share-number",
            self._says,
            low=1,
            high=self._ruleset.shares.numbers,
            default=only,
        )
        return led("share", "group", says=self._says, is_optional=not is_safe, questions=(company, number))

    def end(self) -> Question:
        return led("end", "switch", word="ends", help=help_on("end"))

    def rewards(self) -> Question:
        """Where only what scores is kept, gold alone is asked for."""
        names, count = (*MARKERS, "gold", *self._choices.goods), self._ruleset.end_tiles.rewards
        if self._is_light:
            gold = self._choices.named(["gold"])
            gold_only = say("whistle-stop.ask.rewards-light", **self._says)
            return led_by_word("rewards", "several", gold_only, choices=gold, most=count)
        choices = self._choices.held(names, self._choices.purse())
        more: dict[str, Any] = {
            "least": count,
            "most": count,
            "is_optional": False,
            "help": help_on("rewards"),
        }
        return led("rewards", "several", says=self._says, choices=choices, **more)

    def gold(self) -> Question:
        """A value for each token that is taken; nobody else may know it before the end."""
        tokens, who = max(1, self._tokens), self._says["player"]
        more: dict[str, Any] = {"most": tokens, "is_hidden_until_end": True, "help": help_on("gold")}
        return self._choices.gold("gold", "worth", who, tokens, **more)
