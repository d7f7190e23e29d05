"""What is to be said of rulesets, on the command line and on their page."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.table import Option
from companion.games.ruleset import Ruleset
from companion.report.words import Speaker
from companion.storage.errors import FileError
from companion.storage.rulesets import Loaded, Shelf

EXAMPLE = ('extends = "{id}"', 'id = "our-{id}"', "[{table}]", "{key} = {number}")
"""A ruleset of one's own, in as few lines as it takes."""
_NOT_NUMBERS = ("players", "options")


def game_name(shelf: Shelf, game: str, language: str) -> str:
    """What a game is called; its id where its ruleset is not at hand."""
    try:
        return shelf.load(game).ruleset.names.of(language).long
    except (Refusal, FileError):
        return game


def ruleset_row(loaded: Loaded, language: str) -> list[str]:
    """Its id, its name, and how many can play it."""
    ruleset = loaded.ruleset
    return [ruleset.id, ruleset.names.of(language).long, f"{ruleset.players.least}-{ruleset.players.most}"]


def origin_of(shelf: Shelf, loaded: Loaded) -> Message:
    """Whether it came with the companion, which game it is, and what it is made from."""
    is_shipped, base = loaded.path.parent == shelf.folders[0], shelf.extends(loaded.path)
    key = "rulesets.shipped" if is_shipped else "rulesets.extends" if base else "rulesets.own"
    return say(key, engine=loaded.ruleset.engine, base=base)


def option_said(ruleset: Ruleset, key: str, speaker: Speaker) -> Message:
    """What can be agreed on, under which key, what holds if nothing is, and what it means."""
    rule = ruleset.options[key]
    default = value_said(ruleset, key, rule.default, speaker)
    name = speaker.name(f"options.{key}")
    return say("rulesets.option", name=name, key=key, default=default, help=speaker.help(rule.help))


def value_said(ruleset: Ruleset, key: str, value: Option, speaker: Speaker) -> str:
    if isinstance(value, bool):
        return speaker.say(say("words.yes" if value else "words.no"))
    words = ruleset.value_words(key, value)
    return str(value) if words is None else words.of(speaker.language).long


def numbers_of(raw: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The numbers that stand in its tables, under the keys by which another ruleset changes them."""
    tables = {key: table for key, table in raw.items() if isinstance(table, dict) and key not in _NOT_NUMBERS}
    numbers = {
        key: {one: number for one, number in table.items() if type(number) is int}
        for key, table in tables.items()
    }
    return {key: found for key, found in numbers.items() if found}


def example_of(loaded: Loaded) -> list[str]:
    """A ruleset that changes one number of another, line by line."""
    table, numbers = next(iter(numbers_of(loaded.raw).items()))
    key, number = next(iter(numbers.items()))
    values = {"id": loaded.ruleset.id, "table": table, "key": key, "number": number}
    return [line.format(**values) for line in EXAMPLE]


def own_file(shelf: Shelf, loaded: Loaded) -> Path:
    """Where a ruleset made from another one would lie."""
    return shelf.folders[1] / f"our-{loaded.ruleset.id}.toml"
