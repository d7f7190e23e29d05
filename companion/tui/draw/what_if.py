"""The what-if beside the game: the final score of each player as it would be now, and what was entered."""

from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import say
from companion.draw.log import whole_entry
from companion.report.drawing import player_look
from companion.report.layout import clipped, columns, width
from companion.report.spans import Line, Span, folded_spans, rule
from companion.session.what_if import Tried
from companion.tui.keymap import shown
from companion.tui.models.what_if import WhatIf, WhatIfModel, line_of

LEAST_NAME = 4


def comparison_lines(what_if: WhatIf, room: int) -> list[Line]:
    """A row for each player: the score in the game, in the what-if, and the difference in brackets."""
    game, compared = what_if.game, what_if.compared()
    said, seats = game.speaker.say, game.session.table.seats
    title = rule(said(say("screen.compared")), "", room)
    if compared is None:
        return [title, *folded_spans(said(say("screen.compared-hidden")), room, "muted")]
    heads = [said(say(key)) for key in ("screen.in-game", "screen.in-what-if")]
    rows = [["", *heads[: len(compared)], ""]]
    for name in seats:
        scores = [found[name] for found in compared]
        change = scores[-1] - scores[0]
        figures = [game.speaker.money(one) for one in scores]
        rows.append(
            [f"{game.letters[name]} {name}", *figures, f"({game.speaker.signed(change)})" if change else ""]
        )
    right = frozenset(range(1, len(compared) + 1))
    spare = room - max(map(width, columns(rows, right)))
    if spare < 0:
        longest = max(LEAST_NAME, max(width(row[0]) for row in rows) + spare)
        rows = [[clipped(row[0], longest), *row[1:]] for row in rows]
    lines: list[Line] = [title]
    for owner, text, (called, *_) in zip(("", *seats), columns(rows, right), rows, strict=True):
        rest = Span(text[len(called) :], "" if owner else "muted")
        lines.append((Span(called, player_look(owner)), rest) if owner else (rest,))
    return lines


def what_if_lines(what_if: WhatIf, room: int) -> list[Line]:
    """The comparison, and below it the entries of the what-if."""
    lines = [*comparison_lines(what_if, room), ()]
    return lines if what_if.model is None else [*lines, *_entries(what_if.model, room)]


def _entries(model: WhatIfModel, room: int) -> list[Line]:
    said = model.speaker.say
    entries, waiting = model.entries, model.waiting
    lines: list[Line] = []
    if model.is_behind:
        lines += folded_spans(said(say("screen.what-if-behind")), room, "warn")
    booked = len(entries) - len(waiting)
    if booked:
        lines += folded_spans(said(say("screen.what-if-booked", count=booked)), room, "warn")
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


def adoption_lines(what_if: WhatIf, room: int) -> list[Line]:
    """What will be booked, in the notation, and where it will be refused."""
    said, adoption = what_if.game.speaker.say, what_if.adoption()
    if not adoption:
        return folded_spans(said(say("screen.adopt-nothing")), room, "muted")
    lexicon = what_if.game.speaker.lexicon
    booked = [line_of(one, lexicon) for one in adoption if not one.violations]
    key = shown(what_if.game.keys["adopt.book"], what_if.game.speaker)
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
    if what_if.current().is_behind:
        lines += folded_spans(said(say("screen.what-if-behind")), room, "warn")
    return lines
