"""What a stop asks, or an upgrade that is used: the very fields that the rules want to be told."""

from typing import Any

from companion.core.forms import Question, Questions
from companion.games.whistle_stop.actions import ASKED, STOP_FIELDS
from companion.games.whistle_stop.choices import Choices, ask, led, nothing_against, placed, seldom
from companion.games.whistle_stop.lessons import TILE, TOWN
from companion.games.whistle_stop.ruleset import MARKERS
from companion.games.whistle_stop.state import share_count
from companion.games.whistle_stop.stop_checks import (
    given_company_violations,
    taken_company_violations,
    trade_violations,
)


def asked_questions(choices: Choices, what: str, is_move: bool = True) -> Questions:
    """The name of a tile comes first where one is remembered that could fill the rest, else last."""
    form = StopForm(choices, what, is_move)
    asked = [field for field in ASKED.get(what, ()) if form.applies(field)]
    fields = sorted(asked, key=lambda field: field != "tile" or not form.tiles)
    others = [field for field in STOP_FIELDS if field not in fields]
    return (
        *(getattr(form, field)() for field in fields),
        *(seldom(getattr(form, field)()) for field in others),
    )


def in_place(field: str, word: str | None = None, **more: Any) -> Question:
    """Answered in its place, or behind its word."""
    return Question(field=field, kind="pick", ask=ask(field), word=word or field, **more)


class StopForm:
    """A question for each field in `ASKED`, under its name."""

    def __init__(self, choices: Choices, what: str, is_move: bool) -> None:
        self._choices, self._ruleset, self._draft = choices, choices.ruleset, choices.draft
        self._what, self._is_move = what, is_move
        self._comes_home = what == "end" or (is_move and bool(choices.draft.get("end")))
        self.tiles = choices.remembered(TILE, what, choices.purse(before="pay"))

        self._tokens = 1
        if what in ("end", "exchange"):
            rewards = choices.draft.get("rewards") or () if self._comes_home else ()
            self._tokens = list(rewards).count("gold")

    def applies(self, field: str) -> bool:
        """Whether there is anything to say of a field that the rules ask for."""
        who = self._choices.who
        if field == "share" and self._what == "exchange" and who is not None:
            return share_count(self._ruleset, self._choices.state.ledger, who) > 0
        if field in ("rewards", "end"):
            return self._comes_home if field == "rewards" else self._is_move
        return field != "gold" or self._tokens > 0

    def good(self) -> Question:
        return in_place("good", choices=self._choices.held(self._choices.goods, self._choices.purse()))

    def town(self) -> Question:
        towns = self._choices.remembered(TOWN, self._what, self._choices.purse(before="pay"))
        return in_place("town", "at", choices=towns, is_open=True, may_imply=True)

    def tile(self) -> Question:
        return led("tile", "pick", choices=self.tiles, is_open=True, may_imply=True)

    def rate(self) -> Question:
        return in_place("rate", choices=self._choices.numbers(self._ruleset.stops["exchange"].rates))

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
        given = placed("give", "pick", "give", choices=choices.spent(choices.goods, "rewards"))
        most = ruleset.trading.most_for_one
        taken = placed("get", "several", "get", word="for", choices=fair, least=1, most=most)
        return led("trades", "rows", word="trade", most=ruleset.trading.trades, questions=(given, taken))

    # What is supplied, for how much fame and which share; or the penalty, which makes the rest needless

    def pay(self) -> Question:
        pieces = self._choices.spent(self._choices.pieces, "pay")
        is_rare = "penalty" in self._draft or self._choices.state.is_light
        return self._choices.bag("pay", pieces, replaces=("penalty",), is_rare=is_rare)

    def fame(self) -> Question:
        return led(
            "fame",
            "count",
            "fame-or-penalty",
            low=0,
            is_optional=False,
            replaces=("penalty",),
            is_rare="penalty" in self._draft,
        )

    def company(self) -> Question:
        is_safe = self._what == "safe"
        check = self._choices.by(taken_company_violations) if is_safe else nothing_against
        return led(
            "company",
            "pick",
            choices=self._choices.companies(check),
            is_optional=False,
            is_rare=not is_safe and "penalty" in self._draft,
            replaces=() if is_safe else ("penalty",),
        )

    def penalty(self) -> Question:
        paid = ("pay", "fame", "company")
        is_paid = any(field in self._draft for field in paid)
        return led("penalty", "count", low=0, replaces=paid, is_rare=is_paid)

    def share(self) -> Question:
        is_safe = self._what == "safe"
        taken = self._draft.get("company") if is_safe else None
        check = self._choices.by(lambda purse, name: given_company_violations(purse, name, taken))
        company = placed("company", "pick", "company", choices=self._choices.own_companies(check))
        number = placed("number", "count", "number", low=1, high=self._ruleset.shares.numbers)
        return led("share", "group", is_optional=not is_safe, questions=(company, number))

    def end(self) -> Question:
        return led("end", "switch", word="ends")

    def rewards(self) -> Question:
        names, count = (*MARKERS, "gold", *self._choices.goods), self._ruleset.end_tiles.rewards
        choices = self._choices.held(names, self._choices.purse())
        is_optional = self._choices.state.is_light
        return led("rewards", "several", choices=choices, least=count, most=count, is_optional=is_optional)

    def gold(self) -> Question:
        """A value for each token that is taken; nobody else may know it before the end."""
        return self._choices.gold("gold", "worth", most=max(1, self._tokens), is_hidden_until_end=True)
