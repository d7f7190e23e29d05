"""Previews, and other programs' entries, as sentences with their kinds."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any, get_args

from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal
from companion.core.journal import Correction, Play, Redo, Undo
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.roster import names_after
from companion.forms.questions import Rows
from companion.games import model_names
from companion.games.actions import AGREED, Action
from companion.games.common_actions import Recount, Setup
from companion.games.entries import Entry, block_of
from companion.report.difference_table import difference_table
from companion.report.entries import Kind, Sentence, remarks_of, step_sentences, writer_of
from companion.report.payments import gains, gains_of, payments
from companion.report.table_lines import marks_legend
from companion.report.words import Speaker, without_paths
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.notation import Notation
from companion.session.record import Record, with_known_names
from companion.session.revision import Failing
from companion.session.session import News


def preview_sentences(preview: Preview, speaker: Speaker) -> list[Sentence]:
    workings = [Sentence("working", "", table) for table in preview.workings]
    entry, before, after = preview.entry, preview.before, preview.after
    if preview.violations:  # final ones first
        violated = sorted(preview.violations, key=lambda violation: not violation.final)
        messages = (with_visible_number(violation.message, before) for violation in violated)
        return [*(Sentence("violation", speaker.say(message)) for message in messages), *workings]
    if entry is not None and respelling_message(before, entry) is not None:
        return []
    given = {} if after is None else gains(before, after)
    paid = payments(before, given, speaker)
    who = [Sentence("paid", payment.text, payment=payment) for payment in paid]
    events = [line for step in preview.steps for line in step_sentences(step, speaker, before.game)]
    events = [line for at, line in enumerate(events) if line.kind != "ruling" or line not in events[:at]]
    more = [*change_sentences(preview, speaker, before), *_ending_sentences(preview, speaker)]
    more += [Sentence("new", speaker.say(message)) for message in _news(preview)]
    if after is not None and len(before.steps) < 12 and not _marks(before):  # on a new table
        more += [Sentence("new", f"{speaker.say(message)}.") for message in _marks(after)]
    is_change = entry and (isinstance(entry.command, Correction) or isinstance(entry.model, Setup | Recount))
    moved = (
        _difference(before, after, speaker) if after and is_change else balance_sentences(preview, speaker)
    )
    return sorted([*who, *workings, *events, *more, *moved], key=lambda line: get_args(Kind).index(line.kind))


def _marks(record: Record) -> list[Message]:
    return marks_legend(record.game.views.tables(record.game.public_state(record.state)))


def _ending_sentences(preview: Preview, speaker: Speaker) -> list[Sentence]:
    """Say who wins now instead, whether the game ends or goes on, and what else to be warned of."""
    before, after, sentences = preview.before, preview.after, list[Sentence]()
    was_over, is_over = before.is_over, after is not None and after.is_over
    if after is not None and was_over and is_over:
        then, now = (record.game.winners(record.state) for record in (before, after))
        key = "preview.other-winner" if len(now) == 1 else "preview.other-winners"
        sentences += [Sentence("change", speaker.phrase(key, now=now, then=then))] if now != then else []
    warnings = [*preview.warnings, *([say("preview.ends")] if preview.would_end else [])]
    warnings += [say("preview.goes-on")] if after is not None and was_over and not is_over else []
    sentences += [Sentence("warning", speaker.phrase("show.warning", warning=each)) for each in warnings]
    return sentences


def _difference(before: Record, after: Record, speaker: Speaker, until: int | None = None) -> list[Sentence]:
    if after.reveals(before):
        return []
    table = difference_table(before, after, speaker, until)
    if not table.rows:
        hides_money = before.hides_money or after.hides_money
        is_covered = hides_money or after.game.public_state(after.state) != after.state
        key = "difference.none-seen" if is_covered else "difference.none"
        return [Sentence("difference", speaker.phrase(key))]
    return [Sentence("difference", "", table)]


def with_visible_number(message: Message, record: Record) -> Message:
    message = without_paths(message)
    key = _NAMES_AN_ENTRY.get(message.key, "")
    number = message.values.get(key)
    if not isinstance(number, int):
        return message
    return say(message.key, **{**message.values, key: record.visible_number(number) or number})


_NAMES_AN_ENTRY = {
    "journal.breaks": "entry",
    "journal.several-inserted": "entry",
    "save.broken-entry": "entry",
}


def entry_sentence(preview: Preview, speaker: Speaker) -> str:
    if preview.entry is None or isinstance(preview.entry.command, Play):
        return speaker.say(preview.summary)
    lines = [speaker.say(message) for message in correction_messages(preview.before, preview.entry)]
    more = [line.text for line in change_sentences(preview, speaker, preview.before) if line.kind == "change"]
    return "; ".join(lines or more)


def change_sentences(
    preview: Preview, speaker: Speaker, numbered: Record, by: str | None = None
) -> list[Sentence]:
    """Say what becomes of other entries, numbered as in `numbered`. Quote corrections that `by` undoes or restores."""
    before, after = preview.before, preview.after
    if after is None:
        return []
    parts = list[tuple[Kind, Message]]()
    parts += (("change", message) for message in _new_correction_messages(preview, after, by))
    pairs = ((number, _repaid(number, before, after, speaker)) for number in preview.changes)
    repaid = dict(islice((pair for pair in pairs if pair[1]), MOST_TOLD))
    for number, changes in repaid.items():
        place = numbered.visible_number(number)
        parts.append(("repaid", say("preview.repaid", number=place, changes=changes)))
    parts += [("change", message) for message in _moved_entries(preview, by)]
    if changed := [numbered.visible_number(number) for number in preview.changes if number not in repaid]:
        parts.append(("change", say("preview.changed", numbers=changed, count=len(changed))))
    parts += [("warning", one.message(numbered.visible_number(one.number))) for one in preview.kept_holdings]
    return [Sentence(kind, speaker.say(message)) for kind, message in parts]


def _repaid(number: int, before: Record, after: Record, speaker: Speaker) -> str:
    called = names_after(before.roster, after.roster)
    old = {called[name]: gain for name, gain in gains_of(before, number).items()}
    new = gains_of(after, number)
    pairs = ((name, old.get(name, 0), new.get(name, 0)) for name in after.roster.seats)
    changed = ((name, speaker.money(was), speaker.money(now)) for name, was, now in pairs if was != now)
    return ", ".join(f"{name} {was} → {now}" for name, was, now in changed)


def _moved_entries(preview: Preview, by: str | None) -> list[Message]:
    """Say which other entries are taken away or brought back, each with its visible number; many are only counted."""
    messages, after = list[Message](), preview.after or preview.before
    is_correction = preview.entry is not None and isinstance(preview.entry.command, Correction)
    gone = () if is_correction else preview.removals  # a correction's own message lists them
    for key, record, numbers in ("gone", preview.before, gone), ("back", after, preview.returns):
        if len(numbers) > MOST:
            places = [*map(record.visible_number, numbers)]
            messages.append(say(f"preview.{key}", numbers=places, count=len(places)))
            continue
        for at in (at for at, step in enumerate(record.steps if numbers else ()) if step.number in numbers):
            (line,), place = Notation(record).headlines(at, at + 1), record.numbers_by_step[at]
            messages.append(_moved_message(key, say("entry.numbered", number=place, line=line), by))
    return messages


def _moved_message(key: str, line: Message, by: str | None) -> Message:
    return say(f"preview.change-{key}{'-by' if by else ''}", line=line, by=by)


def _new_correction_messages(preview: Preview, after: Record, by: str | None) -> Iterator[Message]:
    before = preview.before
    gone, back = before.standing - after.standing, after.standing - before.standing
    for key, numbers, record in (("gone", gone, after), ("back", back, before)):
        for number in sorted(number for number in numbers if number < preview.number):
            for line in correction_messages(record, before.entries[number - 1], after):
                yield _moved_message(key, line, by)


def respelling_message(record: Record, entry: Entry) -> Message | None:
    """The message for a correction that only respells one name everywhere; None if it does anything else."""
    changes = entry.command.changes if isinstance(entry.command, Correction) else ()
    amended = [change for change in changes if change.verb == "amend"]
    olds = [action for change in amended for action in record.actions_of(change.entry)]
    news = [action for change in amended for action in change.actions]
    if len(amended) < len(changes) or len(olds) != len(news):
        return None
    respelled = _respelled_names(olds, news)
    if len(respelled) != 1:
        return None
    ((kind, was, now),) = respelled.values()

    def call(_kind: str, name: str, _path: model_names.Path) -> str:
        return now if fold(name) == fold(was) else name

    is_all = [model_names.replace_names(old, call, kind) for old in olds] == news
    numbers = {change.entry for change in amended}
    if not is_all or not _is_alone(record, kind, numbers, fold(was), fold(now)):
        return None
    return say("correction.respelled", name=was, new=now, count=len(amended))


def _respelled_names(olds: Sequence[Action], news: Sequence[Action]) -> dict[str, tuple[str, str, str]]:
    """The kind, old and new name of each name that differs, by the old one folded."""
    respelled: dict[str, tuple[str, str, str]] = {}
    for old, new in zip(olds, news, strict=True):
        for (kind, was), (_, now) in zip(model_names.names_in(old), model_names.names_in(new), strict=False):
            respelled |= {fold(was): (kind, was, now)} if was != now else {}
    return respelled


def _is_alone(record: Record, kind: str, numbers: Collection[int], was: str, now: str) -> bool:
    """Whether no entry but those with `numbers` has the old name, and none the new one; both folded."""
    used = {
        (fold(name), step.number in numbers)
        for step in record.steps
        for one, name in model_names.names_in(step.action)
        if one == kind
    }
    return was == now or not used & {(was, False), (now, False), (now, True)}


MOST_TOLD = 6
NOTHING = "–"


def correction_messages(record: Record, entry: Entry, numbered: Record | None = None) -> list[Message]:
    """Say what a correction of `record` does, at most `MOST_TOLD` changes, numbered as in `numbered`."""
    if not isinstance(entry.command, Correction):
        return []
    if (message := respelling_message(record, entry)) is not None:
        return [message]
    notation, messages = Notation(record), []
    names = record.corrected.names_at(len(record.blocks) + 1)
    for verb, number, given in entry.command.changes[:MOST_TOLD]:
        context = record.context(BoardNotes(), number)
        place, old = (numbered or record).visible_number(number), record.actions_of(number)
        actions = tuple(with_known_names(action, names) for action in given) or old
        details = _details(notation, context, old, actions) if verb == "amend" and old else []
        key = "details" if details else verb
        if verb == "insert" and not place:  # the same correction deletes the entry after it
            key = "inserted"
        line = notation.sentence(context, block_of(actions)) if actions else ""
        messages.append(say(f"correction.{key}", number=place, line=line, details=details))
    more = len(entry.command.changes) - MOST_TOLD
    return [*messages, say("correction.more", count=more)] if more > 0 else messages


def _details(notation: Notation, context: SessionContext, *versions: Sequence[Action]) -> list[Message]:
    """Answers that changed although the entry's sentence is the same; empty if it differs."""
    speaker, blocks = Speaker(notation.record.game.ruleset), [block_of(actions) for actions in versions]
    if len({speaker.say(notation.sentence(context, block)) for block in blocks}) > 1:
        return []
    questions, details = context.questions(blocks[-1]), []
    old, new = (notation.public_block(block, questions) for block in blocks)
    for question in questions:
        was, now = old.get(question.field, NOTHING), new.get(question.field, NOTHING)
        if isinstance(was, list) and isinstance(now, list) and len(was) == len(now):
            pairs = [pair for pair in zip(was, now, strict=True) if pair[0] != pair[1]]
            was, now = ([pair[at] for pair in pairs] for at in (0, 1))
        rows = [() if answer == NOTHING else answer for answer in (was, now)]
        if isinstance(question, Rows) and any(rows):  # too long to quote
            details += [say("words.label", label=what) for what in _parts_changed(question, *rows)]
        elif was != now:
            was, now = (_as_told(answer) for answer in (was, now))
            details.append(say("correction.detail", what=question.word or question.field, old=was, new=now))
    return details


