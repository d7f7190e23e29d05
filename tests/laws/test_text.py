"""Whatever a file, a phone or a person says is text: it is shown, and never filled in, run or obeyed."""

import json
import re
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import UTC
from functools import cache
from html import escape, unescape
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote_plus, urlencode

import pytest
import tomli_w

from companion.core.board_notes import BoardNotes, Lesson, learn
from companion.core.errors import Refusal
from companion.core.names import is_printable
from companion.draw.export import export_bytes
from companion.draw.log import log_lines
from companion.draw.scores import score_lines
from companion.draw.table_area import every_table
from companion.draw.terminal import draw_blocks
from companion.games.ruleset import Sentences
from companion.pages import make_page
from companion.pages.effects import Link
from companion.report.rulesets import option_message
from companion.report.session_text import session_text
from companion.report.words import Speaker
from companion.session import Session
from companion.storage.board_notes import BoardNotesFile, board_notes_path
from companion.storage.errors import FileError
from companion.storage.loaded_ruleset import Loaded
from companion.storage.people import PeopleFile, people_path
from companion.storage.toml import inline
from companion.tui.draw.entry import EntryBlock
from companion.tui.draw.heading import heading_lines
from companion.tui.draw.hints import idle_hints
from companion.web.public_view import OPEN
from companion.words import LANGUAGES
from tests.faults.surfaces import PAGES
from tests.memory_disk import MemoryDisk
from tests.support import (
    FILE,
    RAILWAYS,
    ROOT,
    RULESETS,
    SAVES,
    THREE,
    all_shipped,
    book_text,
    library,
    loaded,
    log_compared,
    often,
    part_of,
    session_of,
    shipped,
    text_of,
)
from tests.tui.desk import model_of, read, view_of
from tests.tui.driving import app_of, running
from tests.web.phones import FREELY
from tests.web.visiting import House, Visitor

OWN = Path("/own/ours.toml")


def own_ruleset(help_text: str) -> Loaded:
    text = f"""format = 1
id = "ours"
extends = "{RAILWAYS[0]}"
[options.hidden_money.help]
en = '{help_text}'
"""
    return library({OWN: text.encode()}).rulesets.check(OWN)


REACHING = """
{rules.check_options.__func__.__globals__} {rules.__class__} {rules.model_fields} {rules.players.range} {rules}
{rules.players.least.real} {rules.options[hidden_money].default} {rules.id} {rules.names} {rules.players.least!r}
{rules.players.least:{rules.players.most}} {rules.players.least:>99} {rules.players.least:name} {rules.players[least}
{rules.nothing} {player} {0} {} { }
"""


@pytest.mark.parametrize("reaching", REACHING.split())
def test_a_help_text_with_anything_but_a_number_of_its_ruleset_in_braces_is_refused(reaching: str) -> None:
    with pytest.raises(FileError) as refused:
        own_ruleset(reaching)
    said = Speaker().say(refused.value.message)
    assert said.startswith("options.hidden_money.help.en can only have numbers of this ruleset in braces")


WORDS_AND_SIGNS = """
{rules.players.least} {rules.players.most: {rules.players[most] { } {{ }} rules . players least [ ] : !r | a word -t
- az 0 -. verb:
"""
PIECES = [*WORDS_AND_SIGNS.split(), " "]


def test_every_help_text_that_is_accepted_can_be_said() -> None:
    """Pieces of numbers in any order: what passes the check is filled in without an error, and without braces."""
    dice, accepted, filled = Random(5), 0, 0
    ruleset = library().rulesets.load(RAILWAYS[0]).ruleset
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
    speaker = Speaker(library().rulesets.load(RAILWAYS[0]).ruleset)
    for reaching in ("player.__class__", "player[0]", "rules", "0", "__class__"):
        with pytest.raises(KeyError):
            speaker.vformat(f"{{{reaching}}}", (), {"player": "Anton"})
    said = speaker.vformat("{rules.check_options} {rules.__class__} {rules.players.range}", (), {})
    assert said == "None None None"


