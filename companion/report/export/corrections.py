"""What was corrected: entries that do not stand as they were written, and those that changed them."""

from collections import defaultdict

from companion.core.journal import Amend, Correction, Insert, Play, Redo, Undo, followed, undoing
from companion.core.messages import Message, say
from companion.report.words import Speaker
from companion.session import Session
from companion.session.notation import Notation


def correction_rows(session: Session, speaker: Speaker) -> list[list[str]]:
    """The same as a table with a head; nothing where nothing was corrected."""
    head = [speaker.say(say(f"export.{key}")) for key in ("entry", "as-written", "fate")]
    rows = [
        [str(number), wording, "; ".join(speaker.say(fate) for fate in fates)]
        for number, wording, fates in corrected_entries(session, speaker)
    ]
    return [head, *rows] if rows else []


def corrected_entries(session: Session, speaker: Speaker) -> list[tuple[int, str, list[Message]]]:
    """Number, wording and fate of every entry that corrects or was corrected, in the order of the file."""
    fates, entries = _fates(session), session.record.entries
    numbers = [
        number
        for number, entry in enumerate(entries, 1)
        if number in fates or isinstance(entry.command, Undo | Redo | Correction)
    ]
    found, notation = [], Notation(session.record, speaker.lexicon)
    for number, wording in zip(numbers, notation.public_entry_lines(numbers), strict=True):
        entry = entries[number - 1]
        by = entry.model.by if isinstance(entry.command, Play) else None
        found.append((number, f"{by}: {wording}" if by else wording, fates[number]))
    return found


def _fates(session: Session) -> dict[int, list[Message]]:
    commands = followed([entry.command for entry in session.record.entries])
    fates: dict[int, list[Message]] = defaultdict(list)
    alive, moved = undoing(commands)
    standing = set(alive)
    for number, command in enumerate(commands, 1):
        if isinstance(command, Undo | Redo):
            is_undo = isinstance(command, Undo)
            key = "export.takes-back" if is_undo else "export.brings-back"
            fates[number].append(say(key, entries=moved[number]))
            for entry in moved[number]:
                fates[entry].append(say("export.undone" if is_undo else "export.brought-back", by=number))
        elif isinstance(command, Correction) and number in standing:
            for change in command.changes:
                if isinstance(change, Insert):
                    fates[number].append(say("export.inserted", before=change.before))
                else:
                    key = "export.amended" if isinstance(change, Amend) else "export.struck"
                    fates[change.entry].append(say(key, by=number))
    return fates
