"""The state of Dampfross as `show --json` prints it."""

from companion.games.dampfross.state import State, accounts, order_of, up_in


def snapshot_of(state: State) -> dict[str, object]:
    return {
        "phase": state.phase,
        "round": state.round,
        "turn": {"player": up_in(state), "order": list(order_of(state))},
        "runs_done": state.runs_done,
        "run": _run(state),
        "accounts": accounts(state),
        "cities": {
            str(number): {"name": state.names.get(number), "first": list(state.connected[number])}
            for number in sorted(state.connected)
        },
        "ferries": {ferry.name: ferry.owner for ferry in state.ferries.values()},
        "may_build": {name: state.may_build.get(name, 0) for name in state.players},
        "used": {str(number): state.used[number] for number in sorted(state.used)},
    }


def _run(state: State) -> dict[str, object] | None:
    run = state.run
    if run is None:
        return None
    return {
        "number": run.number,
        "start": run.start,
        "goal": run.goal,
        "special": run.special,
        "trains": [list(train.players) for train in run.trains],
    }
