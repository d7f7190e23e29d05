"""The only module that overrides private names of Textual. If Textual stops calling them, its own behaviour is back."""

from textual.app import App
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.widgets import OptionList
from textual.worker import WorkerFailed


class CatchingApp(App[str | None]):
    """Keeps the first unhandled exception and ends. Without the hooks Textual prints a traceback and ends."""

    fault: Exception | None = None

    def _handle_exception(self, error: Exception) -> None:
        # the palette may be closed while Textual still searches for its list
        is_harmless = isinstance(error, WorkerFailed) and isinstance(error.error, NoMatches)
        if self.return_code is None and not is_harmless:
            self.fault = getattr(error, "error", error)  # a failed worker wraps the error
            super()._handle_exception(error)

    def _fatal_error(self) -> None:
        self.panic()  # exit without printing


class QuietPalette(CommandPalette):
    """Shows an empty list when nothing matches. Without the hook Textual says so in English."""

    def _start_no_matches_countdown(self, search_value: str) -> None:
        pass

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool:
        """Leave the list alone until it is laid out: before that, Textual fails on Page Up and Page Down."""
        is_laid_out = all(options.scrollable_content_region for options in self.query(OptionList))
        return action != "command_list" or is_laid_out
