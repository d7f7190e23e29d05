"""A session being planned: a row for the game, each player, who starts, how it begins, options and title.

The players of a running session are the same form (`players.py`): its view says which rows there are and what they do.

No letter is a command, but `m` where another game is wanted: what is typed is a name, or the text of the marked row.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

from companion.core.errors import Refusal, Violation
from companion.core.letters import Letters, chip_letters
from companion.core.messages import Message, say
from companion.core.names import tidy
from companion.core.people import Person
from companion.core.player_colours import colour_of
from companion.pages.commands import label_key
from companion.pages.effects import CallHere, Effect
from companion.pages.grid import GridEditor, GridView
from companion.pages.make_pad import open_maker
from companion.pages.page import Block, Page, Row, RowList
from companion.pages.view import View
from companion.report.cards import LONGEST_GAME
from companion.report.rulesets import option_text
from companion.report.spans import Key, Line, Span, choice, pad, text, words, wrap
from companion.report.table_text import capitalise, player_look
from companion.report.text_width import width as text_width
from companion.report.words import Speaker, without_paths
from companion.session.planning import OptionChoice, Plan

SHOWN_PEOPLE = 9
WAYS = {"left": -1, "right": 1}
SEAT_WAYS = {"shift+up": -1, "ctrl+up": -1, "shift+down": 1, "ctrl+down": 1}
MOVES = {"up": -1, "shift+tab": -1, "down": 1, "tab": 1, "enter": 1}
ENDS = {"home": 0, "end": -1}
Keys = Sequence[tuple[str, str]]
NEXT: Keys = (("enter", "next"),)
CHOICES: Keys = (("←→", "choose"),)
Do = Callable[[], Message | Effect | None]


class FormRow(NamedTuple):
    key: str = ""
    """A row without a key can't be marked."""
    answer: Iterable[Line] = ()
    hints: Keys = NEXT
    does: Mapping[str, Do] = {}
    """Effects of keys here: Enter instead of leading to the next row, Backspace while there is no text."""
    after: str = ""
    """The key of the row that Enter and Tab lead to, if it isn't the next one."""
    take: Callable[[str], None] | None = None
    """Takes a text; without it letters begin a new name."""
    given: str = ""
    """The text of which Backspace takes a letter."""
    about: str = ""


GAP_ROW = FormRow()


