"""What if: a game beside the one on the table. Anything may be entered for anybody, and nothing is saved."""

from collections.abc import Mapping

from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import say
from companion.forms.lexicon import Lexicon
from companion.session import Preview
from companion.session.what_if import Tried, adopting, tried_out
from companion.tui.keymap import shown
from companion.tui.models.table import TableModel


class WhatIfModel(TableModel):
    """A table like any other, but with a reason for rulings: nobody is asked for one."""

    def __init__(self, what_if: "WhatIf") -> None:
        game = what_if.game
        session, ruling = game.session.what_if(what_if.ruling), what_if.ruling
        super().__init__(session, game.speaker, game._die, game._now, ruling=ruling)
        self.keys, self.verb_keys = game.keys, game.verb_keys
        self.what_if, self.base = what_if, game.session.record
        self.mark = say("screen.what-if-mark")
        self.numbers: dict[int, int] = {}
        """Under which number each entry was booked in the game, for those that were adopted."""
        self.opened: tuple[Tried, int] | None = None
        """The one that was refused there and stands in its form, and how many entries the game had then."""

    @property
    def entries(self) -> list[Tried]:
        """What was entered here and stands."""
        return tried_out(self.base, self.session.record)

    @property
    def waiting(self) -> list[Tried]:
        """What of it is not booked in the game yet; neither by hand, in the form that was opened for it."""
        if self.opened is not None:
            one, count = self.opened
            game = self.what_if.game
            blocks = game.session.record.blocks
            own = [number for number in range(count + 1, len(blocks) + 1) if number not in game.others]
            if own:
                self.opened = None
                if all(blocks[own[0] - 1].get(key) == one.block.get(key) for key in ("do", "by")):
                    self.numbers[one.number] = own[0]
        return [one for one in self.entries if one.number not in self.numbers]

    @property
    def is_behind(self) -> bool:
        """Whether the game has moved on since this was begun."""
        return self.what_if.game.session.record is not self.base


class WhatIf:
    def __init__(self, game: TableModel) -> None:
        self.game = game
        """The table itself."""
        self.model: WhatIfModel | None = None
        self.ruling = game.speaker.say(say("screen.what-if-ruling"))

    def current(self) -> WhatIfModel:
        """Return the what-if, begun from the game as it stands where there is none."""
        if self.model is None:
            self.model = WhatIfModel(self)
            key = shown(self.model.keys["table.what-if"], self.model.speaker)
            self.model.tell([say("screen.what-if-begun", key=key)], "strong")
        return self.model

    def drop(self) -> None:
        self.model = None
        self.game.said = ()
        self.game.tell([say("screen.what-if-dropped")], "muted")

    def adoption(self) -> list[Preview]:
        """What adopting would book, up to the first entry that is refused, if one is."""
        model, beside = self.current(), self.game.session.what_if()
        found = []
        for preview in adopting(beside, model.base, model.waiting, dict(model.numbers), self.ruling):
            found.append(preview)
            if preview.violations:
                break
            beside.book_preview(preview)
        return found

    def adopt(self) -> None:
        """Books the entries one after another in the game; one that is refused there opens in its form."""
        model, game = self.current(), self.game
        waiting, before = model.waiting, game.session.record
        left = game.book_all(adopting(game.session, model.base, waiting, model.numbers, self.ruling))
        still = model.waiting
        count = len(waiting) - len(still)
        failed = () if left is None or left.violations else game.said  # such as a full disk
        if left is None:
            self.drop()
        elif left.violations:
            self._open(still[0], left)
        game.said = failed
        if count:
            game.session.before = before  # all of it is paid out together
            game.tell([say("screen.adopted", count=count)], "good")
        if left is not None and left.violations:
            reason = Refusal(*left.violations).message
            game.tell(
                [say("screen.adopt-refused", line=line_of(left, game.speaker.lexicon), reason=reason)], "bad"
            )
        if left is not None:
            key = shown(game.keys["table.what-if"], game.speaker)
            game.tell([say("screen.adopt-waits", key=key)], "muted")

    def _open(self, one: Tried, refused: Preview) -> None:
        """The form of an entry that is refused in the game, filled in; a correction has none."""
        self.current().opened = (one, self.game.session.entry_count)
        if refused.entry is not None and isinstance(refused.entry.command, Play):
            self.game.open_block(refused.block)

    def compared(self) -> list[Mapping[str, int]] | None:
        """Return the final scores if it were over now, of the game and the what-if; None while either hides money.

        Players go by their names in the game.
        """
        records = [one.session.record for one in (self.game, self.model) if one is not None]
        if any(record.hides_money for record in records):
            return None
        found = list[Mapping[str, int]]()
        for record in records:
            scores = {name: score for name, score, _ in record.public_projection()}
            names = zip(records[0].table.players, record.table.players, strict=True)
            found.append({name: scores[own] for name, own in names})
        return found


def line_of(preview: Preview, lexicon: Lexicon) -> str:
    """An entry in the notation, with whoever makes it; its action alone where it cannot be written."""
    line = preview.public_line(lexicon) or lexicon.word(str(preview.block["do"]))
    by = preview.block.get("by")
    is_up = by is not None and by == preview.before.game.up(preview.before.state)
    return f"{by}: {line}" if is_up else line
