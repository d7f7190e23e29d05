"""The page on which a session is made."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace

from textual import events, on

from companion.core.errors import Refusal
from companion.pages.commands import APP, NEW
from companion.report.spans import Line
from companion.report.words import Speaker
from companion.session.planning import Plan
from companion.storage.errors import FileError
from companion.tui.draw.new_session import new_session_lines, row_keys, start_lines
from companion.tui.keymap import bindings_of, keys_in
from companion.tui.models.grid_editor import GridEditor
from companion.tui.models.new_session import FormRow, NewSessionModel
from companion.tui.screens.grid import GridPage
from companion.tui.screens.page import Page
from companion.tui.widgets.lines import Lines

_KEYS: Mapping[str, str] = {
    "shift+tab": "back-tab",
    "ctrl+up": "move-up",
    "ctrl+down": "move-down",
    "shift+up": "move-up",
    "shift+down": "move-down",
}
LONGEST_PASTE = 400


class FormPage(Page, inherit_bindings=False):
    """A page whose keys go to a model first; subclasses say which and how it is drawn."""

    HINTS = APP
    marked: int = 0
    last: int | None = None
    """The last line of what is marked, where it has several."""

    @property
    def takes_text(self) -> bool:
        return True

    def is_help(self, key: str) -> bool:
        return not self.takes_text and key in keys_in(self.host.keys["app.help"])

    def redraw(self) -> None:
        super().redraw()
        self.keep_in_view()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        for letter in event.text[:LONGEST_PASTE]:
            if letter.isprintable():
                self.type_letter(letter)
        self.redraw()

    @abstractmethod
    def type_letter(self, letter: str) -> None:
        """Takes one letter of a pasted text."""

    @on(Lines.Resized)
    def keep_in_view(self) -> None:
        self.show_line(self.marked, self.last)


def pressed(event: events.Key) -> str:
    typed = event.character if event.is_printable else None
    return _KEYS.get(event.key) or typed or event.key


class NewPage(FormPage):
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
    """The same where only the end is scored."""

    def __init__(self, model: NewSessionModel) -> None:
        super().__init__()
        self.model = model

    @property
    def _speaker(self) -> Speaker:
        return Speaker(self.model.plan.ruleset, self.host.language)

    def redraw(self) -> None:
        title = "screen.score-end" if self.model.plan.is_final else "screen.new-session"
        self.heading = self.host.speaker.phrase(title)
        self.model.plan = replace(self.model.plan, lexicon=self.host.speaker.lexicon)
        super().redraw()

    def drawing(self, width: int) -> list[Line]:
        self.host.sit_at(self.model.plan.names, self.model.plan.colours)
        lines, (self.marked, self.last) = new_session_lines(self.model, self._speaker, width)
        return lines

    def hints(self) -> list[Line]:
        return [*row_keys(self.model, self.host.speaker), *super().hints()]

    def foot(self, lines: Sequence[Line]) -> None:
        width = max(1, self.size.width - 2)
        super().foot([*start_lines(self.model, self._speaker, width, self.size.height), *lines])

    def helped_keys(self) -> tuple[str, ...]:
        return self.SCORING if self.model.plan.is_final else self.HELPED

    @property
    def takes_text(self) -> bool:
        return bool(self.model.typed)

    def action_close(self) -> None:
        self.host.plans.leave()
        self.dismiss()

    def on_key(self, event: events.Key) -> None:
        key = pressed(event)
        if key != "escape" and not self.is_help(key) and self.model.press(key):
            event.stop()
            self._do_wish()

    def type_letter(self, letter: str) -> None:
        if self.model.is_typing:
            self.model.press(letter)

    @on(Lines.Pointed)
    def _seat_pointed(self, event: Lines.Pointed) -> None:
        if not event.target.startswith("command:"):
            event.stop()
            self.model.point(event.target)
            self._do_wish()

    def _do_wish(self, played: Plan | None = None) -> None:
        """Play a plan, go where the page is asked to go, or draw what has changed."""
        wish, self.model.wish = self.model.wish, None
        played = self.model.plan if wish == "play" else played
        try:
            if played is not None:
                self.host.play(played)
            elif wish is not None:
                plan = replace(self.model.plan, is_final=wish == "score")
                book, notice = self.host.library.book(self.host.saves, plan.game)
                if wish == "options":
                    self.model.open_options(book)
                else:
                    plan = replace(plan, book=book)
                    speaker = Speaker(plan.ruleset, self.host.language, plan.display_names)
                    editor = GridEditor(replace(plan, lexicon=speaker.lexicon), plan.is_final)
                    self.app.push_screen(GridPage(editor, speaker, self._counted))
                if notice is not None:
                    self.host.complain(notice)
        except (Refusal, FileError) as against:
            self.model.problem = against.message
        if self.is_current:
            self.redraw()

    def _counted(self, plan: Plan, is_done: bool) -> None:
        """Take what was counted; a final scoring that is done becomes a session."""
        self.model.plan = replace(plan, is_final=self.model.plan.is_final)
        if is_done:
            self.model.go(FormRow("play"))
        self._do_wish(plan if plan.is_final and is_done else None)
