"""What was corrected: entries that do not stand as they were written, and those that changed them."""

from collections import defaultdict

from companion.core.journal import Amend, Correction, Insert, Play, Redo, Undo, surviving_entries
from companion.core.messages import Message, say
from companion.games.entries import Action, Entry
from companion.session import Session


def corrected_entries(session: Session, hides_money: bool) -> list[tuple[int, str, list[Message]]]:
    """Number, wording and fate of every entry that corrects or was corrected, in the order of the file."""
    fates = _fates(session)
    lines = [] if hides_money else session.public_entry_lines()
    found = []
    for number, entry in enumerate(session.entries, 1):
        if number in fates or isinstance(entry.command, Undo | Redo | Correction):
            sentences = [*fates[number], *(_said(entry) if hides_money else ())]
            wording = entry.model.do if hides_money else lines[number - 1]  # among its answers may be sums
            by = entry.model.by if isinstance(entry.command, Play) else None
            found.append((number, f"{by}: {wording}" if by else wording, sentences))
    return found


def _said(entry: Entry) -> list[Message]:
    """What the table said to it: the log tells that only of entries that stand."""
    block = entry.model
    ruling = block.ruling if isinstance(block, Action) else None
    sentences = [] if ruling is None else [say("show.ruling", reason=ruling)]
    return sentences + ([say("show.note", note=block.note)] if block.note else [])


def _fates(session: Session) -> dict[int, list[Message]]:
    commands = [entry.command for entry in session.entries]
    fates: dict[int, list[Message]] = defaultdict(list)
    effective_actions = set(surviving_entries(commands))
    for number, command in enumerate(commands, 1):
        if isinstance(command, Undo | Redo):
            before, after = (
                set(surviving_entries(commands[: number - 1])),
                set(surviving_entries(commands[:number])),
            )
            taken, restored = sorted(before - after), sorted(after - before)
            fates[number].append(
                say("export.takes-back", entries=taken)
                if taken
                else say("export.brings-back", entries=restored)
            )
            for entry in taken:
                fates[entry].append(say("export.undone", by=number))
            for entry in restored:
                fates[entry].append(say("export.brought-back", by=number))
        elif isinstance(command, Correction) and number in effective_actions:
            for change in command.changes:
                if isinstance(change, Insert):
                    fates[number].append(say("export.inserted", before=change.before))
                else:
                    key = "export.amended" if isinstance(change, Amend) else "export.struck"
                    fates[change.entry].append(say(key, by=number))
    return fates
