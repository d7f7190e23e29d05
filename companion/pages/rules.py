"""The rules of a game in brief, the unfinished entry's first."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.game import AnyGame
from companion.games.common_actions import COMMON_ACTIONS
from companion.pages.page import Block
from companion.report.spans import GAP, Paragraph, Span, text
from companion.report.words import Speaker

READABLE = 90
"""Width of longer texts; wider lines are hard to read."""


class Rules(NamedTuple):
    game: AnyGame
    speaker: Speaker
    keys: Mapping[str, str]
    """Keys of the actions that the game has; empty where none is shown."""
    now: str | None = None


def brief_of(game: AnyGame, speaker: Speaker, topic: str, key: str) -> list[str]:
    label = [speaker.verb(topic)] if topic in game.rows or topic in COMMON_ACTIONS else []
    return [*label, *speaker.phrase(key).split("\n")]


def rules_blocks(rules: Rules) -> list[Block]:
    game, speaker = rules.game, rules.speaker
    topics = (topic for topic in game.briefs if topic in rules.keys or topic not in game.rows)
    briefs = {topic: f"{game.engine}.brief.{topic}" for topic in topics}
    common = {action: f"help.brief.{action}" for action in COMMON_ACTIONS}

    def brief_blocks(topics: Mapping[str, str]) -> list[Block]:
        blocks: list[Block] = []
        for topic, key in topics.items():
            title, body, *source = brief_of(game, speaker, topic, key)
            letter = rules.keys.get(topic, "")
            head = (Span(f"{letter} ", "key"),) if letter else ()
            blocks += [Paragraph((*head, Span(title, "strong"))), text(body, indent=2)]
            blocks += [*(text(line, "muted", 2) for line in source), GAP]
        return blocks

    now = {topic: key for topic, key in {**briefs, **common}.items() if topic == rules.now}
    return [
        *([text(speaker.phrase("help.now"), "title"), *brief_blocks(now)] if now else ()),
        text(speaker.phrase("help.rules-note"), "muted"),
        GAP,
        *brief_blocks(briefs),
        text(speaker.phrase("help.every-game"), "title"),
        *brief_blocks(common),
    ]
