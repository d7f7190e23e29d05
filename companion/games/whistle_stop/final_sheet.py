"""The sheet of the final scoring alone: shares are counted, and upgrades are a number of points.

A position has the numbers of shares and the names of upgrades. Neither scores, so any that fit stand for them; only of
players who are tied it is asked who has the lowest number.
"""

from dataclasses import replace
from functools import partial
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal
from companion.core.forms import Draft
from companion.core.game import AnyGame, FinalScoringForm
from companion.core.notes import fewest_notes
from companion.forms.questions import Group, Number, Pairs, Pick, Question
from companion.games.common_forms import players_in
from companion.games.whistle_stop.actions import LEFT
from companion.games.whistle_stop.choices import Choices
from companion.games.whistle_stop.pieces import forbidden
from companion.games.whistle_stop.questions import keyword_question, positional_question
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.scoring import EXTRA_BOILER
from companion.games.whistle_stop.state import State

LOWEST, BOILER = "lowest", "boiler"
"""What is asked only for the position."""


def final_sheet(game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm:
    ruleset: WhistleStopRuleset = game.ruleset
    choices, gold, most = (
        Choices(ruleset, state, board_notes, {}),
        ruleset.gold.values,
        ruleset.shares.numbers,
    )
    who = positional_question(Pick, "player", "player", choices=players_in(state), names_player=True)
    company = positional_question(Pick, "company", "company", choices=choices.companies())
    count = positional_question(Number, "count", "count", low=0)
    tiles = replace(count, high=ruleset.limits.hand_with_boiler)
    shares = company, positional_question(Number, "count", "share-count", low=0, high=most)
    points = max(ruleset.upgrade_rules.worth) * len(ruleset.upgrades)
    part = (
        keyword_question(Number, "points", low=0),
        keyword_question(Pairs, "shares", questions=shares),
        keyword_question(Number, "upgrades", "upgrade-points", low=0, high=points),
        keyword_question(Number, "gold", "gold-held", many=True, low=min(gold), high=max(gold)),
    )
    has = positional_question(Group, "part", "player", questions=part)
    questions: list[Question] = [
        keyword_question(Pairs, "players", "player", "player", questions=(who, has)),
        *(keyword_question(Pairs, kind, questions=(who, count)) for kind in LEFT),
        keyword_question(Pairs, "black_tiles", "black-tiles", "black-tiles", questions=(who, tiles)),
    ]
    tied = tuple(one for one in company.choices if len(_first_in(draft, str(one.value))) > 1)
    if tied:
        asked = replace(company, choices=tied), who
        questions.append(keyword_question(Pairs, LOWEST, LOWEST, "shares", questions=asked))
    if any(draft.get("black_tiles", {}).values()):
        owner: dict[str, Any] = {"choices": who.choices, "names_player": True}
        questions.append(keyword_question(Pick, BOILER, BOILER, EXTRA_BOILER, **owner))
    return FinalScoringForm(tuple(questions), "final", partial(_read, ruleset))


def _counts_in(draft: Draft, company: str) -> dict[str, int]:
    return {name: part.get("shares", {}).get(company, 0) for name, part in draft.get("players", {}).items()}


def _first_in(draft: Draft, company: str) -> tuple[str, ...]:
    """Who has most shares of a company, if anybody has one."""
    counts = _counts_in(draft, company)
    most = max(counts.values(), default=0)
    return tuple(name for name, count in counts.items() if count == most > 0)


def _read(ruleset: WhistleStopRuleset, draft: Draft) -> Draft:
    """The fields of a position and of the last entry; Refusal for what no pieces come to."""
    found = {key: value for key, value in draft.items() if key not in (LOWEST, BOILER)}
    parts = {name: {**part} for name, part in draft.get("players", {}).items()}
    for part in parts.values():
        part.pop("shares", None)
        part.pop("upgrades", None)
    most = ruleset.shares.numbers
    for company in ruleset.companies:
        counts, first = _counts_in(draft, company), _first_in(draft, company)
        lowest, numbers = draft.get(LOWEST, {}).get(company), iter(range(1, most + 1))
        if (count := sum(counts.values())) > most:
            said, field = {"company": company, "most": most}, f"players.{first[0]}.shares.{company}"
            raise Refusal(*forbidden("whistle-stop.sheet.shares", field, count=count, **said))
        if len(first) > 1 and lowest not in first:
            raise Refusal(*forbidden("whistle-stop.sheet.lowest", f"{LOWEST}.{company}", players=first))
        for name in sorted(filter(counts.get, counts), key=lambda one: one != lowest):
            parts[name].setdefault("shares", {})[company] = [next(numbers) for _ in range(counts[name])]
    owner = draft.get(BOILER)
    free = [name for name in ruleset.upgrades if name != EXTRA_BOILER]
    worth: dict[str, int] = {}
    for name, part in parts.items():
        points = draft["players"][name].get("upgrades", 0)
        fewest = fewest_notes(points, ruleset.upgrade_rules.worth)  # a sum of worths, as of notes
        values = [value for value, count in fewest for _ in range(count)]
        names = [EXTRA_BOILER, *free] if name == owner else free
        if (points and not values) or len(values) > len(names) or (name == owner and not values):
            said = {"worth": ruleset.upgrade_rules.worth, "points": points}
            raise Refusal(*forbidden("whistle-stop.sheet.upgrades", f"players.{name}.upgrades", **said))
        if values:
            part["upgrades"] = names[: len(values)]
            worth |= zip(names, values, strict=False)
            free = [one for one in free if one not in worth]
    return {**found, **({"players": parts} if parts else {}), **({"worth": worth} if worth else {})}
