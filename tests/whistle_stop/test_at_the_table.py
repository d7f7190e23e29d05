"""What can be entered now, what was forgotten before somebody's turn, and what the heading says is next."""

from collections import Counter
from typing import Any

import pytest

from companion.desk.entry_view import entry_view
from companion.desk.states import Entering
from companion.report.words import Speaker
from companion.session import Session
from companion.words import LANGUAGES
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.acting import Start
from tests.tui.desk import AtDesk
from tests.whistle_stop.moves import GAME, around, buy, done, final, move, placed, played, rest

EVERYBODY = (ANTON, BEATE, CLAUS)
LIGHT: dict[str, Any] = {"options": {"track": "score"}}
OWNED = {"coal": 9, "upgrades": ["coal-car", "compass"], "goods": {"wood": 9}}
WORTH = {"coal-car": 3, "compass": 3}


def against(session: Session) -> dict[str, str]:
    speaker = Speaker(session.record.ruleset)
    found = {
        verb: session.record.game.verb_violations(session.record.state, verb)
        for verb in session.record.game.rules
    }
    return {verb: speaker.say(violations[0].message) for verb, violations in found.items() if violations}


NOT_YET = {"final": "The game isn't over. The final scoring comes after the last round."}
NO_UPGRADE = {"use": "Anton has no upgrade to use."}
NO_REST = {"rest": "Anton moved this turn and can't rest."}
NO_SPACE = "Anton has no action space left this turn."
NO_TURNS = "This session has no turns or rounds. Enter only what scores."
DUE = "The last round is over. Enter the final scoring."
RESTED = {
    "move": "Anton rested this turn and can't move.",
    "rest": "Anton already rested this turn.",
}
HOME = {"move": "All of Anton's trains are home.", "buy": "Anton already bought 2 upgrades this turn."}
BUYS = [buy(name, pay={"wood": 1}, worth=3) for name in ("safe", "caboose")]


@pytest.mark.parametrize(
    ("session", "expected"),
    [
        (played, {**NOT_YET, **NO_UPGRADE}),
        (lambda: played(move("wood")), {**NOT_YET, **NO_UPGRADE, **NO_REST}),
        (lambda: placed(rest(ANTON), anton=OWNED, worth=WORTH), RESTED),
        (
            lambda: placed(*[move("wood")] * 4, anton={**OWNED, "goods": {}}, worth=WORTH),
            {"move": NO_SPACE, "use": NO_SPACE, **NO_REST},
        ),
        (lambda: placed(*BUYS, anton={**OWNED, "trains_home": 5}, worth=WORTH), HOME),
        (
            lambda: played(*around(*EVERYBODY), options={"rounds": 1, "whistle_round": 1}),
            dict.fromkeys(("move", "use", "buy", "rest", "end-turn"), DUE),
        ),
        (
            lambda: played(**LIGHT),
            {"use": "Nobody has an upgrade to use.", "rest": NO_TURNS, "end-turn": NO_TURNS},
        ),
    ],
)
def test_an_action_that_cannot_be_made_now_says_why(session: Any, expected: dict[str, str]) -> None:
    assert against(session()) == expected


@pytest.mark.parametrize(("who", "by"), [(ANTON, []), (BEATE, [ANTON]), (CLAUS, [ANTON, BEATE])])
def test_the_turns_before_somebodys_own_are_ended(who: str, by: list[str]) -> None:
    session = played()
    assert list(session.record.game.passes_until(session.record.state, who)) == around(*by)


def test_what_lies_between_may_lead_into_the_next_round_but_not_beyond_the_last() -> None:
    session = played(done(ANTON), done(BEATE))
    assert list(session.record.game.passes_until(session.record.state, BEATE)) == around(CLAUS, ANTON)
    last = played(done(ANTON), done(BEATE), options={"rounds": 1, "whistle_round": 1})
    assert list(last.record.game.passes_until(last.record.state, BEATE)) == []
    assert list(played(**LIGHT).record.game.passes_until(played(**LIGHT).record.state, BEATE)) == []


OVER: Any = {"options": {"rounds": 1, "whistle_round": 1}}


@pytest.mark.parametrize(
    ("session", "sentence"),
    [
        (lambda: played(), None),
        (
            lambda: played(*around(*EVERYBODY), **OVER),
            "The last round is over. Enter the black tiles in hand.",
        ),
        (
            lambda: played(move("gold-mine"), *around(*EVERYBODY), **OVER),
            "The last round is over. Enter the black tiles in hand and the gold.",
        ),
        (lambda: played(*around(*EVERYBODY), final(), **OVER), None),
        (
            lambda: played(**LIGHT),
            "Enter towns, exchanges, gold, end tiles and upgrades at any time, for anyone",
        ),
    ],
)
def test_where_nobody_is_up_the_heading_says_what_is_next(session: Any, sentence: str | None) -> None:
    now: Session = session()
    following = now.record.clock.next
    assert (following if following is None else Speaker(now.record.ruleset).say(following)) == sentence


@pytest.mark.parametrize("name", ["Miss Marple", "gold", "by", "7"])
def test_gold_of_a_player_with_any_name_prints_as_a_line_that_reads_back(name: str) -> None:
    position = {"players": {name: {"gold": [0, 0]}}}
    session = played(players=(name, BEATE, CLAUS), position=position)
    entry = final(black_tiles={BEATE: 1}, gold={name: [3, 4]})
    line = session.notation.line(entry)
    assert line == f'final beate 1 gold "{name}" 3 4'
    assert session.read(line) == entry


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_stops_are_listed_under_headings(language: str) -> None:
    """Fifteen choices: six goods, five buildings and four places, each beside its heading, none left out at 80x24."""
    desk = AtDesk(Start(GAME).disk(), language=language).press("m")
    assert isinstance(desk.model.state, Entering)
    options = entry_view(desk.model, desk.model.state).options
    stops = Counter(str(one.choice.heading) for one in options)
    assert sorted(stops.values()) == [4, 5, 6]
    assert all(one.label in desk.entry for one in options)
    headings = [
        desk.model.speaker.phrase(f"whistle-stop.stops.{kind}") for kind in ("goods", "buildings", "places")
    ]
    assert [line.split()[0] for line in desk.rows[2:] if not line.startswith(" ")] == headings
    assert len(desk.rows) <= 6, "all that the main table leaves"