FILLERS = (
    "{ } {0} {} {player} {rules.__class__} __class__ %s %(x)s %",
    "${x} [red] [@click=app.quit]x[/] <b>&amp;' \\g<0> \\ *[?] ../x =1+1",
)
"""Texts that would mean something in a pattern, a template, a style, a page, a path or a table."""
LETTERS = "".join(map(chr, range(0x250, 0x2A0)))
"""Letters that nothing else has: a plain text has one of them for each sign of a filler."""
STEMS = "Anna Béla Carl Dora Emil Frida Gina Hugo Ines Jana Kurt Lena Mara Nico Otto Paul Rita Sara Toni Udo".split()  # noqa: SIM905

Said = dict[str, tuple[str, str]]
"""What each surface says, and how it writes a sign: as text, html or JSON."""


def plain_of(filler: str) -> str:
    return "".join(" " if sign == " " else letter for sign, letter in zip(filler, LETTERS, strict=False))


def text_with(filler: str, number: int) -> str:
    """A text of its own for each field, between words, so that letters, articles and the order stay the same."""
    stem = STEMS[number % len(STEMS)]
    return f"{stem} {filler} {stem}{number // len(STEMS) or ''}"


WAYS: Mapping[str, Callable[[str], str]] = {
    "text": str,
    "html": lambda sign: escape(sign, quote=True),
    "json": lambda sign: json.dumps(sign, ensure_ascii=False)[1:-1],
}


def differing(filled: Said, plain: Said, filler: str) -> list[str]:
    """Surfaces that show anything but the filler where they show the plain text."""
    assert filled.keys() == plain.keys()
    found = []
    for name, (text, way) in filled.items():
        signs = {ord(letter): WAYS[way](sign) for letter, sign in zip(LETTERS, filler, strict=False)}
        if text != plain[name][0].translate(signs):
            found.append(name)
    return found


def readable(html: str) -> str:
    """A page with addresses as they are read: they write most signs as numbers."""
    return re.sub(r'(?:href|data-page)="[^"]*"', lambda one: escape(unquote_plus(unescape(one[0]))), html)


def page_texts(view: Any, *pages: Link) -> Iterator[tuple[str, str]]:
    for page in pages:
        made = make_page(view, page)
        blocks = [*made.head, *made.blocks, *made.foot]
        yield str(page), f"{made.title} {read(draw_blocks(blocks, view, 200, 200).lines)}"


def surfaces(session: Session, language: str = "en") -> Said:
    """What a terminal, a report, every export and every page of a phone say of a session."""
    model = model_of(session, language)
    texts = {
        "heading": read(heading_lines(model, UTC, 200)),
        "scores": read(score_lines(model, 200)),
        "tables": read(every_table(model, 200)),
        "log": read(log_lines(model, 200, 99)),
        "entry": read(EntryBlock(model, 200).draw().lines(200)),
        "hints": read(idle_hints(model, 200)),
        "report": session_text(session, model.speaker, 200),
        **dict(page_texts(view_of(model), *PAGES)),
    }
    said = {name: (text, "text") for name, text in texts.items()}
    for form, way in (("csv", "text"), ("json", "json"), ("html", "html")):
        said[form] = export_bytes(session, form, language).decode(), way
    phone = House(session, rate=FREELY).visitor(seat=0)
    phone.guest.language = language
    for path in ("/", "/seats", *(f"/page/{one}" for one in OPEN), "/page/games?tab=notes"):
        said[path] = readable(phone.get(path).text.replace(phone.house.hub.session_id, "")), "html"
    return said


def filled_in(value: Any, texts: Mapping[str, str]) -> Any:
    """Return a value in which all texts with a replacement have it, as keys too."""
    if isinstance(value, dict):
        return {texts.get(key, key): filled_in(part, texts) for key, part in value.items()}
    if isinstance(value, list):
        return [filled_in(part, texts) for part in value]
    return texts.get(value, value) if isinstance(value, str) else value


OWN_NAMES = {"dampfross": ("München",), "stephensons-rocket": ("Dover",), "hearts": (), "whistle-stop": ()}
"""Names that players of the examples gave to places."""


