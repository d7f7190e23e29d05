"""The page of a new session, row by row, and what to lay out for it."""

from companion.core.messages import say
from companion.core.table import Option
from companion.report.layout import clipped, flush_left, width
from companion.report.rulesets import option_text
from companion.report.spans import Line, Span, beside, cut, folded_spans, wrapped
from companion.report.tables import player_look
from companion.report.words import Speaker
from companion.tui.models.new_session import FormRow, NewSessionModel

LABEL, LONGEST_LABEL, NAME = 9, 18, 18
WIDE, NARROW = 110, 60
HELP_LINES = 2
"""Kept free above the rows for the explanation of an option."""


def new_session_lines(model: NewSessionModel, speaker: Speaker, room: int) -> tuple[list[Line], int]:
    left = room if room < WIDE else room * 6 // 10
    lines: list[Line] = []
    marked = 0
    for row in model.rows:
        if row == model.row:
            marked = len(lines)
        lines += _row(model, row, speaker, left)
    lines.append(())
    for messages, look in ((model.missing(), "muted"), (model.plan.hints, "warn")):
        for message in messages:
            lines += folded_spans(speaker.say(message), left, look)
    layout = _laying_out(model, speaker, room - left - 3 if room >= WIDE else room)
    if room >= WIDE:
        return beside([*lines], layout), marked
    return [*lines, (), *layout], marked


