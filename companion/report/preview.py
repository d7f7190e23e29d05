"""What an entry would do, or has just done, in plain lines: what happened, every payout, the balances after it."""

from companion.core.messages import Message, say
from companion.report.result import money_is_hidden
from companion.report.show import PAGE_WIDTH, payout_sentences, step_sentences
from companion.report.tables import table_lines
from companion.report.words import Speaker
from companion.session import Preview, Session


def preview_lines(
    session: Session,
    preview: Preview,
    speaker: Speaker,
    most: int = PAGE_WIDTH,
    money_first: bool = False,
) -> list[str]:
    """To be called before the entry is booked: some of it compares with what stands now.

    What happens in its order, then the balances; or these and the payouts first, where not all may be in sight.
    """
    hides_money = money_is_hidden(session)  # an end that is only looked at uncovers nothing
    shown = () if hides_money else preview.workings
    workings = [line for table in shown for line in table_lines(table, speaker, most)]
    if preview.violations:
        return [*problem_lines(preview, speaker), *workings]
    assert preview.replay is not None
    sentences = [line for step in preview.steps for line in step_sentences(step, speaker, hides_money)]
    more = _changes(preview, speaker)
    balances = _balances(preview, speaker) if not hides_money else _hidden(preview, speaker)
    if not money_first:
        return [*workings, *sentences, *more, *balances]
    paid = [line for step in preview.steps for line in payout_sentences(step, speaker, hides_money)]
    rest = [line for line in sentences if line not in paid]
    return [*balances, *workings, *paid, *more, *rest]


def _changes(preview: Preview, speaker: Speaker) -> list[str]:
    """What becomes of other entries, what the copy book knows otherwise, and names that are new."""
    lines = []
    for key, numbers in (("gone", preview.gone), ("back", preview.back), ("changed", preview.changed)):
        if numbers:
            lines.append(speaker.say(say(f"preview.{key}", numbers=numbers, count=len(numbers))))
    doubts = [say("show.warning", warning=doubt) for doubt in preview.doubts]
    return lines + [speaker.say(message) for message in (*doubts, *_news(preview))]


def _hidden(preview: Preview, speaker: Speaker) -> list[str]:
    return [speaker.say(say("show.hidden"))] if preview.before != preview.after else []


def problem_lines(preview: Preview, speaker: Speaker) -> list[str]:
    """Everything that speaks against an entry, what no ruling lifts first."""
    found = sorted(preview.violations, key=lambda violation: not violation.final)
    lines = [speaker.say(violation.message) for violation in found]
    if preview.can_be_ruled:
        lines.append(speaker.say(say("preview.can-be-ruled")))
    return lines


def _news(preview: Preview) -> list[Message]:
    found = []
    for lesson, close in preview.news:
        kind = lesson.page.partition("/")[0]
        key = "preview.new" if close is None else "preview.new-or-slip"
        called = lesson.facts.get("name")  # of what is known by its number
        name = lesson.name if called is None else f"{lesson.name} {called}"
        found.append(say(key, name=name, kind=kind, close=close))
    return found


def _balances(preview: Preview, speaker: Speaker) -> list[str]:
    """Everybody whose score changes, with the change."""
    changed = [
        speaker.say(say("preview.balance", player=name, score=score, change=score - preview.before[name]))
        for name, score in preview.after.items()
        if name in preview.before and score != preview.before[name]
    ]
    return [speaker.say(say("preview.balances", balances=", ".join(changed)))] if changed else []
