"""The one door: corrections, look-back, header changes, and sessions that do not replay."""

from typing import Any

import pytest

from companion.core.errors import Problem, Refused
from companion.core.messages import say
from companion.games.stephensons_rocket.rules import StephensonsRocket
from companion.storage.toml import inline
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import extend, place, skip, token
from tests.support import (
    ANTON,
    BEATE,
    CLAUS,
    FILE,
    blocks_in,
    library,
    refused,
    said,
    session_of,
    shipped,
    shown,
    sound_session,
    text_of,
)


def amend(entry: int, action: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"entry": entry, "action": action, **more, "do": "amend"}


def strike(entry: int, **more: Any) -> dict[str, Any]:
    return {"entry": entry, **more, "do": "strike"}


def insert(before: int, action: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"before": before, "action": action, **more, "do": "insert"}


def setup(**changes: Any) -> dict[str, Any]:
    return {**changes, "do": "setup"}


READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]


def test_undo_and_redo_are_replays_that_give_the_very_same_state() -> None:
    session = sound_session(READING)
    before = shown(session)["state"]
    session.enter({"do": "undo"})
    assert shown(session)["state"] == shown(sound_session(READING[:1]))["state"]
    session.enter({"do": "redo"})
    assert shown(session)["state"] == before


def test_the_file_only_grows_and_actions_counts_all_blocks() -> None:
    disk = MemoryDisk({**shipped(), FILE: text_of(READING).encode()})
    session = library(disk=disk).open(FILE)
    session.enter({"do": "undo", "by": BEATE})
    session.enter({"do": "redo"})
    assert [block["do"] for block in blocks_in(session, disk)] == ["take-token", "extend", "undo", "redo"]
    assert shown(session)["actions"] == 4


def test_an_amended_payout_is_paid_anew_under_its_own_number() -> None:
    session = sound_session([*READING, amend(1, token(BEATE, "Reading", ruling="he took it for her"))])
    (receipt,) = shown(session)["receipts"]
    assert (receipt["action"], receipt["rows"][0]["player"]) == (2, BEATE)


def test_an_insertion_that_breaks_a_later_entry_is_refused_naming_it() -> None:
    session = sound_session(
        [token(ANTON, "Dover"), token(ANTON, "Dover"), token(BEATE, "Dover"), skip(BEATE)]
    )
    before = shown(session)
    entry = insert(3, token(CLAUS, "Dover", ruling="forgotten"))
    assert refused(lambda: session.enter(entry), session) == (
        "with this change entry 3 does not play any more: all 3 tokens of Dover are taken; take one elsewhere"
    )
    assert shown(session) == before


def test_a_strike_that_breaks_a_later_entry_is_refused_naming_it() -> None:
    session = sound_session([place(ANTON), extend(ANTON, "GWR", station=ANTON)])
    sentence = refused(lambda: session.enter(strike(1)), session)
    assert sentence == (
        "with this change entry 2 does not play any more: Anton has no station standing loose on the board"
    )
    assert shown(session)["actions"] == 2


def test_an_inserted_action_has_the_number_of_its_block_in_receipts() -> None:
    session = sound_session(
        [
            token(ANTON, "Reading"),
            skip(ANTON),
            insert(2, extend(CLAUS, "GWR", metropolises=["Reading"], ruling="we forgot this")),
        ]
    )
    assert [receipt["action"] for receipt in shown(session)["receipts"]] == [3]
    assert [step.item.number for step in session.steps] == [1, 3, 2]


def test_receipts_come_in_the_order_of_the_corrected_game() -> None:
    session = sound_session(
        [
            *READING,
            insert(1, extend(CLAUS, "LSWR", metropolises=["Reading"], ruling="before all this")),
        ]
    )
    assert [receipt["action"] for receipt in shown(session)["receipts"]] == [3, 2]


def test_further_corrections_stand_or_fall_together() -> None:
    swap = strike(1, also=[amend(2, token(ANTON, "Leicester")), insert(2, place(ANTON))])
    session = sound_session([token(ANTON, "Reading"), token(ANTON, "Dover"), swap])
    assert [row["city"] for row in shown(session)["state"]["tokens"]] == ["Leicester"]
    session.enter({"do": "undo"})
    assert [row["city"] for row in shown(session)["state"]["tokens"]] == ["Dover", "Reading"]


def test_only_the_list_that_stands_must_replay() -> None:
    """Beate is not up; the entry was undone, and only its form is looked at."""
    sound_session([skip(BEATE), {"do": "undo"}, skip(ANTON)])
    session = session_of([{"do": "pass", "by": BEATE, "colour": "red"}, {"do": "undo"}, skip(ANTON)])
    assert session.failure is not None
    assert (session.failure.number, said(session, session.failure)) == (
        1,
        "unknown key colour; check its spelling or take it out",
    )


