"""Messages become sentences in one place."""

from companion.core.messages import say
from companion.report.words import Speaker
from tests.support import ANTON, library


def test_one_and_many_have_their_forms() -> None:
    speaker = Speaker()
    assert speaker.say(say("show.entries", count=1)) == "1 entry"
    assert speaker.say(say("show.entries", count=0)) == "0 entries"


def test_a_name_with_braces_is_a_name_and_no_pattern() -> None:
    assert Speaker().say(say("show.up", player="{0} {x}")) == "{0} {x} is up"


def test_names_of_pieces_come_from_the_ruleset_in_the_chosen_language() -> None:
    ruleset = library().shelf.load("stephensons-rocket").ruleset
    message = say("stephensons-rocket.unknown-line", line="X", known=("NER",))
    token_taken = say("stephensons-rocket.did.take-token", by=ANTON, commodity="steel", city="Reading")
    assert Speaker(ruleset, "de").say(token_taken) == "Anton nimmt Stahl aus Reading"
    assert Speaker(ruleset, "hu").name("leather") == "bőr"
    assert Speaker(ruleset, "de").say(message) == "Es gibt keine Linie „X“. Zur Wahl: NER."
