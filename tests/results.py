"""Results of a session: what `show --json` prints, and the tables and reminders of its game."""

from dataclasses import replace
from typing import Any

from companion.core.receipts import Receipt
from companion.core.views import TableRow, TableView, Urgency
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.report.standings import result_of
from companion.report.words import Speaker
from companion.session import Session
from tests.support import shown


def state_of(session: Session) -> Any:
    return shown(session)["state"]


def scores(session: Session, table: str = "standings") -> dict[str, int]:
    return {row["player"]: row["score"] for row in shown(session)[table]}


def receipts(session: Session, kind: str | None = None) -> list[dict[str, Any]]:
    """Return the receipts of entries, without those of the set-up."""
    found: list[dict[str, Any]] = [one for one in shown(session)["receipts"] if one["action"]]
    return [receipt for receipt in found if kind in (None, receipt["kind"])]


def receipt_lines(session: Session) -> list[str]:
    """Return the receipts in one line each: entry, kind, subject, total and text."""
    found = []
    for one in receipts(session):
        label = " ".join(str(one[key]) for key in ("entry", "kind", "subject") if one[key] is not None)
        found.append(f"{label} = {one['total']} | {one['text']}".replace("= -", "= −"))
    return found


def ranks(session: Session) -> dict[str, int]:
    return {row["player"]: row["rank"] for row in shown(session)["standings"]}


def warnings(session: Session) -> list[str]:
    speaker = Speaker(session.record.ruleset)
    return [speaker.say(one) for step in session.record.steps for one in step.outcome.warnings]


def told(session: Session) -> list[str]:
    """Return what the last entry says, receipts included."""
    speaker, log = Speaker(session.record.ruleset), session.record.steps[-1].outcome.log
    return [speaker.say(line.text if isinstance(line, Receipt) else line) for line in log]


def tie(session: Session) -> str | None:
    """Return the sentence beside the result about a tie for the best score."""
    found = result_of(session).tie
    return None if found is None else Speaker(session.record.ruleset).say(found)


def paid(receipt: dict[str, Any]) -> dict[str, int]:
    return {row["player"]: row["amount"] for row in receipt["rows"]}


def only_receipt(session: Session) -> tuple[str, Any, dict[str, int]]:
    """Return the kind, subject and payments of the only receipt."""
    (receipt,) = receipts(session)
    return receipt["kind"], receipt["subject"], paid(receipt)


def table(session: Session, key: str) -> TableView:
    return next(found for found in session.record.game.views.tables(session.record.state) if found.key == key)


def row(session: Session, key: str, name: str) -> TableRow:
    return next(found for found in table(session, key).rows if found.key == name)


def reminded(session: Session) -> list[tuple[str, Urgency]]:
    speaker = Speaker(session.record.ruleset)
    return [
        (speaker.say(one.text), one.urgency)
        for one in session.record.game.views.reminders(session.record.state)
    ]


def pressed(session: Session, keys: str) -> EntryForm:
    """Return the form after some keys, given with blanks between them; the first begins an action."""
    first, *others = keys.split()
    verb = next(verb for verb in session.context().verbs if verb.key == first)
    form = replace(EntryForm(session.context()).begin(verb.name), key=first)
    for key in others:
        form = press(form, key)
    return form
