"""The page of a new session, row by row."""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.forms import chip_letters
from companion.core.messages import say
from companion.core.player_colours import colour_of
from companion.core.table import Option
from companion.report.cards import LONGEST_GAME
from companion.report.drawing import capitalise, player_look
from companion.report.layout import clip_text, flush_left, fold_text, width
from companion.report.rulesets import option_text
from companion.report.spans import Line, Span, folded_spans, hint, span_width, spread, strip, words, wrap
from companion.report.words import Speaker, without_paths
from companion.session.planning import OptionChoice, Plan
from companion.tui.keymap import key_label
from companion.tui.models.new_session import FormRow, Kind, NewSessionModel

NARROW, TALL, LABEL, NAME, LONGEST_BOX = 60, 30, 12, 12, 30
KEYS: Mapping[str, Sequence[tuple[str, str]]] = {
    "game": (("enter", "next"), ("←→", "choose")),
    "seat": (("enter", "next"), ("←→", "colour"), ("Shift+↑↓", "seat"), ("delete", "remove")),
    "add": (("enter", "done"),),
    "naming": (),
    "typing": (("enter", "add"), ("tab", "complete")),
    "starts": (("enter", "next"), ("←→", "choose"), ("r", "draw")),
    "options": (("enter", "change"),),
    "option": (("enter", "next"), ("←→", "choose")),
    "piece": (("enter", "next"), ("←→", "colour")),
    "title": (("enter", "next"),),
    "play": (("enter", "play"), ("o", "options")),
    "lacking": (("o", "options"),),
    "position": (("enter", "open"),),
    "counted": (("enter", "open"), ("delete", "remove")),
    "score": (("enter", "open"),),
}
FOLDED: tuple[Kind, ...] = ("option", "piece", "title")
INNER = "inner"
"""The look of the part of a row that another widget covers."""
SAID = 2
"""Lines kept free above Start for a problem, or the help of an option."""


def row_lines(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int, height: int) -> list[Line]:
    """Draw a row. The target of a span is the row's id and the key that does the same as a click."""
    match row.kind:
        case "play":
            lines = _bar(model, speaker, room, height)
        case "position":
            asked = words(speaker.phrase("screen.under-way"), "muted")
            ways: list[Line] = [(Span(" "),), _way(model, row, "j", speaker)]
            if FormRow("score") in model.rows:
                score = strip(_way(model, FormRow("score"), "s", speaker))
                ways.append((Span("_" * span_width(score), INNER),))
            lines = wrap([(Span("   "),), *asked, *ways], room, indent=3)
        case "score":
            lines = [_way(model, row, "s", speaker)]
        case _:
            lines = _row_with_label(model, row, speaker, room)
    return [tuple(span._replace(target=f"{row.id}:{span.target}") for span in line) for line in lines]


