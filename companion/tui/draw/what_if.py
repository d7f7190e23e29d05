"""What-ifs side by side with the game: the final score of each player as it would be now, and what was entered."""

from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.report.drawing import player_look
from companion.report.layout import clipped, columns, flush_left, width
from companion.report.spans import Line, Span, folded_spans, rule
from companion.session.what_if import Tried
from companion.tui.commands import shown
from companion.tui.draw.log import whole_entry
from companion.tui.models.what_if import PLACES, WhatIfModel, WhatIfs, line_of

LEAST_NAME = 4


def comparison_lines(what_ifs: WhatIfs, room: int) -> list[Line]:
    """A row for each player, a column for the game and for each what-if, there with what it changes in brackets.

    The brackets stand below the figures where they have no room beside them.
    """
    game, compared = what_ifs.game, what_ifs.compared()
    said, seats = game.speaker.say, game.session.table.seats
    title = rule(said(say("screen.compared")), "", room)
    if compared is None:
        return [title, *folded_spans(said(say("screen.compared-hidden")), room, "muted")]
    scores = {name: [found[name] for found in compared.values()] for name in seats}
    changes = {
        name: [game.speaker.signed(one - row[0]) if one != row[0] else "" for one in row]
        for name, row in scores.items()
    }
    most = [max(width(row[at]) for row in changes.values()) for at in range(len(compared))]
    for is_short, is_beside in ((False, True), (True, True), (True, False)):
        heads = [said(_head(place, is_short)) for place in compared]
        rows = [["", *heads]]
        for name in seats:
            cells = [game.speaker.money(one) for one in scores[name]]
            brackets = [f"({one})" if one else "" for one in changes[name]]
            if is_beside:
                padded = [
                    f" {flush_left(one, wide + 2)}" if wide else ""
                    for one, wide in zip(brackets, most, strict=True)
                ]
                cells = [cell + change for cell, change in zip(cells, padded, strict=True)]
            rows.append([f"{game.letters[name]} {name}", *cells])
            rows += [["", *brackets]] if not is_beside and any(brackets) else []
        if is_beside:
            rows[0][1:] = [_over(head, at, rows, most[at - 1]) for at, head in enumerate(heads, 1)]
        texts = columns(rows, right=frozenset(range(1, len(rows[0]))))
        spare = room - max(map(width, texts))
        if spare >= 0:
            break
    else:
        longest = max(width(row[0]) for row in rows) + spare
        rows = [[clipped(row[0], max(LEAST_NAME, longest)), *row[1:]] for row in rows]
        texts = columns(rows, right=frozenset(range(1, len(rows[0]))))
    owners = iter(seats)
    lines: list[Line] = [title]
    for text, (called, *_) in zip(texts, rows, strict=True):
        rest = Span(text[len(called) :], "" if called else "muted")
        lines.append((Span(called, player_look(next(owners))), rest) if called else (rest,))
    return lines


def _over(head: str, at: int, rows: list[list[str]], change: int) -> str:
    """A head so far to the left that it stands over the figures, as far as its column has room for that."""
    spare = max(width(row[at]) for row in rows) - width(head)
    return head + " " * min(spare, change + 3 if change else 0)


def _head(place: int, is_short: bool) -> Message:
    if not place:
        return say("screen.in-game-short" if is_short else "screen.in-game")
    return say("screen.in-what-if-short" if is_short else "screen.in-what-if", number=place)


def what_if_lines(what_ifs: WhatIfs, room: int) -> list[Line]:
    """The comparison, and below it the entries of each what-if."""
    said, lines = what_ifs.game.speaker.say, [*comparison_lines(what_ifs, room), ()]
    for place in PLACES:
        model = what_ifs.models.get(place)
        if model is not None:
            head = "screen.what-if-here" if place == what_ifs.place else "screen.what-if-other"
            lines += folded_spans(said(say(head, number=place)), room, "title")
            lines += [*_entries(model, room), ()]
    return lines


def _entries(model: WhatIfModel, room: int) -> list[Line]:
    said = model.speaker.say
    entries, waiting = model.entries, model.waiting
    lines: list[Line] = []
    if model.is_behind:
        lines += folded_spans(said(say("screen.what-if-behind", number=model.place)), room, "warn")
    booked = len(entries) - len(waiting)
    if booked:
        lines += folded_spans(
            said(say("screen.what-if-booked", count=booked, number=model.place)), room, "warn"
        )
    for one in waiting:
        lines += _entry(model, one, room)
    return lines or folded_spans(said(say("screen.what-if-empty")), room, "muted")


def _entry(model: WhatIfModel, one: Tried, room: int) -> list[Line]:
    """What it plays, as in the log; of an undo or a correction its line."""
    steps = zip(model.session.steps, model.step_lines.since(), strict=True)
    found = [whole_entry(model, step, text, room) for step, text in steps if step.number == one.number]
    return [line for lines in found for line in lines] or folded_spans(
        f"     {line_of(model.session.preview(one.block), model.speaker.lexicon)}", room, "notation"
    )


def adoption_lines(what_ifs: WhatIfs, room: int) -> list[Line]:
    """What will be booked, in the notation, and where it will be refused."""
    said, adoption = what_ifs.game.speaker.say, what_ifs.adoption()
    if not adoption:
        return folded_spans(said(say("screen.adopt-nothing")), room, "muted")
    lexicon = what_ifs.game.speaker.lexicon
    booked = [line_of(one, lexicon) for one in adoption if not one.violations]
    key = shown(what_ifs.game.keys["adopt.book"], what_ifs.game.speaker)
    lines = folded_spans(said(say("screen.adopt-books", key=key)), room, "strong") if booked else []
    for text in booked:
        lines += folded_spans(f"- {text}", room, "notation")
    last = adoption[-1]
    if last.violations:
        reason = Refusal(*last.violations).message
        message = say("screen.adopt-stops", line=line_of(last, lexicon), reason=reason)
        lines += folded_spans(said(message), room, "bad")
        if last.entry is not None and isinstance(last.entry.command, Play):
            lines += folded_spans(said(say("screen.adopt-opens", key=key)), room, "strong")
    if what_ifs.current().is_behind:
        lines += folded_spans(said(say("screen.what-if-behind", number=what_ifs.place)), room, "warn")
    return lines