@cache
def example(game: str) -> dict[str, Any]:
    path = ROOT / "companion" / "examples" / f"{game}-running.toml" if game in RAILWAYS else None
    players = [{"name": name, "colour": "red"} for name in THREE]
    scores = {"do": "round", "scores": dict(zip(THREE, (1, 5, 20), strict=True))}
    pad = {"format": 2, "game": game, "players": players, "actions": [scores] if game == "hearts" else []}
    raw: dict[str, Any] = pad if path is None else tomllib.loads(path.read_text(encoding="utf-8"))
    who = raw["players"][0]["name"]
    own = [
        {"do": "remark", "note": "NOTE", "by": who},
        {"do": "adjust", "player": who, "amount": 1, "reason": "REASON"},
        {"do": "setup", "title": "TITLE", "colours": {who: "COLOUR"}},
        {"do": "adjust", "player": who, "amount": 1, "ruling": "RULING"},
        {"do": "leave", "player": who, "reason": "LEFT"},
    ]
    return {**raw, "actions": [*raw["actions"], *own]}


def session_with(
    game: str, filler: str, files: Mapping[Path, bytes] | None = None
) -> tuple[Session, list[str]]:
    """The example with its free texts replaced, and these texts."""
    raw = example(game)
    free = [one["name"] for one in raw["players"]] + ["NOTE", "REASON", "TITLE", "COLOUR", "RULING", "LEFT"]
    texts = {old: text_with(filler, number) for number, old in enumerate([*free, *OWN_NAMES.get(game, ())])}
    file = {FILE: tomli_w.dumps(filled_in(raw, texts)).encode()}
    session = library({**all_shipped(), **(files or {}), **file}).open(FILE)
    assert session.record.failure is None, Speaker().say(session.record.failure.message)
    return session, [*texts.values()]


def missing(said: Said, texts: Collection[str]) -> list[str]:
    """Texts that no surface shows: then nothing would have been compared."""
    everything = "\n".join(text for text, _ in said.values())
    return [text for text in texts if text not in everything]


def test_what_is_written_in_a_session_is_shown_as_it_is_written() -> None:
    """Names, titles, notes, reasons, rulings and places, on every screen, page, phone and export."""
    tried, games = Counter[str](), part_of(tuple(OWN_NAMES), 2)
    for at, game in enumerate(games):
        for filler in part_of(FILLERS[at % 2 :] + FILLERS[: at % 2], 2):
            (session, _), (plain, texts) = session_with(game, filler), session_with(game, plain_of(filler))
            for language in part_of(LANGUAGES[at:] + LANGUAGES[:at], 4):
                wanted = surfaces(plain, language)
                assert missing(wanted, texts) == []
                assert differing(surfaces(session, language), wanted, filler) == []
                tried[game] += len(texts) * len(filler.split())
    log_compared("texts in sessions", tried, games)


WORDS = {"names", "words", "values", "unit"}


def with_words(
    value: Any, words: Collection[str], filler: str, known: dict[str, int], is_word: bool = False
) -> Any:
    """Return a ruleset with another text for each of its texts below these keys."""
    if isinstance(value, dict):
        return {
            key: with_words(part, words, filler, known, is_word or key in words)
            for key, part in value.items()
        }
    is_text = is_word and isinstance(value, str) and value != "points"
    return text_with(filler, known.setdefault(value, len(known))) if is_text else value


def ruleset_said(
    game: str, filler: str, keys: Collection[str], languages: Collection[str]
) -> tuple[Said, int]:
    """Sentences with a ruleset whose texts are replaced, and the number of texts."""
    known: dict[str, int] = {}
    raw = with_words(loaded(game).raw, keys, filler, known)
    session = session_with(game, "x", {RULESETS / f"{game}.toml": tomli_w.dumps(raw).encode()})[0]
    found = library({RULESETS / f"{game}.toml": tomli_w.dumps(raw).encode()}).rulesets.load(game)
    said: Said = {}
    for language in languages:
        speaker, options = Speaker(found.ruleset, language), found.ruleset.options
        said |= {f"{key} {language}": one for key, one in surfaces(session, language).items()}
        told = [speaker.say(option_message(found, key, speaker)) for key in options]
        said[f"options {language}"] = "\n".join(told), "text"
    return said, len(known)


def test_what_is_written_in_a_ruleset_is_shown_as_it_is_written() -> None:
    """Names of all pieces, options and categories, and explanations; these have no braces."""
    tried = Counter[str]()
    games = part_of(("whistle-stop", "stephensons-rocket", "seven-wonders", "dampfross"), 2)
    for at, game in enumerate(games):
        for filler in part_of(FILLERS[at % 2 :] + FILLERS[: at % 2], 2):
            keys = WORDS if "{0}" in filler else {*WORDS, "help"}
            shown = filler if keys is WORDS else filler.replace("${x}", "$x")
            languages = part_of(LANGUAGES[at + 2 :] + LANGUAGES[: at + 2], 4)
            said, texts = ruleset_said(game, shown, keys, languages)
            assert differing(said, ruleset_said(game, plain_of(shown), keys, languages)[0], shown) == []
            tried[game] += texts * len(filler.split())
    log_compared("texts in rulesets", tried, games)


