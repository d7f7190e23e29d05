"""The page of rulesets: what is installed, what is wrong with it, and how to make one of your own."""

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import BindingType

from companion.core.messages import say
from companion.pages.commands import (
    OPENING,
    PAGE,
    Commands,
)
from companion.report.rulesets import example_of, numbers_of, option_said, ruleset_said
from companion.report.spans import Line, Span, folded_line, folded_spans
from companion.report.words import Speaker
from companion.storage.errors import FileError
from companion.storage.rulesets import Loaded
from companion.tui.keymap import (
    bindings_of,
    shown,
)
from companion.tui.screens.listing import ListPage
from companion.tui.screens.page import Page


class RulesetsPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(OPENING)
    OWN_COMMANDS: ClassVar[Commands] = (*OPENING, *PAGE)
    HINTS: ClassVar[Commands] = (*OPENING, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("rulesets", "list-arrows")

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(speaker.say(say("rulesets.title")))
        self._speaker = speaker
        self._sound: list[Loaded] = []
        self._faults: list[FileError] = []

    def on_mount(self) -> None:
        self._shelf = self.host.library.shelf
        self._sound, self._faults = self._shelf.all()
        super().on_mount()

    def head(self, lines: Sequence[Line]) -> None:
        key, folder = shown(self.host.keys["listing.open"], self._speaker), str(self._shelf.folders[-1])
        said = self._speaker.say(say("rulesets.where", folder=folder, key=key))
        super().head([*lines, *folded_spans(said, max(1, self.size.width - 2), "muted")])

    def rows(self, width: int) -> list[list[Line]]:
        """Sound ones, then what is wrong with others."""
        sound = [self._about(one, width) for one in self._sound]
        return [*sound, *(self._fault(one, width) for one in self._faults)]

    def _about(self, loaded: Loaded, width: int) -> list[Line]:
        ruleset = loaded.ruleset
        players = say("rulesets.players", least=ruleset.players.least, most=ruleset.players.most)
        name = Span(ruleset.names.of(self._speaker.language).long, "strong")
        said = self._speaker.say(ruleset_said(self._shelf, loaded))
        first = folded_line((name, Span(f"  {self._speaker.say(players)}")), width)
        return [*first, *folded_spans(f"  {said}", width, "muted")]

    def _fault(self, fault: FileError, width: int) -> list[Line]:
        reason = Speaker(fault.ruleset, self._speaker.language).say(fault.message)
        said = say("rulesets.faulty", path=str(fault.path), reason=reason)
        return folded_spans(self._speaker.say(said), width, "bad")

    def action_open(self) -> None:
        place = self.place - len(self._sound)
        if place < 0:
            loaded = self._sound[self.place]
            title = loaded.ruleset.names.of(self._speaker.language).long
            self.app.push_screen(Page(title, lambda width: self._details(loaded, width)))
        elif place < len(self._faults):
            fault, mend = self._faults[place], self._speaker.say(say("rulesets.mend"))
            self.app.push_screen(
                Page(
                    fault.path.name,
                    lambda width: [*self._fault(fault, width), (), *folded_spans(mend, width)],
                )
            )

    def _details(self, loaded: Loaded, width: int) -> list[Line]:
        """Where it comes from, its options, its numbers, and how to change them."""
        speaker, lines = Speaker(loaded.ruleset, self._speaker.language), self._about(loaded, width)
        tables = numbers_of(loaded).items()
        texts = {
            key: ", ".join(f"{one} {speaker.money(number)}" for one, number in table.items())
            for key, table in tables
        }
        path = self._shelf.folders[-1] / f"our-{loaded.ruleset.id}.toml"
        parts = {
            "rulesets.options": [option_said(loaded, key, speaker) for key in loaded.ruleset.options],
            "rulesets.numbers": [
                say("rulesets.table", table=key, numbers=text) for key, text in texts.items()
            ],
            "rulesets.make": [say("rulesets.make-how", path=str(path))],
        }
        for title, said in parts.items():
            lines += [(), *folded_spans(speaker.say(say(title)), width, "title")] if said else []
            lines += [line for one in said for line in folded_spans(speaker.say(one), width)]
        return [*lines, (), *((Span(f"    {line}", "strong"),) for line in example_of(loaded))]
