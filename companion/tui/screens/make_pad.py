"""The pages that make a pad: what you write down, how it scores, and a try."""

from collections.abc import Sequence
from dataclasses import replace

from textual import events, on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Region

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.pages.commands import NEW
from companion.report.spans import UP, Line, Span, folded_spans, hint, rule, spread, words, wrap
from companion.report.words import Speaker, without_paths
from companion.session.pad_draft import PadDraft
from companion.session.pad_trial import Trial
from companion.storage.errors import FileError
from companion.storage.rulesets import Loaded, ruleset_text
from companion.tui.draw.make_pad import maker_lines
from companion.tui.keymap import bindings_of, keys_in
from companion.tui.models.grid_editor import GridEditor
from companion.tui.models.pad_maker import PadMaker
from companion.tui.screens.grid import GridPage, section_lines
from companion.tui.screens.new_session import RowBox, RowWidget
from companion.tui.screens.page import SCROLLBAR, TextScreen
from companion.tui.widgets.lines import Lines

PADDING = 3


def hints_of(speaker: Speaker, keys: Sequence[tuple[str, str]]) -> list[Line]:
    return [hint(speaker.key(key), speaker.phrase(word), "") for key, word in keys]


class MakePage(TextScreen, inherit_bindings=False):
    AUTO_FOCUS = ""
    BINDINGS = bindings_of(NEW)
    OWN_COMMANDS = NEW
    HELPED = ("make-pad", "make-pad-pick", "make-pad-ways", "make-pad-numbers", "make-pad-back")

    def __init__(self, maker: PadMaker, edited: Loaded | None = None) -> None:
        super().__init__()
        self.maker, self._edited = maker, edited
        self._is_sure = False

    def compose(self) -> ComposeResult:
        yield Lines("title")
        rows, box = RowWidget("rows"), RowBox(self._type_in, self.on_key)
        rows.inner = box
        with Vertical(id="content"), rows:
            yield box
        yield Lines("hints")

    def on_mount(self) -> None:
        self.redraw()

    @property
    def takes_text(self) -> bool:
        return self.maker.has_box

    def redraw(self) -> None:
        maker, speaker, width = self.maker, self.host.speaker, self.app.size.width - PADDING
        lines, rows = maker_lines(maker, speaker, width - SCROLLBAR), self.query_one(RowWidget)
        rows.show(lines, self.host.palette)
        box = self.query_one(RowBox)
        if box.value != maker.typed:
            box.put(maker.typed)
        self.set_focus(box if maker.has_box else rows, scroll_visible=False)
        title = ": ".join(filter(None, (speaker.phrase("pads.make"), maker.draft.name)))
        step = Span(speaker.phrase("make-pad.step", step=maker.step), "muted")
        self.head([spread((Span(title, "title"),), (step,), width)])
        problem = maker.problem and speaker.say(without_paths(maker.problem))
        said = folded_spans(problem, width, "bad") if problem else []
        self.foot([*said, *wrap(self.hints(), width, indent=0)])
        marked = [at for at, line in enumerate(lines) if any(one.text.startswith(UP) for one in line)]
        where = Region(0, marked[-1] if marked else 0, 1, 1)
        self.call_after_refresh(self.query_one("#content").scroll_to_region, where, animate=False)

    def hints(self) -> list[Line]:
        keys = [("enter", "screen.do.next"), ("↑↓", "screen.do.row")]
        if self.maker.step == 1:
            keys.append((" ", "make-pad.do.pick"))
        else:
            ways, is_named = self.maker.ways_of(self.maker.row), self.maker.focus == "name"
            keys += [("tab", "make-pad.do.ways" if is_named else "make-pad.numbers")] if ways else []
            keys += [("delete", "screen.do.remove")] if is_named and self.maker.item else []
        keys += [("backspace", "make-pad.do.back"), ("escape", "make-pad.do.discard")]
        return hints_of(self.host.speaker, keys)

    def _type_in(self, text: str) -> None:
        if text != self.maker.typed:
            self.maker.type(text)
            self.redraw()

    async def on_key(self, event: events.Key) -> None:
        maker = self.maker
        key = (event.character if event.is_printable else None) or event.key
        if key == "escape":
            return
        self._is_sure = False
        if not maker.typed and key in keys_in(self.host.keys["app.help"]):
            event.prevent_default()
            return
        if key == "backspace" and not maker.is_changed and maker.step == 1 and not maker.typed:
            self.dismiss()
        elif not maker.press(key):
            return
        event.stop()
        event.prevent_default()
        if self.is_current:
            self.redraw()
        if maker.trial is not None:
            trial, maker.trial = maker.trial, None
            self.app.push_screen(TryPage(trial, maker.draft, self))

    @on(Lines.Pointed)
    def _point_at(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        event.stop()
        try:
            self.maker.point(what, value)
        except Refusal as refusal:
            self.maker.problem = refusal.message
        self.redraw()

    def action_close(self) -> None:
        if self.maker.is_changed and not self._is_sure:
            self._is_sure, self.maker.problem = True, say("make-pad.sure")
            self.redraw()
        else:
            self.dismiss()

    def save(self, raw: dict[str, object]) -> None:
        """Write the pad and go to a new session with it; raise FileError if it can't be written."""
        host, edited = self.host, self._edited
        shelf, game = host.library.shelf, str(raw["id"])
        shelf.write(raw, edited.path if edited else None)
        sessions = [
            one.summary for one in host.listing.sessions() if one.summary and one.summary.game == game
        ]
        host.plans.choose(game)
        if edited is not None and sessions and shelf.load(game).digest != edited.digest:
            host.notify(host.speaker.phrase("pads.kept", count=len(sessions)))


class TryPage(GridPage):
    HELPED = ("make-pad-try", "cell-tab", "cell-arrows", "make-pad-tie", "make-pad-file", "make-pad-save")
    TITLE = "make-pad.try"
    editor: GridEditor[Trial]

    def __init__(self, trial: Trial, draft: PadDraft, maker: MakePage) -> None:
        super().__init__(GridEditor(trial), Speaker(trial.loaded.ruleset, maker.host.language))
        self._draft, self._maker = draft, maker
        self._has_file = self._is_sure = False
        failure = trial.record.failure
        self.editor.problem = failure and failure.message

    def on_mount(self) -> None:
        self.host.set_players(self.editor.source.players, {})

    @property
    def _raw(self) -> dict[str, object]:
        return self._draft.raw(self.editor.source.loaded.ruleset.id)

    def content_lines(self, width: int) -> list[Line]:
        speaker, trial = self._speaker, self.editor.source
        lines, self.seen = section_lines(self.editor, speaker, width)
        for at, one in enumerate(trial.result):
            lines += folded_spans(speaker.say(one), width, "" if at else "strong")
        lines += [(), rule(speaker.phrase("make-pad.before"), "", width)]
        file = trial.loaded.path.name
        for key, text in (
            ("t", speaker.say(trial.tie_break)),
            ("i", speaker.phrase("make-pad.file", file=file)),
        ):
            lines += wrap([hint(key, speaker.phrase(f"make-pad.do.{key}"), ""), *words(text)], width)
        text = ruleset_text(self._raw) if self._has_file else ""
        return lines + [(Span(f"  {line}", "muted"),) for line in text.splitlines()]

    def hints(self) -> list[Line]:
        keys = [("enter", "make-pad.do.save"), ("tab", "make-pad.do.cell")]
        keys += [("backspace", "make-pad.do.back"), ("escape", "make-pad.do.discard")]
        return hints_of(self._speaker, keys)

    def on_key(self, event: events.Key) -> None:
        """Take a key that changes no cell; Textual gives any other to the grid."""
        does = {"enter": self._save, "t": self._turn_tie_break, "i": self._show_file}.get(event.key)
        if event.key == "backspace" and self.editor.typed is None:
            does = self.action_close
        self._is_sure = self._is_sure and event.key == "escape"
        if does is not None:
            event.stop()
            event.prevent_default()
            does()
            self.redraw()

    def _turn_tie_break(self) -> None:
        self._draft.turn_tie_break()
        source = self.editor.source
        changed = self._draft.try_out(source.loaded.ruleset.id)
        self.editor.source = replace(changed, draft=source.draft)
        self.editor.sections = self.editor.source.sections

    def _show_file(self) -> None:
        self._has_file = not self._has_file

    def _save(self) -> None:
        if self.editor.take_typed():
            try:
                self._maker.save(self._raw)
            except FileError as fault:
                self.editor.problem = fault.message

    def action_done(self) -> None:
        if self.editor.press("escape"):
            self.redraw()
        elif self._is_sure:
            self.dismiss()
            self._maker.dismiss()
        else:
            self._is_sure, self.editor.problem = True, say("make-pad.sure")
            self.redraw()