def test_the_state_as_of_any_entry_of_the_corrected_game() -> None:
    session = sound_session([*READING, amend(1, token(ANTON, "Dover"))])
    assert session.state_after(0).towns == {}
    assert session.state_after(1).towns == {("metropolis", "dover"): "Dover"}
    assert session.state_after(2) == session.state
    with pytest.raises(Refused):
        session.state_after(3)


def test_a_field_answered_with_nothing_is_as_good_as_not_there() -> None:
    disk = MemoryDisk({**shipped(), FILE: text_of().encode()})
    session = library(disk=disk).open(FILE)
    fields = extend(ANTON, "GWR", into=None, station=None)
    session.preview(fields)
    session.enter(fields)
    assert blocks_in(session, disk) == [extend(ANTON, "GWR")]


def test_what_a_ruled_recount_overrules_is_kept() -> None:
    position = {"lines": [{"line": "GWR", "metropolises": ["Leeds"], "railway_towns": ["Leeds"]}]}
    recount = {"reason": "both", "position": position, "ruling": "it is both", "do": "recount"}
    session = sound_session([recount])
    assert [problem.message.key for problem in session.steps[0].overruled] == ["stephensons-rocket.two-kinds"]
    assert session.up() == ANTON


def test_a_start_that_a_setup_makes_impossible_is_refused_with_its_number(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """No setup of this game can do that, but one of another may: options that contradict the position."""
    session = sound_session([skip(ANTON)])
    begin = StephensonsRocket.begin

    def picky(self: Any, table: Any, position: Any, names: Any) -> Any:
        if table.options["hidden_money"]:
            raise Refused(Problem(say("table.same-name", name="x"), final=True))
        return begin(self, table, position, names)

    monkeypatch.setattr(StephensonsRocket, "begin", picky)
    with pytest.raises(Refused) as refusal:
        session.enter(setup(options={"hidden_money": True}))
    assert refusal.value.number == 2


def test_a_preview_writes_and_changes_nothing() -> None:
    disk = MemoryDisk({**shipped(), FILE: text_of(READING).encode()})
    session = library(disk=disk).open(FILE)
    state = session.state
    future = session.preview(extend(BEATE, "LSWR", metropolises=["Reading"]))
    assert future.steps[-1].outcome.receipts[0].total == 2000
    assert (session.state is state, disk.calls) == (True, [])


def test_a_session_that_does_not_replay_stands_up_to_its_last_good_entry_and_can_be_mended() -> None:
    session = session_of([skip(ANTON), skip(ANTON), skip(ANTON), skip(BEATE)])
    assert session.failure is not None
    assert (session.failure.number, len(session.steps)) == (3, 2)
    assert refused(lambda: session.enter(skip(BEATE)), session) == (
        "nothing can be entered before entry 3 is corrected: it is the turn of Beate, not of Anton"
    )
    session.enter(amend(3, skip(BEATE)))
    assert session.failure is None
    assert len(session.steps) == 4


@pytest.mark.parametrize(
    "cure", [amend(2, setup(title="x")), strike(2), {"do": "undo", "to": 1}], ids=["amend", "strike", "undo"]
)
def test_a_bad_correction_of_the_header_can_be_mended(cure: dict[str, Any]) -> None:
    session = session_of([skip(ANTON), setup(rename={"Zoe": "Zora"}), skip(ANTON)])
    assert session.failure is not None
    assert session.failure.number == 2
    session.enter(cure)
    assert session.failure is None


def test_a_correction_of_nothing_can_be_undone() -> None:
    session = session_of([skip(ANTON), strike(7), skip(ANTON)])
    assert session.failure is not None
    session.enter({"do": "undo", "to": 1})
    assert session.failure is None


def test_a_rename_made_by_a_correction_is_known_to_those_who_undo_later() -> None:
    rename = insert(1, setup(rename={ANTON: "Toni"}))
    sound_session([skip(ANTON), rename, {"do": "remark", "note": "x"}, {"do": "undo", "by": "Toni"}])


def test_strangers_in_further_corrections_are_errors_unless_undone() -> None:
    stranger = strike(1, also=[{**strike(2), "by": "Zoe"}])
    session = session_of([skip(ANTON), skip(ANTON), stranger])
    assert session.failure is not None
    assert session.failure.number == 3
    sound_session([skip(ANTON), skip(ANTON), stranger, {"do": "undo"}])


def test_a_rename_counts_as_if_it_had_been_so_from_the_start() -> None:
    session = sound_session([*READING, setup(rename={"anton": "Toni"}), skip(BEATE), skip(BEATE)])
    result = shown(session)
    assert result["players"] == ["Toni", BEATE, CLAUS]
    assert result["receipts"][0]["rows"][0]["player"] == "Toni"
    assert result["state"]["lines"]["GWR"]["shares"] == {"Toni": 1}


def test_after_a_rename_the_new_name_is_used_and_the_old_one_still_understood() -> None:
    session = sound_session([setup(rename={ANTON: "Toni"})])
    session.enter(skip("TONI"))
    session.enter(skip(ANTON))
    assert shown(session)["state"]["turn"]["player"] == BEATE


def test_names_can_be_swapped_and_every_entry_means_who_was_called_so_when_it_was_written() -> None:
    session = sound_session(
        [place(ANTON), setup(rename={ANTON: BEATE, BEATE: ANTON}), place(BEATE), skip(ANTON)]
    )
    result = shown(session)
    assert result["players"] == [BEATE, ANTON, CLAUS]
    assert result["state"]["stations"][BEATE]["loose"] == 2
    assert result["state"]["turn"] == {"player": ANTON, "actions_left": 1, "extended": []}


def test_a_position_written_with_the_old_names_is_still_understood_after_a_rename() -> None:
    session = sound_session([setup(rename={ANTON: "Toni"})], position={"cash": {ANTON: 4000}})
    assert shown(session)["standings"][0] == {"player": "Toni", "score": 4000, "rank": 1}


def test_an_undone_rename_is_as_if_it_had_never_been() -> None:
    session = sound_session([setup(rename={ANTON: "Toni"}), {"do": "undo", "by": "Toni"}])
    assert shown(session)["players"][0] == ANTON
    sound_session([setup(rename={ANTON: "Toni"}), {"do": "undo"}, skip(ANTON)])


def test_striking_a_rename_that_later_entries_need_is_refused() -> None:
    session = sound_session([setup(rename={ANTON: "Toni"}), skip("Toni")])
    assert refused(lambda: session.enter(strike(1)), session) == (
        "with this change entry 2 does not play any more: "
        'nobody at this table is called "Toni"; here sit Anton, Beate and Claus'
    )


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            setup(rename={"Zoe": "Zora"}),
            'nobody at this table is called "Zoe"; here sit Anton, Beate and Claus',
        ),
        (
            setup(rename={ANTON: "beate"}),
            "two players would be called Beate; give each a name of their own",
        ),
        (setup(starts="Zoe"), 'nobody at this table is called "Zoe"; here sit Anton, Beate and Claus'),
        (
            setup(colours={"Zoe": "red"}),
            'nobody at this table is called "Zoe"; here sit Anton, Beate and Claus',
        ),
        (setup(options={"blind": True}), "this game has no option blind; it has hidden_money"),
        (
            setup(options={"hidden_money": "yes"}),
            "options.hidden_money must be true or false",
        ),
        (setup(rename={ANTON: "X", "anton ": "Y"}), "rename names anton twice; name everybody once"),
        (setup(name="x"), "unknown key name; check its spelling or take it out"),
    ],
)
def test_a_setup_that_cannot_be_is_refused(change: dict[str, Any], sentence: str) -> None:
    session = sound_session(READING)
    assert refused(lambda: session.enter(change), session) == sentence


