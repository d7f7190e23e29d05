"""What an entry would do, as sentences of a kind: what happens, every payout, the balances after it."""

from companion.core.journal import Correction, surviving_entries
from companion.core.messages import Message, say
from companion.report.entries import Sentence, said_of
from companion.report.paid import gains, paid
from companion.report.show import PAGE_WIDTH
from companion.report.tables import table_lines
from companion.report.words import Speaker
from companion.session import Preview
from companion.session.notation import Notation


def preview_said(
    preview: Preview, speaker: Speaker, width: int = PAGE_WIDTH, is_booked: bool = False
) -> list[Sentence]:
    """Who gets what, then all in the order in which it happens, the balances last; of a refused entry what speaks
    against it comes first.
    """
    workings = [
        Sentence("working", line) for table in preview.workings for line in table_lines(table, speaker, width)
    ]
    if preview.violations:
        return [*violations_said(preview, speaker), *workings]
    given = {} if preview.after is None else gains(preview.before, preview.after)
    who = [Sentence("paid", speaker.say(one)) for one in paid(preview.before.game, given, is_booked)]
    happened = [said for step in preview.steps for said in said_of(step, speaker)]
    more = changes_said(preview, speaker)
    more += [Sentence("warning", speaker.say(say("show.warning", warning=one))) for one in preview.warnings]
    if preview.would_end:
        more.append(Sentence("warning", speaker.say(say("show.warning", warning=say("preview.ends")))))
    more += [Sentence("new", speaker.say(message)) for message in _news(preview)]
    return [*who, *workings, *happened, *more, *_balances(preview, speaker)]


def violations_said(preview: Preview, speaker: Speaker) -> list[Sentence]:
    """Everything that speaks against an entry, what no ruling lifts first."""
    found = sorted(preview.violations, key=lambda violation: not violation.final)
    said = [Sentence("violation", speaker.say(violation.message)) for violation in found]
    if preview.can_be_ruled:
        said.append(Sentence("offer", speaker.say(say("preview.can-be-ruled"))))
    return said


def changes_said(preview: Preview, speaker: Speaker) -> list[Sentence]:
    """What becomes of other entries; of a correction that is taken back or restored, what it said."""
    changes = (("gone", preview.gone), ("back", preview.back), ("changed", preview.changed))
    return _corrections_said(preview, speaker) + [
        Sentence("change", speaker.say(say(f"preview.{key}", numbers=numbers, count=len(numbers))))
        for key, numbers in changes
        if numbers
    ]


def _corrections_said(preview: Preview, speaker: Speaker) -> list[Sentence]:
    if preview.after is None:
        return []
    old, new = (
        surviving_entries([entry.command for entry in record.entries])
        for record in (preview.before, preview.after)
    )
    notation, entries = Notation(preview.before), preview.before.entries
    return [
        Sentence("change", speaker.say(say(f"preview.correction-{key}", number=number, line=line)))
        for key, numbers in (("gone", set(old) - set(new)), ("back", set(new) - set(old)))
        for number in sorted(numbers)
        if number < preview.number and isinstance(entries[number - 1].command, Correction)
        for line in [notation.public_entry_line(entries[number - 1])]
    ]


def _news(preview: Preview) -> list[Message]:
    found = []
    for lesson, close in preview.news:
        kind = lesson.page.partition("/")[0]
        key = "preview.new" if close is None else "preview.new-or-slip"
        called = lesson.facts.get("name")  # of what is known by its number
        name = lesson.name if called is None else f"{lesson.name} {called}"
        found.append(say(key, name=name, kind=kind, close=close))
    return found


def _balances(preview: Preview, speaker: Speaker) -> list[Sentence]:
    """Everybody whose score changes, with the change; of hidden money nothing, also where the game would end."""
    before, after = preview.scores_before, preview.scores_after
    changed = [name for name in after if name in before and after[name] != before[name]]
    if not changed or preview.before.hides_money:
        return []
    balances = ", ".join(
        speaker.say(say("preview.balance", player=name, score=after[name], change=after[name] - before[name]))
        for name in changed
    )
    return [Sentence("balance", speaker.say(say("preview.balances", balances=balances)))]
