"""Which pages the help has: of the game on the table, or of every game at hand where there is none."""

from collections.abc import Iterator, Sequence
from functools import partial

from textual.screen import Screen

from companion.core.messages import say
from companion.games.common import COMMON_ACTIONS
from companion.report.words import Speaker
from companion.tui.draw.help import entering_lines, keys_lines, rules_lines
from companion.tui.host import Host
from companion.tui.screens.base import AppScreen
from companion.tui.screens.page import Leaf
from companion.tui.screens.table import TableScreen


def leaves_for(screen: AppScreen, stack: Sequence[Screen[object]], host: Host) -> list[Leaf]:
    """The pages, that of the screen at hand first."""
    speaker, keys = host.speaker, host.keys
    here, entering, all_keys = (speaker.say(say(f"help.page.{one}")) for one in ("here", "entering", "keys"))
    return [
        Leaf(here, screen.helped),
        Leaf(entering, lambda width: entering_lines(keys, speaker, width)),
        *_rules(stack, host),
        Leaf(all_keys, lambda width: keys_lines(keys, speaker, width)),
    ]


def _rules(stack: Sequence[Screen[object]], host: Host) -> Iterator[Leaf]:
    """Of the game on the table with the action that is being entered first; else of each game at hand."""
    tables = [one.model for one in stack if isinstance(one, TableScreen)]
    if tables:
        model = tables[-1]
        now = model.form.verb if model.is_entering else None
        drawing = partial(rules_lines, model.session.game, model.speaker, model.verb_keys, now=now)
        yield Leaf(model.speaker.say(say("help.page.rules")), drawing)
        return
    for game in host.library.games():
        keys = {one.name: one.key for one in (*game.actions, *COMMON_ACTIONS.values())}
        speaker = Speaker(game.ruleset, host.language)
        name = game.ruleset.names.of(host.language).form(short=True)
        yield Leaf(name, partial(rules_lines, game, speaker, keys))