def _as_told(answer: Any) -> object:
    if answer == AGREED:
        return say("label.agreed")
    is_table = isinstance(answer, dict) and any(answer.values())
    return {key: count for key, count in answer.items() if count != 0} if is_table else answer


def _parts_changed(question: Rows, was: Any, now: Any) -> list[str]:
    """Words of the parts that differ between rows; the question's word if the number of rows differs."""
    if len(was) != len(now):
        return [question.word or question.field]
    pairs = list(zip(was, now, strict=True))
    asked = ((part.word or part.field, part.field) for part in question.questions)
    return [word for word, part in asked if any(old.get(part) != new.get(part) for old, new in pairs)]


def difference_until(record: Record, failing: Failing, speaker: Speaker) -> list[Sentence]:
    numbers = [step.number for step in record.steps]
    place = numbers.index(failing.number) if failing.number in numbers else len(numbers)
    return _difference(record.as_of(place), failing.record, speaker, failing.place)


def _news(preview: Preview) -> list[Message]:
    messages = []
    for lesson, close in preview.news:
        kind = lesson.page.partition("/")[0]
        key = "preview.new" if close is None else "preview.new-or-slip"
        called = lesson.facts.get("name")  # numbered things may also have a name
        name = lesson.name if called is None else f"{lesson.name} {called}"
        messages.append(say(key, name=name, kind=kind, close=close))
    return messages


