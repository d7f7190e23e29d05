"""The page that makes a pad, step by step."""

from companion.report.drawing import capitalise
from companion.report.layout import flush_left
from companion.report.spans import UP, Line, Span, beside, cut, folded_spans, rule, span_width
from companion.report.words import Speaker
from companion.session.pad_draft import PARTS, Ways, part_message
from companion.tui.draw.new_session import INNER, NARROW
from companion.tui.models.pad_maker import FIRST, MakerRow, PadMaker

LABEL, NAME, WAY, SAMPLE, LONGEST_BOX = 14, 25, 20, 38, 40
CHOSEN, OTHER = "●", "○"


def maker_lines(maker: PadMaker, speaker: Speaker, room: int) -> list[Line]:
    return _first_step(maker, speaker, room) if maker.step == 1 else _second_step(maker, speaker, room)


def _mark(is_here: bool) -> Span:
    return Span(f"{UP} " if is_here else "  ", "here")


def _radio(is_chosen: bool) -> Span:
    return Span(f"{CHOSEN if is_chosen else OTHER} ", "here" if is_chosen else "muted")


def _aim(line: Line, target: str) -> Line:
    return tuple(span._replace(target=target) for span in line)


def _box(maker: PadMaker, room: int) -> Span:
    return Span("_" * min(max(NAME, len(maker.typed) + 2), LONGEST_BOX, room - LABEL - 4), INNER)


def _first_step(maker: PadMaker, speaker: Speaker, room: int) -> list[Line]:
    draft, lines = maker.draft, list[Line]()
    players = speaker.phrase("pads.players", least=draft.least, most=draft.most)
    for row in FIRST[: -len(PARTS)]:
        is_here = row == maker.row
        label = flush_left(speaker.phrase(f"make-pad.{row.kind}"), LABEL)
        answer: Line = (Span(draft.name if row.kind == "name" else players, "typed"),)
        if row.kind == "wins":
            wins = {
                key: Span(f"{speaker.phrase(f'make-pad.wins.{key}')}    ") for key in ("highest", "lowest")
            }
            answer = tuple(one for key in wins for one in (_radio(key == draft.wins), wins[key]))
        elif is_here:
            answer = (_box(maker, room),)
        line = (_mark(is_here), Span(label, "strong" if is_here else "heading"), *answer)
        lines.append(_aim(line, f"row:{FIRST.index(row)}"))
    lines += [(), rule(speaker.phrase("make-pad.ask"), speaker.phrase("make-pad.ask-how"), room)]
    for row in FIRST[-len(PARTS) :]:
        part, is_here = PARTS[row.place], row == maker.row
        text = Span(speaker.say(part_message(part)), "strong" if is_here else "")
        head = (_mark(is_here), _radio(part in draft.parts), Span(f"{row.place + 1}  ", "key"), text)
        sample = speaker.phrase(f"make-pad.sample.{part}").split("\n") if room >= NARROW else ()
        right: list[Line] = [(Span(one, "muted"),) for one in sample]
        lines += [*beside([_aim(head, f"row:{FIRST.index(row)}")], right, SAMPLE), ()]
    return lines


def _second_step(maker: PadMaker, speaker: Speaker, room: int) -> list[Line]:
    lines, kind = list[Line](), ""
    for row in maker.rows:
        if row.kind != kind:
            kind, how = row.kind, speaker.phrase(f"make-pad.how.{row.kind}")
            lines += [*([()] if lines else []), rule(speaker.phrase(f"make-pad.list.{kind}"), how, room)]
        lines.append(_aim(cut(_row(maker, row, speaker, room), room), f"row:{maker.rows.index(row)}"))
    ways = maker.ways_of(maker.row)
    if ways is not None:
        title = maker.item.name if maker.item else speaker.phrase(f"make-pad.list.{maker.row.kind}")
        how = speaker.phrase("make-pad.ways") if maker.item else ""
        lines += [(), rule(title, how, room), *_ways(maker, ways, speaker, room)]
    return lines


def _row(maker: PadMaker, row: MakerRow, speaker: Speaker, room: int) -> Line:
    is_here, items, ways = row == maker.row, maker.items(row.kind), maker.ways_of(row)
    said = _brief(ways, speaker) if ways else ""
    if row.kind in ("bid", "end"):
        return (_mark(is_here), Span("   "), Span(said, "strong" if is_here else ""))
    name = items[row.place].name if row.place < len(items) else ""
    number = (_mark(is_here and maker.focus == "name"), Span(f"{row.place + 1:>2}  ", "key"))
    if is_here and maker.focus == "name":
        return (*number, _box(maker, room), Span(f" {said}", "muted"))
    return (*number, Span(flush_left(name, NAME), "strong" if is_here else ""), Span(f" {said}", "muted"))


def _brief(ways: Ways, speaker: Speaker) -> str:
    """The chosen way in a row: its sentence, or only its name if it has no numbers."""
    key = ways.chosen
    named = key in ("points", "ties")
    return speaker.phrase(f"make-pad.brief.{key}") if named else capitalise(speaker.say(ways.message(key)))


def _ways(maker: PadMaker, ways: Ways, speaker: Speaker, room: int) -> list[Line]:
    lines: list[Line] = []
    for number, key in enumerate(ways.keys, 1):
        is_chosen = key == ways.chosen
        name = Span(flush_left(speaker.phrase(f"make-pad.ways.{key}"), WAY), "strong" if is_chosen else "")
        mark, number_key = _mark(is_chosen and maker.focus == "way"), Span(f"{number}  ", "key")
        head = _aim((mark, _radio(is_chosen), number_key, name), f"way:{key}")
        wide = span_width(head) if room >= NARROW else 6
        said = capitalise(speaker.say(ways.message(key)))
        first, *more = folded_spans(said, room - wide, "" if is_chosen else "muted")
        lines += [(*head, *first)] if room >= NARROW else [head, (Span(" " * wide), *first)]
        lines += [(Span(" " * wide), *line) for line in more]
    if maker.focus == "numbers":
        lines.append(
            (_mark(True), Span(f"{speaker.phrase('make-pad.numbers')}  ", "strong"), _box(maker, room))
        )
    return lines
