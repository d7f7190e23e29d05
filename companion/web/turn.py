"""Whose turn it is, and what is left of the turn and of the game."""

from companion.core.messages import say
from companion.core.views import Gauge, TurnLeft
from companion.draw.html import PageHtml
from companion.draw.markup import Html, tag
from companion.pages.view import SessionView
from companion.report.standings import result_of, status_of


def turn_html(view: SessionView, draw: PageHtml, player: str | None = None, is_board: bool = False) -> Html:
    """Draw whose turn it is, or who won; in the player's colour on television and on that player's phone."""
    session, record, speaker, clock = view.session, view.record, view.speaker, view.record.clock
    who = clock.turn.player if clock.turn else record.up
    first: list[Html] = []
    last = [tag("ul", *(_gauge(view, one) for one in clock.gauges), look="gauges")] if clock.gauges else []
    title, left, own = "", "", ""
    if record.is_over:
        found, last = result_of(session), []
        who = found.first[0] if len(found.first) == 1 else None
        own = view.word("web.you-win") if who is not None and who == player else ""
        title, left = draw.winner(own), speaker.say(found.tie) if found.tie and is_board else ""
    elif who is None:
        title = speaker.say(clock.next or status_of(session))
        asked = record.game.everyones_entry(record.state)
        if asked is not None and player in asked.missing:
            who, own = player, speaker.say(asked.ask)
    else:
        own = view.word("web.your-turn") if who == player else ""
        title = tag("bdi", who) if is_board else own or view.word("web.turn-of", player=who)
        first = [draw.chips.letter(who)]
        left = _rest_of_turn(view, clock.turn, is_board) if clock.turn else ""
        if player is not None and not record.hides_money:
            last.insert(0, tag("b", speaker.money(record.scores[player]), look="amount"))
    heading = tag("h1", title, look="up winner" if record.is_over else "up")
    said = tag("div", heading, *([tag("p", left, look="left")] if left else []))
    colour = draw.chips.look(who) if own or is_board else ""
    look = " ".join(filter(None, ("whose", "mine" if own else "", colour)))
    return tag("div", *first, said, *last, look=look, **({"data_title": own} if own else {}))


def _rest_of_turn(view: SessionView, turn: TurnLeft, says_then: bool) -> str:
    speaker = view.speaker
    usual = say("screen.turn", left=turn.left, of=turn.of, what=speaker.text(turn.what))
    said, done = speaker.say(turn.said or usual), [speaker.text(one) for one in turn.done]
    if done:
        said += f", {view.word('screen.done', what=', '.join(done))}"
    return f"{said}. {view.word('web.then', player=turn.then)}" if turn.then and says_then else said


def _gauge(view: SessionView, gauge: Gauge) -> Html:
    bar = tag("progress", max=max(1, gauge.of), value=gauge.bar, aria_hidden="true")
    ends = view.word("screen.ends-at", count=gauge.ends_at) if gauge.ends_at else ""
    usual = (view.speaker.text(gauge.what), " ", tag("strong", str(gauge.left)), ends)
    label = tag("span", *((view.speaker.say(gauge.said),) if gauge.said else usual))
    return tag("li", label, bar, look="near" if gauge.is_near_end else "")
