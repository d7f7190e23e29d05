"""A session being planned: a row for the game, each player, who starts, how it begins, options and title.

The players of a running session are the same form (`players.py`): its view says which rows there are and what they do.

No letter is a command: what is typed is a name, or the text of the marked row.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import tzinfo
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from companion.core.errors import Refusal
from companion.core.forms import chip_letters
from companion.core.messages import Message, say
from companion.core.names import tidy
from companion.core.people import Draw, Person
from companion.core.player_colours import colour_of
from companion.pages.effects import CallHere, Effect
from companion.pages.grid import GridView
from companion.pages.grid_editor import GridEditor
from companion.pages.page import Block, Page, Row, RowList
from companion.pages.view import View
from companion.report.cards import LONGEST_GAME
from companion.report.drawing import capitalise, player_look
from companion.report.layout import width as text_width
from companion.report.rulesets import option_text
from companion.report.spans import Line, Span, text, words, wrap
from companion.report.words import Speaker, without_paths
from companion.session.planning import OptionChoice, Plan

SHOWN_PEOPLE = 9
WAYS = {"left": -1, "right": 1}
SEAT_WAYS = {"shift+up": -1, "ctrl+up": -1, "shift+down": 1, "ctrl+down": 1}
MOVES = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1, "enter": 1}
ENDS = {"home": 0, "end": -1}
Keys = Sequence[tuple[str, str]]
"""Keys, each with the word for what it does."""
NEXT: Keys = (("enter", "next"),)
CHOOSING: Keys = (*NEXT, ("←→", "choose"))


class FormRow(NamedTuple):
    key: str
    label: str
    answer: Iterable[Line]
    keys: Keys = NEXT
    enter: Callable[[], Message | Effect | None] | None = None
    """What Enter does instead of leading to the next row."""
    after: str = ""
    """The key of the row that Enter and Tab lead to, if it isn't the next one."""
    turn: Callable[[int], None] | None = None
    """Goes to the next choice or back, on Right and Left."""
    move: Callable[[int], None] | None = None
    """Moves the row down or up."""
    take: Callable[[str], None] | None = None
    """Takes a text; without it letters begin a new name."""
    given: str = ""
    """The text of which Backspace takes a letter."""
    delete: Callable[[], None] | None = None
    back: Callable[[], None] | None = None
    """What Delete and Backspace do while nothing is typed in the row."""
    about: str = ""
    """Shown below the rows while this one is marked."""