def last_change_sentences(session: Session, speaker: Speaker) -> list[str]:
    """Say what the last entry changed if it is an undo, a redo or a correction; else empty."""
    before, record = session.before, session.record
    if before is None or isinstance(record.entries[-1].command, Play):
        return []
    entry = record.entries[-1]
    preview = Preview(record.blocks[-1], before, session.board_notes, entry, tried=record)
    lines = [speaker.say(message) for message in correction_messages(before, entry, record)]
    by = writer_of(record, len(record.entries))
    if by is not None and lines:
        lines[0] = speaker.phrase("entry.by-line", by=by, line=lines[0])
    changes = [line.text for line in change_sentences(preview, speaker, record, None if lines else by)]
    remarks = (remark for _, step in record.steps_by(len(record.entries)) for remark in remarks_of(step))
    return lines + changes + [speaker.say(text) for kind, text in remarks if kind == "warning"]


def balance_sentences(preview: Preview, speaker: Speaker) -> list[Sentence]:
    """Say whose score changes and by how much; nothing while money is hidden."""
    if preview.before.hides_money or (preview.after is not None and preview.after.hides_money):
        return []
    after = preview.before if preview.after is None else preview.after
    called = names_after(preview.before.roster, after.roster)
    scores, scores_after = preview.scores
    before = {called[name]: score for name, score in scores.items()}
    balances = ", ".join(
        speaker.phrase("preview.balance", player=name, score=score, change=score - before.get(name, 0))
        for name, score in scores_after.items()
        if score != before.get(name, 0)
    )
    return [Sentence("balance", speaker.phrase("preview.balances", balances=balances))] if balances else []


