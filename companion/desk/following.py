"""Follow other programs at a desk: what they saved is told, and what lies there is moved onto the new record."""

from collections.abc import Sequence

from companion.core.messages import Message, say
from companion.desk.desk_state import DeskState
from companion.desk.moving import moved_entry, moved_state
from companion.desk.states import Choosing, Entering, Idle, Offering, Repairing
from companion.session.session import News


def follow(desk: DeskState) -> bool:
    """Take in what other programs did to the file; return whether anything must be redrawn."""
    players, before = desk.record.table.players, desk.saver.condition
    news = desk.saver.look()
    if news is not None:
        take_in(desk, news, players)
    return desk.saver.tell_changes(before, is_told=news is not None) or news is not None


def take_in(
    desk: DeskState, news: News, players: Sequence[str], messages: Sequence[Message] | None = None
) -> None:
    """Continue with a record that others changed.

    `players` are the players before the change; `messages` replace the usual ones.
    """
    desk.saver.take_in(news, messages)
    is_same_people = players == desk.record.table.players
    if not is_same_people:
        desk.peeked = None
    own, of_news, entry = desk.own_number.fingerprint, desk.sayings.shown, desk.entry
    desk.sayings.clear()
    if isinstance(entry, Entering) and desk.own_number.is_outdated(entry):
        desk.throw_away(entry)
    _move(desk, keeps_menu=is_same_people)
    if desk.is_entering and own is not None and own == desk.own_number.fingerprint:
        desk.sayings.shown = tuple(notice for notice in of_news if notice.look != "good")
        return  # the others' numbers don't matter
    desk.sayings.shown = of_news + desk.sayings.shown
    if desk.is_entering or isinstance(desk.state, Offering):
        desk.sayings.tell([say("followed.waits")])


def _move(desk: DeskState, keeps_menu: bool) -> None:
    """Move what lies on the desk to the present record: the same questions are asked again."""
    state, acting = desk.state, desk.acting
    if acting not in desk.record.table.players or acting == desk.record.up:
        desk.acting = None
    desk.discarded_entry = desk.discarded_entry and moved_entry(desk.discarded_entry, desk.session)
    desk.state = Idle()
    begin = None if acting is None else desk.beginning.empty_form
    moved = moved_state(state, desk.session, desk.corrector, begin)
    if moved is None:
        desk.sayings.tell([say("followed.left")])
    elif isinstance(moved, Idle):
        desk.state = moved
    else:
        desk.show(moved)
    if keeps_menu and isinstance(state, Choosing) and not isinstance(state, Repairing):
        desk.choose(state.menu)
