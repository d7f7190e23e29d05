"""A session being planned: a row for the game, each player, who starts, how it begins, options and title.

The players of a running session are the same form (`players.py`): its view says which rows there are and what they do.

No letter is a command: what is typed is a name, or the text of the marked row.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from functools import partial
from pathlib import Path

from companion.core.errors import Refusal
from companion.core.forms import chip_letters
from companion.core.messages import Message, say
from companion.core.names import tidy
from companion.core.people import Draw, Person
from companion.core.player_colours import colour_of
from companion.core.table import Option
from companion.pages.effects import CallHere, Effect
from companion.pages.grid import GridView
from companion.pages.grid_editor import GridEditor
from companion.pages.page import Block, Page, Row, RowList
from companion.pages.view import View
from companion.report.cards import LONGEST_GAME
from companion.report.drawing import capitalise, player_look
from companion.report.layout import width as text_width
from companion.report.rulesets import option_text
from companion.report.spans import Key, Line, Span, text, words, wrap
from companion.report.words import Speaker, without_paths
from companion.session.planning import OptionChoice, Plan

SHOWN_PEOPLE = 9
WAYS = {"left": -1, "right": 1}
SEAT_WAYS = {"shift+up": -1, "ctrl+up": -1, "shift+down": 1, "ctrl+down": 1}
MOVES = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1, "enter": 1}
ENDS = {"home": 0, "end": -1}
Keys = Mapping[str, Sequence[tuple[str, str]]]
KEYS: Keys = {
    "game": (("enter", "next"), ("←→", "choose")),
    "pads": (("enter", "open"), ("←→", "choose")),
    "seat": (("←→", "colour"), ("Shift+↑↓", "seat"), ("delete", "remove")),
    "add": (("enter", "next"),),
    "name": (("enter", "add"),),
    "starts": (("enter", "next"), ("←→", "choose")),
    "begin": (("enter", "next"), ("←→", "choose")),
    "count": (("enter", "count"), ("←→", "choose")),
    "options": (("enter", "change"),),
    "option": (("enter", "next"), ("←→", "choose")),
    "title": (("enter", "next"),),
    "play": (("enter", "play"),),
    "escape": (("escape", "back"),),
}
"""Keys of each kind of row, with the word for what they do; `escape` is for all."""


class PlanView(View):
    """The plan, and what is typed in which row until it is taken."""

    heading = "screen.label.new"
    kinds: Sequence[str] = ("game", "seat", "starts", "begin", "options", "title", "play")
    """The rows, in groups by their kind."""
    keys: Keys = KEYS
    help: tuple[str, ...] = ("new-digits", "new-tab", "new-seats")
    finishes = "play"
    """The name of the last row, and of what Enter does there."""
    is_running = False
    """Whether the session is under way."""
    made: Path | None = None
    """The session made of this final scoring, which can be corrected."""
    typed = ""
    typed_in = ""
    are_options_open = is_elsewhere = draws_lots = False
    """Whether the options are listed, whether another game is wanted, and whether lots decide who starts."""

    def __init__(self, speaker: Speaker, zone: tzinfo | None, plan: Plan, draw: Draw) -> None:
        super().__init__(speaker, zone)
        self.plan, self.draw = plan, draw

    @property
    def is_begun(self) -> bool:
        return bool(self.plan.seats or self.plan.title or self.typed)

    @property
    def full(self) -> Message | None:
        """Why nobody can be added; None if somebody can."""
        return None if len(self.plan.seats) < self.plan.ruleset.players.most else say("screen.no-seat")

    @property
    def can_add(self) -> bool:
        return self.full is None

    @property
    def suggestions(self) -> dict[int, Person]:
        """Remembered players who are absent, by digit; each keeps the same one."""
        known = enumerate(self.plan.people[:SHOWN_PEOPLE], 1)
        return {digit: person for digit, person in known if person in self.plan.absent}

    @property
    def completions(self) -> list[Person]:
        """Remembered players whose name begins with what is typed."""
        typed = self.typed.casefold()
        return [person for person in self.plan.absent if person.name.casefold().startswith(typed)]

    @property
    def lack(self) -> Message | None:
        """What keeps the session from starting."""
        plan = self.plan
        if not plan.seats:
            return say("screen.no-players")
        missing = plan.ruleset.players.least - len(plan.seats)
        if missing > 0 and not plan.is_final:
            return say("screen.more-players", count=missing)
        faults = () if plan.is_final else plan.faults
        return faults[0].message if faults else None

    @property
    def ready(self) -> str:
        """The text of the last row if nothing is lacking: the effect of Enter there."""
        plan = self.plan
        first = "none" if plan.is_final else "lots" if self.draws_lots else plan.rules.first_player
        ready = say(f"screen.ready-{first}", names=plan.names, starts=plan.names[plan.start_place])
        counts = plan.begins != "start" and not (plan.begins == "middle" and plan.position)
        return " ".join([self.speaker.say(ready), self.word("screen.then-count") if counts else ""])

    @property
    def leaves(self) -> Effect:
        return CallHere(self.services.plans.leave, closes=True)

    def has(self, kind: str) -> bool:
        """Whether a row makes sense now."""
        plan = self.plan
        if kind == "starts":
            return bool(plan.seats) and plan.rules.first_player != "none" and not plan.is_final
        return kind != "options" or not plan.is_final

    def note(self, place: int) -> str:
        """A note after a player's name and colour, such as that they leave."""
        return ""

    def choices(self, row: str) -> tuple[Sequence[str], int | None]:
        """The choices of a row that only some forms have, and which one is chosen."""
        raise LookupError(row)

    def choose(self, row: str, choice: int) -> None:
        raise LookupError(row)

    def question(self, row: str) -> str:
        """The row that asks about the answer of another row; empty if none does."""
        return ""

    def finish(self) -> Message | Effect | None:
        """Do what Enter does in the last row, if nothing is lacking."""
        plan, plans = self.plan, self.services.plans
        if plan.is_final or (plan.begins == "middle" and not plan.position):
            plans.count(plan)
        else:
            draws = self.draws_lots and plan.rules.first_player != "none"
            plans.play(plan.draw_start(self.draw) if draws else plan)
        return None

    def about(self, mark: Key) -> list[Block]:
        """Explain the marked row."""
        return []

    def type(self, row: str, typed: str) -> None:
        self.mark, self.typed_in, self.typed = row, row, typed

    def take(self) -> None:
        """Put what is typed into the plan, unless it is an empty name; raise Refusal if it doesn't fit."""
        plan, typed, (kind, _, at) = self.plan, tidy(self.typed), self.typed_in.partition(":")
        try:
            if kind == "title":
                self.plan = replace(plan, title=typed)
            elif kind == "seat" and typed:
                self.plan = plan.rename(int(at), typed)
            elif kind == "add" and typed:
                self.plan = plan.add(typed)
            elif kind == "option" and typed:
                self.plan = plan.with_option_text(at, typed)
        except Refusal as refusal:
            plain = (
                violation._replace(message=without_paths(violation.message))
                for violation in refusal.violations
            )
            raise Refusal(*plain) from None
        self.typed = self.typed_in = ""

    def take_plan(self, plan: Plan, mark: str = "") -> None:
        self.take()
        self.plan, self.mark = plan, mark