SLASH = "\N{FRACTION SLASH}"
"""In names of files, which can't have the other."""


def small_files(filler: str) -> dict[Path, bytes]:
    """Board notes, people, a session with a title, a pad, and files that can't be read, with texts of their own."""
    town, other, person, pad, title = (text_with(filler, number) for number in range(5))
    notes = learn(BoardNotes(), [Lesson("metropolis", name, {}) for name in (town, other)])
    people = f"format = 1\nplayers = [{inline({'name': person, 'colour': 'red'})}]\n"
    own = {"format": 1, "id": "pad", "engine": "score-pad", "names": pad, "players": {"least": 2, "most": 4}}
    own |= {"categories": {"a": {"names": "Points"}}}
    name = text_with(filler.replace("/", SLASH), 5)
    return {
        board_notes_path(SAVES, RAILWAYS[0]): book_text(notes).encode(),
        people_path(SAVES): people.encode(),
        FILE: text_of(players=(person, "Beate"), title=title).encode(),
        Path("/own/pad.toml"): tomli_w.dumps(own).encode(),
        SAVES / f"{name}.toml": b"format = 9\n",
        Path(f"/own/{name}.toml"): b"format = 9\n",
    }


SCREENS = {
    "start": "",
    "title": "t",
    "statistics": "escape s",
    "settings": "escape o",
    "games": "escape g",
    "a pad": "down down down enter",
    "new session": "escape escape n",
    "who": "down down",
    "table": "escape escape enter",
    "notes": "palette:Board notes",
    "players": "escape P",
    "remark": "escape N paste",
    "accepted": "enter",
    "saved": "enter",
    "entries": "h",
}
"""Screens of the app, one after the other, with the keys that lead there."""


async def screens(filler: str) -> Said:
    disk, said = MemoryDisk({**shipped(), **small_files(filler)}), Said()
    async with running(app_of(disk, None), (200, 60), notifications=True) as table:
        for name, keys in SCREENS.items():
            for key in keys.split(" ") if keys and not keys.startswith("palette") else ():
                await (table.paste(text_with(filler, 6)) if key == "paste" else table.press(key))
            if keys.startswith("palette"):
                await table.choose(keys.partition(":")[2])
            said[name] = table.text().replace(SLASH, "/"), "text"
        table.app.notify(text_with(filler, 7))
        await table.press("f12")
        said["notice"] = table.text(), "text"
    return said


@pytest.mark.parametrize("filler", part_of(FILLERS[::-1], 2))
async def test_what_is_written_in_small_files_is_shown_on_every_screen_of_the_app(filler: str) -> None:
    """Board notes, people, pads, titles, names of files, what is typed and pops up: Textual takes none for its own."""
    plain = await screens(plain_of(filler))
    texts = [text_with(plain_of(filler), number) for number in range(7)]
    assert missing(plain, texts) == []
    assert STEMS[7] in plain["notice"][0]  # in two lines
    assert differing(await screens(filler), plain, filler) == []


def on_phone(filler: str) -> Said:
    """What a phone is answered that sends texts where it can: a code, words to look for, names, notes, addresses."""
    house, text = House(session_of(), rate=FREELY), text_with(filler, 0)
    stranger, phone = Visitor(house), house.visitor(seat=0)
    said = {
        "code": stranger.post("/join", {"code": text}).text,
        "seat": phone.post("/seats", {"target": text}).text,
    }
    for name, value in (("words", text), ("tab", text), ("note", text), ("player", text)):
        for page in OPEN:
            said[f"{page} {name}"] = phone.get(f"/page/{page}?{urlencode({name: value})}").text
    said["address"] = phone.get(f"/page/{quote(text)}").text
    for target in ("verb:take-token", "say", "verb:remark", "say", "press:enter", "press:enter", text):
        said[f"{len(said)} {target}"] = phone.tap(target, text).entry
    said["table"] = phone.get("/").text
    kept = {name: readable(html.replace(house.hub.session_id, "")) for name, html in said.items()}
    return {name.replace(text, "text"): (html, "html") for name, html in kept.items()}


