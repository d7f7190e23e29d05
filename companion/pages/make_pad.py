"""The grids that make a pad: what you write down, how it scores, and a try."""

import json
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from companion.core.errors import Refusal
from companion.core.messages import say
from companion.core.targets import Target
from companion.desk.unfinished import UnfitDraft, checked_content, with_checksum
from companion.pages.effects import CallHere, Effect, link
from companion.pages.grid import GridEditor, GridView, Place
from companion.pages.page import Block, Row, RowList, drawn
from companion.pages.view import AppServices
from companion.report.rulesets import scoring_in_words
from companion.report.spans import GAP, Key, Line, Span, heading, hint, spread, text, words, wrap
from companion.report.table_text import capitalise
from companion.report.words import Speaker
from companion.session.pad_draft import PadDraft, PadOption
from companion.storage.draft_file import DraftFile
from companion.storage.errors import FileError, Overtaken
from companion.storage.loaded_ruleset import Loaded

CHOSEN, OTHER = "●", "○"
TRIAL = 3


def open_maker(services: AppServices, loaded: Loaded | None = None) -> None:
    """Make a pad, or edit one: a shipped one as a copy."""
    library, speaker = services.library, services.speaker
    is_own = loaded is not None and not library.rulesets.is_shipped(loaded.path)
    draft = PadDraft(loaded.raw if loaded else None, services.config.language, speaker.say)
    if loaded is not None and not is_own:
        draft.rename(draft.raw, f"{draft.name} 2")
    file = loaded.path.name if loaded else "_"  # which no id has
    slot = DraftFile(library.disk, library.rulesets.folders[-1] / file)
    pad = PadGrid(draft, speaker, loaded if is_own else None, slot)
    is_back = pad.bring_back()
    services.show_page(pad, link("grid"))
    if is_back:  # afterwards: a page that is covered removes all notices
        services.call_after_refresh(services.notify, speaker.phrase("screen.left-entry"))