class PlanView(View):
    """The plan, and what is typed in which row until it is taken."""

    heading = "screen.label.new"
    kinds: Sequence[str] = ("game", "seat", "starts", "begin", "options", "title", "play")
    """Names of the rows there may be; the longest label sets where all answers begin."""
    seat_keys: Keys = (("←→", "colour"), ("Shift+↑↓", "seat"), ("delete", "remove"))
    leaving: Keys = (("escape", "close"),)
    help: tuple[str, ...] = ("new-digits", "new-tab", "new-seats")
    finishes = "play"
    """What Enter does in the last row."""
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
        self._take_text: Callable[[str], None] = lambda _: None

    def follow(self) -> None:
        """Take in what has changed elsewhere; called whenever the page is made."""

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
    def completions(self) -> list[str]:
        """Names of remembered players that begin with what is typed as a new name."""
        if self.typed_in != "add" or not self.typed:
            return []
        typed = self.typed.casefold()
        return [person.name for person in self.plan.absent if person.name.casefold().startswith(typed)]

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
        last = self.word("screen.started-last", player=plan.started_last) if plan.started_last else ""
        is_told = last and first in ("starts", "dealer")
        then = self.word("screen.then-count") if counts else ""
        return " ".join(filter(None, [self.speaker.say(ready), last if is_told else "", then]))

    @property
    def leaves(self) -> Effect:
        return CallHere(self.services.plans.leave, closes=True)

    def finish(self) -> Message | Effect | None:
        """Do what Enter does in the last row, if nothing is lacking."""
        plan, plans = self.plan, self.services.plans
        if plan.is_final or (plan.begins == "middle" and not plan.position):
            plans.count(plan)
        else:
            draws = self.draws_lots and plan.rules.first_player != "none"
            plans.play(plan.draw_start(self.draw) if draws else plan)
        return None

    # What is typed

    def type(self, row: FormRow, typed: str) -> None:
        self.mark, self.typed_in, self.typed = row.key, row.key, typed
        self._take_text = row.take or self._take_text

    def clear(self) -> None:
        self.typed = self.typed_in = ""

    def take(self) -> None:
        """Put what is typed into the plan, unless it is an empty name; raise Refusal if it doesn't fit."""
        try:
            if (name := tidy(self.typed)) or self.typed_in == "title":
                self._take_text(name)
        except Refusal as refusal:
            plain = (
                violation._replace(message=without_paths(violation.message))
                for violation in refusal.violations
            )
            raise Refusal(*plain) from None
        self.clear()

    def take_plan(self, plan: Plan, mark: str = "") -> None:
        self.take()
        self.change(plan, mark)

    def change(self, plan: Plan, mark: str = "") -> None:
        self.plan, self.mark = plan, mark

    # The rows

    def rows(self) -> Iterator[FormRow | None]:
        """Yield the rows; None is a gap."""
        yield from (self.game_row(), None, *self.seat_rows(), None, *self.starts_row(), self.begin_row())
        if not self.plan.is_final:
            yield from self.option_rows()
        yield from (self.title_row(), None, self.last_row())

    def label(self, kind: str) -> str:
        first = self.plan.rules.first_player
        named = {
            "play": self.finishes,
            "seat": "players",
            "next": "up",
            "starts": "starts" if first == "none" else first,
        }
        return self.word(f"screen.label.{named.get(kind, kind)}")

    def choice_row(
        self,
        key: str,
        names: Sequence[str],
        chosen: int | None,
        choose: Callable[[int], None],
        looks: Sequence[str] = (),
    ) -> FormRow:
        """A row of which Left and Right choose the answer."""

        def turn(way: int) -> None:
            first = 0 if way > 0 else len(names) - 1
            choose(first if chosen is None else (chosen + way) % len(names))

        shown = zip_longest(names, looks, fillvalue="")
        answer = [_radio(name, at == chosen, look) for at, (name, look) in enumerate(shown)]
        return FormRow(key, "" if ":" in key else self.label(key), answer, CHOOSING, turn=turn)

    def game_row(self) -> FormRow:
        plan, rulesets = self.plan, {loaded.ruleset.id: loaded.ruleset for loaded in self.plan.shelf}
        games, names = [*plan.row_games, ""], list[str]()
        for game in plan.row_games:
            own = rulesets[game].names.of(self.speaker.language)
            names.append(own.form(short=text_width(own.long) > LONGEST_GAME))

        def choose(at: int) -> None:
            self.is_elsewhere = not games[at]
            self.change(self.plan.with_game(games[at]))

        def open_pads() -> None:
            self.is_elsewhere = False
            self.services.open_page("pads")

        names.append(self.word("screen.label.pads"))
        chosen = games.index("" if self.is_elsewhere else plan.game)
        row = self.choice_row("game", names, chosen, choose)
        if self.is_elsewhere:
            return row._replace(keys=(("enter", "open"), *CHOOSING[1:]), enter=open_pads)
        return row._replace(after="add" if self.can_add else "")

    def seat_rows(self) -> Iterator[FormRow]:
        """Yield a row for each player, one to add somebody, and how many there may be."""
        for place in range(len(self.plan.seats)):
            yield self.seat_row(place, "" if place else self.label("seat"))
        if self.can_add:
            yield self.adding_row("" if self.plan.seats else self.label("seat"))
        if not (self.is_running or self.is_elsewhere):
            players = self.word("screen.for-players", players=self.plan.ruleset.players.range)
            yield FormRow("", "", words(players, "muted"))

    def note(self, place: int) -> str:
        """A note after a player's name and colour, such as that they leave."""
        return ""

    def seat_row(self, place: int, label: str) -> FormRow:
        plan, name, key = self.plan, self.plan.names[place], f"seat:{place}"
        colour = plan.colours.get(name) or colour_of(name, plan.names, plan.colours)
        letter = Span(f" {chip_letters(plan.names)[name]} ", f"chip:{name}")
        room = Span(" " * (max(map(text_width, plan.names)) - text_width(name) + 2))
        notes = "  ".join([self.speaker.colour(colour), *filter(None, [self.note(place)])])
        shown = self.typed_text(key, name, player_look(name))

        def remove() -> None:
            if self.typed_in == key:
                self.clear()
            else:  # the next typed name renames nobody
                self.change(self.plan.remove(place), "" if self.is_running else "add")

        return FormRow(
            key,
            label,
            [(letter, Span(" "), *shown, room, Span(notes, "muted"))],
            self.seat_keys,
            turn=lambda way: self.change(self.plan.next_colour(place, way)),
            move=lambda way: self.change(self.plan.move(place, way), _seat_key(place + way, plan)),
            take=lambda typed: self.change(self.plan.rename(place, typed)),
            given=name,
            delete=remove,
        )

    def adding_row(self, label: str) -> FormRow:
        answer: list[Line] = [(Span(" + ", "answered"), Span(" "))]
        is_typed = self.typed_in == "add" and bool(self.typed)
        if is_typed:
            answer += [self.typed_text("add"), *((Span(f"  {name}", "muted"),) for name in self.completions)]
        else:
            for digit, person in self.suggestions.items():
                answer.append((Span(f"{digit} ", "key"), Span(f"{person.name}   ", "muted")))
            asked = "screen.or-type-name" if self.suggestions else "screen.type-name"
            answer += words(self.word("players.joins" if self.is_running else asked), "muted")
        return FormRow(
            "add",
            label,
            answer,
            (("enter", "add"),) if is_typed else NEXT,
            take=lambda typed: self.change(self.plan.add(typed)),
            back=lambda: self.change(self.plan, _seat_key(len(self.plan.seats) - 1, self.plan)),
        )

    def starts_row(self) -> Iterator[FormRow]:
        """Yield the row of who starts, if somebody does."""
        plan, names = self.plan, [*self.plan.names]
        if not names or plan.rules.first_player == "none" or plan.is_final:
            return

        def choose(at: int) -> None:
            self.draws_lots = at == len(plan.names)
            self.plan = self.plan if self.draws_lots else self.plan.start_with(at)

        lots = [] if self.is_running else [self.word("screen.draw-lots")]
        chosen = len(names) if self.draws_lots else plan.start_place
        looks = [player_look(name) for name in names]
        yield self.choice_row("starts", [*names, *lots], chosen, choose, looks)

    def begin_row(self) -> FormRow:
        plan, ways, names = self.plan, self.plan.beginnings, list[str]()
        for begins in ways:
            is_counted = begins == "middle" and replace(plan, begins=begins).position
            names.append(self.word(f"screen.begin.{'counted' if is_counted else begins}"))

        def choose(at: int) -> None:
            self.change(replace(self.plan, begins=ways[at]))

        def count() -> Message | None:
            if self.lack is None:
                self.services.plans.count(self.plan)
            return self.lack

        row = self.choice_row("begin", names, ways.index(plan.begins), choose)
        row = row._replace(delete=lambda: self.change(self.plan.with_position({})))
        if plan.begins == "start":
            return row
        return row._replace(keys=(("enter", "count"), *CHOOSING[1:]), enter=count)

    def option_rows(self) -> Iterator[FormRow]:
        """Yield a row that says which options differ from the usual ones, then each option if they are listed."""
        plan = self.plan
        speaker = Speaker(plan.ruleset, self.speaker.language, plan.display_names)
        names = {
            option.key: capitalise(option.rule.names.of(speaker.language).form()) for option in plan.options
        }
        differing = (option for option in plan.options if option.value != option.default)
        texts = (
            f"{names[option.key]}: {option_text(plan.ruleset, option.key, option.value, speaker)}"
            for option in differing
        )

        def turn_open() -> None:
            self.are_options_open = not self.are_options_open

        summary = words(", ".join(texts) or self.word("screen.options-usual"))
        yield FormRow("options", self.label("options"), summary, (("enter", "change_setting"),), turn_open)
        for option in plan.options if self.are_options_open else ():
            yield self.option_row(option, names[option.key], speaker)

    def option_row(self, option: OptionChoice, name: str, speaker: Speaker) -> FormRow:
        """The row of an option; its explanation says how it gets a value that isn't on offer."""
        key, ruleset, (of, _, default, now) = f"option:{option.key}", self.plan.ruleset, option
        is_text = not isinstance(now, bool) and not option.rule.choices
        listed = (False, True) if isinstance(now, bool) else ruleset.listed_values(of)
        values = [option_text(ruleset, of, value, speaker) for value in listed]
        value = option_text(ruleset, of, now, speaker)
        if self.typed_in == key:
            answer = [self.typed_text(key)]
        elif values:
            answer = [_radio(text, text == value) for text in dict.fromkeys([*values, value])]
        else:
            answer = [(Span(value, "" if now == default else "strong"),)]

        typing = self.word("screen.type-number" if isinstance(now, int) else "screen.type-value")
        helped = speaker.help(option.rule.help)
        return FormRow(
            key,
            "",
            [(Span(f"{name}:  ", "muted"),), *answer],
            CHOOSING,
            turn=lambda way: self.change(self.plan.step_option(of, way)),
            take=(lambda typed: self.change(self.plan.with_option_text(of, typed))) if is_text else None,
            back=lambda: self.change(self.plan.without_option(of)),
            about=f"{helped} {typing}" if is_text else helped,
        )

    def title_row(self) -> FormRow:
        def take(typed: str) -> None:
            self.clear()
            self.change(replace(self.plan, title=typed))

        title = self.plan.title
        answer = [self.typed_text("title", title)]
        return FormRow("title", self.label("title"), answer, take=take, given=title, delete=partial(take, ""))

    def last_row(self) -> FormRow:
        lack = self.lack
        answer = words(self.ready, "strong") if lack is None else words(self.speaker.say(lack), "muted")
        if self.typed and self.is_running:  # what it changes isn't tried before it is taken
            answer = []

        def finish() -> Message | Effect | None:
            return self.lack or self.finish()

        return FormRow("play", self.label("play"), answer, (("enter", self.finishes),), finish)

    def typed_text(self, key: str, given: str = "", look: str = "") -> Line:
        """A text that can be typed, with a cursor while it is."""
        return (
            (Span(self.typed, "typed"), Span(" ", "cursor")) if self.typed_in == key else (Span(given, look),)
        )

    def question(self, row: str) -> str:
        """The row that asks about the answer of another row; empty if none does."""
        return ""

    def changes_below(self) -> list[Block]:
        """What the changes so far come to, shown below the rows."""
        return []


