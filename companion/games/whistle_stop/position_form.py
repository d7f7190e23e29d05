"""What a position of Whistle Stop, or a recount, can say."""

from companion.core.copybook import Book
from companion.core.forms import Draft, Questions
from companion.games.whistle_stop.choices import Choices, led, placed
from companion.games.whistle_stop.position import twice
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State


def position_questions(ruleset: WhistleStopRuleset, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(ruleset, state, book, {})
    company = placed("company", "pick", "company", choices=choices.companies())
    placed_upgrades = {
        name for part in draft.get("players", {}).values() for name in part.get("upgrades", ())
    }
    upgrades = choices.named(
        ruleset.upgrades, lambda name: [twice(name, "upgrades")] if name in placed_upgrades else []
    )
    numbers = placed("numbers", "counts", "number", low=1, high=ruleset.shares.numbers, word="numbers")
    markers = (led("coal", "count", low=0), led("whistle", "count", low=0))
    part = (
        led("fame", "count", low=0),
        *(() if state.is_light else markers),
        led("gold", "counts", "gold-held", low=0, high=max(ruleset.gold.values), is_hidden_until_end=True),
        *(() if state.is_light else (choices.bag("goods", choices.named(choices.goods), "goods"),)),
        led("shares", "table", questions=(company, numbers)),
        led("upgrades", "several", choices=upgrades),
        led("trains_home", "count", "trains-home", "home", low=0),
    )
    who = placed("player", "pick", "player", choices=choices.players(), names_player=True)
    upgrade = placed("upgrade", "pick", "upgrade", choices=choices.named(ruleset.upgrades))
    worth = placed("count", "pick", "count", choices=choices.numbers(ruleset.upgrade_rules.worth))
    following = led("next", "count", "number", low=1, is_optional=False)
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
