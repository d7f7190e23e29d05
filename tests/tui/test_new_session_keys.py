"""Keys and pointing on the page of a new session: players, options, maps and companies."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.people import People, Person
from companion.games.registry import engines
from companion.report.words import Speaker
from companion.storage.board_notes import board_notes_path
from companion.storage.config import Config
from companion.tui.draw.new_session import row_lines
from companion.tui.models.new_session import FormRow, Kind, NewSessionModel
from companion.tui.screens.new_session import NewPage
from companion.tui.screens.table import TableScreen
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, library, shipped
from tests.tui.driving import Table, app_of, at_rest, running
from tests.tui.test_new_session import DIGITS, go, remembering


class Form:
    """The page in a running app; keys are sent all at once."""

    def __init__(self, table: Table) -> None:
        assert isinstance(table.app.screen, NewPage)
        self.table, self.page, self.model = table, table.app.screen, table.app.screen.model

    async def press(self, *keys: str) -> None:
        await self.table.rattle(*keys)

    async def go(self, row: FormRow) -> None:
        await go(self.table, row)

    async def point(self, target: str) -> None:
        self.page.post_message(Lines.Pointed(target))
        await at_rest(self.table.app)

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.model.plan.seats]

    @property
    def said(self) -> list[str]:
        shown = (one for one in (self.model.problem, self.model.lack) if one is not None)
        return list(dict.fromkeys(Speaker(self.model.plan.ruleset).say(one) for one in shown))

    async def option(self, key: str) -> FormRow:
        """Go to the row of an option, unfolded."""
        if not self.model.are_options_open:
            self.model.open_options(BoardNotes())
        place = next(at for at, one in enumerate(self.model.plan.options) if one.key == key)
        await self.go(FormRow("option", place))
        return FormRow("option", place)

    def value(self, key: str) -> object:
        return next(one.value for one in self.model.plan.options if one.key == key)


@asynccontextmanager
async def seating(
    *names: str, game: str = "stephensons-rocket", people: People = (), language: str = "en"
) -> AsyncIterator[Form]:
    """The page with some players, where the next one can be added."""
    config = Config(language=language)
    app = app_of(remembering(people), None, config=config, draw=lambda count: count - 1)
    async with running(app) as table:
        await table.press("n")
        await table.rattle(DIGITS[game], *(key for name in names for key in (*name, "enter")))
        yield Form(table)


PEOPLE: People = (
    Person(CLAUS, "green"),
    Person(ANTON, "red"),
    Person("Anna"),
    Person(BEATE, "blue"),
    Person(DORA),
)


KEYS = ("enter", "tab", "up", "down", "end", "right", "backspace", "delete")

# Players


THREE_SIT = "Anton enter Beate enter Claus enter"


@pytest.mark.parametrize(
    ("keys", "players", "row"),
    [
        (THREE_SIT, THREE, "add"),
        (f"{THREE_SIT} enter", THREE, "play"),
        (f"{THREE_SIT} Dora enter", (*THREE, DORA), "play"),  # spec, Components: 2 to 4 players
        ("2 2 x enter", (ANTON, "2x"), "add"),  # who sits already is not added again: a name begins
        ("7of9 enter 0x enter", ("7of9", "0x"), "add"),  # nobody has that digit
        ("2 4 enter Claus enter", THREE, "add"),  # a letter on Play begins a name
        ("2 4 enter 1", THREE, "add"),  # and a digit is still somebody who is offered
        ("2 4 enter 9", (ANTON, BEATE), "play"),
        ("be tab enter an tab enter", (BEATE, ANTON), "add"),  # the most recent of those that fit
        ("2 4 tab", (ANTON, BEATE), "starts"),
        ("up right tab Emil enter", ("Emil",), "add"),  # names never land in an option
        ("up 2 tab Emil enter tab Fritz enter", ("Emil", "Fritz"), "add"),
        ("2 Emil down", (ANTON, "Emil"), "starts"),  # taken by whatever leaves the row
        (
            "Jo enter os enter ro enter",
            ("Jo", "os", "ro"),
            "add",
        ),  # where names are typed, no letter is a key
        ("up jo enter sa enter", ("jo", "sa"), "add"),  # nor on the game, from where one may begin
        ("2 4 backspace", (ANTON, BEATE), "seat"),
        ("2 4 1 up up delete Emil enter", (ANTON, CLAUS, "Emil"), "add"),  # no other name gets longer
        ("2 4 1 up delete Emil enter", (ANTON, BEATE, "Emil"), "add"),
        ("2 4 1 up up delete up delete", (ANTON,), "add"),
        ("2 delete up delete", (), "add"),
        ("2 4 enter r", (ANTON, BEATE), "add"),  # names on Start, but for the letters of its keys
        ("Em delete Fritz enter", ("Fritz",), "add"),  # Delete clears the text
        ("down Emil enter Fritz enter", ("Emil", "Fritz"), "add"),  # though Down went on to the options
        ("2 4 tab Emil enter", (ANTON, BEATE, "Emil"), "add"),  # from who starts
        ("2 4 end down Emil enter", (ANTON, BEATE, "Emil"), "add"),
        ("2 4 end down down Emil enter", (ANTON, BEATE, "Emil"), "add"),
    ],
)
async def test_players_sit_down_by_digit_or_name(keys: str, players: tuple[str, ...], row: str) -> None:
    """Claus, Anton, Anna, Beate and Dora played before, in that order; the digits are theirs."""
    async with seating(people=PEOPLE) as form:
        for key in keys.split():
            await form.press(*([key] if key in KEYS else key))
        assert (tuple(form.names), form.model.row.kind) == (players, row)


async def test_a_remembered_player_keeps_the_digit_while_others_sit_down() -> None:
    async with seating(people=PEOPLE) as form:
        assert [place + 1 for place, _ in form.model.suggestions] == [1, 2, 3, 4, 5]
        await form.press("2")
        assert [(place + 1, one.name) for place, one in form.model.suggestions] == [
            (1, CLAUS),
            (3, "Anna"),
            (4, BEATE),
            (5, DORA),
        ]
        await form.press("4", "1")
        assert [(seat.name, seat.colour) for seat in form.model.plan.seats] == [
            (ANTON, "red"),
            (BEATE, "blue"),
            (CLAUS, "green"),
        ]


async def test_players_are_moved_renamed_coloured_and_taken_away_by_keys() -> None:
    async with seating(*THREE) as form:
        await form.press("up")
        assert form.model.row == FormRow("seat", 2)
        await form.press("shift+up")
        assert (form.names, form.model.row) == ([ANTON, CLAUS, BEATE], FormRow("seat", 1))
        await form.press("shift+down", "shift+down")
        assert (form.names, form.model.row) == ([ANTON, BEATE, CLAUS], FormRow("seat", 2))
        await form.press(*["backspace"] * 5, *DORA, "right", "up", "right", "right", "left")
        assert [(seat.name, seat.colour) for seat in form.model.plan.seats] == [
            (ANTON, None),
            (BEATE, "blue"),
            (DORA, "red"),
        ]
        await form.press(*["backspace"] * 5, "enter")
        assert form.names == [ANTON, BEATE, DORA], "nobody leaves without Delete"


async def test_who_starts_is_chosen_or_drawn() -> None:
    async with seating(*THREE) as form:
        await form.go(FormRow("starts"))
        await form.press("right")
        assert form.model.plan.start_place == 1
        await form.press("left", "left")
        assert form.model.plan.start_place == 2
        await form.press("1")
        assert form.model.plan.start_place == 0
        await form.press("r")
        assert form.model.plan.start_place == 2, "the last of three was drawn"
        assert form.model.plan.header()["starts"] == CLAUS


# A key that does nothing says so

MUTE = "That key does nothing here. The bottom row shows the keys that do."
FULL = "Every seat is taken. To change a name, go to its row."


@pytest.mark.parametrize(
    ("kind", "keys", "sentence"),
    [
        ("game", "delete", MUTE),
        ("game", "0", MUTE),
        ("starts", "backspace", MUTE),
        ("starts", "7", MUTE),
        ("options", "left", MUTE),
        ("options", "3", MUTE),
        ("play", "right", MUTE),
        ("position", "delete", MUTE),
        ("score", "%", MUTE),
        ("starts", "x", FULL),
        ("options", "x", FULL),
        ("play", "x", FULL),
        ("score", "x", FULL),
        ("add", "tab", "Stephenson's Rocket is for 2 to 4 players, not 1."),
    ],
)
async def test_a_key_that_does_nothing_says_so(kind: Kind, keys: str, sentence: str) -> None:
    players = (ANTON,) if kind == "add" else (*THREE, DORA)
    async with seating(*players) as form:
        await form.go(FormRow(kind))
        before = form.model.plan
        await form.press(keys)
        assert form.said[0] == sentence
        assert (form.model.plan, form.model.row.kind) == (before, kind)


async def test_on_a_colour_alone_a_letter_is_no_name() -> None:
    async with seating(*THREE, game="whistle-stop") as form:
        form.model.open_options(BoardNotes())
        place = next(at for at, one in enumerate(form.model.plan.pieces) if not one.is_named)
        await form.go(FormRow("piece", place))
        await form.press("x")
        assert form.said == ["Choose with Left and Right here. Player names have their own row."]


async def test_enter_is_hinted_at_on_start_only_when_it_starts() -> None:
    async with seating(people=PEOPLE) as form:
        await form.press("end")
        assert "Enter" not in form.table.text()
        await form.press("2", "4", "end")
        assert form.table.text().count("Enter") == 2, "in Start and among the keys"


@pytest.mark.parametrize(
    ("kind", "are_keys"), [("game", False), ("add", False), ("options", True), ("play", True)]
)
def test_a_letter_that_would_begin_a_name_is_not_shown_as_a_key(kind: Kind, are_keys: bool) -> None:
    model = NewSessionModel(library().plan()[0], lambda count: 0)
    model.go(FormRow(kind))
    rows = [FormRow("options"), FormRow("position"), FormRow("score")]
    lines = [line for row in rows for line in row_lines(model, row, Speaker(), 80, 24)]
    looks = [span.look for line in lines for span in line if span.text.strip() in ("o", "j", "s")]
    assert looks == ["key" if are_keys else "rule"] * 3


# What keeps a session from being made


async def test_a_game_with_fewer_seats_says_so_and_loses_nobody() -> None:
    """Spec of Dampfross: up to six players; of Stephenson's Rocket: up to four."""
    async with seating(ANTON, BEATE, CLAUS, DORA, "Emil", game="dampfross") as form:
        await form.go(FormRow("game"))
        await form.press("2")
        assert form.model.plan.game == "stephensons-rocket"
        assert form.model.row == FormRow("play"), "there is nobody to be added"
        await form.press("enter")
        assert form.said == ["Stephenson's Rocket is for 2 to 4 players, not 5."]
        await form.go(FormRow("game"))
        await form.press("left", "enter", "enter", "enter")
        assert len(form.table.session.table.players) == 5