class PlanView(View):
    heading = "screen.label.new"
    labels: Mapping[str, str] = {
        **{row: row for row in ("game", "starts", "begin", "options", "play")},
        "title": "label.title",
        "seat": "label.players",
    }
    """Labels of the rows there may be; the longest one sets where all answers begin."""
    seat_hints: Keys = (("←→", "label.colour"), ("Shift+↑↓", "seat"), ("delete", "remove"))
    leaving: Keys = (("escape", "close"),)
    help: tuple[str, ...] = ("new-digits", "new-tab")
    is_running = False
    made: Path | None = None
    """The session made of this final scoring, which can be corrected."""
    typed = typed_in = ""
    are_options_open = is_elsewhere = draws_lots = False
    """Whether the options are listed, whether another game is wanted, and whether lots decide who starts."""
    rows_by_key: Mapping[Key, FormRow] = {}

    def __init__(self, speaker: Speaker, plan: Plan) -> None:
        super().__init__(speaker)
        self.plan = plan

    @property
    def given(self) -> Letters:
        """The keys that players have already."""
        return ()

    @property
    def is_begun(self) -> bool:
        return bool(self.plan.seats or self.plan.title or self.typed)

    @property
    def full(self) -> Message | None:
        """Why nobody can be added; None if somebody can."""
        return None if len(self.plan.seats) < self.plan.ruleset.players.most else say("screen.no-seat")

    @property
    def suggestions(self) -> dict[int, Person]:
        """Remembered players who are absent, by digit; each keeps the same one."""
        known = enumerate(self.plan.people[:SHOWN_PEOPLE], 1)
        return {digit: person for digit, person in known if person in self.plan.absent}

    @property
    def completions(self) -> list[str]:
        if self.typed_in != "add" or not self.typed:
            return []
        typed = self.typed.casefold()
        return [person.name for person in self.plan.absent if person.name.casefold().startswith(typed)]

    @property
    def shown(self) -> Plan:
        """The plan with the name that is being typed over another."""
        row, _, place = self.typed_in.partition(":")
        is_renaming = row == "seat" and bool(self.typed) and not self.is_running
        return self.plan.rename(int(place), self.typed) if is_renaming else self.plan

    @property
    def lack(self) -> Message | None:
        plan = self.shown
        if not plan.seats:
            return say("screen.no-players")
        if plan.is_final:
            return None
        missing = plan.ruleset.players.least - len(plan.seats)
        if missing > 0:
            return say("screen.more-players", count=missing)
        return next((fault.message for fault in plan.faults), None)

    @property
    def counts_first(self) -> bool:
        return self.plan.is_final or (self.plan.begins == "middle" and not self.plan.position)

    @property
    def ready(self) -> str:
        """The text of the last row if nothing is lacking: the effect of Enter there."""
        plan = self.shown
        first = "none" if plan.is_final else "lots" if self.draws_lots else plan.rules.first_player
        texts = [self.word(f"screen.ready-{first}", names=plan.names, starts=plan.names[plan.start_place])]
        if plan.started_last and first in ("starts", "dealer"):
            texts.append(self.word("screen.started-last", player=plan.started_last))
        return " ".join([*texts, self.word("screen.then-count")] if self.counts_first else texts)

    @property
    def leaves(self) -> Effect:
        return CallHere(self.services.plans.leave, closes=True)

    def finish(self) -> Message | Effect | None:
        plan, plans = self.plan, self.services.plans
        if self.counts_first:
            plans.count(plan)
        else:
            draws = self.draws_lots and plan.rules.first_player != "none"
            plans.play(plan.start_with(self.services.draw(len(plan.seats))) if draws else plan)
        return None

    def question(self, row: str) -> str:
        """The row that asks about the answer of another row; empty if none does."""
        return ""

    def changes_below(self) -> list[Block]:
        return []

    # What is typed

    def type(self, row: FormRow, typed: str) -> None:
        self.mark, self.typed_in, self.typed = row.key, row.key, typed

    def clear(self) -> None:
        self.typed = self.typed_in = ""

    def take(self) -> None:
        """Put what is typed into the plan, unless it is an empty name; raise Refusal if it doesn't fit."""
        row, typed = self.rows_by_key.get(self.typed_in), tidy(self.typed)
        try:
            if row is not None and row.take is not None and (typed or row.key == "title"):
                row.take(typed)
        except Refusal as refusal:
            raise Refusal(Violation(without_paths(refusal.message))) from None
        self.clear()

    def take_plan(self, plan: Plan, mark: str) -> None:
        self.take()
        self.change(plan, mark)

    def change(self, plan: Plan, mark: str = "") -> None:
        self.plan, self.mark = plan, mark

    # The rows

    def rows(self) -> Iterator[FormRow]:
        yield from (self.game_row(), GAP_ROW, *self.seat_rows(), GAP_ROW)
        yield from (*self.starts_row(), self.begin_row())
        if not self.plan.is_final:
            yield from self.option_rows()
        yield from (self.title_row(), GAP_ROW, self.last_row())

    def label(self, row: str) -> str:
        is_dealer = row == "starts" and self.plan.rules.first_player == "dealer"
        return self.word(label_key("dealer" if is_dealer else self.labels[row]))

    def choice_row(
        self,
        key: str,
        names: Sequence[str],
        chosen: int | None,
        choose: Callable[[int], None],
        looks: Sequence[str] = (),
    ) -> FormRow:
        def turn(way: int) -> None:
            first = 0 if way > 0 else len(names) - 1
            choose(first if chosen is None else (chosen + way) % len(names))

        shown = zip_longest(names, looks, fillvalue="")
        answer = [choice(name, at == chosen, look) for at, (name, look) in enumerate(shown)]
        return FormRow(key, answer, (*NEXT, *CHOICES), _by_way(WAYS, turn))

    def game_row(self) -> FormRow:
        plan, rulesets = self.plan, {loaded.ruleset.id: loaded.ruleset for loaded in self.plan.rulesets}
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
        row = self.choice_row("game", names, games.index("" if self.is_elsewhere else plan.game), choose)
        if self.is_elsewhere:
            does = {**row.does, "enter": open_pads, "m": lambda: open_maker(self.services)}
            return row._replace(hints=(("enter", "open"), ("m", "make_pad"), *CHOICES), does=does)
        return row._replace(after="" if self.full else "add")

    def seat_rows(self) -> Iterator[FormRow]:
        yield from map(self.seat_row, range(len(self.plan.seats)))
        if not self.full:
            yield self.adding_row()
        if not (self.is_running or self.is_elsewhere):
            players = self.word("screen.for-players", players=self.plan.ruleset.players.range)
            yield FormRow(answer=words(players, "muted"))

    def notes(self, place: int) -> list[str]:
        names, colours = self.plan.names, self.plan.colours
        return [self.speaker.colour(colours.get(names[place]) or colour_of(names[place], names, colours))]

    def seat_row(self, place: int) -> FormRow:
        plan, name, key = self.plan, self.plan.names[place], f"seat:{place}"
        letter = Span(f" {chip_letters(plan.names, self.given)[name]} ", f"chip:{name}")
        room = Span(" " * (max(map(text_width, plan.names)) - text_width(name) + 2))
        shown = self.typed_text(key, name, player_look(name))

        def remove() -> None:
            if self.typed_in == key:
                self.clear()
            else:  # the next typed name renames nobody
                self.change(self.plan.remove(place), "" if self.is_running else "add")

        def move(way: int) -> None:
            self.change(self.plan.move(place, way), _seat_key(place + way, plan))

        turns = _by_way(WAYS, lambda way: self.change(self.plan.next_colour(place, way)))
        return FormRow(
            key,
            [(letter, Span(" "), *shown, room, Span("  ".join(self.notes(place)), "muted"))],
            self.seat_hints,
            {**turns, **_by_way(SEAT_WAYS, move), "delete": remove},
            take=lambda typed: self.change(self.plan.rename(place, typed)),
            given=name,
        )

    def adding_row(self) -> FormRow:
        answer: list[Line] = [(Span(" + ", "answered"), Span(" "))]
        is_typed = self.typed_in == "add" and bool(self.typed)
        hints: Keys = (("enter", "add"),) if is_typed else NEXT
        if is_typed:
            answer += [self.typed_text("add"), *((Span(f"  {name}", "muted"),) for name in self.completions)]
            hints = (*hints, ("tab", "complete")) if self.completions else hints
        else:
            for digit, person in self.suggestions.items():
                answer.append((Span(f"{digit} ", "key"), Span(f"{person.name}   ", "muted")))
            asked = ("players.joins", "players.or-joins")
            if not self.is_running:
                asked = ("screen.type-name", "screen.or-type-name")
            answer += words(self.word(asked[bool(self.suggestions)]), "muted")
        return FormRow(
            "add",
            answer,
            hints,
            {"backspace": lambda: self.change(self.plan, _seat_key(len(self.plan.seats) - 1, self.plan))},
            take=lambda typed: self.change(self.plan.add(typed)),
        )

    def starts_row(self) -> Iterator[FormRow]:
        plan, names = self.shown, [*self.shown.names]
        if not names or plan.rules.first_player == "none" or plan.is_final:
            return

        def choose(at: int) -> None:
            self.draws_lots = at == len(plan.names)
            self.plan = self.plan if self.draws_lots else self.plan.start_with(at)

        lots = [] if self.is_running else [self.word("screen.draw-lots")]
        chosen = len(names) if self.draws_lots else plan.start_place
        yield self.choice_row("starts", [*names, *lots], chosen, choose, [*map(player_look, names)])

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
        does = {**row.does, "delete": lambda: self.change(self.plan.with_position({}))}
        if plan.begins == "start":
            return row._replace(does=does)
        return row._replace(hints=(("enter", "label.recount"), *CHOICES), does={**does, "enter": count})

    def option_rows(self) -> Iterator[FormRow]:
        plan = self.plan
        speaker = Speaker(plan.ruleset, self.speaker.language, plan.display_names)
        differing, rows = list[str](), list[FormRow]()
        for option in plan.options:
            name = capitalise(option.rule.names.of(speaker.language).form())
            if option.value != option.default:
                differing.append(f"{name}: {option_text(plan.ruleset, option.key, option.value, speaker)}")
            if self.are_options_open:
                rows.append(self.option_row(option, name, speaker))

        def toggle() -> None:
            self.are_options_open = not self.are_options_open

        summary = words(", ".join(differing) or self.word("screen.options-usual"))
        yield FormRow("options", summary, (("enter", "change_setting"),), {"enter": toggle})
        yield from rows

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
            answer = [choice(text, text == value) for text in dict.fromkeys([*values, value])]
        else:
            answer = [(Span(value, "" if now == default else "strong"),)]
        turns = _by_way(WAYS, lambda way: self.change(self.plan.step_option(of, way)))
        return FormRow(
            key,
            [(Span(f"{name}:  ", "muted"),), *answer],
            (*NEXT, *CHOICES),
            {**turns, "backspace": lambda: self.change(self.plan.without_option(of))},
            take=(lambda typed: self.change(self.plan.with_option_text(of, typed))) if is_text else None,
            about=speaker.help(option.rule.help),
        )

    def title_row(self) -> FormRow:
        def take(typed: str) -> None:
            self.clear()
            self.change(replace(self.plan, title=typed))

        title = self.plan.title
        does = {"delete": partial(take, "")}
        return FormRow("title", [self.typed_text("title", title)], does=does, take=take, given=title)

    def last_row(self) -> FormRow:
        lack = self.lack
        answer = words(self.ready, "strong") if lack is None else words(self.speaker.say(lack), "muted")
        if self.typed and self.is_running:  # what it changes isn't tried before it is taken
            answer = []
        does: Mapping[str, Do] = {"enter": lambda: self.lack or self.finish()}
        return FormRow("play", answer, (("enter", self.labels["play"]),), does)

    def typed_text(self, key: str, given: str = "", look: str = "") -> Line:
        is_typed = self.typed_in == key
        return (Span(self.typed, "typed"), Span(" ", "cursor")) if is_typed else (Span(given, look),)

    # Keys

    def press(self, mark: Key, key: str) -> Effect | None:
        row = self.rows_by_key[mark]
        if key in MOVES or key in ENDS:
            return CallHere(partial(self._go, row, key))
        if key == "delete":
            return CallHere(row.does.get(key, self.clear))
        if key == "backspace":
            return CallHere(partial(self._delete_letter, row))
        if key in row.does or key in WAYS:
            return CallHere(partial(self._do, row, key))
        is_text = len(key) == 1 and key.isprintable() and (key != "?" or self.typed)
        return CallHere(partial(self._type, row, key)) if is_text else None

    def _do(self, row: FormRow, key: str) -> Message | Effect | None:
        self.take()
        return row.does[key]() if key in row.does else None

    def _go(self, row: FormRow, key: str) -> Message | Effect | None:
        """Go to another row; Enter first does what the row is for, and Tab completes a name."""
        keys, is_adding, is_on = [*self.rows_by_key], row.key == "add", key in ("enter", "tab")
        if key == "tab" and is_adding and self.completions:
            self.typed = self.completions[0]
            return None
        was_typed = bool(self.typed.strip())
        if is_adding and is_on and not was_typed and self.lack is not None and not self.is_running:
            return self.lack
        asks_game = self.is_elsewhere and row.key == "game"  # whatever leaves the row asks which one it is
        if asks_game or (key == "enter" and key in row.does):
            return self._do(row, "enter")
        self.take()
        self.is_elsewhere = False
        self.mark = self._row_after(row, key, keys, was_typed)
        return None

    def _row_after(self, row: FormRow, key: str, keys: Sequence[Key], was_typed: bool) -> Key:
        """The key of the row that a key leads to, once what was typed is taken."""
        if was_typed and key in MOVES and self.question(row.key):
            return self.question(row.key)
        if row.key == "add" and key == "enter":
            return "add" if was_typed and not self.full else "play"
        if key in ("enter", "tab") and row.after:
            return row.after
        if key in ENDS:
            return keys[ENDS[key]]
        return keys[min(max(0, keys.index(row.key) + MOVES[key]), len(keys) - 1)]

    def _delete_letter(self, row: FormRow) -> Message | Effect | None:
        if self.typed_in == row.key:
            self.typed = self.typed[:-1]
            self.typed_in = row.key if self.typed or row.given else ""
        elif row.given:
            self.type(row, row.given[:-1])
        elif "backspace" in row.does:
            return row.does["backspace"]()
        return None

    def _type(self, row: FormRow, letter: str) -> Message | None:
        if self.typed_in == row.key:
            self.typed += letter
            return None
        self.take()
        person = self.suggestions.get(int(letter)) if letter.isdecimal() else None
        is_digit = letter.isdecimal() and (self.is_running or person is not None)
        is_digit_of_player = is_digit and row.key.startswith("seat:")
        if row.take is not None and row.key != "add" and not is_digit_of_player:
            self.type(row, letter.strip())
        elif self.full:
            return self.full
        elif person is not None:
            self.plan = self.plan.add(person.name, person.colour)
            self.mark = "play" if self.full else "add"
        elif is_digit:  # it answers a question that isn't asked here
            return say("screen.type-name")
        else:
            self.type(self.rows_by_key["add"], letter.strip())
        return None

    def hints(self, mark: Key) -> list[tuple[str, str]]:
        own = self.rows_by_key[mark].hints
        shown = ["review"] if mark == "play" else [does for _, does in own]
        leaving = [(key, does) for key, does in self.leaving if does not in shown]
        keys = [*own, ("↑↓", "row"), *leaving, ("f1", "help")]
        return [(key, self.word(label_key(does))) for key, does in keys]

    def about(self, mark: Key) -> list[Block]:
        about = self.rows_by_key[mark].about
        return [*([text(about, "muted")] if about else ()), *self.changes_below()]

    def draw_row(self, row: FormRow, wide: int) -> Row:
        kind = {"seat:0": "seat", "add": "" if self.plan.seats else "seat"}.get(row.key, row.key)
        label, answer = self.label(kind) if kind in self.labels else "", list(row.answer)

        def lines(width: int) -> list[Line]:
            look = "heading" if kind != "play" else "asked" if self.lack is None else "answered"
            head = pad((Span(" "), Span(f" {label} ", look)), wide + 4)
            return wrap([head, *answer], width, indent=wide + 4)

        return Row((), row.key, CallHere(partial(self._do, row, "enter")), lines=lines)


