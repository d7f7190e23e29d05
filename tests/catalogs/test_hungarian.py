"""Hungarian names and numbers take the ending that people say; Italian a and e a d before their own vowel."""

import pytest

from companion.report.hungarian import with_ending
from companion.report.words import Speaker
from tests.support import library

CASES = {
    "t": "Anna Annát, Béla Bélát, Bence Bencét, Emil Emilt, Ágnes Ágnest, Claus Claust, Anton Antont, Beate Beatét, "
    "Dora Dorát, Otto Ottót, Björn Björnt, Mariann Mariannt, Károly Károlyt, Balázs Balázst, Emily Emilyt, "
    "Richard Richardot, Ádám Ádámot, Ferenc Ferencet, György Györgyöt, Alex Alexet, Zsolt Zsoltot, Éva Évát, "
    "Oxford Oxfordot, Leeds Leedset, Manchester Manchestert, Cambridge Cambridge-et, Newcastle Newcastle-t, "
    "Glasgow Glasgow-t, Crewe Crewe-t, LNWR LNWR-t, L&Y L&Y-t, B B-t, F F-et, M M-et, „Bath” „Bath”-ot, "
    "Leeds(2) Leeds(2)-t, "
    "0 0-t, 1 1-et, 2 2-t, 3 3-at, 4 4-et, 5 5-öt, 6 6-ot, 7 7-et, 8 8-at, 9 9-et, 10 10-et, 13 13-at, 20 20-at, "
    "30 30-at, 40 40-et, 50 50-et, 60 60-at, 100 100-at, 106 106-ot, 1000 1000-et, 12~000 12~000-et, "
    "2~000~000 2~000~000-t, −5 −5-öt, síp sípot, csille csillét, Alapadatok Alapadatokat",
    "nak": "Olivér Olivérnek, Noémi Noéminek, "
    "Béla Bélának, Ágnes Ágnesnek, József Józsefnek, Imre Imrének, Martin Martinnak, Zoli Zolinak, "
    "Katalin Katalinnak, György Györgynek, Tünde Tündének, LNWR LNWR-nek, L&Y L&Y-nak, ANNA ANNA-nak, H H-nak, "
    "3 3-nak, 1000 1000-nek, Marie Marie-nak",
    "ban": "Oxford Oxfordban, Leeds Leedsben, Reading Readingben, München Münchenben, Köln Kölnben, Omaha Omahában, "
    "Karlsruhe Karlsruhéban, Reno Renóban, Malmö Malmőben, 4 4-ben, 6 6-ban",
    "val": "Anna Annával, György Györggyel, Emil Emillel, Claus Claussal, Balázs Balázzsal, Mariann Mariann-nal, "
    "Alex Alexszel, Ferenc Ferenccel, Károly Károllyal, Tomasz Tomasszal, GWR GWR-rel, B B-vel, X X-szel, "
    "Judith Judithtal, Andrew Andrew-val, 1 1-gyel, 3 3-mal, 5 5-tel, 20 20-szal, 100 100-zal",
    "hoz": "Anna Annához, Emil Emilhez, Györgyi Györgyihez, Köln Kölnhöz, 5 5-höz, 2 2-höz, SER SER-hez",
    "n": "London Londonon, Berlin Berlinen, Köln Kölnön, Anna Annán, 3 3-on, 5 5-ön",
    "ból": "Anna Annából, Berlin Berlinből",
    "ról": "Paris Parisról, 9 9-ről",
    "szor": "3 3-szor, 5 5-ször, 10 10-szer",
    ".": "3 3., 5 5.",
    "ig": "Anna Annáig, LSWR LSWR-ig, 5 5-ig",
    "é": "Anna Annáé, Claus Clausé",
    "ként": "Anna Annaként",
    "i": "Guildford guildfordi, Omaha omahai, Miami miami, GWR GWR-i",
}


@pytest.mark.parametrize("ending", CASES)
def test_an_ending_goes_by_the_sound(ending: str) -> None:
    pairs = [one.replace("~", "\N{NO-BREAK SPACE}").split(" ") for one in CASES[ending].split(", ")]
    assert [with_ending(name, ending) for name, _ in pairs] == [wanted for _, wanted in pairs]


@pytest.mark.parametrize(
    ("way", "value", "wanted"),
    [
        ("-nak", "Anna", "Annának"),
        ("az-t", "GWR", "a GWR-t"),
        ("az-ban", "Oxford", "az Oxfordban"),
        ("az-t", 5, "az 5-öt"),
        ("Az", 5, "Az 5"),
        ("Az-ért", "Oxford", "Az Oxfordért"),
        ("az-.", (3, 5), "a 3. és 5."),
        ("name-t", "stone", "követ"),
        ("az-t", "stone", "a követ"),
        ("money-t", 12_000, "12\N{NO-BREAK SPACE}000-et"),
        ("list-nak", ("Anna", "Béla", "Emil"), "Annának, Bélának és Emilnek"),
        ("or-t", ("Anna", "Béla"), "Annát vagy Bélát"),
        ("amounts-t", {"stone": 1, "cotton": 2}, "1 követ és 2 pamutot"),
        ("amounts-t", (), "semmit"),
    ],
)
def test_an_ending_follows_what_the_way_of_writing_gives(way: str, value: object, wanted: str) -> None:
    """The ruleset's own form comes first: kő, követ."""
    assert Speaker(library().rulesets.load("whistle-stop").ruleset, "hu").format_field(value, way) == wanted


@pytest.mark.parametrize(
    ("way", "value", "wanted"),
    [
        ("a", "Anna", "ad Anna"),
        ("a", "Beate", "a Beate"),
        ("A", "Anna", "Ad Anna"),
        ("a", "Emil", "a Emil"),
        ("a", ("Anna", "Beate"), "ad Anna e Beate"),
        ("e", "Emil", "ed Emil"),
        ("e", "Anna", "e Anna"),
        ("list", ("Anna", "Emil"), "Anna ed Emil"),
    ],
)
def test_italian_a_and_e_take_a_d_before_their_own_vowel(way: str, value: object, wanted: str) -> None:
    assert Speaker(None, "it").format_field(value, way) == wanted