# Pointing


async def test_the_seat_that_is_pointed_at_is_meant_while_another_one_is_renamed() -> None:
    async with seating(*THREE) as form:
        await form.go(FormRow("seat", 0))
        await form.press(*["backspace"] * 5, *DORA)
        await form.point("seat-1:delete")
        assert form.names == [DORA, CLAUS]


async def test_a_remembered_name_that_is_pointed_at_takes_the_place_of_what_was_typed_of_it() -> None:
    async with seating(people=(Person(DORA),)) as form:
        await form.press(*DORA[:2])
        await form.point("add-0:1")
        assert form.names == [DORA]


async def test_a_switch_is_turned_by_space_and_arrows_and_backspace_takes_it_back() -> None:
    async with seating(*THREE) as form:
        await form.option("hidden_money")
        await form.press(" ")
        assert form.value("hidden_money") is True
        await form.press("right")
        assert form.value("hidden_money") is False
        await form.press(*"yes", "down")
        assert form.value("hidden_money") is True
        await form.press("up", "backspace")
        assert form.value("hidden_money") is False


async def test_an_option_is_changed_by_pointing_twice() -> None:
    async with seating(*THREE, game="whistle-stop") as form:
        row = await form.option("rounds")
        await form.go(FormRow("add"))
        await form.point(f"{row.id}:")
        assert form.value("rounds") == 11, "the first time it is only marked"
        await form.point(f"{row.id}:")
        assert form.value("rounds") == 12


