"""Hidden values of Whistle Stop: those of gold tokens, which lie face down."""

from collections.abc import Sequence

from companion.core.game import Secrets
from companion.core.messages import Message, say
from companion.games.whistle_stop.state import State


class HiddenGold(Secrets[State]):
    def public_state(self, state: State) -> State:
        """Hide the values of gold tokens until the end: the tokens lie face down."""
        if state.is_over:
            return state
        return state._replace(gold={name: (None,) * len(values) for name, values in state.gold.items()})

    def own_messages(self, state: State, player: str) -> Sequence[Message]:
        values = state.gold.get(player, ())
        known = [value for value in values if value is not None]
        unsaid = len(values) - len(known)
        messages = [say("whistle-stop.own-gold", values=known)] if known else []
        return [*messages, say("whistle-stop.own-gold-unsaid", count=unsaid)] if unsaid else messages
