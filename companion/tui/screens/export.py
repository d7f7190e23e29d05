"""The session as a file for others: which kind, where it was written, and a summary for a chat."""

from pathlib import Path
from typing import ClassVar

from textual.binding import BindingType

from companion.core.messages import say
from companion.pages.commands import (
    EXPORT,
    PAGE,
    Commands,
)
from companion.report.export import FORMS, exported
from companion.report.export.summary import summary_text
from companion.report.layout import first_columns, flush_left
from companion.report.spans import Line, Span, folded_spans
from companion.storage.errors import FileError
from companion.storage.exports import write_beside
from companion.tui.keymap import (
    bindings_of,
    shown,
)
from companion.tui.models.table import TableModel
from companion.tui.screens.base import AppScreen
from companion.tui.screens.listing import ListPage

_LEAD = 6
"""Columns for the kinds of files."""


def copy_summary(screen: AppScreen, model: TableModel) -> None:
    """The summary into the clipboard, through the terminal, which may not allow it."""
    screen.app.copy_to_clipboard(summary_text(model.session, model.speaker, screen.host.language))
    key = shown(screen.host.keys["table.export"], model.speaker)
    screen.notify(model.speaker.say(say("sharing.copied", key=key)))


def _whole(path: str, width: int) -> list[Line]:
    """A path over as many lines as it needs with nothing between them, so that it can be copied."""
    part = first_columns(path, width)
    return [(Span(part, "title"),), *(_whole(path[len(part) :], width) if part != path else ())]


class ExportPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(EXPORT)
    OWN_COMMANDS: ClassVar[Commands] = (*EXPORT, *PAGE)
    HINTS: ClassVar[Commands] = (*EXPORT, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("export", "list-arrows")

    def __init__(self, model: TableModel) -> None:
        super().__init__(model.speaker.say(say("sharing.title")))
        self._model = model
        self._written: tuple[str, Path, bool] | None = None
        """What kind, where, and whether again."""
        self._fault = ""

    def rows(self, width: int) -> list[list[Line]]:
        found = []
        for form in FORMS:
            first, *more = folded_spans(self._said(f"sharing.to-{form}"), width - _LEAD)
            indent = Span(" " * _LEAD)
            found.append([(Span(flush_left(form, _LEAD), "key"), *first), *((indent, *one) for one in more)])
        return found

    def _marked_rows(self, width: int) -> list[Line]:
        """The kinds, what was written, and the summary."""
        session, lines = self._model.session, super()._marked_rows(width)
        key = shown(self.host.keys["export.copy"], self.host.speaker)
        summary = summary_text(session, self._model.speaker, self.host.language)
        return [
            *lines,
            (),
            *self._result(width),
            *folded_spans(self._model.speaker.say(say("sharing.summary", key=key)), width, "heading"),
            *(line for one in summary.splitlines() for line in folded_spans(one, width)),
        ]

    def _result(self, width: int) -> list[Line]:
        if self._fault:
            return [*folded_spans(self._fault, width, "bad"), ()]
        if self._written is None:
            return []
        form, path, is_again = self._written
        said = [
            *folded_spans(self._said("sharing.replaced" if is_again else "sharing.written"), width, "good"),
            *_whole(str(path), width),
            *folded_spans(self._said(f"sharing.open-{form}"), width),
        ]
        if self._model.session.record.hides_money:
            key = "sharing.hidden-json" if form == "json" else "sharing.hidden"
            said += folded_spans(self._said(key), width, "warn")
        return [*said, ()]

    def _said(self, key: str) -> str:
        return self._model.speaker.say(say(key))

    def action_open(self) -> None:
        self.action_write()

    def action_write(self) -> None:
        session, form = self._model.session, FORMS[self.place]
        self._written, self._fault = None, ""
        if session.failure is not None:
            self._fault = self._said("sharing.broken")
        else:
            content = exported(session, form, self.host.language)
            try:
                disk = self.host.library.disk
                self._written = (form, *write_beside(disk, session.path, form, content))
            except FileError as fault:
                self._fault = f"{fault.path}: {self._model.speaker.say(fault.message)}"
        self.redraw()

    def action_copy_summary(self) -> None:
        copy_summary(self, self._model)