def _by_way(ways: Mapping[str, int], turn: Callable[[int], None]) -> dict[str, Do]:
    return {key: partial(turn, way) for key, way in ways.items()}


def _seat_key(place: int, plan: Plan) -> str:
    return f"seat:{min(max(0, place), len(plan.seats) - 1)}" if plan.seats else ""


def page(view: PlanView) -> Page:
    view.follow()
    view.plan = plan = replace(view.plan, lexicon=view.speaker.lexicon)
    rows = list(view.rows())
    view.rows_by_key = {row.key: row for row in rows if row.key}
    wide = max(text_width(view.label(row)) for row in view.labels)
    return Page(
        view.word(view.heading),
        [RowList([view.draw_row(row, wide) for row in rows])],
        foot=[view.text(hint, "warn") for hint in plan.hints],
        help=view.help,
        keys={"escape": view.leaves},
        press=view.press,
        hints=view.hints,
        about=view.about,
        colours=(plan.names, plan.colours),
    )


class PlanGrid(GridView):
    def __init__(self, plan: Plan, language: str) -> None:
        speaker = Speaker(plan.ruleset, language, plan.display_names)
        super().__init__(speaker, GridEditor(replace(plan, lexicon=speaker.lexicon)))
        self.title = "screen.label.score" if plan.is_final else "screen.position"
        self.blank_means = "screen.blank-score" if plan.is_final else "screen.blank-late"

    def close(self) -> None:
        self.services.plans.take_count(self.editor.source, self.editor.is_done)
