"""The page of a new session, row by row, with Start below."""

from collections.abc import Mapping, Sequence

from companion.core.forms import lettered
from companion.core.messages import say
from companion.core.player_colours import colour_of
from companion.core.table import Option
from companion.report.cards import LONGEST_GAME
from companion.report.drawing import capitalised, player_look
from companion.report.layout import flush_left, folded, width
from companion.report.rulesets import option_text
from companion.report.spans import Line, Span, folded_spans, spread, words, wrapped
from companion.report.words import Speaker, without_paths
from companion.session.planning import OptionChoice, Plan
from companion.tui.draw.command_hints import hint
from companion.tui.keymap import shown
from companion.tui.models.new_session import FormRow, Kind, NewSessionModel

NARROW, TALL, LABEL = 60, 30, 12
KEYS: Mapping[str, Sequence[tuple[str, str]]] = {
    "game": (("enter", "next"), ("←→", "choose")),
    "seat": (("enter", "next"), ("←→", "colour"), ("Shift+↑↓", "seat"), ("delete", "remove")),
    "add": (("enter", "done"),),
    "typing": (("enter", "add"), ("tab", "complete")),
    "starts": (("enter", "next"), ("←→", "choose"), ("r", "draw")),
    "options": (("enter", "change"),),
    "option": (("enter", "next"), ("←→", "choose")),
    "piece": (("enter", "next"), ("←→", "colour")),
    "title": (("enter", "next"),),
    "play": (("enter", "play"), ("o", "options")),
    "position": (("enter", "open"),),
    "counted": (("enter", "open"), ("delete", "remove")),
    "score": (("enter", "open"),),
}
BELOW: tuple[Kind, ...] = ("play", "position", "score")
FOLDED: tuple[Kind, ...] = ("option", "piece", "title")
SAID = 2
"""Rows kept free above Start for what is wrong, or what an option means."""


def new_session_lines(
    model: NewSessionModel, speaker: Speaker, room: int
) -> tuple[list[Line], tuple[int, int]]:
    """The rows above Start, and the first and the last line of the marked one."""
    lines: list[Line] = []
    marked, rows = (0, 0), [one for one in model.rows if one.kind not in BELOW]
    last = FormRow("starts") if FormRow("starts") in rows else FormRow("options")
    apart = (rows[1], last, FormRow("option"))
    for row in rows:
        if row in apart:
            lines.append(())
        first = len(lines)
        lines += _row(model, row, speaker, room)
        if row == model.row or model.row.kind in BELOW:
            marked = first, len(lines) - 1
    for message in model.plan.hints:
        lines += folded_spans(speaker.say(message), room, "warn")
    return lines, marked


def start_lines(model: NewSessionModel, speaker: Speaker, room: int, height: int) -> list[Line]:
    """What stays in view below the rows: what is wrong, Start, and the ways into a game that is under way."""
    text, look = _said(model, speaker)
    said = folded_spans(text, room, look) if text else []
    lines = [*said, *([()] * (SAID - len(said))), *_bar(model, speaker, room, height), ()]
    if model.plan.is_final:
        return lines
    ways = [(Span("   "),), *words(speaker.phrase("screen.under-way"), "muted"), (Span(" "),)]
    for kind, key in (("position", "j"), ("score", "s")):
        is_here = model.row.kind == kind
        way = hint(f"{'▸' if is_here else ' '}{key}", speaker.phrase(f"screen.row.{kind}"), f"row:{kind}/0")
        ways.append(tuple(span._replace(look="chosen") for span in way) if is_here else way)
    return [*lines, *wrapped(ways, room, indent=3), ()]


def _said(model: NewSessionModel, speaker: Speaker) -> tuple[str, str]:
    if model.problem is not None:
        return speaker.say(without_paths(model.problem)), "bad"
    if model.row.kind == "piece":
        is_named = model.plan.pieces[model.row.place].is_named
        return speaker.phrase("screen.piece-help" if is_named else "screen.piece-colour-help"), "muted"
    if model.row.kind != "option":
        return "", ""
    option = model.plan.options[model.row.place]
    is_number = isinstance(option.value, int) and not _values(model.plan, option)
    keys = f" {speaker.phrase('screen.turn-number')}" if is_number else ""
    return f"{speaker.help(option.rule.help)}{keys}", "muted"


