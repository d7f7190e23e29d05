"""The plain prompt: one question, one answer, line by line, so that a screen reader can follow."""

import contextlib
import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any

from companion.cli.console import complain, die, fit_line, out, sentence, terminal_width
from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal, refusal
from companion.core.forms import Die, Roll
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.forms.completion import Completion, completed_lines
from companion.forms.lexicon import Lexicon
from companion.forms.lines import JOURNAL, action_line
from companion.report.entries import asked_in
from companion.report.preview import followed_messages, preview_sentences
from companion.report.show import PAGE_WIDTH, result_lines, standing_text
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.notation import Notation
from companion.storage.environment import line_editor
from companion.storage.errors import FileError, Overtaken

readline = line_editor()
HISTORY = 200
LONGEST_LINE = 20_000
_LEAVE = ("quit", "exit", "q")


def read_line(session: Session, line: str, lexicon: Lexicon) -> dict[str, Any]:
    if len(line) > LONGEST_LINE:
        raise refusal("entry.too-long", most=LONGEST_LINE)
    return session.read(line, lexicon)


def save_entry(session: Session, preview: Preview, speaker: Speaker) -> list[str]:
    """Save the previewed entry; return the result lines if it ends the game."""
    known = len(session.notices)
    session.save_preview(preview, datetime.now(UTC).replace(microsecond=0))
    for notice in session.notices[known:]:
        complain(sentence(notice, session.record.ruleset))
    return result_lines(session, speaker) if preview.would_end else []


def echo_lines(preview: Preview, speaker: Speaker) -> list[str]:
    """The entry's line with its number, and its effects; only the violations if the entry is refused."""
    width = (terminal_width() or PAGE_WIDTH) - 4
    texts = [said.text for said in preview_sentences(preview, speaker, width)]
    if preview.entry is not None and not preview.violations:
        line = Notation(preview.before, speaker.lexicon).entry_line(preview.entry, is_public=True)
        if isinstance(preview.entry.command, Play):
            line = f"{len(preview.before.numbers) + 1}  {line}"
        texts = [line, *(f"    {text}" for text in texts)]
    return [fit_line(text) for text in texts]


