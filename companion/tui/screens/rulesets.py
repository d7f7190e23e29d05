"""The page of rulesets: what is installed, what is wrong with it, and how to make one of your own."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from companion.core.messages import say
from companion.report.rulesets import example_of, numbers_of, option_said, origin_of, own_file
from companion.report.spans import Line, Span, folded_line, folded_spans
from companion.report.words import Speaker
from companion.storage.errors import FileError
from companion.storage.rulesets import Loaded
from companion.tui.commands import PAGE, RULESETS, Commands, bindings_of
from companion.tui.screens.listing import ListPage
from companion.tui.screens.page import Page


class RulesetsPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(RULESETS)
    OWN_COMMANDS: ClassVar[Commands] = (*RULESETS, *PAGE)
    HINTS: ClassVar[Commands] = (*RULESETS, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("rulesets", "list-arrows")

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(speaker.say(say("rulesets.title")))
        self._speaker = speaker
        self._sound: list[Loaded] = []
        self._faults: list[FileError] = []

    def on_mount(self) -> None:
        self._sound, self._faults = self.host.library.shelf.all()
        super().on_mount()

    def head(self, lines: Sequence[Line]) -> None:
        folder = self.host.library.shelf.folders[-1]
        said = self._speaker.say(say("rulesets.where", folder=str(folder)))
        super().head([*lines, *folded_spans(said, max(1, self.size.width - 2), "muted")])

    def rows(self, width: int) -> list[list[Line]]:
        """Sound ones, then what is wrong with others, then how to make one."""
        rows = [self._row(one, width) for one in self._sound]
        for fault in self._faults:
            said = self._speaker.say(say("rulesets.faulty", reason=self._reason(fault)))
            rows.append(folded_spans(f"{fault.path}: {said}", width, "bad"))
        make = folded_spans(self._speaker.say(say("rulesets.make")), width, "strong")
        return [*rows, make] if self._sound else rows

    def _row(self, loaded: Loaded, width: int) -> list[Line]:
        ruleset = loaded.ruleset
        players = say("rulesets.players", least=ruleset.players.least, most=ruleset.players.most)
        name = Span(ruleset.names.of(self._speaker.language).long, "strong")
        first = folded_line((name, Span(f"  {self._speaker.say(players)}")), width)
        return [*first, *self._file(loaded, width)]

    def _file(self, loaded: Loaded, width: int) -> list[Line]:
        origin = origin_of(self.host.library.shelf, loaded)
        said = say("rulesets.file", id=loaded.ruleset.id, origin=origin, path=str(loaded.path))
        return folded_spans(f"  {self._speaker.say(said)}", width, "muted")

    def _reason(self, fault: FileError) -> str:
        return Speaker(fault.ruleset, self._speaker.language).say(fault.message)

    def action_open(self) -> None:
        place = self.place
        if place < len(self._sound):
            loaded = self._sound[place]
            title = loaded.ruleset.names.of(self._speaker.language).long
            self.app.push_screen(Page(title, lambda width: self._details(loaded, width)))
        elif place < len(self._sound) + len(self._faults):
            fault = self._faults[place - len(self._sound)]
            self.app.push_screen(Page(fault.path.name, lambda width: self._mending(fault, width)))
        elif self._sound:
            self.app.push_screen(Page(self._speaker.say(say("rulesets.make")), self._making))

    def _details(self, loaded: Loaded, width: int) -> list[Line]:
        """Where it comes from, its options and its numbers."""
        ruleset, speaker = loaded.ruleset, Speaker(loaded.ruleset, self._speaker.language)
        key = "rulesets.options" if ruleset.options else "rulesets.no-options"
        lines = [*self._row(loaded, width), (), *folded_spans(speaker.say(say(key)), width, "title")]
        for option in ruleset.options:
            lines += folded_spans(speaker.say(option_said(ruleset, option, speaker)), width)
        lines += [(), *folded_spans(speaker.say(say("rulesets.numbers")), width, "title")]
        for table, numbers in numbers_of(loaded.raw).items():
            listed = ", ".join(f"{key} {number:,}" for key, number in numbers.items())
            lines += folded_spans(speaker.say(say("rulesets.table", table=table, numbers=listed)), width)
        return lines

    def _mending(self, fault: FileError, width: int) -> list[Line]:
        mend = self._speaker.say(say("rulesets.mend", path=str(fault.path)))
        return [*folded_spans(self._reason(fault), width, "bad"), (), *folded_spans(mend, width)]

    def _making(self, width: int) -> list[Line]:
        loaded = self._sound[0]
        path = own_file(self.host.library.shelf, loaded)
        how = say("rulesets.make-how", path=str(path), base=loaded.ruleset.id)
        lines = [*folded_spans(self._speaker.say(how), width), ()]
        lines += [(Span(f"    {line}", "strong"),) for line in example_of(loaded)]
        return [*lines, (), *folded_spans(self._speaker.say(say("rulesets.make-kept")), width, "muted")]