def _bar(model: NewSessionModel, speaker: Speaker, room: int, height: int) -> list[Line]:
    """Start: filled with the accent as soon as it starts; what is missing stands in it till then."""
    plan, is_here, lack = model.plan, model.row.kind == "play", model.lack
    label, ready = ("count", "seated") if plan.is_final else ("play", "ready")
    said = lack or say(f"screen.{ready}", names=plan.names, starts=plan.names[plan.start_place])
    head = f" {'▸' if is_here else ' '} {speaker.phrase(f'screen.row.{label}')}   "
    enter = f"  {shown('enter', speaker)} "
    rows: list[Line] = []
    for text in folded(speaker.say(said), max(1, room - width(head) - width(enter))).splitlines():
        starts, ends = (" " * width(head), "") if rows else (head, enter if is_here else "")
        rows.append(spread((Span(f"{starts}{text.strip()}"),), (Span(ends),), room))
    air: list[Line] = [(Span(" " * room),)] if height >= TALL and room >= NARROW else []
    look = "asked" if lack is None else "answered"
    lines = (*air, *rows, *air)
    return [tuple(span._replace(look=look, target="row:play/0") for span in line) for line in lines]


def row_keys(model: NewSessionModel, speaker: Speaker) -> list[Line]:
    kind: str = "typing" if model.row.kind == "add" and model.typed.strip() else model.row.kind
    if kind == "play" and model.plan.is_final:
        kind = "title"
    elif kind == "position" and model.plan.position:
        kind = "counted"
    keys = ((speaker.key(key), f"screen.do.{word}") for key, word in (*KEYS[kind], ("↑↓", "row")))
    return [hint(key, speaker.phrase(word), "") for key, word in keys]