def page(view: PlanView) -> Page:
    view.plan = plan = replace(view.plan, lexicon=view.speaker.lexicon)
    rows = list(_rows(view))
    return Page(
        view.word(view.heading),
        [RowList(rows)],
        foot=[view.text(hint, "warn") for hint in plan.hints],
        help=view.help,
        keys={"escape": CallHere(partial(_close_options, view)) if view.are_options_open else view.leaves},
        press=partial(_press, view, [str(row.key) for row in rows if row.key]),
        hints=partial(_hints, view),
        about=partial(_about, view),
        colours=(plan.names, plan.colours),
    )


def _close_options(view: PlanView) -> None:
    view.take()
    view.are_options_open, view.mark = False, "options"


# The rows


def _rows(view: PlanView) -> Iterator[Row]:
    plan, gap = view.plan, Row((), "")
    first = plan.rules.first_player
    called = {"play": view.finishes, "starts": "starts" if first == "none" else first}
    labels = {kind: view.word(f"screen.row.{called.get(kind, kind)}") for kind in view.kinds}
    label = partial(_labelled, view, max(map(text_width, labels.values())))
    for kind in filter(view.has, view.kinds):
        yield from (gap,) if kind == "play" else ()
        if kind == "seat":
            yield from _seats(view, labels[kind], label)
        else:
            yield label(kind, labels[kind], _ANSWERS[kind](view))
        if kind == "options" and view.are_options_open:
            yield from (label(f"option:{one.key}", "", _option(view, one)) for one in plan.options)
        yield from (gap,) if kind in ("game", "seat") else ()


