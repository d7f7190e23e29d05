"""Export the session: the file formats, where a file was written, and a summary for a chat."""

from functools import partial

from companion.core.errors import refusal
from companion.pages.effects import CallHere, Effect, Open, PageCommand, RunCommand, link
from companion.pages.page import Block, Page, Row, RowList
from companion.pages.view import SessionView
from companion.report.export import FORMS
from companion.report.show import summary_text
from companion.report.spans import GAP, Paragraph, Span, text


def page(view: SessionView) -> Page:
    ways: dict[str, Effect] = {form: CallHere(partial(write, view, form)) for form in FORMS}
    ways |= {"qr": link("bg_stats")} if view.record.is_over else {}
    rows = []
    for form, way in ways.items():
        rows.append(Row((Span(view.word(f"sharing.to-{form}")),), form, way, (Span(f"{form:6}", "key"),)))
    summary = summary_text(view.session, view.speaker).splitlines()
    heading = view.text("sharing.summary", "heading", key=view.key("export.copy"))
    blocks: list[Block] = [RowList(rows), GAP, heading, *map(text, summary)]
    commands = [PageCommand("export.write", Open()), PageCommand("export.copy", RunCommand("table.copy"))]
    return Page(view.word("sharing.title"), blocks, commands, help=("export", "list-arrows"))


def write(view: SessionView, form: str) -> list[Paragraph]:
    if view.record.failure is not None:
        raise refusal("sharing.broken")
    path, is_again = view.services.export(view.session, form, view.speaker.language)
    said = [
        view.text("sharing.replaced" if is_again else "sharing.written", "good"),
        Paragraph((Span(str(path), "title"),), is_verbatim=True),
        view.text(f"sharing.open-{form}"),
    ]
    if view.record.hides_money:
        said.append(view.text("sharing.hidden", "warn"))
    return said