def _row(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> list[Line]:
    is_here, target = row == model.row, f"row:{row.kind}/{row.place}"
    look, wide = "strong" if is_here else "heading", LABEL
    if row.kind in FOLDED and room >= NARROW:  # else the answer comes below a long name
        labels = (_label(model, one, speaker) for one in model.rows if one.kind in FOLDED)
        wide = max(map(width, labels))
    label = Span(flush_left(_label(model, row, speaker), wide), look, target)
    head = (Span("▸ " if is_here else "  ", "here"), label, Span("  "))
    lines = wrapped([head, *_answer(model, row, speaker, room)], room, indent=wide + 4)
    if row.kind == "game":
        players = model.plan.ruleset.players
        said = speaker.phrase("screen.for-players", least=players.least, most=players.most)
        lines.append((Span(" " * (wide + 4)), Span(said, "muted")))
    return [tuple(span if span.target else span._replace(target=target) for span in line) for line in lines]


def _label(model: NewSessionModel, row: FormRow, speaker: Speaker) -> str:
    plan, place = model.plan, row.place
    if row.kind == "option":
        return _called(plan.options[place], speaker)
    if row.kind == "piece":
        return capitalised(" ".join(map(speaker.name, plan.pieces[place][:2])))
    if row.kind in ("seat", "add"):
        is_first = row == model.rows[1]
        return speaker.phrase("screen.row.seat") if is_first else ""
    return speaker.phrase(f"screen.row.{row.kind}")


def _called(option: OptionChoice, speaker: Speaker) -> str:
    return capitalised(option.rule.names.of(speaker.language).form())


def _answer(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> list[Line]:
    plan, is_here = model.plan, row == model.row
    match row.kind:
        case "game":
            found: list[Line] = []
            for place, loaded in enumerate(plan.shelf, 1):
                names, is_chosen = loaded.ruleset.names.of(speaker.language), loaded.ruleset.id == plan.game
                name = names.form(short=room < NARROW or width(names.long) > LONGEST_GAME)
                label = (Span(f" {place} ", "key"), Span(f"{name}   ", "strong" if is_chosen else "muted"))
                found.append(_radio(is_chosen, label, f"game:{loaded.ruleset.id}"))
            return found
        case "seat":
            return _seat(model, row, speaker)
        case "add":
            is_typing = is_here and model.typed
            add: list[Line] = [(Span(" + ", "answered"), Span(" "))]
            add += [(*_typed(model.typed, True), Span("  "))] if is_here else []
            for place, person in model.offered:
                key, target = "" if is_typing else f"{place + 1} ", f"pick:{place}"
                add.append((Span(key, "key", target), Span(f"{person.name}   ", "muted", target)))
            phrase = "screen.or-type-name" if model.offered else "screen.type-name"
            return add if is_typing else [*add, *words(speaker.phrase(phrase), "muted")]
        case "starts":
            found = []
            for place, player in enumerate(plan.names):
                name = f" {player}   " if room >= NARROW else " "
                named = (Span(" "), *_chip(plan, place), Span(name, player_look(player)))
                found.append(_radio(place == plan.start_place, named, f"start:{place + 1}"))
            return [*found, hint("r", speaker.phrase("screen.do.draw"), "start:r")]
        case "options":
            change = hint("o", speaker.phrase("screen.do.change"), "row:options/0")
            return [*words(_set(plan, speaker)), (Span(" "),), change]
        case "option":
            return _option(model, row, speaker)
        case "piece":
            piece = plan.pieces[row.place]
            hue = speaker.colour(piece.colour) if piece.colour else speaker.phrase("screen.no-colour")
            name = model.typed if is_here else piece.name
            typed = _typed(name, is_here) if piece.is_named else (Span(" "),)
            return [typed, (Span(f"  {hue}", "" if piece.colour else "muted"),)]
        case "title":
            return [_typed(model.typed if is_here else plan.title, is_here)]
    return []


def _typed(text: str, is_here: bool, look: str = "typed") -> Line:
    return Span(text, look), Span(" ", "cursor" if is_here else "")


def _radio(is_chosen: bool, label: Line, target: str) -> Line:
    mark = Span("●" if is_chosen else "○", "here" if is_chosen else "muted", target)
    return (mark, *(span._replace(target=target) for span in label))


def _chip(plan: Plan, place: int) -> Line:
    name = plan.names[place]
    return (Span(f" {lettered(plan.names)[name].upper()} ", f"chip:{name}"),)


def _seat(model: NewSessionModel, row: FormRow, speaker: Speaker) -> list[Line]:
    plan, place, is_here = model.plan, row.place, row == model.row
    player = plan.names[place]
    name = model.typed if is_here else player
    colour = plan.colours.get(player) or colour_of(player, plan.names, plan.colours)
    rest = Span(" " * (2 + max(map(width, (*plan.names, name))) - width(name)))
    typed = (*_chip(plan, place), Span(" "), *_typed(name, is_here, player_look(player)))
    hue = Span(f"{speaker.colour(colour)}  ", "muted", f"colour:{place}")
    signs = {"up": "↑", "down": "↓", "out": f"[{speaker.phrase('screen.do.remove')}]"}
    moves = tuple(Span(f" {sign}", "muted", f"{what}:{place}") for what, sign in signs.items())
    return [(*typed, rest, hue), *([moves] if is_here else [])]


def _values(plan: Plan, option: OptionChoice) -> tuple[Option, ...]:
    return (False, True) if isinstance(option.value, bool) else plan.ruleset.offered(option.key)


def _option(model: NewSessionModel, row: FormRow, speaker: Speaker) -> list[Line]:
    """The value; of the marked option all there are."""
    plan, is_here = model.plan, row == model.row
    option = plan.options[row.place]
    value = option_text(plan.ruleset, option.key, option.value, speaker)
    if is_here and (model.typed or model.is_naming):
        own = speaker.phrase("screen.own-value") if model.is_naming and not model.typed else ""
        return [(*_typed(model.typed, True), Span(f" {own}", "muted"))]
    values = _values(plan, option) if is_here else ()
    if not values:
        return [(Span(value, "" if option.value == option.default else "strong"),)]
    texts = [option_text(plan.ruleset, option.key, one, speaker) for one in values]
    if not option.rule.choices and not isinstance(option.value, bool):
        texts.append(speaker.phrase("screen.another") if option.value in values else value)
    return [_radio(one == value, (Span(f" {one}   "),), "") for one in texts]


def _set(plan: Plan, speaker: Speaker) -> str:
    """The options in one line: the first of them, what differs from the usual, title and position."""
    told = [one for at, one in enumerate(plan.options) if at == 0 or one.value != one.default]
    values = [option_text(plan.ruleset, one.key, one.value, speaker) for one in told]
    said = [f"{_called(one, speaker)}: {value}" for one, value in zip(told, values, strict=True)]
    said.append(plan.title.strip() or speaker.phrase("screen.no-title"))
    said.append(speaker.phrase("screen.counted" if plan.position else "screen.from-the-start"))
    return ", ".join(said)
