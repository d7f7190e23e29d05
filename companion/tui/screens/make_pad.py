"""The pages that make a pad: what you write down, how it scores, and a try."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from textual import events

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.report.drawing import capitalise
from companion.report.layout import width as width_of
from companion.report.spans import Line, Span, beside, folded_spans, hint, rule, spread, words, wrap
from companion.report.words import Speaker, without_paths
from companion.session.pad_draft import PadDraft, PadOption
from companion.session.pad_trial import Trial
from companion.storage.errors import FileError
from companion.storage.rulesets import Loaded
from companion.tui.draw.new_session import NARROW
from companion.tui.models.grid_editor import GridEditor, Place
from companion.tui.screens.grid import GridPage

CHOSEN, OTHER = "●", "○"
INDENT = 6


class MakePage(GridPage):
    """Three steps that Enter ends; Backspace goes back, and Esc discards the pad."""

    HELPED = (
        *("make-pad", "make-pad-save", "make-pad-pick", "make-pad-ways"),
        *("cell-arrows", "make-pad-back", "make-pad-tie"),
    )

    def __init__(self, draft: PadDraft, speaker: Speaker, edited: Loaded | None = None) -> None:
        super().__init__(GridEditor(draft), speaker)
        self._draft, self._edited, self._begun_as = draft, edited, draft.tables("")
        self._is_sure = False

    @property
    def step(self) -> int:
        return int(self.editor.source.step)

    @property
    def _options(self) -> list[PadOption]:
        """The options to show: those of the marked cell, else of its row or step."""
        path, options = self.editor.cell.path, self._draft.options
        typed = self.editor.typed if path[-1] == "numbers" else None
        return options(path) or options((*path[:2], "way") if self.step > 1 else ("parts",), typed or "")

    # Drawing

    def redraw(self) -> None:
        self.editor.is_at_end = False
        self.editor.sections = self.editor.source.sections
        super().redraw()

    def head_lines(self, width: int) -> list[Line]:
        speaker, problem = self._speaker, self.editor.problem
        title = ": ".join(filter(None, (speaker.phrase("pads.make"), self._draft.name)))
        step = Span(speaker.phrase("make-pad.step", step=self.step), "muted")
        said = folded_spans(speaker.say(without_paths(problem)), width, "bad") if problem else []
        return [spread((Span(title, "title"),), (step,), width), *said]

    def content_lines(self, width: int) -> list[Line]:
        lines = self.section_lines(width)
        if self.step == 3:
            return lines + self._result_lines(self.editor.source, width)
        if self.step > 1 and self._options:
            title = self.editor.sections[self.editor.place.section].columns[-2].of
            lines.append(rule(self._speaker.text(title), "", width))
        return lines + self._option_lines(width)

    def _option_lines(self, width: int) -> list[Line]:
        lines, names = list[Line](), [self._speaker.say(one.name) for one in self._options]
        wide = INDENT + max(map(width_of, names), default=0) + 3 if width >= NARROW else INDENT
        for number, (name, one) in enumerate(zip(names, self._options, strict=True), 1):
            radio, target = CHOSEN if one.is_chosen else OTHER, f"command:pick({number - 1})"
            look, said = "strong" if one.is_chosen else "", capitalise(self._speaker.say(one.meaning))
            sign, key = Span(f" {radio} ", look, target), Span(f"{number} ", "key", target)
            more = [line for part in said.split("\n") for line in folded_spans(part, width - wide, "muted")]
            head = (sign, key, Span(name, look, target))
            lines += beside([head], more if width >= NARROW else [(), *more], wide)
        return lines

    def _result_lines(self, trial: Trial, width: int) -> list[Line]:
        speaker, change = self._speaker, hint("t", self._speaker.phrase("make-pad.do.t"), "")
        said = [line for one in trial.result for line in folded_spans(speaker.say(one), width)]
        file = speaker.phrase("make-pad.file", file=trial.loaded.path.name)
        how = words(" ".join(map(speaker.say, trial.loaded.game.explanation())))
        before = [rule(speaker.phrase("make-pad.before"), "", width), *wrap([*how, change], width, indent=0)]
        return [*said, (), *before, (Span(file),)]

    def hints(self) -> list[Line]:
        can_pick = self.step < 3 and self._draft.options(self.editor.cell.path)
        keys = {"enter": "screen.do.next" if self.step < 3 else "make-pad.do.save", "tab": "make-pad.do.cell"}
        keys |= {f"1-{len(self._options)}": "make-pad.do.pick"} if can_pick else {}
        keys |= {"backspace": "make-pad.do.back", "escape": "make-pad.do.discard"}
        return [hint(self._speaker.key(key), self._speaker.phrase(word), "") for key, word in keys.items()]

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Take a key that changes no text; Textual gives any other to the grid."""
        self._is_sure = self._is_sure and event.key == "escape"
        does = self._doing((event.character if event.is_printable else None) or event.key)
        if does is None:
            return
        event.stop()
        event.prevent_default()
        self.editor.problem = None
        try:
            does()
        except (Refusal, FileError) as against:
            self.editor.problem = against.message
        if self.is_current:
            self.redraw()

    def _doing(self, key: str) -> Callable[[], object] | None:
        editor, cell = self.editor, self.editor.cell
        can_pick = self.step < 3 and self._draft.options(cell.path)
        if key == "backspace" and not editor.typed and (self.step == 3 or can_pick or not cell.text):
            return partial(self._show, self.step - 1) if self.step > 1 else self.action_done
        if self.step == 3:
            return {"enter": self._save, "t": self._turn_tie_break}.get(key)
        if can_pick and (len(key) == 1 or key == "delete"):
            return {str(at): one.pick for at, one in enumerate(self._options, 1)}.get(key, self.app.bell)
        return self._go_on if key == "enter" else None

    def action_pick(self, place: int) -> None:
        self._options[place].pick()
        self.redraw()

    def action_done(self) -> None:
        if self._draft.tables("") != self._begun_as and not self._is_sure:
            self._is_sure, self.editor.problem = True, say("make-pad.sure")
            self.redraw()
        else:
            self.dismiss()

    # From step to step

    def _show(self, step: int) -> None:
        """Show one of the first two steps."""
        self._draft.step = step
        self.editor, self._speaker = GridEditor(self._draft), self.host.speaker

    def _go_on(self) -> None:
        """Go to the numbers of a way, else to the next row; from an empty or the last row, end the step."""
        editor, draft, path, typed = self.editor, self._draft, self.editor.cell.path, self.editor.typed
        section, row, column = editor.place
        right = editor.sections[section].rows[row].cells[column + 1 :]
        if not editor.take_typed():
            return
        if draft.step == 1 and path != ("parts",):
            editor.go(Place(1))
        elif draft.step == 1 and not draft.name:
            editor.go(Place())
            editor.problem = say("make-pad.no-name")
        elif draft.step == 1 and draft.parts:
            self._show(2)
        elif draft.step == 2 and path[-1] == "way" and not right[0].is_fixed:
            editor.go(Place(section, row, column + 1))
        elif draft.step == 2 and (path[1] or (typed and path[-1] == "name")):
            editor.go(Place(section, row if typed == "" else row + 1))
        elif draft.step == 2 and section + 1 < len(editor.sections):
            editor.go(Place(section + 1))
        else:
            self._try()

    def _try(self) -> None:
        edited, shelf = self._edited, self.host.library.shelf
        trial = self._draft.try_out(edited.ruleset.id if edited else shelf.free_id(self._draft.name))
        self.editor, self._speaker = (
            GridEditor(trial),
            Speaker(trial.loaded.ruleset, self.host.config.language),
        )
        if trial.record.failure is not None:
            self.editor.problem = trial.record.failure.message
        self.host.set_players(trial.players, {})

    def _turn_tie_break(self) -> None:
        self._draft.turn_tie_break()
        trial = self.editor.source
        self.editor.source = replace(self._draft.try_out(trial.loaded.ruleset.id), draft=trial.draft)

    def _save(self) -> None:
        """Write the pad and go to a new session with it."""
        if not self.editor.take_typed():
            return
        host, edited, game = self.host, self._edited, self.editor.source.loaded.ruleset.id
        shelf = host.library.shelf
        shelf.write(self._draft.tables(game), edited.path if edited else None)
        found = [one for one in host.listing.sessions() if one.summary and one.summary.game == game]
        host.plans.choose(game)
        host.notify(host.speaker.phrase("pads.saved", file=shelf.load(game).path.name))
        if edited is not None and found and shelf.load(game).digest != edited.digest:
            host.notify(host.speaker.phrase("pads.kept", count=len(found)))