def _row_with_label(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> list[Line]:
    is_here, wide = row == model.row, LABEL
    if row.kind in FOLDED and room >= NARROW:  # otherwise the answer goes below a long name
        labels = (_label(model, one, speaker) for one in model.rows if one.kind in FOLDED)
        wide = max(map(width, labels))
    label = Span(flush_left(_label(model, row, speaker), wide), "strong" if is_here else "heading")
    head = (Span("▸ " if is_here else "  ", "here"), label, Span("  "))
    lines = wrap([head, *_answer(model, row, speaker, room)], room, indent=wide + 4)
    after_seats = FormRow("starts" if FormRow("starts") in model.rows else "options")
    if row in (model.rows[1], after_seats, FormRow("option")):
        lines.insert(0, ())
    if row.kind == "game":
        players = model.plan.ruleset.players
        told = speaker.phrase("screen.for-players", players=players.range)
        lines.append((Span(" " * (wide + 4)), Span(told, "muted")))
    return lines


def _notices(model: NewSessionModel, speaker: Speaker) -> Iterator[tuple[str, str]]:
    """Yield a problem or the help of an option, and warnings about equal colours, with their looks."""
    kind, place = model.row
    if model.problem is not None:
        yield speaker.say(without_paths(model.problem)), "bad"
    elif kind == "piece":
        is_named = model.plan.pieces[place].is_named
        yield speaker.phrase("screen.piece-help" if is_named else "screen.piece-colour-help"), "muted"
    elif kind == "option":
        option = model.plan.options[place]
        is_number = isinstance(option.value, int) and not _values(model.plan, option)
        keys = f" {speaker.phrase('screen.turn-number')}" if is_number else ""
        yield f"{speaker.help(option.rule.help)}{keys}", "muted"
    yield from ((speaker.say(one), "warn") for one in model.plan.hints)


def _bar(model: NewSessionModel, speaker: Speaker, room: int, height: int) -> list[Line]:
    """Draw Start: in the accent colour if the session can start, else with what is missing."""
    plan, is_here, lack = model.plan, model.row.kind == "play", model.lack
    label, ready = ("count", "none") if plan.is_final else ("play", plan.rules.first_player)
    said = lack or say(f"screen.ready-{ready}", names=plan.names, starts=plan.names[plan.start_place])
    head = f" {'▸' if is_here else ' '} {speaker.phrase(f'screen.row.{label}')}   "
    enter = f"  {key_label('enter', speaker)} "
    rows: list[Line] = []
    told = "" if lack and lack == model.problem else speaker.say(said)  # the notice above says it already
    for text in fold_text(told, max(1, room - width(head) - width(enter))).splitlines() or [""]:
        starts, ends = (" " * width(head), "") if rows else (head, enter if is_here and lack is None else "")
        rows.append(spread((Span(f"{starts}{text.strip()}"),), (Span(ends),), room))
    air: list[Line] = [(Span(" " * room),)] if height >= TALL and room >= NARROW else []
    look = "asked" if lack is None else "answered"
    bar = [tuple(span._replace(look=look) for span in line) for line in (*air, *rows, *air)]
    notices = [line for text, look in _notices(model, speaker) for line in folded_spans(text, room, look)]
    return [*notices, *([()] * (SAID - len(notices))), *bar]


def _way(model: NewSessionModel, row: FormRow, key: str, speaker: Speaker) -> Line:
    is_here, label = row == model.row, speaker.phrase(f"screen.row.{row.kind}")
    way = _letter_hint(model.has_keys, f"{'▸' if is_here else ' '}{key}", label)
    return tuple(span._replace(look="chosen") for span in way) if is_here else way


def _letter_hint(is_key: bool, key: str, label: str, target: str = "") -> Line:
    """A letter and what it does; a gap instead of a letter that would be text or begin a name."""
    letter, does = hint(key, label, target)
    return (letter if is_key else letter._replace(text=" " * len(letter.text))), does


def row_keys(model: NewSessionModel, speaker: Speaker) -> list[Line]:
    kind: str = model.row.kind
    if kind == "add" and (model.typed.strip() or model.awaits_players):
        kind = "typing" if model.typed.strip() else "naming"
    if kind == "play" and model.plan.is_final:
        kind = "title"
    elif kind == "play" and model.lack is not None:
        kind = "lacking"
    elif kind == "position" and model.plan.position:
        kind = "counted"
    keys = ((speaker.key(key), f"screen.do.{word}") for key, word in (*KEYS[kind], ("↑↓", "row")))
    return [hint(key, speaker.phrase(word), "") for key, word in keys]


def _label(model: NewSessionModel, row: FormRow, speaker: Speaker) -> str:
    plan, place = model.plan, row.place
    if row.kind == "option":
        return _option_name(plan.options[place], speaker)
    if row.kind == "piece":
        return capitalise(" ".join(map(speaker.name, plan.pieces[place][:2])))
    if row.kind in ("seat", "add"):
        is_first = row == model.rows[1]
        return speaker.phrase("screen.row.seat") if is_first else ""
    return speaker.phrase(f"screen.row.{plan.rules.first_player if row.kind == 'starts' else row.kind}")


def _option_name(option: OptionChoice, speaker: Speaker) -> str:
    return capitalise(option.rule.names.of(speaker.language).form())


def _answer(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> list[Line]:
    plan, is_here = model.plan, row == model.row
    match row.kind:
        case "game":
            return _games(plan, speaker, room)
        case "seat":
            return _seat(model, row, speaker, room)
        case "add":
            is_typing = is_here and model.typed
            add: list[Line] = [(Span(" + ", "answered"), Span(" "))]
            add += [(_box(model, room), Span("  "))] if is_here else []
            for place, person in model.suggestions:
                key, target = "" if is_typing else f"{place + 1} ", str(place + 1)
                add.append((Span(key, "key", target), Span(f"{person.name}   ", "muted", target)))
            phrase = "screen.or-type-name" if model.suggestions else "screen.type-name"
            return add if is_typing else [*add, *words(speaker.phrase(phrase), "muted")]
        case "starts":
            found: list[Line] = []
            for place, player in enumerate(plan.names):
                name = f" {player}   " if room >= NARROW else " "
                named = (Span(" "), *_chip(plan, place), Span(name, player_look(player)))
                found.append(_radio(place == plan.start_place, named, str(place + 1)))
            return [*found, _letter_hint(is_here, "r", speaker.phrase("screen.do.draw"), "r")]
        case "options":
            change = _letter_hint(model.has_keys, "o", speaker.phrase("screen.do.change"))
            return [*words(_options_summary(plan, speaker)), (Span(" "),), change]
        case "option":
            return _option(model, row, speaker, room)
        case "piece":
            piece = plan.pieces[row.place]
            hue = speaker.colour(piece.colour) if piece.colour else speaker.phrase("screen.no-colour")
            typed = _box(model, room) if is_here and piece.is_named else Span(f"{piece.name} ", "typed")
            return [(typed,), (Span(f"  {hue}", "" if piece.colour else "muted"),)]
        case "title":
            return [(_box(model, room) if is_here else Span(plan.title, "typed"),)]
    return []


def _games(plan: Plan, speaker: Speaker, room: int) -> list[Line]:
    found, games = list[Line](), {one.ruleset.id: one.ruleset for one in plan.shelf}
    is_short = room < NARROW and plan.has_other_games
    before, gap = ("", " ") if is_short else (" ", "   ")
    for place, game in enumerate(plan.row_games, 1):
        names, is_chosen = games[game].names.of(speaker.language), game == plan.game
        name = names.form(short=room < NARROW or width(names.long) > LONGEST_GAME)
        if is_short:  # with all names the row would fill half of the page
            name = clip_text(name, NAME) if is_chosen else ""
        look = "strong" if is_chosen else "muted"
        label = (Span(f"{before}{place} ", "key"), Span(f"{name}{gap}" if name else "", look))
        found.append(_radio(is_chosen, label, str(place)))
    if plan.has_other_games:
        key, other = str(len(plan.row_games) + 1), speaker.phrase("shelf.offer.pads")
        found.append(_radio(False, (Span(f"{before}{key} ", "key"), Span(other, "muted")), key))
    return found


def _box(model: NewSessionModel, room: int, least: int = NAME) -> Span:
    """The area of the text box, one column wider than the text for the cursor; longer texts scroll."""
    return Span("_" * min(max(least, width(model.typed) + 1), LONGEST_BOX, room - LABEL - 8), INNER)


def _radio(is_chosen: bool, label: Line, target: str) -> Line:
    mark = Span("●" if is_chosen else "○", "here" if is_chosen else "muted", target)
    return (mark, *(span._replace(target=target) for span in label))


def _chip(plan: Plan, place: int) -> Line:
    name = plan.names[place]
    return (Span(f" {chip_letters(plan.names)[name]} ", f"chip:{name}"),)


def _seat(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> list[Line]:
    plan, place, is_here = model.plan, row.place, row == model.row
    player = plan.names[place]
    colour = plan.colours.get(player) or colour_of(player, plan.names, plan.colours)
    wide = 1 + max(map(width, (*plan.names, model.typed if is_here else "")))
    name = _box(model, room, wide) if is_here else Span(flush_left(player, wide), player_look(player))
    hue = Span(f"  {speaker.colour(colour)}  ", "muted", "right")
    signs = {"shift+up": "↑", "shift+down": "↓", "delete": f"[{speaker.phrase('screen.do.remove')}]"}
    moves = tuple(Span(f" {sign}", "muted", key) for key, sign in signs.items())
    return [(*_chip(plan, place), Span(" "), name), (hue,), *([moves] if is_here else [])]


def _values(plan: Plan, option: OptionChoice) -> tuple[Option, ...]:
    return (False, True) if isinstance(option.value, bool) else plan.ruleset.listed_values(option.key)


def _option(model: NewSessionModel, row: FormRow, speaker: Speaker, room: int) -> list[Line]:
    """Draw an option's value, or all values of the focused option."""
    plan, is_here = model.plan, row == model.row
    option = plan.options[row.place]
    value = option_text(plan.ruleset, option.key, option.value, speaker)
    if is_here and (model.typed or model.is_naming):
        own = speaker.phrase("screen.own-value") if model.is_naming and not model.typed else ""
        return [(_box(model, room), Span(f" {own}", "muted"))]
    values = _values(plan, option) if is_here else ()
    if not values:
        return [(Span(value, "" if option.value == option.default else "strong"),)]
    texts = [option_text(plan.ruleset, option.key, one, speaker) for one in values]
    if not option.rule.choices and not isinstance(option.value, bool):
        texts.append(speaker.phrase("screen.another") if option.value in values else value)
    return [_radio(one == value, (Span(f" {one}   "),), "") for one in texts]


def _options_summary(plan: Plan, speaker: Speaker) -> str:
    """Sum up the options in one line: the first, options that differ from the default, title and position."""
    told = [one for at, one in enumerate(plan.options) if at == 0 or one.value != one.default]
    values = [option_text(plan.ruleset, one.key, one.value, speaker) for one in told]
    said = [f"{_option_name(one, speaker)}: {value}" for one, value in zip(told, values, strict=True)]
    said.append(plan.title.strip() or speaker.phrase("screen.no-title"))
    said.append(speaker.phrase("screen.counted" if plan.position else "screen.from-the-start"))
    return ", ".join(said)
