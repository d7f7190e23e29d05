"""`companion enter`: lines from a pipe, and at a plain prompt."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli.prompt import Prompt
from companion.forms.completion import completed_lines
from companion.report.words import Speaker
from companion.session import Library, Session
from companion.storage.saves import Save
from tests.commands import write
from tests.corrections import recount
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, ROOT, session_of, text_of

TYPED = ROOT / "tests" / "typed"


@pytest.fixture
def answered(capsys: pytest.CaptureFixture[str]) -> Any:
    """What was asked, what was told, and the session, for answers at the prompt; then the input ends."""

    def call(blocks: Any, *answers: str, **header: Any) -> tuple[list[str], str, Session]:
        session, asked, left = session_of(blocks, **header), list[str](), iter(answers)

        def ask(prompt: str) -> str:
            asked.append(prompt)
            answer = next(left, None)
            if answer is None:
                raise EOFError
            if answer == "^C":
                raise KeyboardInterrupt
            return answer

        Prompt(session, Speaker(session.record.ruleset), ask).run()
        return asked, capsys.readouterr().out, session

    return call


def test_a_whole_game_typed_line_by_line_gives_the_same_json_as_its_toml(companion: Any, enter: Any) -> None:
    """89 entries with vetoes, mergers and an isolated line, to the end."""
    toml = (TYPED / "whole-game.toml").read_text(encoding="utf-8")
    Path("toml.toml").write_text(toml, encoding="utf-8")
    Path("game.toml").write_text(toml.partition("[[actions]]")[0], encoding="utf-8")
    done = enter((TYPED / "whole-game.txt").read_text(encoding="utf-8"))
    assert (done.code, done.err) == (0, "")
    typed, written = companion("show", "game.toml", "--json"), companion("show", "toml.toml", "--json")
    assert typed.json == written.json
    kinds = {receipt["kind"] for receipt in typed.json["receipts"]}
    assert (typed.json["finished"], typed.json["actions"]) == (True, 89)
    assert {"metropolis", "station", "merger", "exchange", "final-shares"} <= kinds
    assert "isolated" in {line["status"] for line in typed.json["state"]["lines"].values()}


def test_each_line_is_echoed_with_its_number_what_it_does_and_the_balances_after_it(enter: Any) -> None:
    write([token(ANTON, "Reading")])
    assert enter("e gwr rea\n").out == (
        "2  extend gwr reading\n"
        "    PAY  Anton 2,000\n"
        "    Most Reading tokens: Anton 1. Anton is first: 2,000. "
        "Nobody is second, so the 1,000 isn't paid.\n"
        "    Also: Anton takes one GWR share (15 left). "
        "GWR leaves its start town, which now counts as a town. No track tile is laid.\n"
        "    After this: Anton 2,000 (+2,000)\n"
    )


def test_the_first_refusal_ends_it_with_the_number_of_its_line(companion: Any, enter: Any) -> None:
    """Spec, commands: exit 1 with the line's number at the first refusal, everything before it booked."""
    file = write()
    done = enter("# a comment\n\npass\npass by claus\npass\n")
    assert (done.code, done.err) == (1, "game.toml: line 4: It's Anton's turn, not Claus's.\n")
    assert companion("show", file, "--json").json["actions"] == 1


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("frobnicate", 'There\'s no action "frobnicate".'),
        ("remark " + "x" * 30_000, "The line has more than 20,000 characters"),
        ("t \udcff steel", "This isn't UTF-8 text"),
        ("undo", "There's nothing to undo."),
        ("adjust anton 99999999999 x", "Amount must be at most"),
    ],
)
def test_a_bad_line_gets_one_sentence_and_books_nothing(enter: Any, line: str, reason: str) -> None:
    write()
    before = Path("game.toml").read_bytes()
    done = enter(f"{line}\n")
    assert done.code == 1
    assert done.err.startswith(f"game.toml: line 1: {reason}")
    assert done.err.count("\n") == 1
    assert Path("game.toml").read_bytes() == before


def test_lines_are_utf_8_with_or_without_a_mark_and_of_any_line_ending(companion: Any, enter: Any) -> None:
    file = write()
    assert enter('\ufefft "Győr" steel\r\npass\r\n').code == 0
    assert companion("show", file, "--json").json["state"]["tokens"][0]["city"] == "Győr"


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16"])
def test_lines_in_another_encoding_get_a_word_about_that(enter: Any, encoding: str) -> None:
    """As editors and shells of Windows may write them."""
    file = write()
    done = enter('t "München" steel\n'.encode(encoding))
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"{file}: line 1: This isn't UTF-8 text. ")


