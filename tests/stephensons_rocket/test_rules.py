"""What entries do, rule by rule: blocks, the position before them, and what the state shows afterwards."""

from typing import Any

import pytest

from companion.core.receipts import Receipt
from companion.session import Session
from tests.corrections import recount
from tests.results import paid, receipts, scores, state_of
from tests.stephensons_rocket.moves import (
    FINISH,
    bid,
    extend,
    isolate,
    line,
    move,
    place,
    played,
    skip,
    started,
    token,
    warned,
)
from tests.support import ANTON, BEATE, CLAUS, refused, shown

Case = tuple[tuple[dict[str, Any], ...], dict[str, Any], dict[str, Any]]


def case(*blocks: dict[str, Any], at: dict[str, Any] | None = None, **after: Any) -> Case:
    """`after` has fields of the state, and of each line that it names the given fields."""
    return blocks, at or {}, after


def found(session: Session, key: str, wanted: Any) -> Any:
    state = state_of(session)
    if key in state["lines"]:
        return {field: state["lines"][key][field] for field in wanted}
    if key == "paid":
        return [(receipt["kind"], paid(receipt)) for receipt in receipts(session)]
    if key == "subjects":
        return [receipt["subject"] for receipt in receipts(session)]
    if key == "final":
        final = [one for one in receipts(session) if one["kind"].startswith("final-")]
        by_subject = {(one["kind"].removeprefix("final-"), one["subject"]): paid(one) for one in final}
        return {subject: by_subject[subject] for subject in wanted}
    if key == "stations":
        return {name: state["stations"][name] for name in wanted}
    if key == "finished":
        return shown(session)["finished"]
    others: dict[str, Any] = {"scores": scores, "warned": warned}
    return others[key](session) if key in others else state[key]