@pytest.mark.parametrize("way", ["down", "enter"])
async def test_an_option_that_does_not_fit_is_said_and_stays(way: str) -> None:
    async with seating(*THREE, game="whistle-stop") as form:
        row = await form.option("rounds")
        await form.press(*"31", way)
        assert form.said == ["rounds must be at most 30."]
        assert (form.model.row, form.model.typed) == (row, "31")
        await form.press("backspace", way)
        assert form.value("rounds") == 3


@pytest.mark.parametrize(
    "target", ["play-0:", "game-0:1", "seat-0:right", "add-0:1", "title-0:", "starts-0:r"]
)
async def test_an_option_that_does_not_fit_is_said_when_something_else_is_pointed_at(target: str) -> None:
    async with seating(*THREE, game="whistle-stop", people=(Person(DORA),)) as form:
        row = await form.option("rounds")
        plan = form.model.plan
        await form.press(*"31")
        await form.point(target)
        assert (form.model.row, form.model.plan) == (row, plan)
        assert form.said == ["rounds must be at most 30."]


async def test_a_map_is_chosen_from_the_list_and_another_one_only_by_saying_so() -> None:
    """Rulebook, maps: Germany, France, USA East and West."""
    async with seating(*THREE, game="dampfross") as form:
        await form.option("map")
        seen = []
        for _ in range(4):
            seen.append(form.value("map"))
            await form.press("right")
        assert seen == ["germany", "france", "usa-east", "usa-west"]
        assert form.model.is_naming
        await form.press(*"Our garden", "down", "up")
        assert form.value("map") == "Our garden"
        await form.press("right")
        assert form.value("map") == "germany"
        await form.press("left", "down")
        assert form.value("map") == "germany", "no name, no other map"


