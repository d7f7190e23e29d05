"""The base of every action of a game: a block that asks, refuses, plays and tells itself."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from pydantic import Field

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import RARE, ActionRow, Choice, Draft, Fields
from companion.core.errors import Check, Violation, one_violation, reason
from companion.core.game import AnyGame, AnyOutcome, GameState, Outcome, Step, left_violations, no_items
from companion.core.letters import with_letters
from companion.core.messages import Message, say
from companion.forms import questions as ask
from companion.forms.questions import Questions
from companion.games.models import Model, Moment, PlayerName, Text, TextLine


class EntryModel(Model):
    do: str
    by: PlayerName | None = None
    at: Moment | None = None
    note: Text | None = None


class Action(EntryModel):
    """A block that the rules play. A ruling may allow it against the rules; it can be amended or struck.

    Its methods get the game and the state before the action. Players have their present names.
    """

    ruling: TextLine | None = None
    first: list[Fields] = Field(default_factory=list)
    """The game's own actions that come right before this action and are saved with it."""

    needs_player: ClassVar[bool] = False
    """Whether it is the action of the player whose turn it is."""

    @classmethod
    def row(cls, name: str, key: str = "", **more: Any) -> ActionRow:
        return ActionRow(name=name, key=key, model=cls, **more)

    @classmethod
    def questions(cls, game: AnyGame, state: Any, draft: Draft, board_notes: BoardNotes) -> Questions:
        return ()

    @classmethod
    def headline(cls, game: AnyGame, state: Any, block: Draft) -> Message:
        """Return the action in one sentence. The block holds nothing hidden; the state may be later."""
        return say(f"{game.engine}.did.{block['do']}", **block)

    @classmethod
    def tells_player(cls, block: Draft) -> bool:
        """Whether the sentence of the action tells who made it."""
        return issubclass(cls, PlayerAction)

    @classmethod
    def is_in(cls, state: Any) -> bool:
        """Whether the session has the action at all: a map without ferries sells none."""
        return True

    @classmethod
    def verb_violations(cls, game: AnyGame, state: Any) -> Sequence[Violation]:
        """Violations of any action of this kind now, whoever acts, for screens; `violations` has to name them too."""
        return ()

    @classmethod
    def actor_violations(cls, game: AnyGame, state: Any, who: str) -> Sequence[Violation]:
        """Violation if a player can't act now, usually because it is another player's turn."""
        up = game.up(state) if cls.needs_player else None
        return () if up in (None, who) else one_violation("table.not-up", "by", player=who, up=up)

    @classmethod
    def by_violations(cls, game: AnyGame, state: Any, who: str) -> Sequence[Violation]:
        """Violation if `who` left or can't act now; first what no ruling lifts."""
        against = cls.actor_violations(game, state, who)
        final = [violation for violation in against if violation.final]
        return final or left_violations(state, who, "by") or against

    def violations(self, game: AnyGame, state: Any) -> Sequence[Violation]:
        """Violations of the rules by this action. Forms refuse choices with the same functions."""
        return ()

    def play(self, game: AnyGame, state: Any) -> AnyOutcome:
        """Play the action, even against the rules if a ruling allows it. Only final violations stop it."""
        return Outcome(state)

    def lessons(self, game: AnyGame, state: Any) -> Sequence[Lesson]:
        """Return what the entry teaches the board notes once it is saved."""
        return ()

    def doubts(self, game: AnyGame, state: Any, board_notes: BoardNotes) -> Sequence[Message]:
        """Return warnings, such as those of the board notes, that are shown before saving and never recorded."""
        return ()


class PlayerAction(Action):
    needs_player: ClassVar[bool] = True
    by: PlayerName


AGREED = "agreed at the table"
"""The reason of a house ruling for which none is given."""
ACTOR_TURN = -9
"""The turn of the question who made an entry, which is asked first if that isn't known."""


def common_questions(game: AnyGame, state: GameState, verb: str) -> Questions:
    """Ask for note and ruling, and for who made the entry if that isn't known."""
    row = game.rows.get(verb)
    is_known = row is None or not row.needs_player or game.up(state) is not None
    players = players_in(state, lambda who: row.model.by_violations(game, state, who) if row else ())
    usual: dict[str, Any] = {"need": "needed", "turn": ACTOR_TURN, "names_player": True}
    by = ask.Pick.with_keyword("by", say(row.asks_who if row else "ask.by"), choices=players, **usual)
    unsaid: dict[str, Any] = {"blank": AGREED, "blank_label": "agreed"}
    return (
        replace(by, need="unfit", turn=RARE) if is_known else by,
        ask.Text.with_keyword("note", say("ask.note"), turn=RARE),
        ask.Text.with_keyword("ruling", say("ask.ruling"), turn=RARE, need="unfit", **unsaid),
    )


def players_in(state: GameState, check: Check = no_items) -> tuple[Choice, ...]:
    keys = with_letters(state.players, state.given).items()
    return tuple(Choice(name, key=key, refusal=reason(check(name))) for name, key in keys)


def ask_player(state: GameState, key: str = "ask.player", **more: Any) -> ask.Pick:
    return ask.Pick("player", say(key), **{"choices": players_in(state), "names_player": True, **more})


def action_block(action: EntryModel) -> Fields:
    """Return a block's fields as a file has them, without the time."""
    return action.model_dump(by_alias=True, exclude_unset=True, exclude={"at"})


ActionModels = Mapping[str, type[Action]]
AnyStep = Step[Any, Action]