def _seats(view: PlanView, heading: str, label: Callable[..., Row]) -> Iterator[Row]:
    """A row for each player, with the question about a new name, and one to add somebody."""
    plan = view.plan
    for place in range(len(plan.seats)):
        yield label(f"seat:{place}", "" if place else heading, _seat(view, place))
        if asked := view.question(f"seat:{place}"):
            yield label(asked, "", _radios(view, asked))
    if view.can_add:
        yield label("add", "" if plan.seats else heading, _add(view))
    if not view.is_running:
        yield label(
            "", "", words(view.word("screen.for-players", players=plan.ruleset.players.range), "muted")
        )


def _labelled(view: PlanView, wide: int, key: str, label: str, answer: Iterable[Line]) -> Row:
    groups = list(answer)

    def lines(width: int) -> list[Line]:
        head = (Span(f"  {label}".ljust(wide + 4), "strong" if key == "play" else "heading"),)
        return wrap([head, *groups], width, indent=wide + 4)

    return Row((), key, CallHere(partial(_open, view, key)), lines=lines)


def _radio(label: str, is_chosen: bool, look: str = "") -> Line:
    return Span("● " if is_chosen else "○ "), Span(
        f"{label}   ", look or ("strong" if is_chosen else "muted")
    )


def _text(view: PlanView, row: str, given: str, look: str = "") -> Line:
    """A text that can be typed, with a cursor while it is."""
    if view.typed_in != row:
        return (Span(given, look),)
    return Span(view.typed, "typed"), Span(" ", "cursor")


def _games(view: PlanView) -> Iterator[Line]:
    plan, games = view.plan, {loaded.ruleset.id: loaded.ruleset for loaded in view.plan.shelf}
    for game in plan.row_games:
        names = games[game].names.of(view.speaker.language)
        name = names.form(short=text_width(names.long) > LONGEST_GAME)
        yield _radio(name, game == plan.game and not view.is_elsewhere)
    yield _radio(view.word("screen.label.pads"), view.is_elsewhere)


def _seat(view: PlanView, place: int) -> list[Line]:
    plan, name = view.plan, view.plan.names[place]
    colour = plan.colours.get(name) or colour_of(name, plan.names, plan.colours)
    shown = _text(view, f"seat:{place}", name, player_look(name))
    room = " " * (max(map(text_width, plan.names)) - text_width(name) + 2)
    letter = Span(f" {chip_letters(plan.names)[name]} ", f"chip:{name}")
    told = "  ".join([view.speaker.colour(colour), *filter(None, [view.note(place)])])
    return [(letter, Span(" "), *shown, Span(room), Span(told, "muted"))]


