"""The games and pads; of one game its rules in brief, its options and numbers, and the board notes, a tab for each."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from companion.core.board_notes import BoardNotes, Facts, Lesson, learn
from companion.core.errors import refusal
from companion.core.game import AnyGame
from companion.core.messages import say
from companion.core.names import fold
from companion.games.actions import Action
from companion.pages.effects import OPEN_ROW, AskLine, CallHere, Effect, Open, PageCommand, ReplacePage, link
from companion.pages.entry import headlines
from companion.pages.page import Block, Bullets, Page, Row, RowList, drawn
from companion.pages.rename import ask_name, rename_effect
from companion.pages.rules import READABLE, Rules, brief_of, rules_blocks
from companion.pages.session_view import SessionView
from companion.pages.view import View
from companion.report.entries import fact_sentences
from companion.report.rulesets import example_of, numbers_of, option_message, scoring_in_words
from companion.report.spans import GAP, Key, Paragraph, Span, heading, text
from companion.report.table_text import capitalise
from companion.report.words import Speaker, speaker_of
from companion.session import Session
from companion.session.board_notes import checked_name
from companion.session.record import Record
from companion.session.renaming import NotedName, display_name, where_used
from companion.storage.loaded_ruleset import Loaded

NOTES = link("games", tab="notes")


def page(view: View, tab: str = "", note: str = "", merge: str = "") -> Page:
    """The list of games, or a tab of a game, perhaps a blank one; one `note` of its notes, or one to `merge` with."""
    if not isinstance(view, SessionView):
        return _list(view)
    if tab == "notes" and (note or merge):
        return _notes(view, note, merge)
    record, loaded = view.record, _loaded(view)
    makers: dict[str, tuple[str, Callable[[SessionView], Page]]] = {"": ("help.page.rules", _rules)}
    if loaded is not None:
        makers["numbers"] = "games.numbers", partial(_numbers, loaded=loaded)
    if has_board_notes(record.game):
        makers["notes"] = "games.copy", _notes
    tabs = [(view.word(label), link("games", tab=name)) for name, (label, _) in makers.items()]
    _, make = makers.get(tab, makers[""])
    return replace(make(view), title=record.ruleset.names.of(view.speaker.language).long, tabs=tabs)


def has_board_notes(game: AnyGame) -> bool:
    """Whether any entry of the game could teach something."""
    return any(action.model.lessons is not Action.lessons for action in game.actions)


# The list


def _open(view: View, loaded: Loaded) -> None:
    session = view.services.library.blank(view.services.saves, loaded)
    speaker = speaker_of(session, view.speaker.language)
    view.services.show_page(SessionView(session, speaker, view.zone), link("games"))


def _list(view: View) -> Page:
    sound, faults = view.services.library.rulesets.all()
    rows, about = list[Row](), dict[Key, Sequence[Block]]()
    for loaded in sorted(sound, key=lambda row: not row.has_own_rules):
        ruleset, heading = loaded.ruleset, "" if loaded.has_own_rules else view.word("games.pads")
        title, opens = ruleset.names.of(view.speaker.language).long, partial(_open, view, loaded)
        players = (Span(view.word("rulesets.players", players=ruleset.players.range)),)
        name = (Span(f"{title}   ", "strong"),)
        rows.append(Row(players, ruleset.id, CallHere(opens), name, heading=heading))
        about[ruleset.id] = [_rule(title), *_about(view, loaded)]
    for fault in faults:
        key, reason = str(fault.path), Speaker(fault.ruleset, view.speaker.language).say(fault.message)
        name = (Span(fault.path.name, "bad"),)
        rows.append(Row((), key, lead=name, heading=view.word("games.faulty")))
        fault_line = view.text("rulesets.faulty", "bad", 2, path=key, reason=reason)
        about[key] = [_rule(fault.path.name), fault_line, view.text("rulesets.mend", indent=2)]
    title = view.word("screen.label.games")
    return Page(title, [RowList(rows)], [OPEN_ROW], about=lambda key: about.get(key, ()))


def _about(view: View, loaded: Loaded) -> list[Block]:
    ruleset, speaker = loaded.ruleset, Speaker(loaded.ruleset, view.speaker.language)
    briefs = {key: f"{ruleset.engine}.brief.{key}" for key in loaded.game.briefs}
    topics = [brief_of(loaded.game, speaker, topic, key)[0] for topic, key in briefs.items()]
    options = [capitalise(speaker.name(f"options.{option}")) for option in ruleset.options]
    parts = {"help.page.rules": topics if loaded.has_own_rules else (), "screen.label.options": options}
    lists = [f"{view.word(title)}: {', '.join(names)}." for title, names in parts.items() if names]
    how = " ".join(scoring_in_words(loaded.game, speaker))
    return [text(line, indent=2) for line in (how, *lists) if line]


def _rule(title: str) -> RowList:
    return drawn(lambda width: [heading(title, width)])


# Rules, options and numbers


def _rules(view: SessionView) -> Page:
    game, speaker = view.record.game, view.speaker
    pad = scoring_in_words(game, speaker)
    actions = {verb.name: "" for verb in view.session.context().possible_verbs}
    blocks = [*([Bullets(pad), GAP] if pad else ()), *rules_blocks(Rules(game, speaker, actions))]
    return Page("", blocks, most=READABLE)


def _loaded(view: SessionView) -> Loaded | None:
    """The ruleset as it is installed; None on a phone, which isn't told about files."""
    services = getattr(view, "services", None)
    sound = () if services is None else services.library.rulesets.all()[0]
    return next((loaded for loaded in sound if loaded.ruleset.id == view.record.ruleset.id), None)


