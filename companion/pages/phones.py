"""Phones at the table: permission, address, guests, and sending a guest away."""

from functools import partial

from companion.core.messages import Message, say
from companion.pages.effects import CallHere, PageCommand
from companion.pages.page import Block, Page, Row, RowList
from companion.pages.server_process import PhoneServer, Served, ServedGuest
from companion.pages.session_view import SessionView
from companion.report.spans import GAP, Key, Span
from companion.report.table_text import player_look


def page(view: SessionView) -> Page:
    """Show the state of the server; closing the page keeps the phones connected."""
    phones, served = view.phones, view.phones.served
    title, commands = view.word("phones.title"), _commands(view, phones)
    if served is None:
        return Page(title, _question(view, phones), commands, press=partial(_press, view, phones))
    return Page(title, _table(view, served), commands, picture=served.picture)


def _question(view: SessionView, phones: PhoneServer) -> list[Block]:
    yes, no = view.key("phones.allow"), view.key("phones.deny")
    if phones.fault is not None:
        return [view.text(phones.fault, "bad"), GAP, view.text("phones.again", key=yes)]
    if not phones.is_asked:
        return [view.text("phones.starting", "muted")]
    if phones.offer is None:
        asked, allowed = say("phones.no-network"), say("phones.look-again", key=yes)
    else:
        asked, allowed = say("phones.may-they"), say("phones.yes", key=yes, address=phones.offer)
    return [view.text(asked, "strong"), GAP, view.text(allowed), GAP, view.text("phones.no", key=no)]


def _table(view: SessionView, served: Served) -> list[Block]:
    blocks: list[Block] = [
        view.text("serve.lan" if served.is_lan else "phones.here", "strong", address=served.address),
        view.text("web.code-is", "strong", code=served.code),
    ]
    blocks += [view.text("serve.wrong", "warn", count=served.wrong)] if served.wrong else []
    seats = {player: place for place, player in enumerate(served.players)}
    guests = sorted(served.guests, key=lambda guest: seats.get(guest.player or "", len(seats)))
    here = RowList([_guest(view, guest) for guest in guests])
    taken = {guest.player for guest in guests}
    free = ", ".join(name for name in served.players if name not in taken)
    left = say("phones.free", players=free) if free else say("phones.none-free")
    blocks += [GAP, here if guests else view.text("phones.nobody", "muted")]
    return [*blocks, GAP, view.text(left, "muted")]


def _guest(view: SessionView, guest: ServedGuest) -> Row:
    key = "web.guest-sits" if guest.player else "web.guest-hosts" if guest.is_host else "web.guest-looks"
    look = player_look(guest.player) if guest.player else ""
    spans = [Span(view.word(key, number=guest.number, player=guest.player), look)]
    if not guest.is_here:
        spans.append(Span(f"  {view.word('phones.asleep')}", "muted"))
    return Row(tuple(spans), guest.number, heading=view.word("phones.guests"))


def _commands(view: SessionView, phones: PhoneServer) -> list[PageCommand]:
    """Offer every command, but hint only at commands that can be used now."""
    served = phones.served

    def send_away(number: Key) -> None:
        if number:
            phones.send(f"away {number}")

    def stop() -> Message | None:
        was_on = phones.is_on
        phones.stop(is_for_good=True)
        return say("serve.ended") if was_on else None

    yes, no = (CallHere(partial(_answer, view, phones, is_yes)) for is_yes in (True, False))
    return [
        PageCommand("phones.allow", yes, phones.is_asked or phones.fault is not None),
        PageCommand("phones.deny", no, phones.is_asked),
        PageCommand("phones.away", send_away, bool(served and served.guests)),
        PageCommand("phones.code", CallHere(partial(phones.send, "code")), served is not None),
        PageCommand("phones.stop", CallHere(stop, closes=True), served is not None),
    ]


def _press(view: SessionView, phones: PhoneServer, _: Key, key: str) -> CallHere | None:
    """Answer with a letter of the language before it can be a command."""
    is_yes = view.speaker.lexicon.yes_or_no(key)
    return None if is_yes is None else CallHere(partial(_answer, view, phones, is_yes))


def _answer(view: SessionView, phones: PhoneServer, is_yes: bool) -> None:
    if phones.is_asked and not (is_yes and phones.offer is None):
        phones.open(is_lan=is_yes)
    elif is_yes and (phones.is_asked or phones.fault is not None):
        phones.start(view.speaker.language)