def test_hidden_balances_are_not_echoed_until_the_end_is_booked(enter: Any) -> None:
    """Spec, `hidden_money`: what an entry pays is seen, what somebody has is not."""
    write([token(ANTON, "Reading")], options={"hidden_money": True})
    lines = [
        "e gwr rea",
        "adjust anton 4321 gift",
        "recount tiles 3 cash beate 8765 because x",
        "amend 3 remark x",
    ]
    out = enter("\n".join(lines)).out
    assert not any(sum_ in out for sum_ in ("6,321", "8765", "8,765"))
    assert "Anton is first: 2,000" in out
    assert '3  adjust anton 4321 "gift"\n' in out
    assert "6,321" not in enter("adjust anton -99999 x\n").err
    assert "Anton wins\n" in enter("finish\n").out


def test_an_end_that_is_only_looked_at_uncovers_nothing(answered: Any) -> None:
    blocks = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
    _, out, session = answered(blocks, "? finish", "finish", "n", options={"hidden_money": True})
    assert ("Anton 10,000" in out, session.record.is_over) == (False, False)
    assert "PAY  Anton 8,000" in out


def test_the_history_is_what_was_entered_without_balances_while_money_is_hidden() -> None:
    recount = {"do": "recount", "position": {"cash": {ANTON: 4321}}, "reason": "x"}
    session = session_of([recount, skip(ANTON), {"do": "undo"}], options={"hidden_money": True})
    history = Prompt(session, Speaker(session.record.ruleset)).history()
    assert history == ['recount because "x"', "pass"]


def test_a_session_that_does_not_replay_can_be_mended_and_is_reported(companion: Any, enter: Any) -> None:
    file = write([skip(ANTON), skip("Beate")])
    done = enter("pass\n")
    assert done.code == 1
    assert done.err.splitlines()[0] == "game.toml: action 2: It's Anton's turn, not Beate's."
    assert enter("amend 2 pass by anton\n").code == 0
    assert companion("check", file).code == 0