@pytest.mark.parametrize("filler", FILLERS)
def test_what_a_phone_sends_is_shown_as_it_was_sent(filler: str) -> None:
    plain = on_phone(plain_of(filler))
    assert missing(plain, [text_with(plain_of(filler), 0)]) == []
    assert differing(on_phone(filler), plain, filler) == []


@pytest.mark.parametrize("filler", [FILLERS[0], "[red] <b>&amp;' \\g<0> \\"])
def test_what_is_written_on_the_command_line_is_shown_as_it_was_written(companion: Any, filler: str) -> None:
    def answers(filler: str) -> Said:
        player, title, other = (text_with(filler, number) for number in range(3))
        calls = [
            ("new", RAILWAYS[0], "--players", f"{player},Beate,Claus", "--title", title, "--out", other),
            *(
                ("show", other),
                ("check", other),
                ("export", other, "--to", "csv"),
                ("show", other, "--setup"),
            ),
            *(("stats", "--player", player), (player,), ("check", player), ("rulesets", "--check", player)),
            *(("new", player, "--players", "A,B"), ("split", "9", "3", "--counts", f"{player}=1,Beate=1")),
            ("new", RAILWAYS[0], "--players", "A,B", "--option", f"{title}=1"),
            ("new", RAILWAYS[0], "--players", "A,B", "--option", f"hidden_money={title}"),
        ]
        return {
            str(at): ("{0.code} {0.out} {0.err}".format(companion(*one)), "text")
            for at, one in enumerate(calls)
        }

    plain = answers(plain_of(filler))
    assert missing(plain, [text_with(plain_of(filler), number) for number in range(3)]) == []
    assert differing(answers(filler), plain, filler) == []


def refusals(raw: Any, texts: Collection[str], read: Callable[[bytes], object]) -> Iterator[str]:
    """Sentences about a file with an escape code in one of its texts after the other."""
    for text in texts:
        try:
            found = read(tomli_w.dumps(filled_in(raw, {text: f"a{ESCAPE}b"})).encode())
        except FileError as fault:
            yield Speaker().say(fault.message)
        else:
            assert isinstance(found, Refusal), f"{text} was read with {ESCAPE!r} in it"
            yield Speaker().say(found.message)


ESCAPE = "\x1b[31m"


def test_no_file_with_an_escape_code_in_a_text_is_read_and_no_sentence_about_it_has_one() -> None:
    tried = Counter[str]()

    def session(content: bytes) -> object:
        return library({**all_shipped(), FILE: content}).read(FILE).record.failure

    def ruleset(content: bytes) -> object:
        return library({OWN: content}).rulesets.check(OWN)

    def notes(content: bytes) -> object:
        return BoardNotesFile(MemoryDisk({OWN: content}), OWN).read()

    def people(content: bytes) -> object:
        return PeopleFile(MemoryDisk({OWN: content}), OWN).read()

    written = ("NOTE", "REASON", "TITLE", "COLOUR", "RULING", "LEFT")
    cases: dict[str, tuple[Any, Collection[str], Callable[[bytes], object]]] = {
        game: (example(game), (*written, example(game)["players"][0]["name"], *names), session)
        for game, names in OWN_NAMES.items()
    }
    for game in (RAILWAYS[0], "seven-wonders"):
        known: dict[str, int] = {}
        with_words(raw := loaded(game).raw, {*WORDS, "help"}, "", known)
        cases[f"rules of {game}"] = raw, known, ruleset
    cases["notes"] = {"format": 1, "town": {"TOWN": {"line": "LINE"}}}, ("TOWN", "LINE"), notes
    cases["people"] = {"format": 1, "players": [{"name": "A", "colour": "B"}]}, ("A", "B"), people
    for kind, case in cases.items():
        for said in refusals(*case):
            assert is_printable(said), said
            tried[kind] += 1
    log_compared("texts with an escape code", tried, cases)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_colour_that_no_palette_has_is_said_as_it_is_written(language: str) -> None:
    """Also if a label of something else has that key."""
    speaker = Speaker(language=language)
    assert [one for one in ("order", "yes", "title", "Red", "") if speaker.colour(one) != one] == []
    assert Speaker(language="de").colour("red") == "rot"
