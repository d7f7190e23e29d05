"""A form refuses a choice for the same reason as the rules, over random sessions of every game."""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress

from companion.core.errors import Refusal, Violation, path_of
from companion.core.messages import Message
from companion.forms.entry_form import EntryForm
from companion.games.common_actions import COMMON_ACTIONS
from companion.session import Session
from tests.laws.test_laws import FEW_SEEDS, SEEDS, every_game
from tests.laws.test_notation import fresh
from tests.laws.walking import Offer, offers
from tests.random_play import Fields
from tests.support import RAILWAYS

EVERY, SELDOM = 8, 20
"""After every so many entries of a session the next one of its actions is looked at: of its own, of every game's."""
RULED = 0.3
"""How often an entry is booked there by a ruling."""
BY_SOMEBODY = 0.3
"""How often the table first says who makes an entry, up or not."""


@every_game
def test_a_choice_of_a_game_is_refused_for_the_reason_that_its_form_gives_and_for_no_other(game: str) -> None:
    session, _ = fresh(game, 0)
    own = [one.name for one in session.context().possible_verbs if one.name in session.record.game.rows]
    assert disagreements(game, own, SEEDS, EVERY) == []


@every_game
def test_a_choice_of_an_action_of_every_game_is_refused_for_the_reason_that_its_form_gives(game: str) -> None:
    common = [verb.name for verb in fresh(game, 0)[0].context().verbs if verb.name in COMMON_ACTIONS]
    assert disagreements(game, common, FEW_SEEDS, SELDOM) == []


def disagreements(game: str, verbs: Sequence[str], seeds: Sequence[int], every: int) -> list[str]:
    """Where form and rules differ in recorded sessions.

    What a form speaks against is booked by a ruling now and then, and the action is looked at again behind it.
    """
    found: list[str] = []
    looks = Counter[str]()
    for seed in seeds:
        session, blocks = fresh(game, seed)
        luck = random.Random(f"choices {game} {seed}")
        for number, fields in enumerate(blocks):
            if number % every == 0:
                verb = verbs[number // every % len(verbs)]
                rulable = list(looked_at(session, luck, verb, {}, found, looks))
                if rulable and luck.random() < RULED:
                    ruled = luck.choice(rulable)
                    enter_if_it_plays(session, {**ruled, "ruling": "the table agreed"})
                    answered = {key: value for key, value in ruled.items() if isinstance(value, str | int)}
                    list(looked_at(session, luck, verb, answered, found, looks))
            enter_if_it_plays(session, fields)
    assert looks["offered"] > len(verbs), looks
    assert looks["refused"] > 0 or {*verbs} <= {*COMMON_ACTIONS} or game not in RAILWAYS
    return found


def enter_if_it_plays(session: Session, fields: Fields) -> None:
    """Enter a block; after a ruling some recorded entries no longer play."""
    with suppress(Refusal):
        session.enter(fields)


def looked_at(
    session: Session, luck: random.Random, name: str, answered: Fields, found: list[str], looks: Counter[str]
) -> Iterator[Fields]:
    """Go once through an action; yield entries with a refused choice that a ruling could save."""
    context = session.context()
    verb = next(one for one in context.verbs if one.name == name)
    if session.record.game.is_over(session.record.state) and name not in COMMON_ACTIONS:
        return
    is_said = luck.random() < BY_SOMEBODY or (verb.needs_player and context.up is None)
    draft = {"by": luck.choice(session.record.roster.players), **answered} if is_said else dict(answered)
    draft.pop("do", None)
    for offer in offers(EntryForm(context).for_action(name, draft), luck):
        actor = {"by": context.up} if verb.needs_player and context.up is not None else {}
        fields = {"do": name, **actor, **offer.draft}
        preview = session.preview(fields)
        refusal = offer.choice.refusal
        looks["offered" if refusal is None else "refused"] += 1
        for rules in disagreement(offer, preview.violations):
            found.append(f"{offer.where}: the form says {refusal}, the rules say {rules}, in {fields}")
        if refusal is not None and preview.can_be_ruled:
            yield fields


def disagreement(offer: Offer, problems: Sequence[Violation]) -> list[Violation] | list[str]:
    """Return what the rules say of a choice if the form says something else."""
    refusal = offer.choice.refusal
    named = [problem for problem in problems if names(problem, offer)]
    malformed = [problem for problem in problems if problem.message.key.startswith("form.")]
    if malformed:
        return [one for one in malformed if one in named or one.message.key == "form.missing"]
    if refusal is None:
        return named
    is_said = refusal in [problem.message for problem in problems]
    return [] if is_said else list(problems) or ["nothing"]


def names(problem: Violation, offer: Offer) -> bool:
    """Whether a problem is about this answer.

    It is when it stands at the answer's own place. One that stands at the row, list or table around it is when it
    mentions the answer; a problem of the whole, such as how many there are, does not.
    """
    if problem.field is None:
        return False
    if problem.field == offer.where:
        return True
    around = {path_of(offer.path[:-1]), path_of(offer.path[:-2])} - {""}
    return problem.field in around and mentions(problem.message, offer)


def mentions(message: Message, offer: Offer) -> bool:
    answers = {str(offer.choice.value), str(offer.choice.meaning)}
    return any(
        isinstance(value, str | int) and (str(value) in answers or str(value).split(" ")[0] in answers)
        for value in message.values.values()
    )
