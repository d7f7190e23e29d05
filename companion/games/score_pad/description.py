"""Say in words what the players write down on a pad, and how it scores."""

from companion.core.game import Description
from companion.core.messages import Message, say
from companion.games.score_pad.ruleset import PadRuleset, Rounds


class PadDescription(Description):
    def __init__(self, ruleset: PadRuleset) -> None:
        self._ruleset = ruleset

    def summary(self) -> Message:
        pad = self._ruleset
        target = pad.end.target if pad.end else None
        count = len(pad.categories)
        if pad.rounds and pad.rounds.bid:
            first = say("score-pad.writes.bids")
        elif pad.rounds and pad.running is not None:
            first = say("score-pad.writes.rounds-running")
        elif pad.rounds:
            first = say("score-pad.writes.rounds")
        elif pad.running is not None:
            first = say("score-pad.writes.running")
        else:
            return _categories_alone(pad)
        if count:
            return say("score-pad.writes.then", first=first, count=count)
        if pad.wins == "lowest":
            return say("score-pad.writes.lowest", first=first)
        return first if target is None else say("score-pad.writes.target", first=first, target=target)

    def explanation(self) -> list[Message]:
        pad = self._ruleset
        lines = [] if pad.rounds is None else _rounds(pad.rounds)
        if pad.end is not None and pad.end.target is not None:
            lines.append(say("score-pad.how.target", target=pad.end.target))
        if pad.floor is not None:
            lines.append(say("score-pad.how.floor", floor=pad.floor))
        lines.append(say(f"score-pad.how.{pad.wins}"))
        breaks = [say(f"score-pad.how.tie-{rule.wins}", category=rule.category) for rule in pad.tie_break]
        lines.append(say("score-pad.how.tie", breaks=breaks) if breaks else say("score-pad.how.tie-shared"))
        names = (*(pad.running.kinds if pad.running else ()), *pad.categories)
        return [*lines, say("score-pad.how.names", names=names)] if names else lines


def _categories_alone(pad: PadRuleset) -> Message:
    count, most = len(pad.categories), [key for key, rule in pad.categories.items() if rule.places]
    if most:
        key = "score-pad.writes.majority" if len(most) == 1 else "score-pad.writes.majorities"
        return say(key, category=most[0])
    amounts = [rule.points or 0 for rule in pad.categories.values()]
    amounts += [amount for rule in pad.categories.values() for _, amount in rule.steps or ()]
    return say("score-pad.writes.costs" if min(amounts) < 0 else "score-pad.writes.categories", count=count)


def _rounds(rounds: Rounds) -> list[Message]:
    lines = [say(f"score-pad.bid.{rounds.bid}", **rounds.numbers)] if rounds.bid else []
    if isinstance(rounds.count, dict):
        (least, first), *others = rounds.count.items()
        more = [say("score-pad.how.rounds-with", rounds=number, players=key) for key, number in others]
        lines.append(say("score-pad.how.rounds-by-players", rounds=first, players=least, more=more))
    elif rounds.count is not None:
        lines.append(say("score-pad.how.rounds", rounds=rounds.count))
    return lines if rounds.marker == "none" else [*lines, say(f"score-pad.how.marker-{rounds.marker}")]
