"""The page of a new session, and its rows as widgets."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import get_args

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Size
from textual.widget import Widget

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.pages.commands import NEW
from companion.report.spans import Line, Span, span_width, wrap
from companion.report.words import Speaker
from companion.session.planning import Plan
from companion.storage.errors import FileError
from companion.tui.draw.new_session import INNER, row_keys, row_lines
from companion.tui.keymap import bindings_of, keys_in
from companion.tui.models.grid_editor import GridEditor
from companion.tui.models.new_session import FormRow, Kind, NewSessionModel
from companion.tui.palette import Palette
from companion.tui.screens.grid import GridPage
from companion.tui.screens.page import SCROLLBAR, TextScreen
from companion.tui.widgets.lines import Lines
from companion.tui.widgets.text_box import TextBox

LONGEST_TEXT = 400


class RowBox(TextBox):
    """A text box that offers a letter to the page first; the page prevents the default if it takes the letter."""

    FOCUS_ON_CLICK = False

    def __init__(self, typed: Callable[[str], None], press: Callable[[events.Key], Awaitable[None]]) -> None:
        super().__init__("typed", typed)
        self._press = press

    async def on_key(self, event: events.Key) -> None:
        if event.is_printable:
            await self._press(event)

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Consume no key while the box is empty: it may be the key for help."""
        return bool(self.value) and super().check_consume_key(key, character)

    def on_paste(self, event: events.Paste) -> None:
        event.text = event.text[:LONGEST_TEXT]

    def on_click(self, event: events.Click) -> None:
        event.stop()  # the click only moves the cursor


class RowWidget(Lines, can_focus=True):
    """A row with radios that Left and Right turn; a `RadioSet` would be a list with its own mark."""

    FOCUS_ON_CLICK = False
    inner: Widget | None = None

    @property
    def is_container(self) -> bool:
        """Unlike most scroll views, a row may have a child."""
        return self.inner is not None

    is_scrollable = is_container

    def on_resize(self, event: events.Resize) -> None:
        event.prevent_default()  # no screen needs to know

    def show(self, lines: Sequence[Line], palette: Palette) -> None:
        super().show(lines, palette)
        if self.inner is not None:
            looks = ((y, x, one.look) for y, line in enumerate(lines) for x, one in enumerate(line))
            y, x = next(((y, x) for y, x, look in looks if look == INNER), (-1, -1))
            self.inner.display = y >= 0
            self.inner.styles.margin = (max(0, y), 0, 0, span_width(lines[y][:x]))
            self.inner.styles.width = span_width(lines[y][x : x + 1])


PADDING = 3
KINDS = get_args(Kind)
BELOW = (FormRow("play"), FormRow("position"), FormRow("score"))
DOING: tuple[Kind, ...] = ("options", "play", "position", "score")
OPENING = {"o": FormRow("options"), "j": FormRow("position"), "s": FormRow("score")}
"""Rows that a letter opens, unless letters are text."""


