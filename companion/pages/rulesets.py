"""The installed rulesets, their faults, and how to make your own."""

from companion.core.messages import say
from companion.pages.effects import OPEN_ROWS, link
from companion.pages.page import Block, Page, Row, RowList
from companion.pages.view import View
from companion.report.rulesets import example_of, numbers_of, option_message, ruleset_message
from companion.report.spans import GAP, Paragraph, Span, text
from companion.report.words import Speaker
from companion.storage.errors import FileError
from companion.storage.rulesets import Loaded


def page(view: View, ruleset: str = "", fault: str = "") -> Page:
    shelf = view.services.library.shelf
    sound, faults = shelf.all()
    for loaded in sound:
        if loaded.ruleset.id == ruleset:
            return Page(loaded.ruleset.names.of(view.speaker.language).long, _details(view, loaded))
    for one in faults:
        if one.path.name == fault:
            return Page(fault, [_fault(view, one), GAP, view.text("rulesets.mend")])
    rows = [_row(view, one) for one in sound]
    for one in faults:
        rows.append(Row(_fault(view, one).line, one.path.name, link("rulesets", fault=one.path.name)))
    folder = str(shelf.folders[-1])
    where = view.text("rulesets.where", "muted", folder=folder, key=view.key("listing.open"))
    title, help_keys = view.word("rulesets.title"), ("rulesets", "list-arrows")
    return Page(title, [RowList(rows)], OPEN_ROWS, [where], help=help_keys)


def _row(view: View, loaded: Loaded) -> Row:
    ruleset = loaded.ruleset
    players = view.word("rulesets.players", players=ruleset.players.range)
    name = Span(ruleset.names.of(view.speaker.language).long, "strong")
    said = view.text(ruleset_message(view.services.library.shelf, loaded), "muted", indent=2)
    return Row((name, Span(f"  {players}")), ruleset.id, link("rulesets", ruleset=ruleset.id), more=[said])


def _fault(view: View, fault: FileError) -> Paragraph:
    reason = Speaker(fault.ruleset, view.speaker.language).say(fault.message)
    return view.text("rulesets.faulty", "bad", path=str(fault.path), reason=reason)


def _details(view: View, loaded: Loaded) -> list[Block]:
    speaker, row = Speaker(loaded.ruleset, view.speaker.language), _row(view, loaded)
    numbers = {
        key: ", ".join(f"{one} {speaker.money(number)}" for one, number in table.items())
        for key, table in numbers_of(loaded).items()
    }
    path = view.services.library.shelf.folders[-1] / f"our-{loaded.ruleset.id}.toml"
    parts = {
        "rulesets.options": [option_message(loaded, key, speaker) for key in loaded.ruleset.options],
        "rulesets.numbers": [say("rulesets.table", table=key, numbers=one) for key, one in numbers.items()],
        "rulesets.make": [say("rulesets.make-how", path=str(path))],
    }
    blocks: list[Block] = [Paragraph(row.text), *row.more]
    for title, said in parts.items():
        if said:
            blocks += [GAP, view.text(title, "title"), *(text(speaker.say(one)) for one in said)]
    return [*blocks, GAP, *(text(line, "strong", 4) for line in example_of(loaded))]