def _seat_key(place: int, plan: Plan) -> str:
    """The key of the row of a seat, or of the nearest one."""
    return f"seat:{min(max(0, place), len(plan.seats) - 1)}" if plan.seats else ""


def _radio(label: str, is_chosen: bool, look: str = "") -> Line:
    sign = Span("● " if is_chosen else "○ ")
    return sign, Span(f"{label}   ", look or ("strong" if is_chosen else "muted"))


def page(view: PlanView) -> Page:
    view.follow()
    view.plan = plan = replace(view.plan, lexicon=view.speaker.lexicon)
    rows = list(view.rows())
    by_key = {row.key: row for row in rows if row is not None and row.key}
    wide = max(text_width(view.label(kind)) for kind in view.kinds)
    return Page(
        view.word(view.heading),
        [RowList([_drawn(view, row, wide) for row in rows])],
        foot=[view.text(hint, "warn") for hint in plan.hints],
        help=view.help,
        keys={"escape": CallHere(partial(_close_options, view)) if view.are_options_open else view.leaves},
        press=lambda mark, key: _press(view, by_key, by_key[str(mark)], key),
        hints=lambda mark: _hints(view, by_key[str(mark)]),
        about=lambda mark: _about(view, by_key[str(mark)]),
        colours=(plan.names, plan.colours),
    )