def _add(view: PlanView) -> list[Line]:
    plus: Line = (Span(" + ", "answered"), Span(" "))
    if view.typed_in == "add" and view.typed:
        fitting = [person.name for person in view.completions]
        return [plus, _text(view, "add", ""), *((Span(f"  {name}", "muted"),) for name in fitting)]
    known = [
        (Span(f"{digit} ", "key"), Span(f"{one.name}   ", "muted")) for digit, one in view.suggestions.items()
    ]
    said = "players.joins" if view.is_running else "screen.or-type-name" if known else "screen.type-name"
    return [plus, *known, *words(view.word(said), "muted")]


def _starts(view: PlanView) -> Iterator[Line]:
    for place, player in enumerate(view.plan.names):
        is_first = place == view.plan.start_place and not view.draws_lots
        yield _radio(player, is_first, player_look(player))
    if not view.is_running:
        yield _radio(view.word("screen.draw-lots"), view.draws_lots)


def _radios(view: PlanView, row: str) -> Iterator[Line]:
    """The choices of a row that only some forms have."""
    names, chosen = view.choices(row)
    yield from (_radio(name, at == chosen) for at, name in enumerate(names))


def _beginnings(view: PlanView) -> Iterator[Line]:
    for begins in view.plan.beginnings:
        is_counted = begins == "middle" and replace(view.plan, begins=begins).position
        label = view.word(f"screen.begin.{'counted' if is_counted else begins}")
        yield _radio(label, begins == view.plan.begins)


def _summary(view: PlanView) -> list[Line]:
    """The options that differ from the usual ones."""
    plan, speaker = view.plan, _speaker(view)
    differing = [option for option in plan.options if option.value != option.default]
    texts = [
        f"{_name(one, speaker)}: {option_text(plan.ruleset, one.key, one.value, speaker)}"
        for one in differing
    ]
    return words(", ".join(texts) or view.word("screen.options-usual"))


def _option(view: PlanView, option: OptionChoice) -> list[Line]:
    plan, speaker, row = view.plan, _speaker(view), f"option:{option.key}"
    name = (Span(f"{_name(option, speaker)}:  ", "muted"),)
    if view.typed_in == row:
        return [name, _text(view, row, "")]
    values = [option_text(plan.ruleset, option.key, value, speaker) for value in _values(plan, option)]
    value = option_text(plan.ruleset, option.key, option.value, speaker)
    if not values:
        return [name, (Span(value, "" if option.value == option.default else "strong"),)]
    return [name, *(_radio(one, one == value) for one in dict.fromkeys([*values, value]))]


def _ready(view: PlanView) -> list[Line]:
    lack = view.lack
    return words(view.ready, "strong") if lack is None else words(view.speaker.say(lack), "muted")


_ANSWERS: Mapping[str, Callable[[PlanView], Iterable[Line]]] = {
    "game": _games,
    "next": partial(_radios, row="next"),
    "starts": _starts,
    "begin": _beginnings,
    "options": _summary,
    "title": lambda view: [_text(view, "title", view.plan.title)],
    "play": _ready,
}
"""Functions that draw the answer of a row, by the kind of row; players' rows have their own."""


def _speaker(view: PlanView) -> Speaker:
    return Speaker(view.plan.ruleset, view.speaker.language, view.plan.display_names)


def _values(plan: Plan, option: OptionChoice) -> tuple[Option, ...]:
    return (False, True) if isinstance(option.value, bool) else plan.ruleset.listed_values(option.key)


def _name(option: OptionChoice, speaker: Speaker) -> str:
    return capitalise(option.rule.names.of(speaker.language).form())


# Keys


def _kind(view: PlanView, row: str) -> str:
    """The kind of a row, by what Enter does there."""
    kind = row.partition(":")[0]
    if kind == "game" and view.is_elsewhere:
        return "pads"
    if kind == "add" and view.typed:
        return "name"
    return "count" if kind == "begin" and view.plan.begins != "start" else kind