def check(cases: dict[str, Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("blocks", "at", "after"), cases.values(), ids=cases)


def assert_after(blocks: tuple[dict[str, Any], ...], at: dict[str, Any], after: dict[str, Any]) -> None:
    session = played(*blocks, **at)
    assert {key: found(session, key, wanted) for key, wanted in after.items()} == after


def tokens(commodity: str, city: str | None = None, **held: int) -> dict[str, Any]:
    return {"commodity": commodity, **({"city": city} if city else {}), "held": held}


def shown_tokens(city: str | None, commodity: str, left: int | None, **held: int) -> dict[str, Any]:
    return {"city": city, "commodity": commodity, "left": left, "held": held}


READING = ["Reading"]
LOST = line("GWR", shares={ANTON: 2, BEATE: 2})
EXTENSIONS = {
    'a veto fills an empty pile for the next move only (Rulebook, "Aktienvorrat aufgebraucht")': case(
        extend(CLAUS, "GWR", veto=[bid(ANTON, 3)]),
        at=started(line("GWR", shares={ANTON: 10, BEATE: 6}), up=CLAUS),
        GWR={"pile": 3, "shares": {ANTON: 7, BEATE: 6}},
    ),
    # Anton has 3 supplementary shares. Claus takes a real one, so one of the three that go back counts as real.
    "supplementary shares go back to their stock only when no real one is out": case(
        extend(CLAUS, "GWR", veto=[bid(ANTON, 3)]),
        at=started(line("GWR", shares={ANTON: 3}, pile=16), up=CLAUS),
        GWR={"pile": 16, "shares": {CLAUS: 1}},
        supplementary_left=15,
    ),
    "shares of an isolated line leave the game when a veto returns them": case(
        isolate("GWR"),
        extend(CLAUS, "GWR", veto=[bid(ANTON, 2)]),
        at=started(line("GWR", shares={ANTON: 5, BEATE: 1}), up=CLAUS),
        GWR={"status": "isolated", "pile": 0, "shares": {ANTON: 3, BEATE: 1}},
    ),
    'a stranger\'s station joins and brings the mover a passenger (Rulebook, "Fahrgastplättchen")': case(
        extend(ANTON, "GWR", station=BEATE),
        at=started(line("GWR"), loose_stations={BEATE: 1}),
        GWR={"stations": {BEATE: 1}},
        passengers={ANTON: 1},
        passengers_left=8,
        stations={BEATE: {"supply": 6, "loose": 0}},
    ),
    "the own station brings no passenger": case(
        extend(ANTON, "GWR", station=ANTON),
        at=started(line("GWR"), loose_stations={ANTON: 1}),
        passengers={},
    ),
    **{
        f"a mover who loses a veto has no passenger: {name}": case(
            extend(ANTON, "GWR", station=CLAUS, veto=bids),
            at=started(LOST, loose_stations={CLAUS: 1}),
            passengers=passengers,
        )
        for name, bids, passengers in (
            ("called, no bids", [], {ANTON: 1}),
            ("lost", [bid(BEATE, 1)], {}),
            ("won by equalling", [bid(BEATE, 1), bid(ANTON, 1)], {ANTON: 1}),
            ("only the mover bid", [bid(ANTON, 1)], {ANTON: 1}),
        )
    },
    "a metropolis pays by its own tokens of whatever commodity": case(
        extend(ANTON, "GWR", metropolises=READING),
        at=started(
            tokens=[
                tokens("steel", "Reading", Anton=1),
                tokens("leather", "Reading", Anton=1, Beate=1),
                tokens("leather", "Guildford", Claus=3),
            ]
        ),
        paid=[("metropolis", {ANTON: 2000, BEATE: 1000})],
    ),
    "a town connected already is ignored and pays nothing": case(
        extend(ANTON, "GWR", metropolises=READING),
        skip(ANTON),
        extend(BEATE, "GWR", metropolises=[" READING"]),
        paid=[("metropolis", {})],
        GWR={"metropolises": READING},
    ),
    # 2 unnamed + Reading + NER's start town + Leeds + York = 6 towns.
    "two railway towns at once pay once each, with all new towns counted": case(
        extend(ANTON, "GWR", railway_towns=["Leeds", "York"], metropolises=READING, start_towns=["NER"]),
        at=started(line("GWR", unnamed_towns=2, stations={BEATE: 2, CLAUS: 1}), line("NER")),
        paid=[("metropolis", {}), *[("station", {BEATE: 6000, CLAUS: 3000})] * 2],
        subjects=["Reading", "GWR", "GWR"],
    ),
    "the station that joins with this move counts in its payout": case(
        extend(ANTON, "GWR", station=BEATE, railway_towns=["Leeds"]),
        at=started(line("GWR", unnamed_towns=3), loose_stations={BEATE: 1}),
        paid=[("station", {BEATE: 4000})],
    ),
    "the own start town entered with the first move is there once": case(
        extend(ANTON, "GWR", start_towns=["GWR"]), GWR={"start_towns": ["GWR"]}
    ),
    "a start town that a position has connected is ignored though its line never moved": case(
        extend(ANTON, "GWR", start_towns=["NER"]),
        at=started(line("GWR", start_towns=["NER"])),
        GWR={"start_towns": ["NER"]},
    ),
    "a loose station moved is still one loose station": case(
        place(ANTON), move(ANTON), stations={ANTON: {"supply": 6, "loose": 1}}
    ),
    "a metropolis that is a railway town on the printed board is warned of": case(
        token(ANTON, "leeds"), warned=["known-as"]
    ),
    "a railway town that is a metropolis on the printed board is warned of": case(
        extend(ANTON, "GWR", railway_towns=["Manchester"]), warned=["known-as"]
    ),
    **{
        f"a veto only the mover could call is warned of, not one that Beate could: {shares} {veto}": case(
            extend(ANTON, "GWR", veto=veto),
            at=started(line("GWR", shares=shares)),
            warned=["veto-without-holder"] * (len(shares) == 1),
        )
        for shares in ({ANTON: 2}, {ANTON: 2, BEATE: 1})
        for veto in ([], [bid(ANTON, 1)])
    },
}  # fmt: skip


@check(EXTENSIONS)
def test_an_extension_or_another_action(blocks: Any, at: Any, after: Any) -> None:
    """stephensons-rocket.md, "Actions C" and the actions after it."""
    assert_after(blocks, at, after)


def test_the_log_tells_every_step_in_the_order_of_events() -> None:
    """stephensons-rocket.md, "Actions C": share, veto, track, station, payouts, merger; then the end."""
    towns = {"metropolises": READING, "railway_towns": ["Leeds"]}
    session = played(
        token(ANTON, "Reading"),
        extend(ANTON, "LSWR", veto=[], station=BEATE, into="GWR", **towns),
        **started(line("LSWR"), line("GWR"), loose_stations={BEATE: 1}),
    )
    log = session.record.steps[-1].outcome.log
    kinds = (one.kind if isinstance(one, Receipt) else one.key for one in log)
    assert [one.removeprefix("stephensons-rocket.") for one in kinds] == [
        "takes-last-share", "veto-no-bids", "tile-laid-first", "station-joins", "passenger", "metropolis",
        "station", "merger", "tile-replaces", "exchange",
    ]  # fmt: skip


MERGER = extend(ANTON, "LSWR", into="GWR")
MERGERS = {
    "an odd share is lost": case(
        extend(CLAUS, "LSWR", into="GWR"),
        at=started(
            line("LSWR", shares={ANTON: 5, BEATE: 2, CLAUS: 1}), line("GWR", shares={BEATE: 3}), up=CLAUS
        ),
        GWR={"shares": {ANTON: 2, BEATE: 4, CLAUS: 1}, "pile": 16 - 7},
    ),
    # Rulebook, "Aktienfusion": touching the locomotive merges. GWR's start town is no town until it has left.
    "a start town is left out if its line, still there, is the one merged into": case(
        extend(ANTON, "LSWR", into="GWR", start_towns=["GWR"], metropolises=READING),
        at=started(line("LSWR", start_towns=["LSWR"], shares={BEATE: 2})),
        paid=[("metropolis", {}), ("merger", {BEATE: 2000, ANTON: 1000}), ("exchange", {ANTON: 0, BEATE: 0})],
        GWR={"moved": False, "start_towns": ["LSWR"], "town_count": 2},
    ),
    "a start town counts if its line has left it, also when that is the one merged into": case(
        extend(ANTON, "LSWR", into="GWR", start_towns=["GWR"]),
        at=started(line("LSWR", start_towns=["LSWR"], shares={BEATE: 2}), line("GWR", start_towns=["GWR"])),
        paid=[("merger", {BEATE: 2000, ANTON: 1000}), ("exchange", {ANTON: 0, BEATE: 0})],
        GWR={"start_towns": ["GWR", "LSWR"]},
    ),
    "a first move that merges lays only the locomotive's tile": case(
        MERGER, at=started(line("GWR")), tracks_left=59
    ),
    # Beate, the mover, gets 2 of the three in the pile, Claus 1 and 1 supplementary, Anton 1 supplementary.
    "new shares come from the pile, then from the supplementary stock, the mover's first": case(
        extend(BEATE, "LSWR", into="GWR"),
        at=started(
            line("LSWR", shares={ANTON: 2, BEATE: 3, CLAUS: 4}),
            line("GWR", shares={ANTON: 13}, pile=3),
            up=BEATE,
        ),
        GWR={"shares": {ANTON: 14, BEATE: 2, CLAUS: 2}, "pile": 0},
        supplementary_left=14,
    ),
    # Beate is due 2 and gets the pile, Claus is due 2 and gets the last supplementary one, Anton is due 2.
    "when pile and stock run dry the rest is not handed out": case(
        extend(BEATE, "LSWR", into="GWR"),
        at=started(
            line("LSWR", shares={ANTON: 4, BEATE: 3, CLAUS: 4}),
            line("GWR", shares={ANTON: 14}, pile=2),
            up=BEATE,
            supplementary_left=1,
        ),
        GWR={"shares": {ANTON: 14, BEATE: 2, CLAUS: 1}},
        supplementary_left=0,
        warned=["shares-ran-out"],
    ),
    # LSWR has 18 shares out, two of them supplementary; the stock is otherwise empty.
    "supplementary shares of the dissolved line go back to the stock before the exchange": case(
        MERGER,
        at=started(
            line("LSWR", shares={ANTON: 14, BEATE: 4}), line("GWR", shares={CLAUS: 16}), supplementary_left=0
        ),
        GWR={"shares": {ANTON: 2, CLAUS: 16}},
        supplementary_left=0,
    ),
    "an isolated survivor has no pile and gives supplementary shares": case(
        isolate("GWR"),
        MERGER,
        at=started(line("LSWR", shares={ANTON: 3}), line("GWR", shares={CLAUS: 2})),
        GWR={"shares": {ANTON: 2, CLAUS: 2}, "pile": 0},
        supplementary_left=14,
    ),
    "the pile of an isolated line leaves the game and later moves earn no share": case(
        isolate("GWR"),
        extend(ANTON, "GWR"),
        at=started(line("GWR", shares={BEATE: 2})),
        GWR={"status": "isolated", "pile": 0, "shares": {BEATE: 2}},
    ),
    "an isolated line that reaches something after all is warned of": case(
        isolate("GWR"),
        extend(ANTON, "GWR", metropolises=READING),
        at=started(line("GWR")),
        GWR={"metropolises": READING},
        warned=["isolated-after-all"],
    ),
    "an unmoved survivor adds its start town with its first move": case(
        MERGER,
        extend(ANTON, "GWR"),
        at=started(line("LSWR", start_towns=["LSWR"])),
        GWR={"moved": True, "start_towns": ["LSWR", "GWR"]},
    ),
    "the newly connected town counts in the merger": case(
        extend(ANTON, "LSWR", metropolises=READING, into="GWR"),
        at=started(line("LSWR", unnamed_towns=2), line("GWR")),
        paid=[("metropolis", {}), ("merger", {ANTON: 3000}), ("exchange", {ANTON: 0})],
    ),
}


@check(MERGERS)
def test_a_merger_or_an_isolation(blocks: Any, at: Any, after: Any) -> None:
    """stephensons-rocket.md, "Scoring 3", "Isolated lines"; rulebook, "Aktienfusion"."""
    assert_after(blocks, at, after)


def test_stations_of_a_chain_of_mergers_are_looked_for_on_the_line_that_is_left() -> None:
    session = played(
        extend(ANTON, "SER", into="LSWR"),
        skip(ANTON),
        extend(BEATE, "LSWR", into="GWR"),
        skip(BEATE),
        **started(line("SER", stations={CLAUS: 1}), line("LSWR"), line("GWR")),
    )
    sentence = refused(lambda: session.enter(move(CLAUS, **{"from": "SER"})), session)
    assert sentence == "SER merged into GWR, and so did its stations. Choose GWR."
    session.enter(move(CLAUS, **{"from": "GWR"}))


FIVE_MERGED = [line(name, status="merged", into="GWR") for name in ("NER", "L&Y", "LNWR", "LSWR", "SER")]
LAST_GER_SHARE = started(line("GER", shares={BEATE: 15}), line("GWR"), *FIVE_MERGED)
ENDS = {
    "tiles that run out in a merger are not counted and the merger is completed": case(
        MERGER,
        at=started(line("LSWR", unnamed_towns=2, shares={ANTON: 3}), line("GWR"), tracks_laid=59),
        tracks_left=0,
        LSWR={"status": "merged"},
        GWR={"shares": {ANTON: 2}},
        turn=None,
    ),
    "isolating the last but one line ends the game": case(
        isolate("GER"), at=started(line("GER"), line("GWR"), *FIVE_MERGED), finished=True
    ),
    "a line sold out counts as one without shares": case(
        extend(ANTON, "GER"), at=LAST_GER_SHARE, finished=True
    ),
    "a veto that refills the pile keeps the game going": case(
        extend(ANTON, "GER", veto=[bid(BEATE, 1)]), at=LAST_GER_SHARE, finished=False
    ),
    "tokens of a metropolis that no line reached are discarded, but passengers never": case(
        token(ANTON, "Dover"),
        FINISH,
        at=started(passengers={BEATE: 1}),
        final={("tokens", "steel"): {}, ("tokens", "passengers"): {BEATE: 6000}},
        tokens=[shown_tokens("Dover", "steel", 2)],
    ),
    # GWR 4 towns: Anton had 2 shares and 4,000, Beate 1 and 2,000. With 3 shares Beate is first after all.
    "after the end a recount of pieces is scored and the difference paid": case(
        FINISH,
        recount(lines=[line("GWR", shares={BEATE: 3})]),
        at=started(line("GWR", unnamed_towns=4, shares={ANTON: 2, BEATE: 1})),
        final={("shares", "GWR"): {ANTON: -2000, BEATE: 2000}},
        scores={ANTON: 2000, BEATE: 4000, CLAUS: 0},
    ),
    # Steel: Anton's token counts after all, 6,000. GWR then has one town, and nobody's pieces are on it.
    "a metropolis found connected after the end brings its discarded tokens back": case(
        token(ANTON, "Dover"),
        FINISH,
        recount(lines=[line("GWR", metropolises=["Dover"])]),
        scores={ANTON: 6000, BEATE: 0, CLAUS: 0},
        tokens=[shown_tokens("Dover", "steel", 2, Anton=1)],
    ),
    "discarded tokens are not counted twice by a recount": case(
        token(ANTON, "Dover"),
        FINISH,
        recount(tokens=[tokens("steel", "Dover", Anton=1)]),
        tokens=[shown_tokens("Dover", "steel", 2)],
    ),
    # Passengers: Anton 6,000 at the end. Recounted, Claus has them: Anton loses 6,000, Claus gets it.
    "money given in a recount after the end is set for those it names only": case(
        FINISH,
        recount(cash={BEATE: 9000}, passengers={ANTON: 0, CLAUS: 2}),
        at=started(passengers={ANTON: 2}),
        scores={ANTON: 0, BEATE: 9000, CLAUS: 6000},
    ),
}


@check(ENDS)
def test_an_end_and_its_final_scoring(blocks: Any, at: Any, after: Any) -> None:
    """stephensons-rocket.md, "End of the game", "Final scoring". The whole results are in the golden sessions."""
    assert_after(blocks, at, after)


def test_an_adjustment_of_nothing_has_no_row() -> None:
    (receipt,) = receipts(played({"player": ANTON, "amount": 0, "reason": "n", "do": "adjust"}))
    assert (receipt["rows"], receipt["total"]) == ([], 0)


SOLD_OUT = {"position": {"lines": [line("GWR", shares={ANTON: 4, BEATE: 16})]}}
POSITIONS = {
    "the pile is 16 minus the shares, and what exceeds 16 is supplementary": case(
        at=started(line("NER", shares={ANTON: 3, BEATE: 4}), line("GWR", shares={ANTON: 18})),
        NER={"pile": 9},
        GWR={"pile": 0},
        supplementary_left=14,
    ),
    "a pile given beside the shares makes supplementary ones of what exceeds 16": case(
        at=started(line("NER", shares={ANTON: 12}, pile=7)), NER={"pile": 7}, supplementary_left=13
    ),
    "a recount sets only what it names": case(
        recount(cash={BEATE: 7000}, lines=[line("NER", stations={ANTON: 1})]),
        at=started(line("NER", shares={ANTON: 3}, stations={BEATE: 2}), cash={ANTON: 4000, BEATE: 1000}),
        NER={"shares": {ANTON: 3}, "stations": {ANTON: 1, BEATE: 2}, "pile": 13},
        scores={ANTON: 4000, BEATE: 7000, CLAUS: 0},
    ),
    **{
        f"a turn that is as it was stays and another player's is whole: {who}": case(
            recount(turn={"player": who}),
            at=started(line("NER"), turn={"player": ANTON, "actions_left": 1, "extended": ["NER"]}),
            turn={"player": who, "actions_left": left, "extended": extended},
        )
        for who, left, extended in ((ANTON, 1, ["NER"]), (BEATE, 2, []))
    },
    # 20 shares of GWR are out, 4 of them supplementary; the line has 16 of its own, whatever is recounted.
    **{
        f"recounted shares go back to the supplementary stock before the pile: {given}": case(
            recount(lines=[line("GWR", **given)]), at=SOLD_OUT, GWR={"pile": pile}, supplementary_left=left
        )
        for given, pile, left in (
            ({"shares": {ANTON: 1}}, 0, 15),
            ({"shares": {ANTON: 0}}, 0, 16),
            ({"shares": {ANTON: 0, BEATE: 1}}, 15, 16),
            ({"shares": {ANTON: 6}}, 0, 10),
            ({"shares": {ANTON: 2, BEATE: 0}, "pile": 14}, 14, 16),
            ({"pile": 3}, 3, 9),
            ({"shares": {BEATE: 2}, "pile": 3}, 3, 16),
        )
    },
    "a veto after such a recount moves the pile the right way": case(
        recount(lines=[line("GWR", shares={ANTON: 2, BEATE: 0}, pile=14)], supplementary_left=16),
        extend(ANTON, "GWR", veto=[bid(ANTON, 3)]),
        at=SOLD_OUT,
        GWR={"pile": 16},
    ),
    **{
        f"a line that is running after all has its pile back: {before['status']}": case(
            recount(lines=[line("GWR", status="running", shares={ANTON: 2})]),
            at={"position": {"lines": [line("GWR", **before)]}},
            GWR={"status": "running", "pile": 14, "shares": {ANTON: 2}},
        )
        for before in ({"status": "isolated"}, {"status": "merged", "into": "NER"})
    },
    "a recount can move a station between lines even with none in supply": case(
        recount(lines=[line("NER", stations={ANTON: 4}), line("GWR", stations={ANTON: 3})]),
        at=started(line("NER", stations={ANTON: 3}), line("GWR", stations={ANTON: 4})),
        NER={"stations": {ANTON: 4}},
    ),
}


@check(POSITIONS)
def test_a_position_or_a_recount(blocks: Any, at: Any, after: Any) -> None:
    """stephensons-rocket.md, "A game joined late"; notation.md, "In every game": a `recount` leaves the rest."""
    assert_after(blocks, at, after)