def _close_options(view: PlanView) -> None:
    view.take()
    view.are_options_open, view.mark = False, "options"


def _drawn(view: PlanView, row: FormRow | None, wide: int) -> Row:
    if row is None:
        return Row((), "")
    answer = list(row.answer)

    def lines(width: int) -> list[Line]:
        head = (Span(f"  {row.label}".ljust(wide + 4), "strong" if row.key == "play" else "heading"),)
        return wrap([head, *answer], width, indent=wide + 4)

    return Row((), row.key, CallHere(partial(_open, view, row)), lines=lines)


def _hints(view: PlanView, row: FormRow) -> list[tuple[str, str]]:
    completes = [("tab", "complete")] if row.key == "add" and view.completions else []
    own = ["review"] if row.key == "play" else [does for _, does in row.keys]
    leaving = [(key, does) for key, does in view.leaving if does not in own]
    keys = [*row.keys, *completes, ("↑↓", "row"), *leaving, ("f1", "help")]
    return [(key, view.word(f"screen.label.{does}")) for key, does in keys]


def _about(view: PlanView, row: FormRow) -> list[Block]:
    return [*([text(row.about, "muted")] if row.about else ()), *view.changes_below()]


# Keys


def _press(view: PlanView, rows: Mapping[str, FormRow], row: FormRow, key: str) -> Effect | None:
    """The effect of a key in the marked row; None if it has none there."""
    does: Callable[[], Message | Effect | None] | None = None
    if row.move is not None and key in SEAT_WAYS:
        does = partial(_turn, view, row.move, SEAT_WAYS[key])
    elif key in MOVES or key in ENDS:
        does = partial(_go, view, rows, row, key)
    elif key in WAYS:
        does = partial(_turn, view, row.turn, WAYS[key])
    elif key == "delete":
        does = row.delete or view.clear
    elif key == "backspace":
        does = partial(_back, view, row)
    elif len(key) == 1 and key.isprintable() and (key != "?" or view.typed):
        does = partial(_type, view, rows, row, key)
    return None if does is None else CallHere(does)


