"""The only module that overrides private names of Textual. If Textual stops calling them, its own behaviour is back."""

from textual.app import App
from textual.command import CommandPalette
from textual.widgets import OptionList


class CatchingApp(App[str | None]):
    """Gets every unhandled exception. Without the hook Textual prints a traceback and exits."""

    def note_crash(self, error: Exception) -> bool:
        """Take note of an unhandled exception; False if the app goes on."""
        return True

    def _handle_exception(self, error: Exception) -> None:
        if self.note_crash(error):
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self.panic()

    def panic(self, *renderables: object) -> None:
        super().panic()  # exit without printing


class QuietPalette(CommandPalette):
    """Shows an empty list when nothing matches. Without the hook Textual says so in English."""

    def _start_no_matches_countdown(self, search_value: str) -> None:
        pass

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Leave the list alone until it is laid out: before that, Textual fails on Page Up and Page Down."""
        is_laid_out = all(one.scrollable_content_region for one in self.query(OptionList))
        return action != "command_list" or is_laid_out