def test_a_setup_corrects_title_options_and_colours_without_costing_a_turn() -> None:
    session = sound_session(
        [setup(title="Thursday", options={"hidden_money": True}, colours={"beate": "blue"}), skip(ANTON)]
    )
    assert (session.table.title, session.table.options["hidden_money"]) == ("Thursday", True)
    assert session.table.colours == {BEATE: "blue"}


def test_a_setup_of_the_start_player_moves_the_seats_or_is_refused_when_entries_contradict() -> None:
    assert shown(sound_session([setup(starts=CLAUS)]))["state"]["turn"]["player"] == CLAUS
    session = sound_session(READING)
    assert refused(lambda: session.enter(setup(starts=CLAUS)), session) == (
        "with this change entry 1 does not play any more: it is the turn of Claus, not of Anton"
    )


def test_a_remark_changes_nothing_but_is_kept() -> None:
    session = sound_session([{"do": "remark", "note": "the dog ate a token"}, skip(ANTON)])
    assert session.steps[0].item.action.note == "the dog ate a token"
    assert shown(session)["state"]["turn"]["actions_left"] == 1


@pytest.mark.parametrize("do", ["undo", "redo", "strike", "remark", "isolate"])
def test_an_unknown_writer_is_an_error_on_any_block(do: str) -> None:
    answers: dict[str, dict[str, Any]] = {
        "strike": {"entry": 1},
        "remark": {"note": "x"},
        "isolate": {"line": "GWR"},
    }
    fields = {"do": do, "by": "Zoe", **answers.get(do, {})}
    blocks = [skip(ANTON), *([{"do": "undo"}] if do == "redo" else []), fields]
    session = session_of(blocks)
    assert session.failure is not None
    assert (session.failure.number, said(session, session.failure)) == (
        len(blocks),
        'nobody at this table is called "Zoe"; here sit Anton, Beate and Claus',
    )