def _hints(view: PlanView, mark: Key) -> list[tuple[str, str]]:
    completes = [("tab", "complete")] if _kind(view, str(mark)) == "name" and view.completions else []
    keys = [
        *view.keys[_kind(view, str(mark))],
        *completes,
        ("↑↓", "row"),
        *view.keys["escape"],
        ("f1", "help"),
    ]
    return [(key, view.word(f"screen.do.{does}")) for key, does in keys]


def _about(view: PlanView, mark: Key) -> list[Block]:
    """Explain the marked row; an option with how it gets a value that isn't on offer."""
    plan, (kind, _, at) = view.plan, str(mark).partition(":")
    option = next((one for one in plan.options if kind == "option" and one.key == at), None)
    if option is None:
        return view.about(mark)
    helped = _speaker(view).help(option.rule.help)
    typed = view.word("screen.type-number" if isinstance(option.value, int) else "screen.type-value")
    return [text(f"{helped} {typed}" if _takes_text(option) else helped, "muted")]


def _takes_text(option: OptionChoice) -> bool:
    return not isinstance(option.value, bool) and not option.rule.choices


def _open(view: PlanView, row: str) -> Message | Effect | None:
    """Do what Enter does in a row, besides going on."""
    view.take()
    match _kind(view, row):
        case "pads":
            view.is_elsewhere = False
            view.services.open_page("pads")
        case "options":
            view.are_options_open = not view.are_options_open
        case "play" | "count" if view.lack is not None:
            return view.lack
        case "count":
            view.services.plans.count(view.plan)
        case "play":
            return view.finish()
    return None


def _press(view: PlanView, rows: Sequence[str], mark: Key, key: str) -> Effect | None:
    """The effect of a key in the marked row; None if it has none there."""
    row, plan = str(mark), view.plan
    kind, _, at = row.partition(":")
    is_text = len(key) == 1 and key.isprintable()
    if kind == "seat" and key in SEAT_WAYS:
        to = min(max(0, int(at) + SEAT_WAYS[key]), len(plan.seats) - 1)
        return CallHere(lambda: _change(view, lambda plan: plan.move(int(at), SEAT_WAYS[key]), f"seat:{to}"))
    if key in MOVES or key in ENDS:
        return CallHere(partial(_go, view, rows, row, key))
    if key in WAYS:
        return CallHere(partial(_turn, view, row, WAYS[key]))
    if key == "delete":
        return CallHere(partial(_delete, view, row))
    if key == "backspace":
        return CallHere(partial(_back, view, row))
    if not is_text or (key == "?" and not view.typed):
        return None
    return CallHere(partial(_type, view, row, key))


def _change(view: PlanView, change: Callable[[Plan], Plan], mark: str = "") -> None:
    """Take what is typed, then change the plan."""
    view.take()
    view.plan, view.mark = change(view.plan), mark


def _go(view: PlanView, rows: Sequence[str], row: str, key: str) -> Message | Effect | None:
    """Go to another row; Enter first does what the row is for, and Tab completes a name."""
    if key == "tab" and view.typed_in == row == "add" and view.typed and view.completions:
        view.typed = view.completions[0].name
        return None
    was_typed = bool(view.typed.strip())
    is_blank = row == "add" and key in ("enter", "tab") and not was_typed
    if is_blank and view.lack is not None and not view.is_running:
        return view.lack
    if key == "enter" and _kind(view, row) in ("pads", "options", "count", "play"):
        return _open(view, row)
    view.take()
    view.is_elsewhere = False
    if was_typed and key in MOVES and view.question(row):
        view.mark = view.question(row)
    elif row == "add" and key == "enter":
        view.mark = "add" if was_typed and view.can_add else "play"
    elif row == "game" and key in ("enter", "tab") and view.can_add:
        view.mark = "add"
    elif key in ENDS:
        view.mark = rows[ENDS[key]]
    else:
        view.mark = rows[min(max(0, rows.index(row) + MOVES[key]), len(rows) - 1)]
    return None


