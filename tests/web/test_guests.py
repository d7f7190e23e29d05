"""Codes and seats: guesses are counted and slowed, and nobody keeps the table out by guessing."""

import pytest

from companion.web.guests import FREE_GUESSES, LETTERS, LONGEST_WAIT, MOST_GUESTS, Full, Guest, Guests, Slowed

HERE, THERE = "10.0.0.1", "10.0.0.2"


def guessed(guests: Guests, address: str, now: float, said: str = "WRONG") -> str:
    """What became of a code that was said."""
    try:
        return "in" if guests.join(said, address, now) is not None else "wrong"
    except Slowed as slowed:
        return "slowed" if 0 < slowed.seconds <= LONGEST_WAIT else f"slowed for {slowed.seconds}"


def joined(guests: Guests, address: str = HERE, now: float = 0.0) -> Guest:
    found = guests.join(guests.code, address, now)
    assert found is not None
    return found


def test_codes_are_of_letters_that_nobody_mistakes_and_new_every_time() -> None:
    codes = {Guests().code for _ in range(50)} | {Guests().host_code for _ in range(50)}
    assert len(codes) == 100
    assert not set("".join(codes)) - set(LETTERS)
    assert not set("IO0L1") & set(LETTERS)


def test_a_code_may_be_typed_small_and_with_spaces_and_nothing_else_is_close_enough() -> None:
    guests = Guests()
    code = guests.code
    assert guessed(guests, HERE, 0, f" {code[:3].lower()} {code[3:]}\n") == "in"
    for near in (code[:-1], f"{code}A", code[::-1] + "A", "", "*", f"{code}\x00", "é" * 6):
        assert guessed(Guests(), HERE, 0, near) == "wrong"


def test_wrong_codes_are_counted_and_slowed_and_a_right_one_during_a_wait_is_not_looked_at() -> None:
    guests = Guests()
    assert [guessed(guests, HERE, 0) for _ in range(6)] == ["wrong"] * FREE_GUESSES + ["slowed"] * 2
    assert guessed(guests, HERE, 0.9, guests.code) == "slowed"
    assert guests.wrong == FREE_GUESSES  # what is not looked at is no guess
    assert guessed(guests, HERE, 1.1, guests.code) == "in"


def test_a_guesser_elsewhere_keeps_nobody_out() -> None:
    """Every address of a home network guesses as often as it may; a phone with the right code comes in all the same,
    also where it was mistyped before. 4 at once, then after 1, 2, 4 ... 32 and 60 seconds: 4 + 6 + 3 in 300 seconds.
    """
    guests, mistyped = Guests(), [""]
    for second in range(300):
        for at in range(3, 254):
            guessed(guests, f"10.0.0.{at}", second + at / 1000)
        if second % 10 == 5:
            assert guessed(guests, f"10.0.1.{second}", second + 0.5, guests.code) == "in"
        if second >= 200 and mistyped[-1] != "in":
            mistyped.append(guessed(guests, HERE, second + 0.9, "OOPS" if second == 200 else guests.code))
    assert mistyped[1:] == ["wrong", "in"]
    assert guests.wrong <= 251 * 14 + 1


def test_a_changed_code_opens_and_the_old_one_does_not() -> None:
    guests = Guests()
    stays, old = joined(guests), guests.code
    guests.change_code()
    assert guessed(guests, HERE, 0, old) == "wrong"
    assert guessed(guests, HERE, 0, guests.code) == "in"
    assert guests.find(stays.token) is stays


def test_where_the_house_is_full_the_unused_places_of_whoever_has_most_give_way() -> None:
    """One phone that joins again and again throws out its own, never one that is looked at, sits or is the host."""
    guests = Guests()
    quiet, seated = joined(guests, THERE), joined(guests, THERE)
    guests.sit(seated, 0)
    host = guests.join(guests.host_code, THERE, 0)
    for _ in range(MOST_GUESTS * 2):
        joined(guests)
    assert len(guests.all()) == MOST_GUESTS
    assert all(one in guests.all() for one in (quiet, seated, host))
    for one in guests.all():
        one.streams = 1
    with pytest.raises(Full):
        joined(guests)