MOST = 3


def followed_messages(session: Session, news: News, writer: str | None = None) -> list[Message]:
    if news.is_other:
        return [say("followed.other", count=len(session.record.numbers))]
    shown, last = 0 if session.record.failure else min(news.entries, MOST), session.record.entry_count
    more = [say("followed.more", count=news.entries - shown)] if shown < news.entries else []
    numbers = range(last - shown + 1, last + 1)
    return [*more, *(line for number in numbers for line in _entry_messages(session, number, writer))]


def _entry_messages(session: Session, number: int, writer: str | None) -> list[Message]:
    record, entry = session.record, session.record.entries[number - 1]
    by, whose = writer_of(record, number), ""
    if isinstance(entry.command, Play):
        by, whose = writer, next((action.by or "" for action in record.actions_of(number)[-1:]), "")
    try:
        before = session.before
        if before is None or len(before.blocks) != number - 1:
            before = record.with_first(number - 1)
    except Refusal:  # written by hand, and only valid together with later blocks
        messages = [say("words.label", label=entry.model.do)]
    else:
        preview = Preview(record.blocks[number - 1], before, session.board_notes, entry, tried=record)
        messages = correction_messages(before, entry, record)
        if isinstance(entry.command, Undo | Redo):
            after = record if number == record.entry_count else record.with_first(number)
            messages = _moved_entries(replace(preview, tried=after), by)
            messages = messages or [say(f"screen.label.{entry.model.do}")]
        messages = messages or [preview.summary]
    key = "followed.entry" if by in (None, whose) else "followed.for" if whose else "entry.by-line"
    is_signed = messages[0].key == "entry.by-line" or messages[0].key.startswith("preview.change-")
    return messages if is_signed else [say(key, by=by, player=whose, line=message) for message in messages]
