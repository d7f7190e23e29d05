"""What was corrected: entries that do not stand as they were written, and those that changed them."""

from collections import defaultdict

from companion.core.journal import Amend, Correction, Insert, Play, Redo, Undo, living
from companion.core.messages import Message, say
from companion.games.entries import Action, Entry
from companion.session import Session


def corrected_entries(session: Session, covered: bool) -> list[tuple[int, str, list[Message]]]:
    """Number, wording and fate of every entry that corrects or was corrected, in the order of the file."""
    fates = _fates(session)
    lines = [] if covered else session.told_entry_lines()
    found = []
    for number, entry in enumerate(session.entries, 1):
        if number in fates or isinstance(entry.body, Undo | Redo | Correction):
            told = [*fates[number], *(_said(entry) if covered else ())]
            wording = entry.block.do if covered else lines[number - 1]  # among its answers may be sums
            by = entry.block.by if isinstance(entry.body, Play) else None
            found.append((number, f"{by}: {wording}" if by else wording, told))
    return found


def _said(entry: Entry) -> list[Message]:
    """What the table said to it: the log tells that only of entries that stand."""
    block = entry.block
    ruling = block.ruling if isinstance(block, Action) else None
    told = [] if ruling is None else [say("show.ruling", reason=ruling)]
    return told + ([say("show.note", note=block.note)] if block.note else [])


def _fates(session: Session) -> dict[int, list[Message]]:
    bodies = [entry.body for entry in session.entries]
    fates: dict[int, list[Message]] = defaultdict(list)
    standing = set(living(bodies))
    for number, body in enumerate(bodies, 1):
        if isinstance(body, Undo | Redo):
            before, after = set(living(bodies[: number - 1])), set(living(bodies[:number]))
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
        elif isinstance(body, Correction) and number in standing:
            for change in body.changes:
                if isinstance(change, Insert):
                    fates[number].append(say("export.inserted", before=change.before))
                else:
                    key = "export.amended" if isinstance(change, Amend) else "export.struck"
                    fates[change.entry].append(say(key, by=number))
    return fates
