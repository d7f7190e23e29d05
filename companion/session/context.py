"""The moment at which an entry is made: current player, names, questions of each action."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any, NamedTuple, Self

from companion.core.board_notes import BoardNotes
from companion.core.choices import YES_OR_NO, ActionRow, Block, Choice, Draft
from companion.core.errors import Refusal
from companion.core.journal import EffectiveAction
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.people import COLOURS
from companion.core.roster import Roster
from companion.forms.drafts import NEXT
from companion.forms.grid_cells import in_seat_order
from companion.forms.questions import AnyValue, Ask, Pairs, Pick, Question, Questions, Text
from companion.games.actions import common_questions, players_in
from companion.games.common_actions import Setup, action_row, action_rows
from companion.games.models import validate
from companion.games.playing import step_of
from companion.games.ruleset import Ruleset
from companion.session.config import SessionConfig


class SessionContext(NamedTuple):
    config: SessionConfig
    names: Mapping[str, str]
    """The players' current names by folded name, including former names."""
    state: Any
    board_notes: BoardNotes
    roster: Roster

    @property
    def verbs(self) -> tuple[ActionRow, ...]:
        return action_rows(self.config.game)

    @property
    def possible_verbs(self) -> tuple[ActionRow, ...]:
        """Actions that keys and menus offer; a line can name any action."""
        game = self.config.game
        return tuple(verb for verb in self.verbs if game.has_action(self.state, verb.name))

    @property
    def up(self) -> str | None:
        return self.config.game.up(self.state)

    def ask(self, verb: str) -> Ask:
        """Return the function that asks an action's questions: its own, then those common to all actions."""
        game, state = self.config.game, self.state
        row = action_row(game, verb)
        common, seats = common_questions(game, state, verb), self.roster.seats

        def ask_all(draft: Draft) -> Questions:
            if row.model is Setup:
                own = _setup_questions(self.roster, self.config.ruleset, state, draft)
            else:
                own = row.model.questions(game, state, draft, self.board_notes)
            fields = {question.field for question in own}
            asked = (*own, *(question for question in common if question.field not in fields))
            return asked if seats == self.roster.players else in_seat_order(asked, seats)

        return ask_all

    def questions(self, block: Draft) -> Questions:
        return self.ask(block["do"])(block)

    def after(self, *blocks: Block) -> Self:
        """Return the context after some actions, without those that can't be played; this same one after none."""
        state = self.state
        for block in blocks:
            with suppress(Refusal):
                action = validate(self.config.verbs[block["do"]], block)
                step = step_of(self.config.game, state, EffectiveAction(0, 0, action), self.names)
                state = step.outcome.state
        return self if state is self.state else self._replace(state=state)


def _setup_questions(roster: Roster, ruleset: Ruleset, state: Any, draft: Draft) -> Questions:
    """The questions of a `setup`, with the current values and only possible answers."""
    players = players_in(state)
    named = Pick("player", say("ask.whose-name"), choices=players)
    coloured = Pick("player", say("ask.whose-colour"), choices=players, names_player=True)
    name, colour = (Pick("name", say(key), is_open=True) for key in ("ask.name", "ask.colour"))
    values: list[tuple[str, Question]] = []
    for who in roster.players:  # offer no colour that another player has; any text is a colour too
        taken = {fold(colour) for other, colour in roster.colours.items() if other != who}
        free = tuple(Choice(colour, is_word=True) for colour in COLOURS if colour not in taken)
        values.append((who, replace(colour, ask=_now(colour.ask, roster.colours.get(who)), choices=free)))
    colours: dict[str, object] = {"questions": (coloured, colour), "values": tuple(values)}
    starts = tuple(player for player in players if player.value not in roster.joined)
    asks_start = _now(say("ask.starts"), roster.starts)
    return (
        Text.with_keyword("title", _now(say("ask.title"), roster.title)),
        Pick.with_keyword("starts", asks_start, choices=starts, names_player=True),
        _options(roster, ruleset, is_first="options" not in draft),
        Pairs.with_keyword("rename", named.ask, questions=(named, name)),
        Pairs.with_keyword("colours", coloured.ask, "colour", **colours),
    )


def _now(ask: Message, now: object) -> Message:
    return ask if now is None else say("ask.now", what=ask, now=now)


def _options(roster: Roster, ruleset: Ruleset, is_first: bool) -> Pairs:
    """Let a digit pick an option, and ask its values. A typed name waits for Enter: its letters are keys."""
    rules = ruleset.options.items()
    keys = tuple(Choice(name, rule.names.spellings, str(at)) for at, (name, rule) in enumerate(rules, 1))
    key = Pick("option", say("ask.option"), choices=keys)
    named = [(key_, value) for key_, rule in rules for value in rule.choices if isinstance(value, str)]
    words = {value: ruleset.spellings(option, value)[1:] for option, value in named}
    values = (*YES_OR_NO, *(Choice(*spelling) for spelling in words.items()))
    value = AnyValue("value", say("ask.option-value"), choices=values)
    pairs: list[tuple[str, Question]] = [(NEXT, replace(key, is_open=is_first))]
    for name, now in roster.options.items():
        if isinstance(now, bool):
            answer = say("label.yes") if now else say("label.no")
            pairs.append((name, Pick(value.field, _now(value.ask, answer), choices=YES_OR_NO)))
        else:
            spelt = [(option, ruleset.spellings(name, option)[1:]) for option in ruleset.listed_values(name)]
            offered = tuple(Choice(str(option), words, answer=option) for option, words in spelt)
            pairs.append((name, AnyValue(value.field, _now(value.ask, now), choices=offered)))
    return Pairs.with_keyword("options", key.ask, "option", questions=(key, value), values=tuple(pairs))
