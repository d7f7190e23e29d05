"""The moment at which an entry is made: current player, names, questions of each action."""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal
from companion.core.forms import Draft, Verb
from companion.core.journal import EffectiveAction
from companion.core.table import Table
from companion.forms.questions import Ask, Questions
from companion.games.common import COMMON_ACTIONS, rule_of, step_of
from companion.games.common_forms import common_questions
from companion.games.entries import Setup
from companion.games.models import validate
from companion.session.config import SessionConfig
from companion.session.setup_form import setup_at


class SessionContext(NamedTuple):
    config: SessionConfig
    names: Mapping[str, str]
    """The players' current names by folded name, including former names."""
    state: Any
    board_notes: BoardNotes
    table: Table

    @property
    def verbs(self) -> tuple[Verb, ...]:
        return (*self.config.game.actions, *COMMON_ACTIONS.values())

    @property
    def possible_verbs(self) -> tuple[Verb, ...]:
        """Actions that keys and menus offer; a line can name any action."""
        game = self.config.game
        verbs = (one for one in self.verbs if one.name != "recount" or game.has_position)
        return tuple(one for one in verbs if game.has_action(self.state, one.name))

    @property
    def up(self) -> str | None:
        return self.config.game.up(self.state)

    def ask(self, verb: str) -> Ask:
        """Return the function that asks an action's questions: its own, then those common to all actions."""
        game, state = self.config.game, self.state
        rule = rule_of(game, verb)
        common = common_questions(game, state, verb)

        def ask_all(draft: Draft) -> Questions:
            own = rule.model.questions(game, state, draft, self.board_notes)
            if rule.model is Setup:
                own = setup_at(self.table, self.config.ruleset, own, draft)
            fields = {question.field for question in own}
            return (*own, *(one for one in common if one.field not in fields))

        return ask_all

    def questions(self, block: Draft) -> Questions:
        return self.ask(block["do"])(block)

    def after(self, block: Mapping[str, Any]) -> Self:
        """Return the context after an action; the same context if it can't be played."""
        try:
            action = validate(self.config.verbs[block["do"]], block)
            step = step_of(self.config.game, self.state, EffectiveAction(0, 0, action), self.names)
        except Refusal:
            return self
        return self._replace(state=step.outcome.state)
