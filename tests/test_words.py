"""Messages become sentences in one place."""

from companion.core.messages import say
from companion.report.layout import folded
from companion.report.words import Speaker
from tests.stephensons_rocket.moves import extend, line, played, receipts, started
from tests.support import ANTON, BEATE, CLAUS, library


def test_one_and_many_have_their_forms() -> None:
    speaker = Speaker()
    assert speaker.say(say("show.entries", count=1)) == "1 entry"
    assert speaker.say(say("show.entries", count=0)) == "0 entries"


def test_a_name_with_braces_is_a_name_and_no_pattern() -> None:
    assert Speaker().say(say("show.up", player="{0} {x}")) == "{0} {x} is up"


def test_names_of_pieces_come_from_the_ruleset_in_the_chosen_language() -> None:
    ruleset = library().shelf.load("stephensons-rocket").ruleset
    message = say("stephensons-rocket.unknown-line", line="X", known=("NER",))
    token_taken = say("stephensons-rocket.takes-token", player=ANTON, commodity="steel", city="Reading")
    assert Speaker(ruleset, "de").say(token_taken) == "Anton nimmt ein Plättchen Stahl aus Reading"
    assert Speaker(ruleset, "hu").name("leather") == "bőr"
    assert Speaker(ruleset, "de").say(message) == "es gibt keine Linie „X“; es gibt: NER"


def test_the_text_of_a_payout_explains_ranking_tie_and_division() -> None:
    session = played(
        extend(CLAUS, "LSWR", into="GWR"),
        **started(line("LSWR", unnamed_towns=4, shares={ANTON: 2, BEATE: 2}), line("GWR"), up=CLAUS),
    )
    assert receipts(session, "merger")[0]["text"] == (
        "LSWR with 4 towns is dissolved into GWR, by its shares: Anton 2 = Beate 2 > Claus 1; "
        "Anton and Beate share first and second: (4,000 + 2,000) / 2 = 3,000 each."
    )
    assert receipts(session, "exchange")[0]["text"] == (
        "LSWR shares become GWR shares, one for two: Claus 1 -> 0; an odd one of Claus is lost; "
        "Anton 2 -> 1; Beate 2 -> 1."
    )


def test_a_long_line_is_folded_with_its_indent() -> None:
    assert folded("   one two three", 40) == "   one two three"
    assert folded("   one two three four", 12).splitlines() == ["   one two", "     three", "     four"]