def _row(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> list[Line]:
    is_here = row == model.row
    target = f"row:{row.kind}/{row.place}"
    label, wide = _label(model, row, speaker, room), _label_room(model, speaker, room)
    if room >= NARROW:
        label = clipped(label, LONGEST_LABEL)
    look = "chosen" if is_here else "heading"
    head = (Span("▸" if is_here else " ", "here"), Span(flush_left(label, wide), look, target), Span(" "))
    groups = _answer(model, row, speaker, room)
    lines = wrapped([head, *groups], room, indent=wide + 2)
    return [tuple(span if span.target else span._replace(target=target) for span in line) for line in lines]


def _label(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> str:
    if row.kind == "option":
        name = model.plan.options[row.place].rule.names.of(speaker.language)
        return name.form(short=width(name.form()) > LONGEST_LABEL or room < NARROW)
    if row.kind == "piece":
        return f"  {speaker.name(model.plan.pieces[row.place].key)}"
    if row.kind == "play" and model.plan.is_final:
        return speaker.phrase("screen.row.count")
    return "" if row.kind == "seat" and row.place else speaker.phrase(f"screen.row.{row.kind}")


def _label_room(model: NewSessionModel, speaker: Speaker, room: int) -> int:
    if room < NARROW or model.plan.is_final:
        return LABEL
    names = (option.rule.names.of(speaker.language).form() for option in model.plan.options)
    return min(LONGEST_LABEL, max(LABEL, *map(width, names), LABEL))


def row_help(model: NewSessionModel, speaker: Speaker, room: int) -> list[Line]:
    """What is wrong, or what the last key did, or what the marked option means; as many lines for any row."""
    text, look = "", "muted"
    if model.problem is not None:
        text, look = speaker.say(model.problem), "bad"
    elif model.notice is not None:
        text, look = speaker.say(model.notice), "good"
    elif model.row.kind == "seat":
        key = "seat-leaves" if model.is_leaving else "seat-keys"
        text = speaker.phrase(f"screen.{key}", name=model.plan.seats[model.row.place].name)
    elif model.row.kind == "option":
        option, ruleset = model.plan.options[model.row.place], model.plan.ruleset
        is_switch = isinstance(option.value, bool)
        known: tuple[Option, ...] = (False, True) if is_switch else ruleset.offered(option.key)
        values = [option_text(ruleset, option.key, one, speaker) for one in known]
        if values and not option.rule.choices and not is_switch:
            values.append(speaker.phrase("screen.another"))
        keys = say("screen.turn-values", values=values) if values else say("screen.turn-number")
        text = f"{speaker.help(option.rule.help)} {speaker.say(keys)}"
    lines = folded_spans(text, room, look) if text else []
    return [*lines, *([()] * (HELP_LINES - len(lines)))]


def _words(text: str, look: str = "muted", target: str = "") -> list[Line]:
    """A sentence that may be broken between any two words."""
    return [(Span(f"{word} ", look, target),) for word in text.split()]


def _answer(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> list[Line]:
    """What a row shows after its label, in parts that may be wrapped."""
    plan, is_here = model.plan, row == model.row
    match row.kind:
        case "game":
            return _games(model, speaker, room)
        case "seat":
            return _seat(model, row, speaker, room)
        case "add":
            return _add(model, is_here, speaker)
        case "starts" if plan.seats:
            name = plan.seats[plan.start_place].name
            keys = _words(speaker.phrase("screen.starts-keys"), target="draw")
            return [(Span(f"{name}  ", player_look(name)),), *keys]
        case "option":
            return _option(model, row, speaker)
        case "pieces":
            names = tuple(piece.name or speaker.name(piece.key) for piece in plan.pieces)
            return _words(speaker.phrase("screen.pieces-keys", page=plan.pieces[0].page, names=names))
        case "piece":
            piece = plan.pieces[row.place]
            hue = Span(f"  {_colour(piece.colour, speaker)}  ", "" if piece.colour else "muted")
            keys = _words(speaker.phrase("screen.piece-keys")) if is_here else []
            name, look = (model.typed, "typed") if is_here else (piece.name, "")
            return [_typed(name, is_here, look), (hue,), *keys]
        case "title":
            return [_typed(model.typed if is_here else plan.title, is_here, "typed")]
        case "position":
            key = "counted" if plan.position else "from-the-start"
            return _words(speaker.phrase(f"screen.{key}"), "" if plan.position else "muted")
        case "score":
            return _words(speaker.phrase("screen.score-keys"))
        case "play":
            is_ready = plan.is_final or not plan.problems
            key = "ready-to-count" if plan.is_final else "ready" if is_ready else "not-ready"
            return [(Span(speaker.phrase(f"screen.{key}"), "good" if is_ready else "muted"),)]
    return []


def _typed(text: str, is_here: bool, look: str) -> Line:
    return Span(text, look), Span(" ", "cursor" if is_here else "")


def _colour(colour: str | None, speaker: Speaker) -> str:
    return speaker.colour(colour) if colour else speaker.phrase("screen.no-colour")


def _games(model: NewSessionModel, speaker: Speaker, room: int) -> list[Line]:
    found: list[Line] = []
    for place, loaded in enumerate(model.plan.shelf, 1):
        ruleset = loaded.ruleset
        is_chosen, target = ruleset.id == model.plan.game, f"game:{ruleset.id}"
        name = ruleset.names.of(speaker.language).form(short=room < NARROW)
        label = Span(f"{'●' if is_chosen else ' '}{name}  ", "strong" if is_chosen else "muted", target)
        found.append((Span(f"{place} ", "key", target), label))
    return found


def _seat(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> list[Line]:
    seat, place, is_here = model.plan.seats[row.place], row.place, row == model.row
    name, look = model.typed if is_here else seat.name, player_look(seat.name)
    rest = Span(" " * max(1, (NAME if room >= NARROW else LABEL) - width(name)))
    hue = Span(f"{_colour(seat.colour, speaker):10}", look if seat.colour else "muted", f"colour:{place}")
    signs = {"up": "↑", "down": "↓", "out": f"[{speaker.phrase('screen.out')}]"}
    moves = tuple(Span(f" {sign}", "muted", f"{what}:{place}") for what, sign in signs.items())
    is_start = place == model.plan.start_place and not model.plan.is_final
    starts = speaker.phrase("screen.starts") if is_start else ""
    typed = (Span(f"{place + 1} ", "muted"), *_typed(name, is_here, look), rest)
    return [typed, (hue,), moves, (Span(f" {starts}", "good"),)]


def _add(model: NewSessionModel, is_here: bool, speaker: Speaker) -> list[Line]:
    typed = (*_typed(model.typed if is_here else "", is_here, "typed"), Span("  "))
    if not model.offered and not model.typed:
        return [typed, *_words(speaker.phrase("screen.type-name"))]
    is_typing = is_here and model.typed
    offered: list[Line] = []
    for place, person in model.offered:
        key, target = "" if is_typing else f"{place + 1} ", f"pick:{place}"
        offered.append((Span(key, "key", target), Span(f"{person.name}  ", "muted", target)))
    if is_typing:
        offered += _words(speaker.phrase("screen.enter-adds", name=model.typed))
    return [typed, *offered]


def _option(model: NewSessionModel, row: FormRow, speaker: Speaker) -> list[Line]:
    option = model.plan.options[row.place]
    if row == model.row and (model.typed or model.is_naming):
        own = speaker.phrase("screen.own-value") if model.is_naming and not model.typed else ""
        return [(*_typed(model.typed, True, "typed"), Span(f"{own} ", "muted"))]
    look = "" if option.value == option.default else "strong"
    return [(Span(option_text(model.plan.ruleset, option.key, option.value, speaker), look),)]


def _laying_out(model: NewSessionModel, speaker: Speaker, room: int) -> list[Line]:
    notices = model.plan.laying_out
    if not notices or model.plan.position or model.plan.is_final:
        return []
    lines = folded_spans(speaker.phrase("screen.lay-out"), room, "title")
    for one in notices:
        lines += folded_spans(f"- {speaker.say(one)}", room)
    return [cut(line, room) for line in lines]
