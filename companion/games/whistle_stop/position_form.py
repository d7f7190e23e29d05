"""What a position of Whistle Stop, or a recount, can say."""

from companion.core.forms import Questions
from companion.games.whistle_stop.choices import Choices, led, placed
from companion.games.whistle_stop.ruleset import WhistleStopRuleset


def position_questions(ruleset: WhistleStopRuleset, choices: Choices) -> Questions:
    companies = choices.companies()
    number = placed("count", "count", "count", low=0)
    upgrades = tuple(choices.named(name) for name in ruleset.upgrades)
    numbers = placed("numbers", "counts", "number", low=1, high=ruleset.shares.numbers, word="numbers")
    part = (
        led("fame", "count", "fame", "fame", low=0),
        led("coal", "count", "coal", "coal", low=0),
        led("whistle", "count", "whistle", "whistle", low=0),
        led("gold", "counts", "gold", "gold", low=0, high=max(ruleset.gold.values), is_hidden_until_end=True),
        choices.bag("goods", "goods", "goods", choices.goods),
        led(
            "shares",
            "table",
            "shares",
            "shares",
            questions=(placed("company", "pick", "company", choices=companies), numbers),
        ),
        led("upgrades", "several", "upgrades", "upgrades", choices=upgrades),
        led("trains_home", "count", "home", "trains-home", low=0),
    )
    who = placed("player", "pick", "player", choices=choices.players(), names_player=True)
    upgrade = placed("upgrade", "pick", "upgrade", choices=upgrades)
    following = led("next", "count", "next", "number", low=1, is_optional=False)
    return (
        led("round", "count", "round", "round", low=1),
        led("worth", "table", "worth", "worth", questions=(upgrade, number)),
        led(
            "companies",
            "table",
            "company",
            "company",
            questions=(
                placed("company", "pick", "company", choices=companies),
                placed("rule", "group", "company", questions=(following,)),
            ),
        ),
        led(
            "players",
            "table",
            "player",
            "player",
            questions=(who, placed("part", "group", "player", questions=part)),
        ),
    )
