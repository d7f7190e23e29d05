"""Names and colours of Whistle Stop's pieces on the players' own copy."""

from collections.abc import Sequence

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.game import PieceNames
from companion.games.whistle_stop.choices import COMPANY, GOOD, UPGRADE
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State


class WhistleStopNames(PieceNames[State]):
    """Upgrades, and the companies and goods whose names or colours only the players' copy shows."""

    def __init__(self, ruleset: WhistleStopRuleset) -> None:
        self.ruleset = ruleset

    def printed(self, state: State) -> Sequence[Lesson]:
        return [Lesson(UPGRADE, name) for name in state.ruleset.upgrades]

    def nameable(self) -> list[Lesson]:
        return [Lesson(COMPANY, company) for company in self.ruleset.companies]

    def colourable(self) -> list[Lesson]:
        goods = self.ruleset.goods.items()
        return [*self.nameable(), *(Lesson(GOOD, good) for good, rule in goods if not rule.cube)]

    def shown(self, board_notes: BoardNotes) -> dict[str, str]:
        """Display names of companies: the letter, and the name in the board notes, or else the colour."""
        known = {company: board_notes.facts(COMPANY, company) for company in self.ruleset.companies}
        names = {company: facts.get("name") or facts.get("colour") for company, facts in known.items()}
        return {company: f"{company} {name}" for company, name in names.items() if name}

    def colours(self, board_notes: BoardNotes) -> dict[str, str]:
        noted = {good: str(board_notes.facts(GOOD, good).get("colour", "")) for good in self.ruleset.goods}
        return {good: rule.cube or noted[good] for good, rule in self.ruleset.goods.items()}
