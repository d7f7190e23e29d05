"""The form that an action begins with: what is known already isn't asked."""

from collections.abc import Sequence
from typing import NamedTuple, cast

from companion.core.choices import Block, Fields
from companion.core.errors import Violation
from companion.core.game import AnyGame
from companion.core.messages import Message
from companion.forms import pointing
from companion.forms.entry_form import EntryForm
from companion.session.context import SessionContext


class Beginning(NamedTuple):
    game: AnyGame
    context: SessionContext
    acting: str | None = None
    """The player of the next entry, if that isn't the current player."""

    def needs_player(self, verb: str) -> bool:
        row = self.game.rows.get(verb)
        return row is not None and row.needs_player

    def empty_form(self, verb: str) -> EntryForm:
        """An empty form; passes that bring the turn to the acting player come first in the entry."""
        context = self.context
        if self.acting is None or not self.needs_player(verb):
            return EntryForm(context)
        first = tuple(self.game.passes_until(context.state, self.acting))
        return EntryForm(context.after(*first), first=first)

    def against(self, verb: str) -> Sequence[Violation]:
        """Violations that any such action by the acting player would have now."""
        context = cast("SessionContext", self.empty_form(verb).context)
        return self.game.verb_violations(context.state, verb) if verb in self.game.rows else ()

    def can_begin(self, verb: str) -> bool:
        return not self.against(verb)

    def form(self, verb: str, draft: Block | None, can_be_instant: bool) -> tuple[EntryForm, Message | None]:
        """The form of an action with answers that are given or follow from the game, and a doubt to show.

        An action that needs no answer is saved at once, unless there is a doubt or something was filled in.
        """
        empty, state = self.empty_form(verb), self.context.state
        if draft is None:  # don't ask again what earlier entries answer
            draft = next((block for block in self.game.proposals(state) if block["do"] == verb), None)
        is_plain = draft is None and self.acting is None and can_be_instant
        doubt = self.game.doubt(state, verb) if is_plain and not self.against(verb) else None
        filled = self.game.first_answers(state, verb) if draft is None else {}
        if is_plain and doubt is None and not filled:
            return empty.begin(verb), None
        begun = self._with_player(
            empty, verb, {name: value for name, value in (draft or filled).items() if name != "do"}
        )
        return begun if is_plain or filled else pointing.ahead(begun), doubt

    def _with_player(self, empty: EntryForm, verb: str, known: Fields) -> EntryForm:
        """The form with known answers; also who acts, if that is asked and isn't the current player."""
        begun = empty.for_action(verb, known)
        asks_who = any(question.field == "by" and question.applies for question in begun.questions)
        if self.acting in (None, empty.context.up) or not (asks_who or self.needs_player(verb)):
            return begun
        return empty.for_action(verb, {**known, "by": self.acting})
