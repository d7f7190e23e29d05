"""Choices that the questions of Stephenson's Rocket share: lines, towns, commodities and players."""

from companion.core.board_notes import BoardNotes
from companion.core.choices import Choice, Draft
from companion.core.errors import Check, reason
from companion.core.game import no_items
from companion.core.messages import Message, say, saying
from companion.core.names import fold
from companion.forms.questions import Number, Question, count_pairs
from companion.games.actions import ask_player
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.ruleset import KINDS, RocketRuleset
from companion.games.stephensons_rocket.state import Kind, State
from companion.games.stephensons_rocket.town_names import TownNames

_KEYS = "123456789"
ask = saying("stephensons-rocket.ask")
help_on = saying("stephensons-rocket.help")
hint = saying("stephensons-rocket.hint")


class RocketChoices:
    def __init__(self, state: State, draft: Draft, board_notes: BoardNotes) -> None:
        self._ruleset: RocketRuleset = state.ruleset
        self._state, self._board_notes = state, board_notes
        up, by = state.turn.player if state.turn else None, draft.get("by")
        self.who: str = by if by in state.players else up or state.players[0]
        self._words = self._ruleset.names_by_id()

    def lines(self, check: Check = no_items) -> tuple[Choice, ...]:
        choices = []
        for place, (name, line) in enumerate(self._state.lines.items()):
            key, spellings = _KEYS[place : place + 1], self._words[name].spellings
            pile = self._state.ledger.of(units.shares(name), units.PILE)
            kind = "line" if line.status == "running" else line.status
            about = hint(kind, pile=pile, towns=line.town_count, into=line.into)
            choices.append(Choice(name, spellings, key, about, reason(check(name))))
        return tuple(choices)

    def commodities(self, check: Check = no_items) -> tuple[Choice, ...]:
        choices, names = [], tuple(self._ruleset.commodities)
        for place, name in enumerate(names):
            left = hint("left", left=self._state.ledger.of(units.tokens(name), units.SUPPLY))
            key, spellings = _KEYS[place : place + 1], self._words[name].spellings
            choices.append(Choice(name, spellings, key, left, reason(check(name)), among=(names,)))
        return tuple(choices)

    def towns(self, kind: Kind, named: TownNames) -> tuple[Choice, ...]:
        """Known towns of a kind as choices; `named` refuses towns that would be of two kinds or too many."""
        towns = self.town_names(kind)
        return tuple(Choice(town, refusal=reason(named.violations(kind, town, kind))) for town in towns)

    def town_names(self, kind: str) -> tuple[str, ...]:
        """Known names, sorted. The first source decides, so that a line reads the same with any board notes."""
        names = {folded: name for (known, folded), name in self._state.towns.items() if known == kind}
        taken = {folded for _, folded in self._state.towns}
        printed = [(known, name) for name, known in self._ruleset.board.known.items()]
        noted = [(page, name) for page in KINDS for name in self._board_notes.names(page)]
        for known, name in (*printed, *noted):
            if known == kind and fold(name) not in taken:
                names.setdefault(fold(name), name)
            taken.add(fold(name))
        return tuple(sorted(names.values(), key=fold))

    def start_towns(self) -> tuple[Choice, ...]:
        """Start towns by the numbers of their lines, and by their names in the board notes."""
        lines = tuple(line._replace(hint=None) for line in self.lines())
        taken = {fold(name) for line in lines for name in line.names}
        named = [
            Choice(name, hint=hint("start-town", line=line), answer=line)
            for name in self.town_names("start-town")
            if (line := self._line_of(name)) and fold(name) not in taken
        ]
        return (*lines, *named)

    def unplaced_start_towns(self) -> tuple[str, ...]:
        return tuple(name for name in self.town_names("start-town") if not self._line_of(name))

    def _line_of(self, start_town: str) -> str | None:
        line = str(self._board_notes.facts("start-town", start_town).get("line"))
        return line if line in self._state.lines else None

    def counts(
        self, field: str, word: str, most: int | None = None, asks: Message | None = None, **more: object
    ) -> Question:
        count = Number("count", say("ask.count"), low=0, high=most)
        who = ask_player(self._state)
        return count_pairs(who).with_keyword(field, asks or ask(word), word, questions=(who, count), **more)