class Prompt:
    def __init__(
        self, session: Session, speaker: Speaker, ask: Callable[[str], str] = input, die: Die = die
    ) -> None:
        self._session, self._speaker, self._ask = session, speaker, ask
        self.is_confirming = False
        self._die = die
        self._proposed: str | None = None
        """Line of the entry that the game proposes; an empty line enters it."""
        self._rolled: Roll | None = None

    def run(self) -> None:
        self._print(say("prompt.welcome" if readline else "prompt.welcome-plain"))
        _edit_lines(self)
        while True:
            with contextlib.suppress(FileError):  # reported at the next entry
                self._follow()
            found = self._session.record.game.proposals(self._session.record.state)
            proposed = self._notation().line(found[0]) if found else None
            if proposed not in (None, self._proposed):
                self._print(say("prompt.proposed", line=proposed))
            self._proposed = proposed
            try:
                line = self._ask(self.status()).strip()
            except EOFError:
                out("")
                return
            except KeyboardInterrupt:
                out("")
                self._print(say("prompt.nothing-booked"))
                continue
            if line.casefold() in _LEAVE or self._means("prompt.word.quit", line.casefold()):
                return
            if not line and self._proposed is not None:
                self._enter(self._proposed)
            elif line and not line.startswith("#"):
                self._answer(line)

    def _answer(self, line: str) -> None:
        first, _, rest = line.casefold().partition(" ")
        if line == "?" or (self._means("prompt.word.help", first) and not rest):
            self._help()
        elif self._means("prompt.word.roll", first):
            self._roll(rest.strip())
        elif self._means("prompt.word.show", first) and not rest:
            out(standing_text(self._session, self._speaker, terminal_width()))
        elif line.startswith("?"):
            self._enter(line[1:].strip(), is_only_asked=True)
        else:
            self._enter(line)

    def _means(self, key: str, typed: str) -> bool:
        """Whether this word of the prompt was typed, in English or in the player's language."""
        return typed in (key.rpartition(".")[2], self._speaker.sentence(key).casefold())

    def _enter(self, line: str, is_only_asked: bool = False) -> None:
        """Preview a line, confirm and save it. Start again if another program saves an entry first."""
        is_overtaken = False
        while True:
            try:
                is_overtaken = self._follow() or is_overtaken
                preview = self._session.preview(read_line(self._session, line, self._speaker.lexicon))
                for text in echo_lines(preview, self._speaker):
                    out(text)
                if preview.violations:
                    return
                has_hidden = any(one.is_hidden for one in preview.kept_holdings)
                if preview.with_counts is not None and not has_hidden:
                    other = self._session.record.entry(preview.with_counts[0].block)
                    line_of_count = self._notation().entry_line(other, is_public=True)
                    self._print(say("prompt.also-count", line=line_of_count))
                if is_only_asked or not self._is_agreed(preview, is_overtaken):
                    self._print(say("prompt.nothing-booked"))
                    return
                result = save_entry(self._session, preview, self._speaker)
                self._rolled = None
                for text in result:
                    out(text)
                return
            except Overtaken:
                is_overtaken = True
            except (Refusal, FileError) as against:
                self._print(against.message)
                return

    def _follow(self) -> bool:
        """Read and print what other programs entered; return whether there was anything."""
        session, known = self._session, len(self._session.notices)
        news = session.follow()
        told = followed_messages(session, news) if news else ()
        for message in (*told, *session.notices[known:]):
            self._print(message)
        return news is not None

    def _roll(self, what: str) -> None:
        """Roll dice, and print the beginning of a line with the result."""
        record, lexicon = self._session.record, self._speaker.lexicon
        known = record.game.rolls(record.state)
        if not what and len(known) > 1:
            self._print(say("prompt.roll-what", known=tuple(map(lexicon.word, known))))
            return
        what = lexicon.whole_word(known, what) or what
        try:
            roll = record.game.roll(record.state, what or "".join(known), self._die)
        except Refusal as refusal:
            self._print(refusal.message)
            return
        self._print(roll.text)
        before = self._rolled
        if before is not None and before.verb == roll.verb:  # only some of the dice were rolled again
            roll = roll._replace(draft={**before.draft, **roll.draft})
        self._rolled = roll
        block, context = {**roll.draft, "do": roll.verb}, record.context(BoardNotes())
        self._print(say("prompt.rolled", line=action_line(context, block, lexicon=self._speaker.lexicon)))

    def _is_agreed(self, preview: Preview, is_asked: bool) -> bool:
        """Whether the players confirm the entry.

        Ask only if `is_asked`, or if the entry moves money, ends the game, warns, adds a name or changes
        other entries.
        """
        before, after = preview.scores
        is_warned = preview.warnings or any(step.outcome.warnings for step in preview.steps)
        is_said = preview.news or is_warned or preview.would_end or preview.kept_holdings
        is_plain = before == after and not is_said and not is_asked
        if is_plain and not (preview.removals or preview.returns or preview.changes):
            return True
        self.is_confirming = True
        if readline is not None:  # a yes or no doesn't belong in the history
            readline.set_auto_history(False)
        try:
            while True:  # a line meant for the prompt is neither yes nor no
                answer = self._ask(f"{sentence(say('prompt.confirm'))} ").strip()
                meant = self._speaker.lexicon.beginning_with(("yes", "no"), answer)
                if not answer or len(meant) == 1:
                    return not answer or meant == ["yes"]
        except (EOFError, KeyboardInterrupt):
            out("")
            return False
        finally:
            self.is_confirming = False
            if readline is not None:
                readline.set_auto_history(True)

    def status(self) -> str:
        """The prompt: the number of the next entry, the current player, and what is left of the turn."""
        record = self._session.record
        status = say("prompt.over") if record.is_over else say("prompt.table")
        if (turn := record.clock.turn) is not None:
            what = self._speaker.text(turn.what)
            status = say("prompt.turn", player=turn.player, left=turn.left, of=turn.of, what=what)
        elif record.up is not None:
            status = say("prompt.up", player=record.up)
        return f"{len(record.numbers) + 1} {self._speaker.say(status)}> "

    def _help(self) -> None:
        context = self._session.context()
        self._print(say("prompt.help"))
        keys = self._speaker.lexicon.verb_keys(context.verbs)
        words = {verb.name: verb.words[0] for verb in context.verbs}
        asks = {**{verb.name: context.ask(verb.name)({}) for verb in context.verbs}, **JOURNAL}
        for verb, questions in asks.items():
            letter = f" ({keys[verb]})" if keys.get(verb) else ""
            word = self._speaker.lexicon.word(words.get(verb, verb))
            out(fit_line(f"  {word}{letter}  {asked_in(questions, self._speaker)}".rstrip()))
        self._print(say("prompt.help-any"))

    def _notation(self) -> Notation:
        return Notation(self._session.record, self._speaker.lexicon)

    def _print(self, message: Message) -> None:
        out(fit_line(self._speaker.say(message)))

    # Line editing

    def history(self) -> list[str]:
        """The last lines of the session, newest last, without hidden balances; empty if it doesn't replay."""
        if self._session.record.failure is not None:
            return []
        entries = enumerate(self._session.record.entries, 1)
        # no corrections: the entry numbers in them may be out of date
        numbers = [number for number, entry in entries if isinstance(entry.command, Play)]
        return self._notation().entry_lines(numbers[-HISTORY:], is_public=True)

    def completion(self, line: str) -> Completion:
        return self._session.completions(line, self._speaker.lexicon)

    def show_completion(self, completion: Completion) -> None:
        out("")
        self._print(completion.asked)
        for candidate in completion.candidates:
            hint = f"  {self._speaker.say(candidate.hint)}" if candidate.hint is not None else ""
            out(fit_line(f"  {candidate.text}{hint}"))


def _edit_lines(prompt: Prompt) -> None:
    """Turn on history and completion, if the system has `readline`."""
    if readline is None:
        return
    found: list[str] = []

    def complete(text: str, place: int) -> str | None:
        if prompt.is_confirming:
            return None
        if place == 0:
            found[:] = completed_lines(text, prompt.completion(text))
            if not found:
                display(text, [], 0)
        return found[place] if place < len(found) else None

    def display(line: str, _matches: Sequence[str], _longest: int) -> None:
        prompt.show_completion(prompt.completion(line))
        sys.stdout.write(f"{prompt.status()}{readline.get_line_buffer()}")
        sys.stdout.flush()

    for line in prompt.history():
        readline.add_history(line)
    readline.set_completer_delims("")  # a candidate replaces the whole line: names may hold spaces
    readline.set_completer(complete)
    if hasattr(readline, "set_completion_display_matches_hook"):
        readline.set_completion_display_matches_hook(display)
    is_libedit = "libedit" in (readline.__doc__ or "")
    readline.parse_and_bind("bind ^I rl_complete" if is_libedit else "tab: complete")
    readline.parse_and_bind("set show-all-if-ambiguous on")