def _open(view: PlanView, row: FormRow) -> Message | Effect | None:
    """Do what Enter does in a row, besides going on."""
    view.take()
    return None if row.enter is None else row.enter()


def _go(view: PlanView, rows: Mapping[str, FormRow], row: FormRow, key: str) -> Message | Effect | None:
    """Go to another row; Enter first does what the row is for, and Tab completes a name."""
    keys, is_adding, is_on = [*rows], row.key == "add", key in ("enter", "tab")
    if key == "tab" and is_adding and view.completions:
        view.typed = view.completions[0]
        return None
    was_typed = bool(view.typed.strip())
    if is_adding and is_on and not was_typed and view.lack is not None and not view.is_running:
        return view.lack
    if key == "enter" and row.enter is not None:
        return _open(view, row)
    view.take()
    view.is_elsewhere = False
    if was_typed and key in MOVES and view.question(row.key):
        view.mark = view.question(row.key)
    elif is_adding and key == "enter":
        view.mark = "add" if was_typed and view.can_add else "play"
    elif is_on and row.after:
        view.mark = row.after
    elif key in ENDS:
        view.mark = keys[ENDS[key]]
    else:
        view.mark = keys[min(max(0, keys.index(row.key) + MOVES[key]), len(keys) - 1)]
    return None


def _turn(view: PlanView, turn: Callable[[int], None] | None, way: int) -> None:
    view.take()
    if turn is not None:
        turn(way)


def _back(view: PlanView, row: FormRow) -> None:
    """Take a letter from the text of the row, or do what Backspace does there without a text."""
    if view.typed_in == row.key:
        view.typed = view.typed[:-1]
        view.typed_in = row.key if view.typed or row.given else ""
    elif row.given:
        view.type(row, row.given[:-1])
    elif row.back is not None:
        row.back()


def _type(view: PlanView, rows: Mapping[str, FormRow], row: FormRow, letter: str) -> Message | None:
    """Type a letter into a text, or the first one of a new name; a digit is a known player."""
    if view.typed_in == row.key:
        view.typed += letter
        return None
    view.take()
    person = view.suggestions.get(int(letter)) if letter.isdecimal() else None
    if row.take is not None and row.key != "add":
        view.type(row, letter.strip())
    elif not view.can_add:
        return view.full
    elif person is not None:
        view.plan = view.plan.add(person.name, person.colour)
        view.mark = "add" if view.can_add else "play"
    else:
        view.type(rows["add"], letter.strip())
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
