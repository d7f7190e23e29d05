"""The pages that make a pad: what you write down, how it scores, and a try."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from textual import events, on

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.forms.drafts import Path
from companion.report.drawing import capitalise
from companion.report.layout import width as width_of
from companion.report.spans import Line, Span, beside, folded_spans, hint, rule, spread, words, wrap
from companion.report.words import Speaker, without_paths
from companion.session.pad_draft import PadDraft, PadOption
from companion.session.pad_trial import Trial
from companion.storage.errors import FileError
from companion.storage.rulesets import Loaded, ruleset_text
from companion.tui.draw.new_session import NARROW
from companion.tui.models.grid_editor import GridEditor, Place
from companion.tui.screens.grid import GridPage, section_lines
from companion.tui.screens.page import TextScreen
from companion.tui.widgets.lines import Lines

CHOSEN, OTHER = "●", "○"
INDENT = 6


def option_lines(options: Sequence[PadOption], speaker: Speaker, room: int) -> list[Line]:
    lines, names = list[Line](), [speaker.say(one.name) for one in options]
    wide = INDENT + max(map(width_of, names), default=0) + 3 if room >= NARROW else INDENT
    for number, (name, one) in enumerate(zip(names, options, strict=True), 1):
        radio, target = CHOSEN if one.is_chosen else OTHER, f"pick:{number}"
        look, said = "strong" if one.is_chosen else "", capitalise(speaker.say(one.meaning))
        head = (Span(f" {radio} ", look, target), Span(f"{number} ", "key", target), Span(name, look, target))
        more = [line for part in said.split("\n") for line in folded_spans(part, room - wide, "muted")]
        lines += (
            beside([head], more, wide) if room >= NARROW else [head, *beside([()] * len(more), more, wide)]
        )
    return lines


class MakePage(GridPage):
    """Three steps that Enter ends; Backspace goes back, and Esc discards the pad."""

    HELPED = ("make-pad", "make-pad-pick", "make-pad-ways", "make-pad-back")
    TRYING = ("make-pad-try", "cell-tab", "cell-arrows", "make-pad-tie", "make-pad-file", "make-pad-save")

    def __init__(self, draft: PadDraft, speaker: Speaker, edited: Loaded | None = None) -> None:
        super().__init__(GridEditor(draft), speaker)
        self._draft, self._edited, self._begun_as = draft, edited, draft.tables("")
        self._is_sure = self._has_file = False

    @property
    def trial(self) -> Trial | None:
        source = self.editor.source
        return source if isinstance(source, Trial) else None

    @property
    def step(self) -> int:
        return 3 if self.trial else self._draft.step

    @property
    def _path(self) -> Path:
        """The path of the options to show: those of the marked cell, else of its row or step."""
        path = self.editor.cell.path
        return path if self._draft.options(path) else (*path[:2], "way") if self.step > 1 else ("parts",)

    # Drawing

    def redraw(self) -> None:
        self.editor.is_at_end = False
        self.editor.sections = self.editor.source.sections
        super().redraw()

    def head(self, lines: Sequence[Line]) -> None:
        speaker, problem, width = self._speaker, self.editor.problem, max(1, self.size.width - 2)
        title = ": ".join(filter(None, (speaker.phrase("pads.make"), self._draft.name)))
        step = Span(speaker.phrase("make-pad.step", step=self.step), "muted")
        said = folded_spans(speaker.say(without_paths(problem)), width, "bad") if problem else []
        TextScreen.head(self, [spread((Span(title, "title"),), (step,), width), *said])

    def content_lines(self, width: int) -> list[Line]:
        lines, self.seen = section_lines(self.editor, self._speaker, width)
        if self.trial is not None:
            return lines + self._result_lines(self.trial, width)
        if self.step > 1:
            lines.append(rule(self._speaker.phrase("make-pad.way"), "", width))
        return lines + option_lines(self._draft.options(self._path), self._speaker, width)

    def _result_lines(self, trial: Trial, width: int) -> list[Line]:
        lines, speaker = list[Line](), self._speaker
        for at, one in enumerate(trial.result):
            lines += folded_spans(speaker.say(one), width, "" if at else "strong")
        lines += [(), rule(speaker.phrase("make-pad.before"), "", width)]
        file = speaker.phrase("make-pad.file", file=trial.loaded.path.name)
        for key, text in (("t", speaker.say(trial.tie_break)), ("i", file)):
            lines += wrap([hint(key, speaker.phrase(f"make-pad.do.{key}"), ""), *words(text)], width)
        shown = ruleset_text(trial.loaded.raw) if self._has_file else ""
        return lines + [(Span(f"  {line}", "muted"),) for line in shown.splitlines()]

    def hints(self) -> list[Line]:
        most = 0 if self.trial else len(self._draft.options(self.editor.cell.path))
        keys = [
            ("enter", "make-pad.do.save" if self.trial else "screen.do.next"),
            ("tab", "make-pad.do.cell"),
        ]
        keys += [(f"1-{most}", "make-pad.do.pick")] if most else []
        keys += [("backspace", "make-pad.do.back"), ("escape", "make-pad.do.discard")]
        return [hint(self._speaker.key(key), self._speaker.phrase(word), "") for key, word in keys]

    def help_keys(self) -> tuple[str, ...]:
        return self.TRYING if self.trial else self.HELPED

    # Keys and pointing

    def on_key(self, event: events.Key) -> None:
        """Take a key that changes no text; Textual gives any other to the grid."""
        self._is_sure = self._is_sure and event.key == "escape"
        does = self._doing((event.character if event.is_printable else None) or event.key)
        if does is not None:
            event.stop()
            event.prevent_default()
            self.editor.problem = None
            does()
            if self.is_current:
                self.redraw()

    def _doing(self, key: str) -> Callable[[], object] | None:
        editor, cell = self.editor, self.editor.cell
        can_pick = not self.trial and bool(self._draft.options(cell.path))
        if key == "backspace" and not editor.typed and (self.trial or can_pick or not cell.text):
            return self._go_back
        if self.trial:
            return {"enter": self._save, "t": self._turn_tie_break, "i": self._show_file}.get(key)
        if can_pick and (len(key) == 1 or key == "delete"):
            return partial(self._draft.pick, cell.path, int(key) if key.isdecimal() else 0)
        return self._go_on if key == "enter" else None

    @on(Lines.Pointed)
    def _pick_option(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        if what == "pick" and self.editor.take_typed():
            self._draft.pick(self._path, int(value))
            self.editor.place = Place(1) if self._path == ("parts",) else self.editor.place
            self.redraw()

    def action_done(self) -> None:
        if self._draft.tables("") != self._begun_as and not self._is_sure:
            self._is_sure, self.editor.problem = True, say("make-pad.sure")
            self.redraw()
        else:
            self.dismiss()

    # From step to step

    def _go_back(self) -> None:
        if self.step == 1:
            self.action_done()
        else:
            self._show(self.step - 1)

    def _show(self, step: int) -> None:
        """Show one of the first two steps."""
        self._draft.step = step
        self.editor, self._speaker = GridEditor(self._draft), self.host.speaker

    def _go_on(self) -> None:
        """Go to the next row; from the empty row of a list, or the last row, end the step."""
        editor, draft, path, typed = self.editor, self._draft, self.editor.cell.path, self.editor.typed
        section, row, _ = editor.place
        if not editor.take_typed():
            return
        if draft.step == 1 and path != ("parts",):
            editor.go(Place(1))
        elif draft.step == 1 and not draft.name:
            editor.go(Place())
            editor.problem = say("make-pad.no-name")
        elif draft.step == 1 and draft.parts:
            self._show(2)
        elif draft.step == 2 and (path[1] or (typed and path[-1] == "name")):
            editor.go(Place(section, row if typed == "" else row + 1))
        elif draft.step == 2 and section + 1 < len(editor.sections):
            editor.go(Place(section + 1))
        else:
            self._try()

    def _try(self) -> None:
        edited, shelf = self._edited, self.host.library.shelf
        try:
            trial = self._draft.try_out(edited.ruleset.id if edited else shelf.free_id(self._draft.name))
        except Refusal as refusal:
            self.editor.problem = refusal.message
            return
        self.editor, self._speaker = GridEditor(trial), Speaker(trial.loaded.ruleset, self.host.language)
        if trial.record.failure is not None:
            self.editor.problem = trial.record.failure.message
        self.host.set_players(trial.players, {})

    # The try

    def _turn_tie_break(self) -> None:
        self._draft.turn_tie_break()
        trial = self.editor.source
        self.editor.source = replace(self._draft.try_out(trial.loaded.ruleset.id), draft=trial.draft)

    def _show_file(self) -> None:
        self._has_file = not self._has_file

    def _save(self) -> None:
        """Write the pad and go to a new session with it."""
        if not self.editor.take_typed():
            return
        host, edited, game = self.host, self._edited, self.editor.source.loaded.ruleset.id
        shelf = host.library.shelf
        try:
            shelf.write(self._draft.tables(game), edited.path if edited else None)
        except FileError as fault:
            self.editor.problem = fault.message
            return
        found = [one for one in host.listing.sessions() if one.summary and one.summary.game == game]
        host.plans.choose(game)
        if edited is not None and found and shelf.load(game).digest != edited.digest:
            host.notify(host.speaker.phrase("pads.kept", count=len(found)))