def _turn(view: PlanView, row: str, way: int) -> None:
    """Go to the next choice of a row."""
    view.take()
    plan, (kind, _, at) = view.plan, row.partition(":")
    match kind:
        case "game":
            games = (*plan.row_games, "")
            here = games.index("" if view.is_elsewhere else plan.game)
            game = games[(here + way) % len(games)]
            view.is_elsewhere = not game
            view.plan = plan.with_game(game)
        case "seat":
            view.plan = plan.next_colour(int(at), way)
        case "starts":
            count = len(plan.seats) + (not view.is_running)
            to = ((len(plan.seats) if view.draws_lots else plan.start_place) + way) % count
            view.draws_lots = to == len(plan.seats)
            view.plan = plan if view.draws_lots else plan.start_with(to)
        case "begin":
            ways = plan.beginnings
            view.plan = replace(plan, begins=ways[(ways.index(plan.begins) + way) % len(ways)])
        case "option":
            view.plan = plan.step_option(at, way)
        case "next" | "who":
            names, chosen = view.choices(row)
            first = 0 if way > 0 else len(names) - 1
            view.choose(row, first if chosen is None else (chosen + way) % len(names))


def _delete(view: PlanView, row: str) -> None:
    """Remove a player or a counted position; elsewhere, clear what is typed."""
    plan, (kind, _, at) = view.plan, row.partition(":")
    if kind == "seat" and view.typed_in != row:
        # so that the next typed name renames nobody
        view.take_plan(plan.remove(int(at)), "" if view.is_running else "add")
    elif kind == "begin":
        view.take_plan(plan.with_position({}))
    elif kind == "title":
        view.plan, view.typed = replace(plan, title=""), ""
    else:
        view.typed = view.typed_in = ""


def _back(view: PlanView, row: str) -> None:
    """Delete a letter; on an option undo the change, on a blank name go to the last player."""
    plan, (kind, _, at) = view.plan, row.partition(":")
    if view.typed_in == row:
        view.typed = view.typed[:-1]
        view.typed_in = row if view.typed or kind in ("seat", "title") else ""
    elif kind == "seat":
        view.type(row, plan.names[int(at)][:-1])
    elif kind == "title":
        view.type(row, plan.title[:-1])
    elif kind == "option":
        view.plan = plan.without_option(at)
    elif kind == "add" and plan.seats:
        view.mark = f"seat:{len(plan.seats) - 1}"


def _type(view: PlanView, row: str, letter: str) -> Message | None:
    """Type a letter into a text, or the first one of a new name; a digit is a known player."""
    if view.typed_in != row:
        view.take()
    plan, (kind, _, at) = view.plan, row.partition(":")
    option = next((one for one in plan.options if kind == "option" and one.key == at), None)
    if view.typed_in == row:
        view.typed += letter
    elif kind in ("seat", "title") or (option is not None and _takes_text(option)):
        view.type(row, letter.strip())
    elif not view.can_add:
        return view.full
    elif letter.isdecimal() and (person := view.suggestions.get(int(letter))) is not None:
        view.take_plan(plan.add(person.name, person.colour))
        view.mark = "add" if view.can_add else "play"
    else:
        view.type("add", letter.strip())
    return None


class PlanGrid(GridView):
    """The cells of a plan's position, or of its final scoring."""

    def __init__(
        self, plan: Plan, language: str, zone: tzinfo | None, take: Callable[[Plan, bool], None]
    ) -> None:
        speaker = Speaker(plan.ruleset, language, plan.display_names)
        super().__init__(speaker, zone, GridEditor(replace(plan, lexicon=speaker.lexicon)))
        self._take = take
        self.title = "screen.label.score" if plan.is_final else "screen.position"
        self.blank_means = "screen.blank-score" if plan.is_final else "screen.blank-late"

    def close(self) -> None:
        self._take(self.editor.source, self.editor.is_done)
