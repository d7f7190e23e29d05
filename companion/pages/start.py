"""The start page: begin a session, or continue, rename, copy or archive one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.core.messages import say
from companion.core.names import clean
from companion.pages.effects import AskLine, CallHere, Effect, Find, Open, PageCommand, ReplacePage, link
from companion.pages.page import Block, Page, Row, RowList
from companion.pages.sessions import AT_FIRST, SessionsView, sessions_page, title_of, title_or_file
from companion.report.layout import flush_left, fold_text
from companion.report.layout import width as text_width
from companion.report.spans import Key, Line, Paragraph, Span, folded_spans, rule, wrap
from companion.report.spans import words as words_of
from companion.session.filing import ARCHIVE, archive_session, duplicate, import_session, retitle
from companion.session.listing import ListedSession
from companion.storage.places import examples_folder, typed_path

OFFERS = ("new", "pads", "score", "examples")


def page(view: SessionsView, words: str = "", finding: int = 0, shown: int = AT_FIRST) -> Page:
    here, listed = link("start", words=words, finding=finding, shown=shown), view.listing.sessions()
    cards, plans, opens = view.cards(), view.services.plans, _opens(view)
    found = [one for one in listed if cards.has(one, words)] if words else listed
    all_again = ReplacePage(here.having(words="")) if words else None
    offered = {} if words or finding else opens
    below = [Row((), one, then, lines=partial(_offer, view, one)) for one, then in offered.items()]
    nothing, opened = view.word("shelf.nothing-found", words=words), view.services.open_table
    made = sessions_page(view, here, found, lambda path: CallHere(partial(opened, path)), nothing, below)
    head: list[Block] = [view.text(plans.left_message, "good")] if plans.left_message else []
    if not listed and view.listing.fault is None:
        titles = view.services.library.shelf.titles(view.speaker.language)
        head.append(RowList([Row((), lines=partial(_welcome, view, titles))]))
    leave = say("shelf.leave", key=view.key("start.leave"))
    keys: dict[str, Effect] = {"escape": all_again or CallHere(lambda: view.success_notice(leave))}
    return replace(
        made,
        title=view.word("screen.start"),
        commands=_commands(view, found, all_again, opens),
        head=[*head, *made.head],
        help=("start", "start-digits", "start-back", "start-escape", "list-arrows"),
        finds=words,
        marked=str(found[0].path) if found and not offered else None,
        keys=keys | ({"backspace": CallHere(plans.bring_back)} if plans.left_message else {}),
    )


def _welcome(view: SessionsView, games: Sequence[str], width: int) -> list[Line]:
    said = [view.word("shelf.welcome-games", games=tuple(games))] if games else []
    said += [view.word("shelf.welcome"), view.word("shelf.welcome-entry")]
    rows = (row for one in said for row in ("", *fold_text(one, width).splitlines()))
    return [(Span(row.lstrip()),) for row in rows]


def _opens(view: SessionsView) -> dict[str, Effect]:
    plans = view.services.plans
    examples = partial(view.services.open_page, "examples", examples_folder())
    return {
        "new": CallHere(plans.open),
        "pads": CallHere(partial(view.services.open_page, "pads")),
        "score": CallHere(partial(plans.open, is_final=True)),
        "examples": CallHere(examples),
    }


def _offer(view: SessionsView, what: str, width: int) -> list[Line]:
    """Draw an offer below the sessions; above the first offer a title, and why the folder can't be read."""
    lines: list[Line] = []
    if what == OFFERS[0]:
        title, fault = rule(view.word("shelf.new"), "", width), view.listing.fault
        lines += [(), tuple(span._replace(look="heading") for span in title)]
        if fault is not None:
            lines += folded_spans(f"{view.services.saves}: {view.speaker.say(fault.message)}", width, "bad")
    room = 2 + max(text_width(view.word(f"shelf.offer.{one}")) for one in OFFERS)
    name = Span(flush_left(view.word(f"shelf.offer.{what}"), room), "strong")
    head = (Span(flush_left(view.key(f"start.{what}"), 3), "key"), name)
    means = words_of(view.word(f"shelf.offers.{what}"), "muted")
    return [*lines, *wrap([head, *means], width, room + 3)]


def _commands(
    view: SessionsView, found: Sequence[ListedSession], all_again: Effect | None, opens: Mapping[str, Effect]
) -> list[PageCommand]:
    services, by_key = view.services, {str(one.path): one for one in found}

    def with_marked(
        command: str, act: Callable[[SessionsView, ListedSession], list[Paragraph] | Effect]
    ) -> PageCommand:
        def effect(key: Key) -> list[Paragraph] | Effect:
            one = by_key.get(str(key))
            return view.success_notice(say("shelf.mark-one")) if one is None else act(view, one)

        return PageCommand(command, effect, is_hinted=lambda key: key in by_key)

    def rematch(key: Key) -> None:
        """Plan a rematch of the marked session, or of the newest."""
        meant = by_key.get(str(key)) or next((one for one in found if one.summary), None)
        if meant is not None:
            services.plans.rematch(meant.path)

    def at(page: str) -> PageCommand:
        return PageCommand(f"start.{page}", CallHere(partial(services.open_page, page)))

    archived = CallHere(partial(services.open_page, "archived", services.saves / ARCHIVE))
    return [
        *(PageCommand(f"start.{one}", opens[one]) for one in ("new", "pads", "score")),
        PageCommand("start.open", Open()),
        PageCommand("start.rematch", rematch, is_hinted=bool(found)),
        with_marked("start.title", _title),
        with_marked("start.duplicate", _duplicate),
        with_marked("start.put-away", _put_away),
        PageCommand(
            "start.find", Find(opens=True) if found or all_again else CallHere(lambda: None), bool(found)
        ),
        PageCommand("start.away", archived, is_hinted=view.has_archived),
        PageCommand("start.import", _import(view)),
        PageCommand("start.examples", opens["examples"]),
        at("statistics"),
        PageCommand("start.ties", CallHere(services.open_ties)),
        *map(at, ("rulesets", "settings", "language")),
        PageCommand("start.leave", all_again or CallHere(services.action_end)),
    ]


def _title(view: SessionsView, one: ListedSession) -> AskLine:
    def take(typed: str) -> ReplacePage:
        retitle(view.services.library, one.path, typed)
        view.look(one.path)
        return ReplacePage(link("start"), view.success_notice(say("shelf.titled", title=typed.strip())))

    return AskLine(say("shelf.title"), take, typed=title_of(one))


def _duplicate(view: SessionsView, one: ListedSession) -> list[Paragraph]:
    title = title_of(one)
    said = view.word("shelf.copy-title", title=title) if title else view.word("shelf.copy-untitled")
    copy = duplicate(view.services.library, one.path, said)
    view.look()
    return view.success_notice(say("shelf.copied", title=clean(said, "?"), name=copy.name))


def _put_away(view: SessionsView, one: ListedSession) -> list[Paragraph]:
    archive_session(view.services.library, one.path)
    view.look()
    name, key = title_or_file(one), view.key("start.away")
    return view.success_notice(say("shelf.put-away", name=name, folder=ARCHIVE, key=key))


def _import(view: SessionsView) -> AskLine:
    library, saves = view.services.library, view.services.saves

    def take(typed: str) -> ReplacePage:
        path, is_new = import_session(library, typed_path(typed), saves)
        view.look(path)
        said = view.success_notice(say("shelf.imported" if is_new else "shelf.already-here", path=str(path)))
        return ReplacePage(link("start"), said)

    means = say("shelf.import-means", folder=str(saves))
    return AskLine(say("shelf.import"), take, lambda _: [means])
