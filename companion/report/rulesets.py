"""Messages about rulesets, for the command line and their page."""

from companion.core.errors import Refusal
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.roster import Option
from companion.games.ruleset import Ruleset
from companion.report.table_text import capitalise
from companion.report.words import Speaker
from companion.storage.errors import FileError
from companion.storage.loaded_ruleset import Loaded
from companion.storage.rulesets import Rulesets

LONGEST_NAME = 20
_NOT_NUMBERS = ("players", "options")


def scoring_in_words(game: AnyGame, speaker: Speaker) -> list[str]:
    return [] if game.description is None else [*map(speaker.say, game.description.explanation())]


def game_name(rulesets: Rulesets, game: str, speaker: Speaker) -> str:
    """A game's name, with its id if that isn't its engine's; only the id if not installed."""
    if not game:
        return speaker.phrase("stats.all")
    try:
        ruleset = rulesets.load(game).ruleset
    except (Refusal, FileError):
        return game
    names = ruleset.names.of(speaker.language)
    name = names.form(short=len(names.long) > LONGEST_NAME)
    return name if ruleset.id == ruleset.engine else f"{name} ({ruleset.id})"


def ruleset_row(loaded: Loaded, language: str) -> list[str]:
    ruleset = loaded.ruleset
    return [ruleset.id, ruleset.names.of(language).long, f"{ruleset.players.least}-{ruleset.players.most}"]


def option_message(loaded: Loaded, key: str, speaker: Speaker) -> Message:
    rule = loaded.ruleset.options[key]
    usual = option_text(loaded.ruleset, key, rule.default, speaker)
    name, meaning = speaker.name(f"options.{key}"), speaker.help(rule.help)
    return say("rulesets.option", name=capitalise(name), key=key, default=usual, help=meaning)


def option_text(ruleset: Ruleset, key: str, value: Option, speaker: Speaker) -> str:
    if isinstance(value, bool):
        return speaker.phrase("label.yes" if value else "label.no")
    words = ruleset.value_words(key, value)
    return str(value) if words is None else words.of(speaker.language).form()


def numbers_of(loaded: Loaded) -> dict[str, dict[str, int]]:
    tables: dict[str, dict[str, int]] = {}
    for key, table in loaded.raw.items():
        if isinstance(table, dict) and key not in _NOT_NUMBERS:
            tables[key] = {name: number for name, number in table.items() if type(number) is int}
    return {key: numbers for key, numbers in tables.items() if numbers}


def example_of(loaded: Loaded) -> tuple[str, ...]:
    items = ((number, table, key) for table, row in numbers_of(loaded).items() for key, number in row.items())
    number, table, key = max(items, default=(0, "money", "unit"))
    name = loaded.ruleset.id
    return f'extends = "{name}"', f'id = "our-{name}"', f"[{table}]", f"{key} = {number}"