def test_a_line_is_read_against_the_state_at_that_moment(enter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    file = Path(write())
    other, appended = Library().open(file), Save.append

    def overtaken_once(save: Save, *given: Any) -> Any:
        monkeypatch.setattr(Save, "append", appended)
        other.enter({"note": "quicker", "do": "remark"})
        return appended(save, *given)

    monkeypatch.setattr(Save, "append", overtaken_once)
    assert enter("pass\n").code == 0
    assert [block["do"] for block in Library().read(file).record.blocks] == ["remark", "pass"]


def test_a_line_that_was_overtaken_is_confirmed(enter: Any, capsys: pytest.CaptureFixture[str]) -> None:
    """It may say another player's entry by now: previewed anew, it waits."""
    file = Path(write())
    session, other = Library().open(file), Library().open(file)
    answers = iter(["place-station", "n", "quit"])

    def ask(prompt: str) -> str:
        if prompt.startswith("1 Anton"):
            for _ in range(2):
                other.enter(skip(ANTON))
        return next(answers)

    Prompt(session, Speaker(session.record.ruleset), ask).run()
    assert "3  place-station" in capsys.readouterr().out
    assert session.record.entry_count == 2


def test_a_pipe_is_told_where_replaced_entries_are(enter: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def lines(stream: object) -> Iterator[tuple[int, str]]:
        yield 1, "pass"
        write()  # an older copy, put back
        yield 2, "pass"

    write()
    monkeypatch.setattr("companion.cli.enter._lines", lines)
    done = enter("")
    assert (done.code, "is kept in backups/game.replaced.toml" in done.err) == (0, True)


def test_the_prompt_shows_the_number_whose_turn_it_is_and_what_is_left_of_it(answered: Any) -> None:
    asked, out, _ = answered([], "pass", "pass", "finish", "y")
    assert asked == [
        "1 Anton, 2 of 2 actions left> ",
        "2 Anton, 1 of 2 actions left> ",
        "3 Beate, 2 of 2 actions left> ",
        "Save it? [Y/n] ",
        "4 over> ",
    ]
    assert "Anton, Beate and Claus share the win\n" in out, "an end is confirmed, and tells its result"


def test_a_payout_is_booked_only_when_it_is_confirmed(answered: Any) -> None:
    for answer, booked in (("", 2), ("y", 2), ("Yes", 2), ("n", 1), ("^C", 1)):
        asked, out, session = answered([token(ANTON, "Reading")], "e gwr rea", "remark pasted", answer)
        assert asked[1:3] == ["Save it? [Y/n] "] * 2, "a line meant for the prompt is neither yes nor no"
        assert "Anton is first: 2,000" in out
        assert (session.record.entry_count, "Nothing saved." in out) == (booked, booked == 1)


def test_a_new_name_is_confirmed_and_an_entry_that_only_moves_a_piece_is_not(answered: Any) -> None:
    asked, _, session = answered([], "t york steel", "n", "t reading steel", "s")
    assert [prompt[:7] for prompt in asked] == ["1 Anton", "Save it", "1 Anton", "2 Anton", "3 Beate"]
    assert session.record.entry_count == 2


def test_an_undo_is_confirmed_and_says_what_it_takes_back(answered: Any) -> None:
    asked, out, session = answered([skip(ANTON), skip(ANTON)], "undo", "y")
    assert "Undone: Anton passes (entry 2)" in out
    assert (asked[-1], session.record.entry_count) == ("2 Anton, 1 of 2 actions left> ", 3)


def test_a_correction_before_a_count_says_what_stays_and_how_to_change_the_count_too(answered: Any) -> None:
    """Anton had 15,000 and got 2,000 for Reading. Without it a count of 5,000 becomes 3,000."""
    blocks = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
    blocks.append(recount(cash={ANTON: 5000}))
    asked, told, session = answered(blocks, "amend 2 extend gwr", "no")
    assert "Anton's money was counted in entry 3 and stays at 5,000." in told
    assert asked[1] == "Save it? [Y/n] "
    other = 'amend 2 extend gwr also amend 3 recount cash anton 3000 because "counted again"'
    assert f"To change the count too, answer no and enter: {other}" in " ".join(told.split())
    assert session.record.entry_count == 3
    *_, session = answered(blocks, other, "")
    assert session.record.scores[ANTON] == 3000


def test_all_violations_of_an_entry_are_said_and_that_a_ruling_would_book_it(answered: Any) -> None:
    _, out, session = answered([extend(ANTON, "GWR")], "e gwr start ner", "e gwr into gwr")
    assert "GWR was already extended this turn. Choose another line.\n" in out
    assert "NER hasn't left its start town yet" in out
    assert out.count('To save it as a house ruling, add "ruling" and the reason.') == 1
    assert session.record.entry_count == 1


def test_a_question_mark_before_a_line_shows_what_it_would_do_and_books_nothing(answered: Any) -> None:
    asked, out, session = answered([token(ANTON, "Reading")], "? e gwr rea")
    assert "After this: Anton 2,000 (+2,000)\nNothing saved.\n" in out
    assert (len(asked), session.record.entry_count) == (2, 1)


def test_help_show_and_quit_are_no_entries(answered: Any) -> None:
    asked, out, session = answered([], "?", "help", "show", "", "# hm", "^C", "quit", "pass")
    assert (len(asked), session.record.entry_count) == (7, 0)
    said = "metropolis (the metropolis Anton takes a token from); the commodity Anton takes"
    assert out.count(f"  take-token (t)  {said}\n") == 2
    assert "rank  player" in out


def test_completion_goes_on_from_what_was_typed_and_never_takes_letters_away() -> None:
    session = session_of([token(ANTON, "Bath"), token(ANTON, "Bristol")])
    lines = {
        line: completed_lines(line, session.completions(line))
        for line in ("e gw", "ex", "t b", "e l", "e ly")
    }
    assert lines == {
        "e gw": ["e gwR "],
        "ex": ["extend "],
        "t b": ["t bath ", "t bristol ", "t by "],
        "e l": ["e l&Y ", "e lNWR ", "e lSWR "],
        "e ly": ["e L&Y "],
    }


def test_the_prompt_works_in_a_terminal(tmp_path: Path) -> None:
    pytest.importorskip("pty", reason="Windows has no such terminals")
    from tests.tui.terminal import Terminal

    file = tmp_path / "game.toml"
    file.write_text(text_of(), encoding="utf-8")
    with Terminal(tmp_path, "enter", file.name, TERM="dumb") as terminal:
        terminal.wait_for("actions left>")
        terminal.press("pass", "enter")
        terminal.wait_for("2 Anton, 1 of 2 actions left>")
        terminal.press("quit", "enter")
        assert terminal.ended() == 0
    assert file.read_text(encoding="utf-8").count('do = "pass"') == 1


def test_lines_may_be_in_any_language_and_the_file_is_english(companion: Any, enter: Any) -> None:
    write([token(ANTON, "Reading")])
    typed = "ausbauen gwr rea\npassen notiz bis gleich\npass note see you\n"
    done = enter(typed, "game.toml", "--lang", "de")
    assert (done.code, done.err) == (0, "")
    echoed = [line for line in done.out.splitlines() if not line.startswith(" ")]
    assert echoed == ["2  ausbauen gwr reading", '3  passen notiz "bis gleich"', '4  passen notiz "see you"']
    written = Path("game.toml").read_text(encoding="utf-8").splitlines()
    assert [line for line in written if line.startswith("# ")][-3:] == [
        "# extend gwr reading",
        '# pass note "bis gleich"',
        '# pass note "see you"',
    ]
    assert "Anton baut GWR" in companion("show", "game.toml", "--lang", "de").out
    assert "Anton extends GWR to Reading" in companion("show", "game.toml").out