class PadGrid(GridView):
    """Three steps that Enter ends; Backspace goes back, and Esc discards the pad."""

    help = ("make-pad-pick", "make-pad-ways")

    def __init__(self, draft: PadDraft, speaker: Speaker, edited: Loaded | None, slot: DraftFile) -> None:
        super().__init__(speaker, GridEditor(draft))
        self._draft, self._edited, self._begun_as = draft, edited, draft.tables("")
        self._plain, self._slot = speaker, slot
        """Speaks without the pad's own names; keeps the unfinished pad."""
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

    def bring_back(self) -> bool:
        """Bring back what a killed program left unfinished, if anything."""
        if not (content := self._slot.take_over()):
            return False
        try:
            opened, raw, parts, step, place, typed = json.loads(checked_content(content))
        except (UnfitDraft, ValueError):
            self._slot.set_aside()
            return False
        self._draft.bring_back(raw, parts)
        self._show(step)
        self.editor.place, self.editor.typed = Place(*place), typed
        self._edited = self._edited and opened and replace(self._edited, raw=opened)
        return True

    def keep(self) -> None:
        draft, editor, edited = self._draft, self.editor, self._edited
        place, typed = (editor.place, editor.typed) if self.step < TRIAL else (Place(), None)
        kept = edited and edited.raw, draft.raw, sorted(draft.parts), draft.step, place, typed
        is_begun = bool(typed) or self._is_changed
        self._slot.keep(with_checksum(json.dumps(kept).encode()) if is_begun else b"")

    @property
    def _is_changed(self) -> bool:
        return self._draft.tables("") != self._begun_as

    def release(self) -> None:
        self._slot.close()

    def close(self) -> None:
        self._slot.keep(b"")

    # Drawing

    def follow(self) -> None:
        self.editor.stop = "cell"
        self.editor.take_source(self.editor.source)
        self.colours = (self.editor.source.players, {}) if self.step == TRIAL else None
        self.sure = say("make-pad.sure") if self._is_changed else None
        self.keep()

    def head(self, width: int) -> list[Line]:
        title = ": ".join(filter(None, (self.word("screen.label.make_pad"), self._draft.name)))
        step = Span(self.word("make-pad.step", step=self.step), "muted")
        return [spread((Span(title, "title"),), (step,), width), *self.problem_lines(width)]

    def blocks(self) -> list[Block]:
        cells = super().blocks()
        if self.step == TRIAL:
            result = [text(self.speaker.say(message)) for message in self.editor.source.result]
            return [*cells, *result, GAP, drawn(self._how_lines)]
        rows = [self._option_row(*numbered) for numbered in enumerate(self._options, 1)]
        if self.step > 1 and rows:
            title = self.speaker.text(self.editor.sections[self.editor.place.section].columns[-2].of)
            cells.append(drawn(lambda width: [heading(title, width)]))
        return [*cells, RowList(rows)]

    def _option_row(self, number: int, option: PadOption) -> Row:
        radio, look = (CHOSEN, "strong") if option.is_chosen else (OTHER, "")
        target, name = Target("pick", number - 1), self.speaker.say(option.name)
        lead = Span(f" {radio} ", look, target), Span(f"{number} ", "key", target), Span(name, look, target)
        meaning, *more = capitalise(self.speaker.say(option.meaning)).split("\n")
        meant = (Span(meaning, "muted"),)
        return Row(meant, lead=(*lead, Span("    ")), more=[text(line, "muted") for line in more])

    def _how_lines(self, width: int) -> list[Line]:
        change = hint("t", self.word("make-pad.do.t"), Target("press", "t"))
        how = words(" ".join(scoring_in_words(self.editor.source.loaded.game, self.speaker)))
        return [heading(self.word("make-pad.before"), width), *wrap([*how, change], width, indent=0)]

    def hints(self, _: Key) -> list[tuple[str, str]]:
        is_trial = self.step == TRIAL
        keys = {"enter": "make-pad.do.save" if is_trial else "screen.label.next", "tab": "make-pad.do.cell"}
        keys |= {f"1-{len(self._options)}": "make-pad.do.pick"} if self._can_pick else {}
        keys |= {"v": "make-pad.do.theirs"} if is_trial and self._theirs else {}
        keys |= {"backspace": "screen.label.close", "escape": "screen.label.discard"}
        return [(key, self.word(word)) for key, word in keys.items()]

    # Keys

    @property
    def _can_pick(self) -> bool:
        return self.step < TRIAL and bool(self._draft.options(self.editor.cell.path))

    def press(self, mark: Key, key: str) -> Effect | None:
        editor = self.editor
        is_back = self.step == TRIAL or self._can_pick or not editor.cell.text
        if key == "backspace" and not editor.typed and is_back and self.step == 1:
            return CallHere(self.close, self.sure, closes=True)
        if key == "backspace" and not editor.typed and is_back:
            return self._doing(partial(self._show, self.step - 1))
        if self.step == TRIAL:
            keys: dict[str, Callable[[], None]] = {"enter": self._save, "t": self._turn_tie_break}
            if (theirs := self._theirs) is not None:
                keys["v"] = lambda: open_maker(self.services, self.services.library.rulesets.check(theirs))
            return self._doing(keys[key]) if key in keys else super().press(mark, key)
        if self._can_pick and (len(key) == 1 or key == "delete"):
            picks = {str(number): option.pick for number, option in enumerate(self._options, 1)}
            return self._doing(picks.get(key, self.services.bell))
        return self._doing(self._go_on) if key == "enter" else super().press(mark, key)

    def point(self, target: Target) -> Effect | None:
        is_option = target.what == "pick"
        return self._doing(self._options[target.value].pick) if is_option else super().point(target)

    def _doing(self, change: Callable[[], None]) -> CallHere:
        def do() -> None:
            self.editor.problem = None
            try:
                change()
            except (Refusal, FileError) as against:
                self.editor.problem = against.message

        return CallHere(do)

    # From step to step

    def _show(self, step: int) -> None:
        self._draft.step = step
        self.editor, self.speaker = GridEditor(self._draft), self._plain

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
        edited, rulesets = self._edited, self.services.library.rulesets
        trial = self._draft.try_out(edited.ruleset.id if edited else rulesets.free_id(self._draft.name))
        self.editor, self.speaker = GridEditor(trial), Speaker(trial.loaded.ruleset, self.speaker.language)
        if trial.record.failure is not None:
            self.editor.problem = trial.record.failure.message

    def _turn_tie_break(self) -> None:
        self._draft.turn_tie_break()
        trial = self.editor.source
        self.editor.source = replace(self._draft.try_out(trial.loaded.ruleset.id), draft=trial.draft)

    def _save(self) -> None:
        if not self.editor.take_typed():
            return
        services, edited, rulesets = self.services, self._edited, self.services.library.rulesets
        try:
            game = rulesets.write(self._draft.name, self._draft.tables, edited)
        except Overtaken as fault:
            self._theirs, self._edited = fault.path, None
            self._draft.rename(self._draft.raw, f"{self._draft.name} 2")
            self._try()
            self.editor.problem = fault.message
            return
        self.close()
        summaries = [listed.summary for listed in services.listing.sessions() if listed.summary]
        count = sum(summary.game == game for summary in summaries)
        services.plans.choose(game)
        services.notify(self._plain.phrase("pads.saved", file=rulesets.load(game).path.name))
        if edited is not None and count and rulesets.load(game).digest != edited.digest:
            services.notify(self._plain.phrase("pads.kept", count=count))
