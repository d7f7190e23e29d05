"""The reason of a payout is on the screen without a key: before an entry is saved, and after."""

from itertools import product
from pathlib import Path

import pytest

from companion.core.gains import FINAL
from companion.draw.log import payment_lines
from companion.games.actions import AGREED
from companion.report.entries import parts_of, receipts_message
from companion.report.payments import gains_of, payments
from companion.report.preview_sentences import preview_sentences
from companion.report.words import speaker_of
from companion.tui.draw.entry import EntryBlock
from companion.words import LANGUAGES
from tests.corrections import amend
from tests.dampfross.moves import depart, operating, played, train
from tests.stephensons_rocket.moves import Fields, extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, FILE, all_shipped, library, part_of, sound_session
from tests.test_golden import FOLDER
from tests.tui.desk import AtDesk, collapsed, model_of, read
from tests.tui.driving import disk_of

EXAMPLES = Path(__file__).parents[2] / "companion" / "examples"
SESSIONS = [*EXAMPLES.glob("*.toml"), *(one for one in FOLDER.glob("*.toml") if one.stem != "expected")]


@pytest.mark.parametrize(
    ("language", "path"),
    part_of([*product(LANGUAGES, SESSIONS)], 3),
    ids=lambda one: one.stem if isinstance(one, Path) else one,
)
def test_every_reason_of_an_ordinary_entry_is_in_sight_after_saving(path: Path, language: str) -> None:
    """At 80x24, of which the last entry has eight rows: all that one or two payouts say, and who gets what."""
    session = library({**all_shipped(), FILE: path.read_bytes()}).open(FILE)
    speaker = speaker_of(session, language)
    for at, step in enumerate(session.record.steps, 1):
        receipts = step.outcome.receipts
        if len(receipts) not in (1, 2) or any(one.kind.startswith(FINAL) for one in receipts):
            continue
        model = model_of(session.as_of(at), language)
        payouts = payments(session.record, gains_of(session.record, step.number), speaker)
        room = 8 - len(payment_lines(payouts, model, 80))
        seen = collapsed(read(EntryBlock(model, 80).draw().lines(80)[:room]))
        for alike in parts_of(receipts):
            assert isinstance(alike, list)
            assert collapsed(speaker.say(receipts_message(alike))) in seen, f"entry {step.number}"


@pytest.mark.parametrize(
    ("block", "told"),
    [
        (extend(ANTON, "GWR", note="late"), "Entry 2, edited: Note – → late"),
        (extend(ANTON, "GWR", veto=[]), "Entry 2, edited: Veto – → nothing"),
        (extend(ANTON, "GWR", metropolises=["Dover"]), "Entry 2, edited: Anton extends GWR to Dover"),
    ],
)
def test_a_correction_names_the_detail_if_the_sentence_stays_the_same(block: Fields, told: str) -> None:
    session = sound_session([token(ANTON, "Reading"), extend(ANTON, "GWR"), skip(BEATE)])
    session.enter(amend(2, block))
    assert told in AtDesk(disk_of(), session=session).entry


def test_an_edit_says_first_who_pays_then_what_each_entry_pays_now_and_itself_once() -> None:
    """Without his second token of Reading Anton shares with Beate: (2,000 + 1,000) / 2, rounded down to 1,000."""
    blocks = [
        token(ANTON, "Reading"),
        token(ANTON, "Reading", "textiles"),
        token(BEATE, "Reading", "brewing"),
        extend(BEATE, "GWR", metropolises=["Reading"]),
    ]
    desk = AtDesk(disk_of(blocks))
    seen = desk.enter_line("amend 2 take-token york textiles").entry
    order = ["COLLECT A Anton 1,000", "Entry 4: Anton 2,000 → 1,000", "4 Beate extends GWR"]
    assert sorted(order, key=seen.index) == order
    seen = desk.enter_line("amend 4 extend gwr reading leeds").entry
    assert seen.count("Beate extends GWR to Reading and Leeds") == 1


@pytest.mark.parametrize(("players", "goes_on"), [((ANTON,), False), ((ANTON, BEATE), True)])
def test_a_correction_that_takes_back_the_end_says_that_the_game_goes_on(
    players: tuple[str, ...], goes_on: bool
) -> None:
    """Dampfross rulebook, prizes: who runs alone gets 20, and 230 + 20 end a game to 250; partners get 10 each."""
    session = played(depart(train(ANTON)), position=operating(accounts={ANTON: 230, BEATE: 20, CLAUS: 20}))
    assert session.record.is_over
    amended = session.preview(amend(1, depart(train(*players))))
    shown = preview_sentences(amended, speaker_of(session, "en"))
    assert ("The game goes on after this." in str(shown)) is goes_on


def test_a_ruling_without_a_reason_is_told_in_the_language_of_the_screen() -> None:
    session = sound_session([token(ANTON, "Reading"), extend(ANTON, "GWR"), skip(BEATE)])
    session.enter(amend(2, extend(ANTON, "GWR", ruling=AGREED)))
    desk = AtDesk(disk_of(), session=session, language="de")
    assert AGREED not in desk.entry
    assert "am Tisch vereinbart" in desk.entry
