"""What a position of Whistle Stop, or a recount, can say."""

from companion.core.copybook import Book
from companion.core.forms import Draft, Questions
from companion.core.game import AnyGame, FinalSheet
from companion.games.whistle_stop.actions import LEFT
from companion.games.whistle_stop.choices import UPGRADE, Choices, led, placed
from companion.games.whistle_stop.finishing import final_questions
from companion.games.whistle_stop.position import twice
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.scoring import EXTRA_BOILER
from companion.games.whistle_stop.state import State


def final_sheet(game: AnyGame, state: State, draft: Draft, book: Book) -> FinalSheet:
    """What scores, and of upgrades that somebody owns what they count, as far as the copy book does not know it."""
    ruleset: WhistleStopRuleset = game.ruleset
    asked = {one.field: one for one in position_questions(ruleset, state, draft, book)}
    worths = {
        name: book.facts(UPGRADE, name).get("worth") for name in ruleset.upgrades if name in _owned(draft)
    }
    known = {name: worth for name, worth in worths.items() if worth in ruleset.upgrade_rules.worth}
    unknown = tuple(name for name in worths if name not in known)
    what, worth = asked["worth"].questions
    names = tuple(one for one in what.choices if one.value in unknown)
    who, part = asked["players"].questions
    scoring = {one.field: one for one in part.questions}
    scoring["gold"] = scoring["gold"]._replace(low=min(ruleset.gold.values))
    parts = tuple(scoring[field] for field in ("points", "shares", "upgrades", "gold"))
    left = {one.field: one for one in final_questions(game, state, {}, book)}
    holder, count = left["black_tiles"].questions
    hand = ruleset.limits.hand_with_boiler if EXTRA_BOILER in _owned(draft) else ruleset.limits.hand
    left["black_tiles"] = left["black_tiles"]._replace(questions=(holder, count._replace(high=hand)))
    return FinalSheet(
        (
            asked["players"]._replace(questions=(who, part._replace(questions=parts))),
            *(left[field] for field in (*LEFT, "black_tiles")),
            *([asked["worth"]._replace(questions=(what._replace(choices=names), worth))] if unknown else []),
        ),
        "final",
        {"worth": known} if known else {},
    )


def _owned(draft: Draft) -> set[str]:
    return {name for part in draft.get("players", {}).values() for name in part.get("upgrades", ())}


def position_questions(ruleset: WhistleStopRuleset, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(ruleset, state, book, {})
    company = placed("company", "pick", "company", choices=choices.companies())
    owned = _owned(draft)
    upgrades = choices.named(
        ruleset.upgrades, lambda name: [twice(name, "upgrades")] if name in owned else []
    )
    numbers = placed(
        "numbers", "count", "shares", many=True, low=1, high=ruleset.shares.numbers, word="numbers"
    )
    markers = (led("coal", "count", low=0), led("whistle", "count", low=0))
    part = (
        led("points", "count", low=0),
        *(() if state.is_light else markers),
        led(
            "gold",
            "count",
            "gold-held",
            many=True,
            low=0,
            high=max(ruleset.gold.values),
            hidden="until-end",
        ),
        *(() if state.is_light else (choices.bag("goods", choices.named(choices.goods), "goods"),)),
        led("shares", "table", questions=(company, numbers)),
        led("upgrades", "pick", many=True, choices=upgrades),
        led("trains_home", "count", "trains-home", "home", low=0),
    )
    who = placed("player", "pick", "player", choices=choices.players(), names_player=True)
    upgrade = placed("upgrade", "pick", "upgrade", choices=choices.named(ruleset.upgrades))
    worth = placed("count", "pick", "worth", choices=choices.numbers(ruleset.upgrade_rules.worth))
    following = led("next", "count", "number", low=1, need="needed")
    rule = placed("rule", "group", "company", questions=(following,))
    return (
        *(() if state.is_light else (led("round", "count", low=1),)),
        led("worth", "table", questions=(upgrade, worth)),
        led("companies", "table", "company", "company", questions=(company, rule)),
        led(
            "players",
            "table",
            "player",
            "player",
            questions=(who, placed("part", "group", "player", questions=part)),
        ),
    )