# Names that are printed on the table's own copy


async def test_companies_are_named_and_coloured_and_what_was_not_said_is_not_taught() -> None:
    async with seating(*THREE, game="whistle-stop") as form:
        form.model.open_options(BoardNotes())
        await form.go(FormRow("piece"))
        await form.press(
            *"Our first", "right", "enter", "right", "enter", *"Third", "enter", "enter", "enter"
        )
        await form.press(*"cow", "right", "enter", "right", "right", "enter", "enter")
        assert form.model.row == FormRow("title")
        assert form.model.plan.lessons == (
            Lesson("company", "A", {"name": "Our first", "colour": "red"}),
            Lesson("company", "B", {"colour": "blue"}),
            Lesson("company", "C", {"name": "Third"}),
            Lesson("good", "cattle", {"colour": "red"}),
            Lesson("good", "whiskey", {"colour": "green"}),
        ), "rare goods get a colour and no other name; a company may have the same colour, another good not"


async def test_companies_that_are_named_here_stand_in_the_copy_book_and_at_the_table() -> None:
    disk = MemoryDisk(shipped())
    async with running(app_of(disk, None)) as table:
        await table.press("n", "3")
        await table.fill(*THREE, "")
        assert isinstance(table.app.screen, NewPage)
        await table.press("o")
        await go(table, FormRow("piece"))
        await table.fill("Our first")
        await go(table, FormRow("play"))
        await table.press("enter")
        assert isinstance(table.app.screen, TableScreen)
        assert table.session.board_notes.facts("company", "A") == {"name": "Our first"}
    assert b'A = { name = "Our first" }' in disk.files[board_notes_path(SAVES, "whistle-stop")]


# In plain words


@pytest.mark.parametrize("game", engines())
def test_every_choice_of_an_option_has_a_name_of_its_own(game: str) -> None:
    """In all four languages, which the model of a ruleset asks for; the keys of files are nobody's words."""
    ruleset = library().shelf.load(game).ruleset
    for key in ruleset.options:
        for choice in ruleset.offered(key):
            words = ruleset.value_words(key, choice)
            assert isinstance(choice, int) or words is not None, (key, choice)


@pytest.mark.parametrize("language", ["en", "de", "hu", "it"])
@pytest.mark.parametrize("game", engines())
def test_no_key_of_the_ruleset_stands_on_the_page(game: str, language: str) -> None:
    model = NewSessionModel(library().plan()[0].with_game(game).add(ANTON).add(BEATE), lambda count: 0)
    ruleset = model.plan.ruleset
    speaker = Speaker(ruleset, language)
    keys = {key for key in ruleset.options if "_" in key} | {"ten-percent", "18-runs", "roll-off", "usa-east"}
    model.open_options(BoardNotes())
    for here in model.rows:
        model.go(here)
        lines = [line for row in model.rows for line in row_lines(model, row, speaker, 80, 24)]
        text = " ".join("".join(span.text for span in line) for line in lines)
        assert not [key for key in keys if key in text], here
