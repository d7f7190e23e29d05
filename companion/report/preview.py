"""What an entry would do, or has just done, in plain lines: what happened, every payout, the balances after it."""

from companion.core.messages import Message, say
from companion.report.result import is_covered
from companion.report.show import PAGE_WIDTH, told_step
from companion.report.tables import table_lines
from companion.report.words import Speaker
from companion.session import Preview, Session


def preview_lines(session: Session, preview: Preview, speaker: Speaker, most: int = PAGE_WIDTH) -> list[str]:
    """To be called before the entry is booked: some of it compares with what stands now."""
    covered = is_covered(session)  # an end that is only looked at uncovers nothing
    shown = () if covered else preview.workings
    workings = [line for table in shown for line in table_lines(table, speaker, most)]
    if preview.problems:
        return [*problem_lines(preview, speaker), *workings]
    assert preview.replay is not None
    lines = workings
    for step in preview.steps:
        lines += told_step(step, speaker, covered)
    for key, numbers in (("gone", preview.gone), ("back", preview.back), ("changed", preview.changed)):
        if numbers:
            lines.append(speaker.say(say(f"preview.{key}", numbers=numbers, count=len(numbers))))
    lines += [speaker.say(message) for message in _news(preview)]
    if not covered:
        lines += balance_lines(preview, speaker)
    elif preview.before != preview.after:
        lines.append(speaker.say(say("show.hidden")))
    return lines


def problem_lines(preview: Preview, speaker: Speaker) -> list[str]:
    """Everything that speaks against an entry, what no ruling lifts first."""
    found = sorted(preview.problems, key=lambda problem: not problem.final)
    lines = [speaker.say(problem.message) for problem in found]
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


def balance_lines(preview: Preview, speaker: Speaker) -> list[str]:
    """Everybody whose score changes, with the change."""
    changed = [
        speaker.say(say("preview.balance", player=name, score=score, change=score - preview.before[name]))
        for name, score in preview.after.items()
        if name in preview.before and score != preview.before[name]
    ]
    return [speaker.say(say("preview.balances", balances=", ".join(changed)))] if changed else []
