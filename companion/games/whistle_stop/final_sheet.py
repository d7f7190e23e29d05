"""The final scoring of Whistle Stop alone."""

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.errors import refusal
from companion.core.game import FinalScoringForm, FinalSheet
from companion.core.notes import fewest_notes
from companion.core.payouts import ranks_by
from companion.core.roster import Option
from companion.forms.questions import Group, Number, Pairs, Pick, Question, count_pairs
from companion.games.actions import ask_player
from companion.games.whistle_stop.choices import Choices
from companion.games.whistle_stop.ruleset import EXTRA_BOILER, WhistleStopRuleset
from companion.games.whistle_stop.scoring import LEFT
from companion.games.whistle_stop.state import State

LOWEST, BOILER = "lowest", "boiler"
"""Fields of the final scoring form that no action has."""


class WhistleStopFinalSheet(FinalSheet[State]):
    """The final scoring of Whistle Stop alone: shares are counted, and upgrades are a number of points.

    A position has numbers of shares and names of upgrades. Neither scores, so any that fit are used;
    only in a tie the form asks who has the lowest number.
    """

    options: ClassVar[Mapping[str, Option]] = {"track": "score"}

    def form(self, state: State, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm:
        ruleset = state.ruleset
        choices, gold = Choices(state, board_notes, {}), ruleset.gold.values
        who, count = ask_player(state), choices.by_place(Number, "count", low=0)
        company = choices.by_place(Pick, "company", choices=choices.companies())
        tiles = replace(count, high=ruleset.limits.hand_with_boiler)
        shares = company, choices.by_place(Number, "count", "share-count", low=0, high=ruleset.shares.numbers)
        points = max(ruleset.upgrade_rules.worth) * len(ruleset.upgrades)
        part = (
            choices.by_word(Number, "points", low=0),
            choices.by_word(Pairs, "shares", questions=shares),
            choices.by_word(Number, "upgrades", "upgrade-points", low=0, high=points),
            choices.by_word(Number, "gold", "gold-held", many=True, low=min(gold), high=max(gold)),
        )
        has = choices.by_place(Group, "part", "player", questions=part)
        questions: list[Question] = [
            choices.by_word(Pairs, "players", "player", "player", questions=(who, has)),
            *(choices.by_word(count_pairs(who), kind, questions=(who, count)) for kind in LEFT),
            choices.by_word(
                count_pairs(who), "black_tiles", "black-tiles", "black-tiles", questions=(who, tiles)
            ),
        ]
        tied = tuple(choice for choice in company.choices if len(_leaders(draft, str(choice.value))) > 1)
        if tied:
            asked = replace(company, choices=tied), who
            questions.append(choices.by_word(Pairs, LOWEST, word="shares", questions=asked))
        if any(draft.get("black_tiles", {}).values()):
            owner: dict[str, Any] = {"choices": who.choices, "names_player": True}
            questions.append(choices.by_word(Pick, BOILER, word=EXTRA_BOILER, **owner))
        return FinalScoringForm(tuple(questions), partial(_read_form, ruleset))


def _share_counts(draft: Draft, company: str) -> dict[str, int]:
    return {name: part.get("shares", {}).get(company, 0) for name, part in draft.get("players", {}).items()}


def _leaders(draft: Draft, company: str) -> tuple[str, ...]:
    """The players with most shares of a company; empty if nobody has any."""
    ranks = ranks_by(_share_counts(draft, company))
    return tuple(ranks[0]) if ranks else ()


def _read_form(ruleset: WhistleStopRuleset, draft: Draft) -> Draft:
    """Return the fields of a position and of the final entry. Raise Refusal if no pieces fit the draft."""
    block = {key: value for key, value in draft.items() if key not in (LOWEST, BOILER)}
    shares, (upgrades, worth) = _numbered_shares(ruleset, draft), _named_upgrades(ruleset, draft)
    pieces: dict[str, dict[str, Any]] = {"shares": shares, "upgrades": upgrades}
    parts = {
        name: {field: value for field, value in part.items() if field not in pieces}
        | {field: own[name] for field, own in pieces.items() if name in own}
        for name, part in draft.get("players", {}).items()
    }
    return {**block, **({"players": parts} if parts else {}), **({"worth": worth} if worth else {})}


def _numbered_shares(ruleset: WhistleStopRuleset, draft: Draft) -> dict[str, dict[str, list[int]]]:
    """Return numbers for everybody's shares, the lowest of a company for the player who has it in a tie."""
    shares: dict[str, dict[str, list[int]]] = {}
    most = ruleset.shares.numbers
    for company in ruleset.companies:
        counts, leaders = _share_counts(draft, company), _leaders(draft, company)
        lowest, numbers = draft.get(LOWEST, {}).get(company), iter(ruleset.share_numbers)
        if (count := sum(counts.values())) > most:
            field = f"players.{leaders[0]}.shares.{company}"
            raise refusal("whistle-stop.sheet.shares", field, count=count, company=company, most=most)
        if len(leaders) > 1 and lowest not in leaders:
            raise refusal("whistle-stop.sheet.lowest", f"{LOWEST}.{company}", players=leaders)
        for name in sorted(filter(counts.get, counts), key=lambda who: who != lowest):
            shares.setdefault(name, {})[company] = [next(numbers) for _ in range(counts[name])]
    return shares


def _named_upgrades(ruleset: WhistleStopRuleset, draft: Draft) -> tuple[dict[str, list[str]], dict[str, int]]:
    """Return names for everybody's upgrades, and a worth for each, which add up to the points said."""
    free = [name for name in ruleset.upgrades if name != EXTRA_BOILER]
    upgrades: dict[str, list[str]] = {}
    worth: dict[str, int] = {}
    for name, part in draft.get("players", {}).items():
        points, has_boiler = part.get("upgrades", 0), name == draft.get(BOILER)
        fewest = fewest_notes(points, ruleset.upgrade_rules.worth)  # a sum of worths, as of notes
        worths = [value for value, count in fewest for _ in range(count)]
        names = [EXTRA_BOILER, *free] if has_boiler else free
        if (points and not worths) or len(worths) > len(names) or (has_boiler and not worths):
            worth_of, field = ruleset.upgrade_rules.worth, f"players.{name}.upgrades"
            raise refusal("whistle-stop.sheet.upgrades", field, worth=worth_of, points=points)
        if worths:
            upgrades[name] = names[: len(worths)]
            worth |= zip(names, worths, strict=False)
            free = [upgrade for upgrade in free if upgrade not in worth]
    return upgrades, worth