FORMS: list[tuple[dict[str, Any], str]] = [
    ({"do": "extnd", "by": ANTON}, 'there is no action "extnd"; "extend" is one'),
    ({"do": "frobnicate"}, 'there is no action "frobnicate"'),
    ({"do": 5}, "do must be a text in quotes"),
    ({"do": "pass"}, "by is missing"),
    ({"do": "pass", "by": ANTON, "x": 1}, "unknown key x"),
    ({"do": "pass", "by": ["Anton"]}, "by must be a text in quotes"),
    ({"do": "pass", "by": ANTON, "at": "now"}, "at must be a date with a time, like 2026-11-14T19:30:00Z"),
    ({"do": "pass", "by": ANTON, "ruling": " "}, "ruling must not be empty"),
    ({"do": "extend", "by": ANTON, "line": "GWR", "metropolises": "Reading"}, "metropolises must be a list"),
    (
        {"do": "extend", "by": ANTON, "line": "GWR", "metropolises": [3]},
        "metropolises[1] must be a text in quotes",
    ),
    ({"do": "extend", "by": ANTON, "line": "GWR", "veto": [{"player": ANTON}]}, "veto[1].shares is missing"),
    (
        {"do": "extend", "by": ANTON, "line": "GWR", "veto": [{"player": ANTON, "shares": True}]},
        "veto[1].shares must be a whole number",
    ),
    (
        {"do": "extend", "by": ANTON, "line": "GWR", "veto": [{"player": ANTON, "shares": 1, "x": 1}]},
        "unknown key veto[1].x",
    ),
    (
        {"do": "take-token", "by": ANTON, "city": "A\u0000", "commodity": "steel"},
        "city must not hold control",
    ),
    ({"do": "adjust", "player": ANTON, "amount": 1.5, "reason": "x"}, "amount must be a whole number"),
    ({"do": "adjust", "player": ANTON, "amount": 1.0, "reason": "x"}, "amount must be a whole number"),
    ({"do": "adjust", "player": ANTON, "amount": True, "reason": "x"}, "amount must be a whole number"),
    ({"do": "adjust", "player": ANTON, "amount": "5", "reason": "x"}, "amount must be a whole number"),
    ({"do": "adjust", "player": ANTON, "amount": 10**30, "reason": "x"}, "amount must be at most 1000000000"),
    ({"do": "adjust", "player": ANTON, "amount": 5}, "reason is missing"),
    ({"do": "undo", "to": -1}, "to must be at least 0"),
    ({"do": "undo", "ruling": "why"}, "unknown key ruling"),
    ({"do": "amend", "entry": 1}, "action is missing"),
    ({"do": "amend", "entry": 0, "action": {"do": "pass", "by": ANTON}}, "entry must be at least 1"),
    ({"do": "amend", "entry": 1, "action": {"do": "undo"}}, '"undo" cannot stand inside a correction'),
    ({"do": "amend", "entry": 1, "action": {"do": "pass", "by": ANTON, "y": 1}}, "unknown key y"),
    (
        {"do": "insert", "before": 1, "action": {"do": "pss", "by": ANTON}},
        'there is no action "pss"; "pass" is one',
    ),
    (
        {"do": "strike", "entry": 1, "also": [{"do": "pass", "by": ANTON}]},
        "also takes amend, strike and insert",
    ),
    (
        {"do": "strike", "entry": 1, "also": [{"do": "strike", "entry": 1, "also": []}]},
        "also takes amend, strike",
    ),
    ({"do": "remark"}, "note is missing"),
    ({"do": "recount", "reason": "x", "position": {"foo": 1}}, "unknown key position.foo"),
    (
        {"do": "recount", "reason": "x", "position": {"cash": {"Zoe": 1}}},
        'nobody at this table is called "Zoe"; here sit Anton, Beate and Claus',
    ),
]


@pytest.mark.parametrize(("fields", "sentence"), FORMS)
def test_a_block_of_the_wrong_form_is_refused_in_a_sentence_with_its_number(
    fields: dict[str, Any], sentence: str
) -> None:
    session = sound_session([skip(ANTON)])
    with pytest.raises(Refused) as refusal:
        session.enter(fields)
    assert said(session, refusal.value).startswith(sentence)
    assert refusal.value.number == 2
    text = (
        text_of([skip(ANTON)])
        + "\n[[actions]]\n"
        + "".join(
            f"{key} = {value if isinstance(value, float) else inline(value)}\n"
            for key, value in fields.items()
        )
    )
    from_file = library({FILE: text.encode()}).read(FILE)
    assert from_file.failure is not None
    assert (from_file.failure.number, said(from_file, from_file.failure).startswith(sentence)) == (2, True)