def _numbers(view: SessionView, loaded: Loaded) -> Page:
    rulesets, speaker = view.services.library.rulesets, Speaker(loaded.ruleset, view.speaker.language)
    numbers = {
        key: ", ".join(f"{name} {speaker.money(number)}" for name, number in table.items())
        for key, table in numbers_of(loaded).items()
    }
    options, path = loaded.ruleset.options, rulesets.folders[-1] / f"our-{loaded.ruleset.id}.toml"
    parts = {
        "screen.label.options": [speaker.say(option_message(loaded, option, speaker)) for option in options],
        "rulesets.numbers": [f"{key}: {line}" for key, line in numbers.items()],
        "rulesets.make": [view.word("rulesets.make-how", path=str(path))],
    }
    base = rulesets.extends(loaded.path)
    blocks: list[Block] = [text(str(loaded.path), "muted")]
    blocks += [view.text("rulesets.extends", "muted", base=base)] if base else []
    for title, lines in parts.items():
        if lines:
            blocks += [GAP, view.text(title, "title"), *map(text, lines)]
    return Page("", [*blocks, GAP, *(text(line, "strong", 4) for line in example_of(loaded))])


# Board notes


class BoardNote(NamedTuple):
    page: str
    name: str
    facts: Facts

    @property
    def key(self) -> str:
        return f"{self.page}:{self.name}"

    @property
    def noted_name(self) -> NotedName:
        return NotedName(self.page, display_name(self.name, self.facts))

    @property
    def title(self) -> str:
        name = self.noted_name.name
        return name if name == self.name else f"{self.name} {name}"


def _notes(view: SessionView, note: str = "", merge: str = "") -> Page:
    """All board notes, or one `note`. With `merge`, opening another note merges the two."""
    session, title = view.session, view.word("games.notes")
    pieces = session.record.game.names.colourable()
    by_hand = {piece.page for piece in pieces}
    lessons = learn(BoardNotes(), (*pieces, *session.board_notes.lessons())).lessons()
    in_order = sorted(lessons, key=lambda lesson: lesson.page in by_hand)  # colourable pieces last
    notes = {item.key: item for item in (BoardNote(*lesson) for lesson in in_order)}
    merged, used, rows = notes.get(merge), where_used(session.record), list[Row]()
    if note in notes:
        entries = headlines(view, used.get(notes[note].noted_name.key, ()))
        return Page(title, [_note_text(view, notes[note], used), *entries])
    for key, item in notes.items():
        kind, _, part = item.page.partition("/")
        heading = capitalise(", ".join(view.speaker.name(name) for name in (kind, part) if name))
        opens = CallHere(partial(_merge, session, merged, item)) if merged else NOTES.having(note=key)
        rows.append(Row(_note_text(view, item, used).line, key, opens, heading=heading))
    problem = session.session_notes.problem if hasattr(view, "services") else None
    blocks: list[Block] = [text(view.speaker.say(problem), "warn")] if problem else []
    if rows:
        blocks.append(RowList(rows))
    elif not problem:
        blocks.append(view.text("screen.no-board-notes", "muted"))
    if merged is None:
        return Page(title, blocks, _commands(view, notes))
    question = "screen.board-notes-same-name" if "name" in merged.facts else "screen.board-notes-merge"
    asked = view.text(question, "warn", name=merged.title)
    return Page(title, blocks, [PageCommand("merging.merge", Open())], [asked], back=NOTES)


