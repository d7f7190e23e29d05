"""What-ifs side by side with the game: the final score of each player as it would be now, and what was entered."""

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.report.drawing import player_look
from companion.report.layout import clipped, columns, flush_left, width
from companion.report.spans import Line, Span, folded_spans
from companion.report.words import money, signed
from companion.session import Preview
from companion.tui.commands import shown
from companion.tui.draw.entry import rule
from companion.tui.models.what_if import PLACES, WhatIfModel, WhatIfs

LEAST_NAME = 4


def comparison_lines(what_ifs: WhatIfs, room: int) -> list[Line]:
    """A row for each player, a column for the game and for each what-if, there with what it changes in brackets.

    The brackets stand below the figures where they have no room beside them.
    """
    game, compared = what_ifs.game, what_ifs.compared()
    said = game.speaker.say
    title = rule(said(say("screen.compared")), "", room)
    if compared is None:
        return [title, *folded_spans(said(say("screen.compared-hidden")), room, "muted")]
    seats, now = game.session.table.seats, compared[0]
    heads = [
        said(say("screen.in-what-if", number=place) if place else say("screen.in-game")) for place in compared
    ]
    changes = {
        name: [
            f"({signed(one[name] - now[name])})" if one[name] != now[name] else ""
            for one in compared.values()
        ]
        for name in seats
    }
    most = [max(width(changes[name][at]) for name in seats) for at in range(len(heads))]
    for is_beside in (True, False):
        rows, owners = [["", *heads]], [""]
        for name in seats:
            called = f"{game.letters[name]} {name}"
            figures = [money(one[name]) for one in compared.values()]
            if is_beside:
                padded = [
                    f" {flush_left(one, wide)}" if wide else ""
                    for one, wide in zip(changes[name], most, strict=True)
                ]
                figures = [figure + change for figure, change in zip(figures, padded, strict=True)]
            rows.append([called, *figures])
            owners.append(name)
            if not is_beside and any(changes[name]):
                rows.append(["", *changes[name]])
                owners.append("")
        texts = columns(rows, right=frozenset(range(1, len(heads) + 1)))
        spare = room - max(map(width, texts))
        if spare >= 0:
            break
    else:
        longest = max(width(row[0]) for row in rows)
        rows = [[clipped(row[0], max(LEAST_NAME, longest + spare)), *row[1:]] for row in rows]
        texts = columns(rows, right=frozenset(range(1, len(heads) + 1)))
    lines: list[Line] = []
    for text, row, owner in zip(texts, rows, owners, strict=True):
        rest = Span(text[len(row[0]) :], "" if owner else "muted")
        lines.append((Span(row[0], player_look(owner)), rest) if owner else (rest,))
    return [title, *lines]


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
    texts = model.session.notation.public_entry_lines() if entries else []
    for one in waiting:
        text = texts[one.number - 1] if one.number > 0 else str(one.block["do"])
        lines += folded_spans(f"- {text}", room, "notation")
    return lines or folded_spans(said(say("screen.what-if-empty")), room, "muted")


def adoption_lines(what_ifs: WhatIfs, room: int) -> list[Line]:
    """What will be booked, in the notation, and where it will be refused."""
    said, adoption = what_ifs.game.speaker.say, what_ifs.adoption()
    if not adoption:
        return folded_spans(said(say("screen.adopt-nothing")), room, "muted")
    booked = [one.public_line for one in adoption if not one.violations]
    key = shown(what_ifs.game.keys["adopt.book"])
    lines = folded_spans(said(say("screen.adopt-books", key=key)), room, "strong") if booked else []
    for text in booked:
        lines += folded_spans(f"- {text}", room, "notation")
    last = adoption[-1]
    if last.violations:
        message = say("screen.adopt-stops", line=line_of(last), reason=Refusal(*last.violations).message)
        lines += folded_spans(said(message), room, "bad")
    if what_ifs.current().is_behind:
        lines += folded_spans(said(say("screen.what-if-behind", number=what_ifs.place)), room, "warn")
    return lines


def line_of(preview: Preview) -> str:
    """An entry in the notation; its action alone where it cannot be written."""
    return preview.public_line or str(preview.block["do"])
