"""Rulesets without rules of their own, such as score pads: play, edit, archive or make one."""

from collections.abc import Iterator
from functools import partial

from companion.core.names import fold
from companion.core.targets import Target
from companion.pages.effects import CallHere, Find, Open, PageCommand, with_marked
from companion.pages.make_pad import open_maker
from companion.pages.page import Page, Row, RowList, drawn
from companion.pages.view import View
from companion.report.rulesets import scoring_in_words
from companion.report.spans import Line, Paragraph, Span, cut, folded_spans, hint, pad, titled
from companion.report.words import Speaker
from companion.session.archiving import archive_session
from companion.session.planning import MOST_PADS
from companion.storage.errors import FileError
from companion.storage.loaded_ruleset import Loaded

OFFER, MOST_LINES = 21, 4


class _Pad:
    def __init__(self, view: View, source: "Loaded | FileError", section: str = "") -> None:
        self.path, self.section = source.path, section
        self.is_shipped = view.services.library.rulesets.is_shipped(source.path)
        self.key, self.name, self.players, self.how = str(source.path), source.path.name, "", ""
        speaker = Speaker(source.ruleset, view.speaker.language)
        self.loaded = None if isinstance(source, FileError) else source
        if isinstance(source, FileError):
            self.writes = self.how = f"{self.name}: {speaker.say(source.message)}"
            return
        ruleset, description = source.ruleset, source.game.description
        self.key, self.name = ruleset.id, ruleset.names.of(view.speaker.language).long
        self.players = view.speaker.say(ruleset.players.range)
        self.how = " ".join(scoring_in_words(source.game, speaker))
        self.writes = "" if description is None else speaker.say(description.summary())


def page(view: View, words: str = "", finding: int = 0) -> Page:
    pads = {row.key: row for row in _pads(view)}
    asked = fold(words).split()
    shown = [row for row in pads.values() if all(word in fold(f"{row.name} {row.writes}") for word in asked)]
    # a pad keeps its number, whichever were played lately
    in_order = sorted(pads.values(), key=lambda row: (not row.is_shipped, fold(row.name)))
    numbers = {row.key: number for number, row in enumerate(shown if words else in_order, 1)}
    headings = ("pads.name", "pads.writes", "label.players")
    name, writes, seats = (Span(view.word(heading), "muted") for heading in headings)
    rows = [Row((writes,), lead=(Span("    "), name), trail=(seats,))]
    for row in shown:
        lead = (Span(f"{numbers[row.key]:2}  ", "key"), Span(f"{row.name}   ", "strong"))
        line, section = (Span(row.writes, "" if row.loaded else "bad"),), view.word(f"pads.{row.section}")
        plays = CallHere(partial(view.services.plans.choose, row.key)) if row.loaded else None
        rows.append(Row(line, row.key, plays, lead, (Span(row.players),), heading=section))
    nothing = [view.text("pads.nothing-found", "muted", words=words)] if words else []
    return Page(
        view.word("screen.label.pads"),
        [RowList(rows)] if shown else nothing,
        list(_commands(view, pads)),
        foot=[] if finding else [drawn(partial(_offer, view))],
        about=lambda key: [drawn(partial(_about, pads[key]))] if key in pads else [],
        finds=words,
        numbered={numbers[row.key]: row.key for row in shown},
    )


def _pads(view: View) -> Iterator[_Pad]:
    library = view.services.library
    sound, faults = library.rulesets.all()
    pads = {loaded.ruleset.id: loaded for loaded in sound if not loaded.has_own_rules}
    lately = [game for game in view.services.listing.games() if game in pads][:MOST_PADS]
    yield from (_Pad(view, pads.pop(game), "lately") for game in lately)
    own = [loaded for loaded in pads.values() if not library.rulesets.is_shipped(loaded.path)]
    yield from (_Pad(view, loaded, "own") for loaded in own)
    yield from (_Pad(view, fault, "own") for fault in faults)
    shipped = [_Pad(view, loaded, "shipped") for loaded in pads.values() if loaded not in own]
    yield from sorted(shipped, key=lambda row: fold(row.name))


def _about(row: _Pad, width: int) -> list[Line]:
    lines = folded_spans(f"  {row.how}", width, "" if row.loaded else "bad")
    return [
        titled(row.name, (), [Span(str(row.path), "muted")]).heading(width),
        *lines[:MOST_LINES],
        (),
    ]


def _offer(view: View, width: int) -> list[Line]:
    makes = hint(view.key("pads.make"), view.word("screen.label.make_pad"), Target("command", "make_pad"))
    return [cut((*pad((Span("  "), *makes), OFFER), Span(view.word("pads.make-means"), "muted")), width), ()]


def _commands(view: View, pads: dict[str, _Pad]) -> Iterator[PageCommand]:
    services = view.services

    def make(loaded: Loaded | None = None) -> None:
        open_maker(services, loaded)

    def change(row: _Pad) -> None:
        if row.loaded is not None:
            make(row.loaded)

    def archive(row: _Pad) -> list[Paragraph]:
        if services.library.rulesets.is_shipped(row.path):
            return [view.text("pads.stays", "warn", name=row.name)]
        path = archive_session(services.library, row.path)
        return [view.text("pads.archived", "good", name=row.name, path=str(path))]

    yield PageCommand("pads.play", Open(), bool(pads))
    yield PageCommand("pads.change", with_marked(pads, change), bool(pads))
    yield PageCommand("pads.archive", with_marked(pads, archive), bool(pads))
    yield PageCommand("pads.find", Find(opens=True))
    yield PageCommand("pads.make", CallHere(make), is_hinted=False)
