"""Rulesets without rules of their own, such as score pads: play, edit, archive or make one."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING

from companion.core.messages import say
from companion.core.names import fold
from companion.pages.effects import CallHere, Effect, Find, Link, Open, PageCommand, link
from companion.pages.page import Block, Page, Row, RowList
from companion.pages.view import View
from companion.report.layout import NARROW, flush_left
from companion.report.spans import Line, Paragraph, Span, cut, folded_spans, hint, pad, rule, spread, text
from companion.report.words import Speaker
from companion.storage.errors import FileError

if TYPE_CHECKING:
    from companion.storage.rulesets import Loaded

NAME, PLAYERS = 21, 10
MOST_LINES = 4
LATELY = 2
"""How many games played last are offered first."""


class _Pad:
    """A ruleset to choose, or a file with a fault."""

    def __init__(self, view: View, found: "Loaded | FileError", section: str = "") -> None:
        self.path, self.section = found.path, section
        self.loaded = None if isinstance(found, FileError) else found
        self.how: Sequence[str] = ()
        if isinstance(found, FileError):
            speaker = Speaker(found.ruleset, view.speaker.language)
            self.key, self.name, self.players = str(found.path), found.path.name, ""
            self.writes = f"{found.path.name}: {speaker.say(found.message)}"
            return
        ruleset = found.ruleset
        speaker, game = Speaker(ruleset, view.speaker.language), found.game
        summary = game.summary()
        self.key, self.name = ruleset.id, ruleset.names.of(view.speaker.language).long
        self.writes = "" if summary is None else speaker.say(summary)
        self.players = view.word("pads.players", least=ruleset.players.least, most=ruleset.players.most)
        self.how = [speaker.say(one) for one in game.explanation()]


def page(view: View, words: str = "", finding: int = 0, file: str = "") -> Page:
    pads = {one.key: one for one in _pads(view)}
    if file in pads:
        path = pads[file].path
        lines = view.services.library.shelf.text(path).splitlines()
        return Page(
            pads[file].name,
            [Paragraph((Span(one),), is_verbatim=True) for one in lines],
            head=[text(str(path), "muted")],
        )
    shown = [
        one
        for one in pads.values()
        if all(word in fold(f"{one.name} {one.writes}") for word in fold(words).split())
    ]
    rows, section = [], ""
    for number, one in enumerate(shown, 1):
        title = view.word(f"pads.{one.section}") if one.section != section else ""
        rows.append(Row((), one.key, _play(view, one), lines=partial(_row, one, f"{number:2}", title)))
        section = one.section
    heads = Row(
        (), lines=partial(_columns, [view.word(f"pads.{one}") for one in ("name", "writes", "seats")])
    )
    return Page(
        view.word("shelf.offer.pads"),
        [RowList(rows)] if rows else [view.text("pads.nothing-found", "muted", words=words)],
        list(_commands(view, pads)),
        head=[RowList([heads])],
        foot=[] if finding else [RowList([Row((), lines=partial(_offer, view))])],
        about=lambda key: _about(pads[str(key)]) if key in pads else [],
        help=("pads", "pads-number", "list-arrows"),
        finds=words,
        numbered={number: one.key for number, one in enumerate(shown, 1)},
    )


def _pads(view: View) -> Iterator[_Pad]:
    """Yield the pads played lately, then the others of the user's own, then the shipped ones."""
    library = view.services.library
    sound, faults = library.shelf.all()
    found = {one.ruleset.id: one for one in sound if one.is_pad}
    lately = [game for game in view.services.listing.games() if game in found][:LATELY]
    yield from (_Pad(view, found.pop(game), "lately") for game in lately)
    own = [one for one in found.values() if not library.shelf.is_shipped(one.path)]
    yield from (_Pad(view, one, "own") for one in own)
    yield from (_Pad(view, one, "own") for one in faults)
    shipped = [_Pad(view, one, "shipped") for one in found.values() if one not in own]
    yield from sorted(shipped, key=lambda one: fold(one.name))


def _columns(texts: Sequence[str], width: int) -> list[Line]:
    name, writes, players = texts
    line = (Span(flush_left(f"    {name}", NAME + 4)), Span(writes), Span(f"  {players}"))
    return [] if width < NARROW else [tuple(one._replace(look="muted") for one in _set(line, width))]


def _set(line: Line, width: int) -> Line:
    *first, last = line
    return (*pad(cut(first, width - PLAYERS), width - PLAYERS), last)


def _row(one: _Pad, number: str, title: str, width: int) -> list[Line]:
    lines: list[Line] = (
        [tuple(span._replace(look="heading") for span in rule(title, "", width))] if title else []
    )
    look, key, name = "" if one.loaded else "bad", Span(f"{number}  ", "key"), Span(one.name, "strong")
    if one.loaded is None:
        return [*lines, cut((key, Span(one.writes, "bad")), width)]
    if width < NARROW:
        first = spread((key, name), (Span(one.players, "muted"),), width)
        return [*lines, first, cut((Span("    "), Span(one.writes, "muted")), width)]
    named = pad(cut((key, name), NAME + 3), NAME + 4)
    return [*lines, _set((*named, Span(one.writes, look), Span(f"  {one.players}")), width)]


def _about(one: _Pad) -> list[Block]:
    said, look = " ".join(one.how) or one.writes, "" if one.loaded else "bad"

    def lines(width: int) -> list[Line]:
        told = folded_spans(f"  {said}", width, look)
        return [rule(one.name, "", width), *told[:MOST_LINES], ()]

    return [RowList([Row((), lines=lines)])]


def _offer(view: View, width: int) -> list[Line]:
    offered = hint(view.key("pads.make"), view.word("pads.make"), "command:make_pad")
    return [
        cut((Span("  "), *pad(offered, NAME + 2), Span(view.word("pads.make-means"), "muted")), width),
        (),
    ]


def _play(view: View, one: _Pad) -> Effect:
    if one.loaded is None:
        return CallHere(lambda: say("pads.faulty"))
    return CallHere(partial(view.services.plans.choose, one.key))


def _commands(view: View, pads: dict[str, _Pad]) -> Iterator[PageCommand]:
    services = view.services

    def of_marked(command: str, act: Callable[[_Pad], list[Paragraph] | Effect | None]) -> PageCommand:
        return PageCommand(command, lambda key: act(pads[str(key)]) if key in pads else None, bool(pads))

    def change(one: _Pad) -> Effect | None:
        if one.loaded is None:
            return Link("pads", (("file", one.key),))
        services.open_maker(one.loaded)
        return None

    def put_away(one: _Pad) -> list[Paragraph]:
        shelf = services.library.shelf
        if shelf.is_shipped(one.path):
            return [view.text("pads.stays", "warn", name=one.name)]
        path = shelf.archive(one.path)
        return [view.text("pads.archived", "good", name=one.name, path=str(path))]

    yield PageCommand("pads.play", Open(), bool(pads))
    yield of_marked("pads.change", change)
    yield of_marked("pads.put-away", put_away)
    yield of_marked("pads.file", lambda one: link("pads", file=one.key))
    yield PageCommand("pads.find", Find(opens=True))
    yield PageCommand("pads.make", CallHere(services.open_maker), is_hinted=False)
