"""Goods above the limit, which are discarded: by whoever acts, and by whoever gets a toll or a tribute."""

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Violation
from companion.core.forms import Question
from companion.core.messages import say
from companion.games.whistle_stop.choices import Choices, help_on, unfit
from companion.games.whistle_stop.purse import Flow, Purse


def discard_question(choices: Choices, purse: Purse | None, word: str = "discard") -> Question:
    """Asked only of a player who has more goods than may be kept."""
    field = word.replace("-", "_")
    if purse is None or not purse.is_counted:
        nobody = {"player": say("whistle-stop.the-player"), "over": 0}
        return unfit(choices.bag(field, (), "discard", word, says=nobody))
    goods = choices.held(choices.goods, purse, lambda good: _good_violations(purse, good, 1, field))
    over = purse.goods_over
    counted = tuple(one._replace(high=min(over, purse.count[str(one.value)]) or None) for one in goods)
    more: dict[str, Any] = {"need": "needed" if over else "unfit", "least": min(over, 1)}
    says = {"player": purse.who, "over": over}
    return choices.bag(field, counted, "discard", word, says=says, help=help_on("discard"), **more)


def discard_violations(
    purse: Purse, discard: Mapping[str, int] | None, field: str = "discard"
) -> list[Violation]:
    """Whoever has more goods than the limit discards exactly down to it."""
    discard = discard or {}
    if not purse.is_counted:
        return [Violation(say("whistle-stop.not-counted"), field=field, final=True)] if discard else []
    found = [one for good, count in discard.items() for one in _good_violations(purse, good, count, field)]
    over, count = purse.goods_over, sum(discard.values())
    if over and count != over and not found:
        most = purse.ruleset.limits.goods
        message = say("whistle-stop.discard", player=purse.who, over=over, count=count, most=most)
        found.append(Violation(message, field=field))
    return found


def _good_violations(purse: Purse, good: str, count: int, field: str) -> list[Violation]:
    found = purse.violations(Flow(f"{field}.{good}", good, -count, "good"))
    if not found and count and not purse.goods_over:
        message = say("whistle-stop.no-discard", player=purse.who, most=purse.ruleset.limits.goods)
        found.append(Violation(message, field=f"{field}.{good}"))
    return found


def receiver_discard_question(choices: Choices, receiver: object, good: object) -> Question:
    purse, received = choices.purse(), None
    if purse is not None and receiver in {*choices.state.players} - {purse.who} and good in choices.goods:
        received = _receiver_purse(purse, str(receiver), str(good))
    return discard_question(choices, received, "receiver-discard")


def receiver_discard_violations(
    purse: Purse, receiver: str | None, good: str | None, discard: Mapping[str, int] | None
) -> list[Violation]:
    field = "receiver_discard"
    if receiver is not None and receiver != purse.who and good is not None:
        return discard_violations(_receiver_purse(purse, receiver, good), discard, field)
    return [Violation(say("whistle-stop.no-receiver"), field=field, final=True)] if discard else []


def _receiver_purse(purse: Purse, receiver: str, good: str) -> Purse:
    """The goods of a player after one that the other player pays."""
    received = Purse(purse.ruleset, purse.state, receiver)
    received.run([Flow("good", good, 1)])
    return received
