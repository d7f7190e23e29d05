"""An entry folded into one line of a page: who, what and what it paid; open, all that happened with every receipt."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any

from companion.core.game import Outcome
from companion.core.messages import Message
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.games.entries import Action
from companion.report.entries import messages_in, parts_of, receipt_rows, receipts_message, remarks_of
from companion.report.export.tags import Chips, Html, joined, lines, rows_html, tag
from companion.report.words import Speaker


class Folds:
    def __init__(self, players: Sequence[str], speaker: Speaker, chips: Chips) -> None:
        self._players, self._speaker, self._chips = players, speaker, chips

    def step(self, number: int, step: Step[Any, Action], line: str, *more: Html) -> Html:
        """A step of the corrected game, under some number, with its line."""
        said = self.step_said(step)
        who = [self._chips.named(step.action.by)] if step.action.by else []
        title = joined((*who, tag("span", line, look="notation")), " ")
        return self.fold(str(number), title, step.outcome, [*said, *more])

    def step_said(self, step: Step[Any, Action]) -> list[Html]:
        return self.happened([*step.outcome.log, *(remark for _, remark in remarks_of(step))])

    def fold(self, number: str, title: Html, outcome: Outcome[Any], said: Sequence[Html]) -> Html:
        paid = dict.fromkeys(self._players, 0)
        for receipt in outcome.receipts:
            for name, amount in receipt.amounts.items() if not receipt.is_restated else ():
                paid[name] += amount
        letter, signed = self._chips.letter, self._speaker.signed
        amounts = [
            tag("span", letter(name), " ", tag("bdi", name, look="hidden"), " ", signed(amount))
            for name, amount in paid.items()
            if amount
        ]
        parts = {"number": number, "what": title, "paid": joined(amounts, " ")}
        summary = joined((tag("span", part, look=look) for look, part in parts.items()), " ")
        return tag("details", tag("summary", summary), tag("div", *said))

    def happened(self, log: Sequence[Message | Receipt]) -> list[Html]:
        """What happened, step by step: lists of what was done, and receipts in their places."""
        found: list[Html] = []
        for _, run in groupby(parts_of(log), key=lambda part: isinstance(part, Message)):
            parts = list(run)
            done = [tag("li", lines(self._speaker.say(part))) for part in parts if isinstance(part, Message)]
            found += [tag("ul", *done)] if done else []
            found += [block for alike in parts if isinstance(alike, list) for block in self._receipt(alike)]
        return found

    def _receipt(self, alike: Sequence[Receipt]) -> Iterator[Html]:
        """Its sentence with the rule, the steps that the sentence leaves out, and who gets what."""
        receipt, message = alike[0], receipts_message(alike)
        rule = [tag("span", self._speaker.say(receipt.rule), look="cited")] if receipt.rule else []
        yield tag("p", joined((lines(self._speaker.say(message)), *rule), " "))
        sentences = list(messages_in(message))
        steps = [tag("li", self._speaker.say(step)) for step in receipt.steps if step not in sentences]
        if steps:
            yield tag("ul", *steps, look="quiet")
        if receipt.rows:
            head, *rows, total = receipt_rows(receipt, self._speaker)
            named = [[self._chips.named(name), *figures] for name, *figures in rows]
            yield rows_html([head, *named, total], has_total=True)