def _note_text(view: SessionView, note: BoardNote, used: Mapping[tuple[str, str], list[int]]) -> Paragraph:
    facts = fact_sentences(view.record.game.engine, note.facts, view.speaker)
    places = tuple(map(view.record.visible_number, used.get(note.noted_name.key, ())))
    facts = [*facts, view.word("screen.board-notes-used", places=places)] if places else facts
    name = note.title if "name" in note.facts else view.speaker.name(note.name)
    return Paragraph((Span(f"  {name}", "strong"), Span("".join(f" · {part}" for part in facts))))


def _commands(view: SessionView, notes: Mapping[str, BoardNote]) -> list[PageCommand]:
    """Offer every command, so that an unusable one says why; hint only at usable ones."""
    session = view.session

    def changing(command: str, change: Callable[[SessionView, BoardNote], Effect]) -> PageCommand:
        def effect(key: Key) -> Effect:
            if not session.session_notes.is_kept:
                raise refusal("board-notes.look-only")
            if not notes:
                raise refusal("screen.no-board-notes")
            return change(view, notes[str(key)])

        has_use = command != "colour" or bool(session.record.game.names.colourable())
        is_hinted = bool(notes) and has_use and session.session_notes.is_kept
        return PageCommand(f"board-notes.{command}", effect, is_hinted)

    changes = {"rename": _rename, "merge": _choose_other, "forget": _forget, "colour": _colour}
    return [OPEN_ROW, *(changing(*change) for change in changes.items())]


def _rename(view: SessionView, note: BoardNote) -> Effect:
    if _is_among(view.record.game.names.nameable(), note):
        return AskLine(say("screen.note-name", name=note.name), partial(_note, view.session, note, "name"))
    _check_not_printed(view.record, note)
    return ask_name(view.session, note.noted_name)


def _colour(view: SessionView, note: BoardNote) -> Effect:
    if not _is_among(view.record.game.names.colourable(), note):
        raise refusal("screen.board-notes-no-colour", name=note.title)
    return AskLine(say("screen.note-colour", name=note.name), partial(_note, view.session, note, "colour"))


def _is_among(lessons: Sequence[Lesson], note: BoardNote) -> bool:
    return any((other.page, other.name) == (note.page, note.name) for other in lessons)


def _check_not_printed(record: Record, note: BoardNote) -> None:
    """Raise Refusal if the ruleset prints this name and no entry uses it."""
    printed = (*record.game.names.printed(record.state), *record.game.names.colourable())
    is_printed = any((own.page, fold(own.name)) == (note.page, fold(note.name)) for own in printed)
    if is_printed and note.noted_name.key not in where_used(record):
        raise refusal("screen.board-notes-printed", name=note.title)


def _note(session: Session, note: BoardNote, fact: str, typed: str) -> None:
    session.session_notes.note(note.page, note.name, {fact: checked_name(typed)})


def _choose_other(view: SessionView, note: BoardNote) -> Effect:
    _check_not_printed(view.record, note)
    return ReplacePage(NOTES.having(merge=note.key))


def _merge(session: Session, note: BoardNote, other: BoardNote) -> Effect:
    if other.page != note.page:
        raise refusal("screen.board-notes-other-kind", name=note.title, kind=note.noted_name.kind)
    if other == note:
        raise refusal("board-notes.merged-with-itself", name=note.title)
    return rename_effect(session, note.noted_name, other.noted_name.name) or ReplacePage(NOTES)


def _forget(view: SessionView, note: BoardNote) -> Effect:
    forget = partial(view.session.session_notes.forget, note.page, note.name)
    sure = say("screen.board-notes-forget", name=note.title, key=view.key("board-notes.forget"))
    return CallHere(forget, sure)
