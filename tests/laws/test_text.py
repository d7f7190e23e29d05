"""Whatever a file, a phone or a person says is text: it is shown, and never filled in, run or obeyed."""

from pathlib import Path
from random import Random

import pytest

from companion.core.errors import Refusal
from companion.games.ruleset import Sentences
from companion.report.words import Speaker
from companion.storage.errors import FileError
from companion.storage.loaded_ruleset import Loaded
from companion.words import LANGUAGES
from tests.support import RAILWAYS, library, often

OWN = Path("/own/ours.toml")


def own_ruleset(help_text: str) -> Loaded:
    text = f"""format = 1
id = "ours"
extends = "{RAILWAYS[0]}"
[options.hidden_money.help]
en = '{help_text}'
"""
    return library({OWN: text.encode()}).shelf.check(OWN)


@pytest.mark.parametrize(
    "reaching",
    [
        "{rules.check_options.__func__.__globals__}",
        "{rules.__class__}",
        "{rules.model_fields}",
        "{rules.players.range}",
        "{rules.players.least.real}",
        "{rules.options[hidden_money].default}",
        "{rules.id}",
        "{rules.names}",
        "{rules}",
        "{rules.players.least!r}",
        "{rules.players.least:{rules.players.most}}",
        "{rules.players.least:>99}",
        "{rules.players.least:name}",
        "{rules.players[least}",
        "{rules.nothing}",
        "{player}",
        "{0}",
        "{}",
        "{",
        "}",
    ],
)
def test_a_help_text_with_anything_but_a_number_of_its_ruleset_in_braces_is_refused(reaching: str) -> None:
    with pytest.raises(FileError) as refused:
        own_ruleset(reaching)
    said = Speaker().say(refused.value.message)
    assert said.startswith("options.hidden_money.help.en can only have numbers of this ruleset in braces")


PIECES = (
    *("{rules.players.least}", "{rules.players.most:", "{rules.players[most]", "{", "}", "{{", "}}", "rules"),
    *(
        ".",
        "players",
        "least",
        "[",
        "]",
        ":",
        "!r",
        "|",
        "a",
        "word",
        "-t",
        "-",
        "az",
        "0",
        "-.",
        "verb:",
        " ",
    ),
)


def test_every_help_text_that_is_accepted_can_be_said() -> None:
    """Pieces of numbers in any order: what passes the check is filled in without an error, and without braces."""
    dice, accepted, filled = Random(5), 0, 0
    ruleset = library().shelf.load(RAILWAYS[0]).ruleset
    (rule,) = ruleset.options.values()
    speakers = [Speaker(ruleset, language) for language in LANGUAGES]
    for _ in range(often(3_000, 100_000)):
        text = "".join(dice.choice(PIECES) for _ in range(dice.randrange(1, 8)))
        written = Sentences.model_construct(en=text)
        options = {"rule": rule.model_copy(update={"help": written})}
        try:
            ruleset.model_copy(update={"options": options}).check_helps()
        except Refusal:
            continue
        accepted += 1
        filled += "{" in text
        assert not [one for one in speakers if {*"{}"} & {*one.help(written)}], text
    assert filled > 40, (accepted, filled)


def test_no_field_of_a_sentence_reaches_into_an_object() -> None:
    """Not even one of ours, if a text from elsewhere should ever become a sentence."""
    speaker = Speaker(library().shelf.load(RAILWAYS[0]).ruleset)
    for reaching in ("player.__class__", "player[0]", "rules", "0", "__class__"):
        with pytest.raises(KeyError):
            speaker.vformat(f"{{{reaching}}}", (), {"player": "Anton"})
    said = speaker.vformat("{rules.check_options} {rules.__class__} {rules.players.range}", (), {})
    assert said == "None None None"
