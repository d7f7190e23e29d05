"""The state of Whistle Stop as `show --json` prints it."""

from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import (
    COAL,
    HOME,
    POINTS,
    SUPPLY,
    WHISTLE,
    State,
    goods_of,
    held,
    next_share,
    share,
    shares_of,
    trains,
    upgrades_of,
)


def snapshot_of(ruleset: WhistleStopRuleset, state: State) -> dict[str, object]:
    numbers = ruleset.shares.numbers
    return {
        "round": None if state.is_light else state.round,
        "rounds": state.options.rounds,
        "turn": None if state.turn is None else state.turn._asdict(),
        "players": {name: _player(ruleset, state, name) for name in state.players},
        "companies": {
            company: {
                "next": next_share(ruleset, state.ledger, company),
                "left": sum(state.ledger.of(share(company, n), SUPPLY) for n in range(1, numbers + 1)),
            }
            for company in ruleset.companies
        },
        "worth": {name: state.worth[name] for name in ruleset.upgrades if name in state.worth},
    }


def _player(ruleset: WhistleStopRuleset, state: State, name: str) -> dict[str, object]:
    ledger = state.ledger
    owned = shares_of(ruleset, ledger, name)
    return {
        "points": held(ledger, POINTS, name),
        "coal": held(ledger, COAL, name),
        "whistle": held(ledger, WHISTLE, name),
        "gold": list(state.gold[name]),
        "goods": {good: n for good, n in goods_of(ruleset, ledger, name).items() if n},
        "shares": {company: list(numbers) for company, numbers in owned.items() if numbers},
        "upgrades": list(upgrades_of(ruleset, ledger, name)),
        "trains_home": ledger.of(trains(name), HOME),
    }
