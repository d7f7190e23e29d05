"""The pages that make a pad: what you write down, how it scores, and a try."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from textual import events

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.desk.drafts import UnfitDraft, checked_content, with_checksum
from companion.report.drawing import capitalise
from companion.report.layout import width as width_of
from companion.report.spans import Line, Span, beside, folded_spans, hint, rule, spread, words, wrap
from companion.report.words import Speaker, without_paths
from companion.session.pad_draft import PadDraft, PadOption
from companion.session.pad_trial import Trial
from companion.storage.drafts import DraftFile
from companion.storage.errors import FileError, Overtaken
from companion.storage.rulesets import Loaded
from companion.tui.models.grid_editor import GridEditor, Place
from companion.tui.screens.grid import GridPage

CHOSEN, OTHER = "●", "○"
INDENT = 6


class MakePage(GridPage):
    """Three steps that Enter ends; Backspace goes back, and Esc discards the pad."""

    HELPED = ("make-pad-pick", "make-pad-ways")

    def __init__(self, draft: PadDraft, speaker: Speaker, edited: Loaded | None, slot: DraftFile) -> None:
        super().__init__(GridEditor(draft), speaker)
        self._draft, self._edited, self._begun_as = draft, edited, draft.tables("")
        self._slot = slot
        """Keeps the unfinished pad."""
        self._is_sure = False
        self._theirs: Path | None = None
        """The edited pad, if another program has changed it."""

    @property
    def step(self) -> int:
        return int(self.editor.source.step)

    @property
    def _options(self) -> list[PadOption]:
        """The options to show: those of the marked cell, else of its row or step."""
        path, options = self.editor.cell.path, self._draft.options
        typed = self.editor.typed if path[-1] == "numbers" else None
        return options(path) or options((*path[:2], "way") if self.step > 1 else ("parts",), typed or "")

    # The unfinished pad

    def on_mount(self) -> None:
        """Bring back what a killed program left unfinished."""
        if not (content := self._slot.take_over()):
            return
        try:
            opened, raw, parts, step, place, typed = json.loads(checked_content(content))
        except (UnfitDraft, ValueError):
            self._slot.set_aside()
            return
        self._draft.bring_back(raw, parts)
        self._show(step)
        self.editor.place, self.editor.typed = Place(*place), typed
        self._edited = self._edited and opened and replace(self._edited, raw=opened)
        self.host.notify(self.host.speaker.phrase("make-pad.left"))

    def _keep_unfinished(self) -> None:
        draft, editor, edited = self._draft, self.editor, self._edited
        place, typed = (editor.place, editor.typed) if self.step < 3 else (Place(), None)
        kept = edited and edited.raw, draft.raw, sorted(draft.parts), draft.step, place, typed
        is_begun = bool(typed) or draft.tables("") != self._begun_as
        self._slot.keep(with_checksum(json.dumps(kept).encode()) if is_begun else b"")

    def on_unmount(self) -> None:
        self._slot.close()

    # Drawing

    def redraw(self) -> None:
        self.editor.stop = "cell"
        self.editor.take_source(self.editor.source)
        super().redraw()
        self._keep_unfinished()

    def head_lines(self, width: int) -> list[Line]:
        speaker, problem = self._speaker, self.editor.problem
        title = ": ".join(filter(None, (speaker.phrase("screen.label.make_pad"), self._draft.name)))
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
        wide = INDENT + max(map(width_of, names), default=0) + 3
        for number, (name, one) in enumerate(zip(names, self._options, strict=True), 1):
            radio, target = CHOSEN if one.is_chosen else OTHER, f"command:pick({number - 1})"
            look, said = "strong" if one.is_chosen else "", capitalise(self._speaker.say(one.meaning))
            sign, key = Span(f" {radio} ", look, target), Span(f"{number} ", "key", target)
            more = [line for part in said.split("\n") for line in folded_spans(part, width - wide, "muted")]
            head = (sign, key, Span(name, look, target))
            lines += beside([head], more, wide)
        return lines

    def _result_lines(self, trial: Trial, width: int) -> list[Line]:
        speaker, change = self._speaker, hint("t", self._speaker.phrase("make-pad.do.t"), "")
        said = [line for one in trial.result for line in folded_spans(speaker.say(one), width)]
        how = words(" ".join(map(speaker.say, trial.loaded.game.explanation())))
        before = [rule(speaker.phrase("make-pad.before"), "", width), *wrap([*how, change], width, indent=0)]
        return [*said, (), *before]

    def hints(self) -> list[Line]:
        can_pick = self.step < 3 and self._draft.options(self.editor.cell.path)
        keys = {"enter": "screen.do.next" if self.step < 3 else "make-pad.do.save", "tab": "make-pad.do.cell"}
        keys |= {f"1-{len(self._options)}": "make-pad.do.pick"} if can_pick else {}
        keys |= {"v": "make-pad.do.theirs"} if self.step == 3 and self._theirs else {}
        keys |= {"backspace": "screen.label.close", "escape": "screen.entry-escape"}
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
            does: dict[str, Callable[[], object]] = {"enter": self._save, "t": self._turn_tie_break}
            if self._theirs is not None:
                does["v"] = partial(self._look_at, self._theirs)
            return does.get(key)
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
            self._slot.keep(b"")
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
        host, edited, shelf = self.host, self._edited, self.host.library.shelf
        try:
            game = shelf.write(self._draft.name, self._draft.tables, edited)
        except Overtaken as fault:
            self._theirs, self._edited = fault.path, None
            self._draft.rename(self._draft.raw, f"{self._draft.name} 2")
            self._try()
            self.editor.problem = fault.message
            return
        self._slot.keep(b"")
        found = [one for one in host.listing.sessions() if one.summary and one.summary.game == game]
        host.plans.choose(game)
        host.notify(host.speaker.phrase("pads.saved", file=shelf.load(game).path.name))
        if edited is not None and found and shelf.load(game).digest != edited.digest:
            host.notify(host.speaker.phrase("pads.kept", count=len(found)))

    def _look_at(self, path: Path) -> None:
        """Show a pad as it is now, over the one that is made."""
        self.host.open_maker(self.host.library.shelf.check(path))