class NewPage(TextScreen, inherit_bindings=False):
    AUTO_FOCUS = ""
    BINDINGS = bindings_of(NEW)
    OWN_COMMANDS = NEW
    HELPED = (
        *("new", "new-rows", "new-turn", "new-digits"),
        *("new-tab", "new-seats", "new-draw", "new-back", "new-delete"),
    )
    SCORING = (
        *("new", "count-rows", "count-turn", "count-digits"),
        *("new-tab", "new-seats", "count-back", "new-delete"),
    )

    def __init__(self, model: NewSessionModel) -> None:
        super().__init__()
        self.model = model
        self._rows: dict[FormRow, RowWidget] = {}
        self._drawn_for: Size | None = None

    def compose(self) -> ComposeResult:
        yield Lines("title")
        with Vertical(id="content"):
            yield from (self._row_of(row) for row in self.model.rows if row not in BELOW)
        play, position, score = map(self._row_of, BELOW)
        yield play
        with position:
            yield score
        position.inner = score
        yield Lines("hints")

    async def on_mount(self) -> None:
        await self._mount_new()
        self.redraw()

    def _row_of(self, row: FormRow) -> RowWidget:
        if row not in self._rows:
            self._rows[row] = RowWidget(row.id)
        return self._rows[row]

    async def _mount_new(self) -> None:
        """Mount new rows in order, and the box of the focused row."""
        rows = (self._row_of(row) for row in self.model.rows)
        if new := [row for row in rows if not row.is_attached]:
            await self.query_one("#content").mount(*new)
            order = {row.id: (KINDS.index(row.kind), row.place) for row in self._rows}
            self.query_one("#content").sort_children(key=lambda widget: order[str(widget.id)])
        here = self._row_of(self.model.row)
        if self.model.has_box and here.inner is None:
            here.inner = RowBox(self._type_in, self.on_key)
            await here.mount(here.inner)

    def _type_in(self, text: str) -> None:
        """Take the text of the box; draw only its row if nothing else changes."""
        model = self.model
        if text == model.typed:
            return
        is_known, model.typed = bool(text and model.typed) and model.problem is None, text
        if is_known:
            self._draw_rows(model.row)
        else:
            model.problem = None
            self.redraw()

    # Drawing

    def on_resize(self, event: events.Resize) -> None:
        if self.app.size == self._drawn_for:
            event.prevent_default()  # the base class would redraw

    def redraw(self) -> None:
        model, self._drawn_for = self.model, self.app.size
        model.plan = replace(model.plan, lexicon=self.host.speaker.lexicon)
        self.host.set_players(model.plan.names, model.plan.colours)
        self._draw_rows(*model.rows)
        for row, widget in self._rows.items():
            widget.display = row in model.rows
        title = "screen.score-end" if model.plan.is_final else "screen.new-session"
        self.head([(Span(self.host.speaker.phrase(title), "title"),)])
        self.foot(wrap(self.hints(), self.app.size.width - PADDING, indent=0))
        here = self._row_of(model.row)
        if isinstance(here.inner, RowBox) and here.inner.value != model.typed:
            here.inner.put(model.typed)
        self.on_descendant_blur()
        self.call_after_refresh(self.query_one("#content").scroll_to_widget, here, animate=False)

    def on_descendant_blur(self) -> None:
        """Focus the row again: it lost the focus because a small terminal had no room for it."""
        here = self._row_of(self.model.row)
        self.set_focus(here.inner if self.model.has_box else here, scroll_visible=False)

    def _draw_rows(self, *rows: FormRow) -> None:
        speaker, (width, height) = Speaker(self.model.plan.ruleset, self.host.config.language), self.app.size
        for row in rows:
            room = max(1, width - PADDING - (0 if row in BELOW else SCROLLBAR))
            self._row_of(row).show(row_lines(self.model, row, speaker, room, height), self.host.palette)

    def hints(self) -> list[Line]:
        return [*row_keys(self.model, self.host.speaker), *super().hints()]

    def help_keys(self) -> tuple[str, ...]:
        return self.SCORING if self.model.plan.is_final else self.HELPED

    @property
    def takes_text(self) -> bool:
        return bool(self.model.typed)

    def _step(self, way: int) -> None:
        rows = self.model.rows
        self.model.go(rows[min(max(0, rows.index(self.model.row) + way), len(rows) - 1)])

    def action_close(self) -> None:
        self.host.plans.leave()
        self.dismiss()

    # Keys and pointing

    async def on_key(self, event: events.Key) -> None:
        """Take a key before the box does."""
        key = (event.character if event.is_printable else None) or event.key
        is_help = not self.model.typed and key in keys_in(self.host.keys["app.help"])
        is_mute = not self.model.has_box and event.key not in self.active_bindings
        if is_help or await self.do(lambda: self._press(key) or (is_mute and self._tell("screen.no-key"))):
            event.stop(not is_help)
            event.prevent_default()

    @on(Lines.Pointed)
    async def _point_at(self, event: Lines.Pointed) -> None:
        at, _, key = event.target.partition(":")
        if row := next((one for one in self.model.rows if one.id == at), None):
            event.stop()
            await self.do(partial(self._point, row, key))

    def _point(self, row: FormRow, key: str) -> bool:
        """Press the key that a part of a row stands for; without a key, open the row or turn it."""
        if key.isdecimal() and row.kind == "add":
            return self._pick(int(key) - 1)
        is_here = row == self.model.row
        if not is_here:
            self.model.go(row)
        key = key or ("enter" if row.kind in DOING else "right" if is_here else "")
        return not key or self._press(key)

    async def do(self, doing: Callable[[], bool]) -> bool:
        """Call `doing` and redraw, showing a Refusal or FileError; False if it did nothing."""
        self.model.problem = None
        try:
            if not doing():
                return False
        except (Refusal, FileError) as against:
            self.model.problem = against.message
        if self.is_current:
            await self._mount_new()
            self.redraw()
        return True

    def _press(self, key: str) -> bool:
        """Take a key; False if it means nothing in this row. Raise Refusal or FileError if it fails."""
        model, kind = self.model, self.model.row.kind
        match key:
            case "tab" if model.typed and kind == "add" and model.suggestions:
                model.typed = model.suggestions[0][1].name
            case "tab" | "enter" if model.awaits_players and not model.typed.strip():
                model.problem = model.lack
            case "tab" | "enter" if kind == "game":
                model.go(FormRow("add"))
            case "up" | "shift+tab":
                self._step(-1)
            case "enter" if kind == "add":
                model.go(FormRow("add" if model.typed.strip() else "play"))
            case "enter" if kind in DOING:
                self._open_row(kind)
            case "down" | "tab" | "enter":
                self._step(1)
            case "backspace" if kind == "add" and model.plan.seats and not model.typed:
                model.focus(FormRow("seat", len(model.plan.seats) - 1))
            case "home" | "end":
                model.go(FormRow("game" if key == "home" else "play"))
            case _:
                return model.change(key) or (len(key) == 1 and self._type(key))
        return True

    def _type(self, key: str) -> bool:
        """Take a letter, digit or sign; False if the box takes it."""
        model, kind, digit = self.model, self.model.row.kind, int(key) if key.isdecimal() else 0
        games, opens = model.plan.row_games, OPENING.get(key)
        if kind == "game" and 0 < digit <= len(games):
            model.choose_game(games[digit - 1])
            model.go(FormRow("add"))
        elif kind == "game" and digit == len(games) + 1 and model.plan.has_other_games:
            self.host.open_page("pads")
        elif kind == "play" and key.isdecimal():
            return self._pick(digit - 1) or self._tell("screen.digits-add")
        elif kind == "add" and not model.typed and self._pick(digit - 1):
            return True
        elif kind == "option" and not model.may_be_value(model.typed + key):
            return self._tell("screen.option-own" if model.is_open else "screen.option-keys")
        elif model.has_box:
            return False
        elif kind == "option":
            model.typed = key
        elif kind == "piece":
            return self._tell("screen.option-keys")
        elif opens and model.has_keys and (opens in model.rows or (key == "o" and model.are_options_open)):
            model.go(opens if opens in model.rows else FormRow("option"))  # the options are open already
            if model.row == opens:
                self._open_row(opens.kind)
        elif key.isalpha() and model.can_add:
            model.go(FormRow("add"))
            model.typed = key
        else:
            return key.isalpha() and self._tell("screen.no-seat")
        return True

    def _tell(self, key: str) -> bool:
        self.model.problem = say(key)
        return True

    def _pick(self, place: int) -> bool:
        """Seat a remembered player instead of a typed name; False if that isn't possible."""
        model, person = self.model, dict(self.model.suggestions).get(place)
        if person is None or not model.can_add:
            return False
        if model.row.kind != "add":
            model.take()
        model.plan = model.plan.add(person.name, person.colour)
        model.focus(FormRow("add"))
        return True

    def _open_row(self, kind: Kind) -> None:
        model = self.model
        if kind == "play" and not model.plan.is_final:
            model.problem = model.lack
            if model.lack is None:
                self.host.plans.play(model.plan)
            return
        plan = replace(model.plan, is_final=kind in ("play", "score"))
        board_notes, notice = self.host.library.board_notes(self.host.saves, plan.game)
        if kind == "options":
            model.open_options(board_notes)
        else:
            plan = replace(plan, board_notes=board_notes)
            speaker = Speaker(plan.ruleset, self.host.config.language, plan.display_names)
            editor = GridEditor(replace(plan, lexicon=speaker.lexicon), plan.is_final)
            self.app.push_screen(GridPage(editor, speaker, self._take_count))
        if notice is not None:
            self.host.complain(notice)

    def _take_count(self, plan: Plan, is_done: bool) -> None:
        """Take the counted plan; make a session if a final scoring is done."""
        self.model.plan = replace(plan, is_final=self.model.plan.is_final)
        if is_done:
            self.model.focus(FormRow("play"))
        try:
            if plan.is_final and is_done:
                self.host.plans.play(plan)
        except (Refusal, FileError) as against:
            self.model.problem = against.message
        if self.is_current:
            self.redraw()
